# SPDX-License-Identifier: GPL-3.0-or-later
"""The rows of the atlas: some are asked again, some are compared with programs that share nothing with the engine."""

import csv
import json
import os
import random
import sys
from pathlib import Path

import pytest

SOURCE = Path(os.environ["ZERMELO_SOURCE"])
sys.path[:0] = [str(SOURCE), str(SOURCE / "tests" / "atlas")]

import hunts_reference  # noqa: E402
import mating_reference  # noqa: E402
import starts_reference  # noqa: E402

import zermelo  # noqa: E402

from atlas import rows  # noqa: E402
from atlas.family import Family  # noqa: E402
from atlas.hunts import ARMIES, BOUNDS, Hunts  # noqa: E402
from atlas.mating import Mating, Pairs  # noqa: E402
from atlas.starts import Starts  # noqa: E402

ATLAS = SOURCE / "atlas"
CHEAP = 0.5  # seconds that a row of the golden test took when it was made, at most


FAMILIES = [Mating(), Pairs(), Starts(), Hunts()]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
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


def test_hunts_are_those_of_the_reference() -> None:
    there = rows.read(Hunts(), ATLAS)
    small = [key for key in there if int(there[key]["placements"]) <= 7_000]
    assert len(small) >= 60
    games: dict[str, hunts_reference.Hunt] = {}
    for board, army, other in random.Random(4).sample(small, 20):
        hunt = games.setdefault(board, hunts_reference.Hunt(board))
        for name, value in hunt.counts(army, other, BOUNDS).items():
            assert there[board, army, other][name] == ("" if value is None else str(value)), (board, army, other, name)


def test_hunts_on_4x4_are_those_of_the_kernel(tmp_path: Path) -> None:
    """docs/solved has the checksums of what the puzzle's own kernel finds, which knows nothing of rules files."""
    there = rows.read(Hunts(), ATLAS)
    with (SOURCE / "docs/solved/checksums.tsv").open(newline="", encoding="utf-8") as file:
        published = {(row["tier"], row["to_move"]): row for row in csv.DictReader(file, delimiter="\t")}
    zermelo.solve("simplified", tmp_path, men=4)
    compared = 0
    with zermelo.Tables(tmp_path) as tables:
        for told in tables.stats(zermelo.Variant("simplified")):
            assert told["checksum"] == published[told["tier"], told["to_move"]]["checksum"]
            armies = told["tier"].split("v")
            row = there["4x4", *(armies if told["to_move"] == "white" else armies[::-1])]
            assert int(row["placements"]) == told["position_count"] == int(published[told["tier"], told["to_move"]]["positions"])
            assert (int(row["won"]), int(row["lost"])) == (told["win_count"], told["loss_count"]), told["tier"]
            assert row["longest"] == (str(told["longest_win"]["plies"]) if told["longest_win"] else ""), told["tier"]
            for plies in BOUNDS:
                assert int(row[f"won_in_{plies}"]) == sum(each["count"] for each in told["wins"] if each["plies"] <= plies), told["tier"]
            compared += 1
    assert compared == 2 * sum(len(army) + len(other) <= 4 for army in ARMIES for other in ARMIES)


def test_hunts_on_4x4_add_up_to_what_is_published() -> None:
    """docs/solved tells all placements of a number of men: how many there are, the shares that are won, lost and drawn, the longest win."""
    there = {key: row for key, row in rows.read(Hunts(), ATLAS).items() if key[0] == "4x4"}
    compared = 0
    for line in (SOURCE / "docs/solved/README.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        each = [row for key, row in there.items() if len(cells) == 8 and cells[0] == str(len(key[1] + key[2]))]
        if not each:
            continue
        whole, won, lost = (sum(int(row[name]) for row in each) for name in ("placements", "won", "lost"))
        assert cells[2] == f"{whole:,}"
        assert cells[3:6] == [f"{100 * part / whole:.2f} %" for part in (won, lost, whole - won - lost)]
        assert cells[6] == str(max(int(row["longest"]) for row in each))
        compared += len(each)
    assert compared == len(there) == 74


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.name)
def test_the_page_has_the_rules_of_each_row(family: Family) -> None:
    patterns = json.loads((ATLAS / "rules.json").read_text(encoding="utf-8"))[family.name]
    assert patterns == json.loads(json.dumps(rows.patterns(family)))
    there = rows.read(family, ATLAS)
    games = [game for game in family.games() if game.key in there and there[game.key]["position"]]
    for game in random.Random(51).sample(games, 40):
        row = there[game.key]
        text = patterns["texts"][" ".join(row[name] for name in patterns["by"])]
        for name, value in row.items():
            text = text.replace("{" + name + "}", value)
        start = zermelo.Position(zermelo.Variant(text))
        assert start == zermelo.Position(start.variant, row["position"])
        same = "\n".join(line for line in text.splitlines() if not line.startswith("startFen"))
        assert same == "\n".join(line for line in game.rules.splitlines() if not line.startswith("startFen"))


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
