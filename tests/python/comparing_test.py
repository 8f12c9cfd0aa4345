# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables beside others': what agrees is counted, and what was planted is found. Files of theirs are empty here, and what
python-chess would read from them comes from tables of ours; `others_tables.py` has real ones."""

import signal
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import chess
import chess.gaviota
import chess.syzygy
import numpy as np
import pytest

import zermelo
from zermelo import (
    Chunk,
    ComparedTier,
    Comparison,
    Difference,
    FileError,
    InputError,
    Outcome,
    Position,
    Tables,
    Tier,
    Value,
    Variant,
    compare,
)
from zermelo._comparing import _sample

CHESS = Variant("chess")


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("ours")
    zermelo.solve(CHESS, path, tiers=["KQvK", "KRvK"])
    return path


@pytest.fixture(scope="module")
def theirs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("theirs")
    for name in ("KQvK", "KRvK", "KNNvK"):
        (path / f"{name}.rtbw").touch()
    for name in ("krk", "kqk", "knnk"):  # a head, and an index of no blocks
        (path / f"{name}.gtb.cp4").write_bytes(struct.pack("<11I", *[0] * 8, 44, 0, 0))
    for name in ("king.rtbw", "king.gtb.cp4"):  # what is no table of theirs
        (path / name).touch()
    return path


class Probers:
    """Stands for what python-chess reads: what our tables say, but for what is planted."""

    def __init__(self, tables: Path) -> None:
        self.tables = Tables(tables)
        self.asked: list[str] = []
        self.planted: Callable[[str, int], int] = lambda fen, answer: answer

    def answer(self, board: chess.Board, of: Callable[[Value], int]) -> int:
        self.asked.append(board.fen())
        return self.planted(board.fen(), of(self.tables.probe(Position(CHESS, board.fen()))))


@pytest.fixture
def probers(ours: Path, monkeypatch: pytest.MonkeyPatch) -> Probers:
    made = Probers(ours)

    def wdl(_: chess.syzygy.Tablebase, board: chess.Board) -> int:
        return made.answer(board, lambda value: 2 * int(value.outcome))

    def dtm(base: chess.gaviota.PythonTablebase, board: chess.Board) -> int:
        assert [stream.mode for stream in base.streams.values()] == ["rb"] * 3  # a disk may be read-only
        return made.answer(board, lambda value: int(value.outcome) * (value.plies or 0))

    monkeypatch.setattr(chess.syzygy.Tablebase, "probe_wdl", wdl)
    monkeypatch.setattr(chess.gaviota.PythonTablebase, "probe_dtm", dtm)
    return made


def test_every_position_of_what_both_have_is_compared(ours: Path, theirs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[tuple[int, ...]] = set()

    def always_drawn(_: chess.syzygy.Tablebase, board: chess.Board) -> int:
        asked.add((board.turn, board.kings, board.queens, board.rooks, board.occupied_co[chess.WHITE]))
        return 0

    monkeypatch.setattr(chess.syzygy.Tablebase, "probe_wdl", always_drawn)
    told: list[ComparedTier] = []
    found = compare(ours, "syzygy", theirs, progress=told.append)
    assert [(row.tier, row.positions, row.draws) for row in found.tiers] == [("KQvK", 47136, 2953), ("KRvK", 51044, 2847)]
    assert found.tiers == tuple(told)
    assert found.positions == len(asked) == 98180 and found.differing == 98180 - 2953 - 2847
    assert found.not_compared == {"KvK": f"no file in '{theirs}'", "KNNvK": f"no table in '{ours}'"}
    for why, name in ((f"no file in '{theirs}'", "KvK"), (f"no table in '{ours}'", "KNNvK")):
        assert f"not compared, {why}: {name}" in str(found).splitlines()


@pytest.mark.parametrize("kind", ["syzygy", "gaviota"])
def test_what_agrees_is_counted_by_outcome(
    ours: Path, theirs: Path, probers: Probers, kind: str
) -> None:
    row = compare(ours, kind, theirs, tiers=["KRvK"], sample=2000).tiers[0]
    tables = Tables(ours)
    outcomes = [tables.probe(Position(CHESS, fen)).outcome for fen in probers.asked]
    assert [row.wins, row.draws, row.losses] == [outcomes.count(outcome) for outcome in (Outcome.WIN, Outcome.DRAW, Outcome.LOSS)]
    assert min(row.wins, row.draws, row.losses) > 0 and row.positions == row.agreeing == len(outcomes) == 2000
    assert (row.cursed_wins, row.blessed_losses, row.differing, row.differences, row.left_out) == (0, 0, 0, (), {})
    assert str(row).split() == ["KRvK", "2,000", *(f"{count:,}" for count in (row.wins, row.draws, row.losses)), "0", "0", "0", "0"]
    # They were shown the positions of the table, as they are.
    listed = {Position.from_array(CHESS, board, chunk.to_move).fen for chunk in tables.tier(CHESS, "KRvK").chunks() for board in chunk.boards}
    assert set(probers.asked) <= listed and len(set(probers.asked)) == 2000


def test_a_planted_difference_is_found_and_told(ours: Path, theirs: Path, probers: Probers) -> None:
    lost = Tables(ours).probe(Position(CHESS, "8/8/8/8/8/8/3k4/KR6 b - - 0 1"))
    assert lost.outcome is Outcome.LOSS and lost.plies is not None
    plies = lost.plies
    asked: list[str] = []

    def plant(fen: str, answer: int) -> int:
        if answer == -plies and not asked:
            asked.append(fen)
            return answer - 2
        return answer

    probers.planted = plant
    found = compare(ours, "gaviota", theirs, tiers=["KRvK"], sample=2000)
    row = found.tiers[0]
    difference = Difference(asked[0], lost, Value(Outcome.LOSS, plies + 2), False)
    assert found.differing == row.differing == 1 and row.differences == (difference,)
    assert row.positions == row.agreeing + 1
    said = f"KRvK: {asked[0]}: ours say loss in {plies} plies, theirs loss in {plies + 2} plies"
    assert str(found).splitlines()[-1] == said

    probers.planted = lambda fen, answer: 0 if answer == 2 else answer
    found = compare(ours, "syzygy", theirs, tiers=["KvKR"], sample=2000, differences=3)
    row = found.tiers[0]
    assert row.wins == 0 and row.differing > 500 and len(row.differences) == 3
    assert all(told.ours.outcome is Outcome.WIN and told.theirs == Value(Outcome.DRAW, None) for told in row.differences)
    assert str(found).splitlines()[-1] == f"KRvK: {row.differing - 3:,} more differences"


def test_mates_and_stalemates_of_gaviota_are_told_apart(ours: Path, theirs: Path, probers: Probers) -> None:
    # It says 0 of both. Where it says so of a position that goes on, that is a draw.
    probers.planted = lambda fen, answer: 0 if answer == -2 else answer
    row = compare(ours, "gaviota", theirs, tiers=["KQvK"], sample=2000, differences=2000).tiers[0]
    assert 0 < row.differing == len(row.differences)
    assert {(told.ours, told.theirs) for told in row.differences} == {(Value(Outcome.LOSS, 2), Value(Outcome.DRAW, None))}


def test_what_the_50_move_rule_undoes_is_set_apart(ours: Path, theirs: Path, probers: Probers) -> None:
    whole = compare(ours, "syzygy", theirs, tiers=["KRvK"], sample=2000).tiers[0]
    probers.planted = lambda fen, answer: answer // 2 if fen.startswith("8/") else answer
    row = compare(ours, "syzygy", theirs, tiers=["KRvK"], sample=2000).tiers[0]
    assert row.differing == 0 and row.cursed_wins > 0 and row.blessed_losses > 0
    assert row.wins + row.cursed_wins == whole.wins and row.losses + row.blessed_losses == whole.losses
    probers.planted = lambda fen, answer: answer or 1  # what is a draw of ours
    found = compare(ours, "syzygy", theirs, tiers=["KRvK"], sample=2000, differences=1)
    assert found.differing == whole.draws
    assert "ours say draw, theirs win, which the 50-move rule makes a draw" in str(found)


def test_what_they_cannot_answer_is_counted_with_the_reason(ours: Path, theirs: Path, probers: Probers) -> None:
    def plant(fen: str, answer: int) -> int:
        if answer == 0:
            raise chess.syzygy.MissingTableError("did not find wdl table KvK")
        return answer

    probers.planted = plant
    found = compare(ours, "syzygy", theirs, tiers=["KRvK"], sample=2000)
    row = found.tiers[0]
    assert row.draws == 0 and row.left_out == {"did not find wdl table KvK": len(probers.asked) - row.positions}
    assert str(found).splitlines()[-1].endswith("left out: did not find wdl table KvK")


def test_samples_are_those_of_their_seed(ours: Path, theirs: Path, probers: Probers) -> None:
    def drawn(**options: Any) -> list[str]:
        probers.asked.clear()
        found = compare(ours, "syzygy", theirs, **options)
        assert found.positions == len(probers.asked)
        return list(probers.asked)

    first = drawn(sample=300, tiers=["KRvK"])
    assert len(first) == len(set(first)) == 300 and {fen.split()[1] for fen in first} == {"w", "b"}
    assert drawn(sample=300)[300:] == first != drawn(sample=300, seed=1, tiers=["KRvK"])


class Sparse:
    """What a tier of two tables is made of, in which every third number is a position's."""

    name, tables = "KRvK", 2

    def entries(self, table: int) -> int:
        return 10 + table

    def positions(self, table: int, first: int, end: int) -> tuple[np.ndarray[Any, Any], ...]:
        return self.positions_of(table, np.arange(first, min(end, self.entries(table)), dtype=np.uint64))

    def positions_of(self, table: int, indices: np.ndarray[Any, Any]) -> tuple[np.ndarray[Any, Any], ...]:
        numbers = indices[indices % 3 == 0]
        count = len(numbers)
        return numbers, np.zeros((count, 64), np.uint8), np.zeros(count, np.int8), np.zeros(count, np.int16)


@pytest.mark.parametrize("count", [1, 5, 7, 8, 9, 20, 21, 10**9])
def test_a_sample_has_positions_alone_and_each_once(count: int) -> None:
    drawn: list[tuple[int, int]] = []
    for chunk in _sample(Tier(cast(Any, Sparse()), "folder", CHESS), count, 3):
        drawn += [(chunk.to_move, int(index)) for index in chunk.indices]
        assert len(chunk.boards) == len(chunk.outcomes) == len(chunk.plies) == len(chunk)
    there = {(table, index) for table in (0, 1) for index in range(0, 10 + table, 3)}
    assert len(drawn) == len(set(drawn)) == min(count, len(there)) and set(drawn) <= there


def test_ctrl_c_keeps_what_was_compared(ours: Path, theirs: Path, probers: Probers) -> None:
    def interrupted(fen: str, answer: int) -> int:
        if "R" in fen:
            signal.raise_signal(signal.SIGINT)
        return answer

    probers.planted = interrupted
    with pytest.raises(KeyboardInterrupt) as caught:
        compare(ours, "syzygy", theirs, sample=100)
    found = getattr(caught.value, "found")
    assert isinstance(found, Comparison) and found.positions == 100
    assert found.not_compared["KRvK"] == "interrupted" and found.not_compared["KvK"] != "interrupted"
    assert caught.value.__notes__ == ["1 of 3 tiers were compared by then (`found` of this exception)"]


def test_what_cannot_be_compared_is_refused(ours: Path, theirs: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no kind of tables 'nalimov', expected 'syzygy' or 'gaviota'"):
        compare(ours, "nalimov", theirs)
    with pytest.raises(InputError, match="a sample of 0 positions, expected 1 or more"):
        compare(ours, "syzygy", theirs, sample=0)
    with pytest.raises(InputError, match="'X' is no piece of chess"):
        compare(ours, "syzygy", theirs, tiers=["KXvK"])
    with pytest.raises(FileError, match="KQQvK"):
        compare(ours, "syzygy", theirs, tiers=["KQQvK"])
    with pytest.raises(FileNotFoundError, match="nowhere"):
        compare(ours, "syzygy", "nowhere")
    with pytest.raises(FileError, match=r"no files of Syzygy \(\*\.rtbw\) in"):
        compare(ours, "syzygy", tmp_path)
    with pytest.raises(FileError, match=r"no files of Gaviota \(\*\.gtb\.cp4\) in"):
        compare(ours, "gaviota", tmp_path)
    zermelo.solve(Variant("gardner"), tmp_path, tiers=["KRvK"])
    with pytest.raises(FileError, match="no tables of chess in '.*', and no other game's are compared"):
        compare(tmp_path, "syzygy", theirs)


def test_damaged_files_of_theirs_are_named(ours: Path, theirs: Path, tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"theirs\d+: 8/8/.* w - - 0 1 cannot be looked up: ValueError"):
        compare(ours, "syzygy", theirs, tiers=["KRvK"])
    with pytest.raises(FileError, match="cannot be looked up: IndexError"):
        compare(ours, "gaviota", theirs, tiers=["KRvK"])
    (tmp_path / "krk.gtb.cp4").touch()
    with pytest.raises(FileError, match=r"krk\.gtb\.cp4: cannot be read: "):
        compare(ours, "gaviota", tmp_path)


@pytest.mark.parametrize("kind", ["syzygy", "gaviota"])
def test_what_is_not_installed_is_named(
    ours: Path, theirs: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setitem(sys.modules, f"chess.{kind}", None)
    with pytest.raises(ImportError, match=r"needs python-chess: pip install zermelo-solver\[compare\]"):
        compare(ours, kind, theirs)
