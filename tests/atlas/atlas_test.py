# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of the atlas: some are asked again, some are compared with programs that share nothing with the engine."""

import os
import random
import sys
from pathlib import Path

import pytest

SOURCE = Path(os.environ["ZERMELO_SOURCE"])
sys.path[:0] = [str(SOURCE), str(SOURCE / "tests" / "atlas")]

import mating_reference  # noqa: E402
import starts_reference  # noqa: E402

from atlas import rows  # noqa: E402
from atlas.family import Family  # noqa: E402
from atlas.mating import Mating, Pairs  # noqa: E402
from atlas.starts import Starts  # noqa: E402

ATLAS = SOURCE / "atlas"
CHEAP = 0.5  # seconds that a row of the golden test took when it was made, at most


@pytest.mark.parametrize("family", [Mating(), Pairs(), Starts()], ids=lambda family: family.name)
def test_rows_are_what_is_found_again(family: Family) -> None:
    there = rows.read(family, ATLAS)
    assert there
    games = [game for game in family.games() if game.key in there]
    assert len(games) == len(there)
    cheap = [game for game in games if float(there[game.key]["seconds"]) <= CHEAP] or games[:1]
    asked = random.Random(1913).sample(cheap, min(40, len(cheap)))
    assert rows.differences(family, there, asked) == []


def test_mating_power_is_that_of_the_reference() -> None:
    there = rows.read(Mating(), ATLAS)
    small = [key for key in there if int(key[1]) <= 5]
    some_win = [key for key in there if int(key[1]) == 6 and int(there[key]["won"])]
    for piece, size in random.Random(1).sample(small, 30) + random.Random(2).sample(some_win, 3):
        found = mating_reference.Ending(piece, int(size)).solve()
        assert {name: int(there[piece, size][name] or 0) for name in found} == found, (piece, size)


def test_starts_are_those_of_the_reference() -> None:
    outcomes = {1: "win", 0: "draw", -1: "loss"}
    compared = set()
    for key, row in rows.read(Starts(), ATLAS).items():
        if key[0].startswith(("chess", "reversi")) or not row["nodes"] or int(row["nodes"]) > 1000:
            continue
        found = starts_reference.value(*starts_reference.game(*key), most=8_000)
        if found is None:
            continue
        outcome, plies, moves = found
        assert row["outcome"] == outcomes[outcome], key
        assert row["plies"] == ("" if outcome == 0 else str(plies)), key
        counts = [int(row[name]) for name in ("winning", "drawing", "losing")]
        assert len(moves) == int(row["first_moves"]), key
        assert [moves.count(each) for each in (1, 0, -1)] == counts, key
        compared.add(key)
    assert len(compared) >= 60
    assert {key[0] for key in compared} >= {"hexapawn", "breakthrough", "clobber", "amazons", "joust", "row", "falling row"}


def test_a_run_that_was_ended_goes_on(tmp_path: Path) -> None:
    class Small(Mating):
        def games(self):
            return (game for game in super().games() if game.key[0] in ("W", "R") and int(game.key[1]) <= 5)

    family = Small()
    assert not rows.fill(family, tmp_path, 1, 0.0, lambda have, whole: None)
    assert rows.fill(family, tmp_path, 2, 60.0, lambda have, whole: None)
    whole = rows.read(family, tmp_path)
    path = tmp_path / "mating.csv"
    path.write_text(path.read_text()[:-20])  # the last row was being written
    assert len(rows.read(family, tmp_path)) == len(whole) - 1
    assert rows.fill(family, tmp_path, 1, 60.0, lambda have, whole: None)
    again = rows.read(family, tmp_path)
    assert [key for key in again] == [game.key for game in family.games()]
    assert all({**again[key], "seconds": ""} == {**whole[key], "seconds": ""} for key in whole)
    path.write_text("piece,size\nW,4\n")
    with pytest.raises(ValueError, match="columns"):
        rows.read(family, tmp_path)
