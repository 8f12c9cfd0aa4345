# SPDX-License-Identifier: GPL-3.0-or-later
"""Benchmarks: their values are true, their bytes are fixed, and scores are what they say."""

import hashlib
import importlib.machinery
import importlib.util
import math
import os
import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
import zermelo._benchmarks as module
from zermelo import FileError, InputError, Outcome, Position
from zermelo.evaluation import Report
from zermelo.players import PerfectPlayer

SOURCE = Path(os.environ["ZERMELO_SOURCE"])
FOLDER = SOURCE / "python" / "zermelo" / "benchmarks"


def maker() -> Any:
    path = str(SOURCE / "tools" / "benchmark-suites")
    loader = importlib.machinery.SourceFileLoader("benchmark_suites", path)
    spec = importlib.util.spec_from_loader("benchmark_suites", loader)
    assert spec is not None
    made = importlib.util.module_from_spec(spec)
    loader.exec_module(made)
    return made


def test_there_are_twenty() -> None:
    assert len(zermelo.benchmarks()) == 20 and set(zermelo.benchmarks()) == set(maker().SUITES) == {path.stem for path in FOLDER.glob("*.tsv")}
    assert set(zermelo.benchmarks()) <= set(zermelo.variants())


@pytest.mark.parametrize("name", zermelo.benchmarks())
def test_a_suite_is_whole(name: str) -> None:
    suite = zermelo.benchmark(name)
    assert suite.checksum == hashlib.sha256((FOLDER / f"{name}.tsv").read_bytes()).hexdigest()
    assert len(suite) == 200 == len(set(suite.positions)) and repr(suite).startswith(f"Benchmark(name='{name}'") and len(repr(suite)) < 300
    assert zermelo.benchmark(name) is suite and 0 < suite.chance < 1
    for position, moves in suite:
        assert sorted(move.move for move in moves) == position.legal_moves
        outcomes = {move.value.outcome for move in moves}
        assert len(outcomes) > 1 and Outcome.UNKNOWN not in outcomes, "nothing can be given away"
        assert moves[0].optimal and moves[0].keeps_result and moves[0].value.outcome == max(outcomes)
        assert all(move.keeps_result == (move.value.outcome == moves[0].value.outcome) for move in moves)
    difficulties = suite.score(lambda position: position.legal_moves[0]).by_difficulty()
    assert len(difficulties) >= 3 and sum(part.positions for part in difficulties.values()) == 200


@pytest.mark.parametrize("name", ["tictactoe", "hexapawn4x4", "simplified", "small3x3", "small4x4", "tapatan", "breakthrough4x4one", "connect4-4x4"])
def test_values_are_those_that_are_proved(name: str) -> None:
    suite = zermelo.benchmark(name)
    drawn = random.Random(1)
    looked = 0
    for index in drawn.sample(range(len(suite)), 12):
        position, moves = suite.positions[index], module._moves_of(suite.positions[index], suite.codes[index])
        found = zermelo.value(position, nodes=200_000)
        if not found.exact:
            continue
        looked += 1
        assert (found.outcome, found.plies) == (moves[0].value.outcome, moves[0].value.plies), position.fen
        for move in moves:
            proved = found.moves[move.move]
            assert proved.outcome in (move.value.outcome, Outcome.UNKNOWN) and (not proved.exact or proved.plies == move.value.plies)
    assert looked >= 8


@pytest.mark.parametrize("name", ["tictactoe", "threemensmorris"])
def test_the_same_bytes_are_made_again(name: str) -> None:
    made = maker()
    assert made.suite(name, made.SUITES[name]).encode() == (FOLDER / f"{name}.tsv").read_bytes()


def test_scores_are_shares() -> None:
    suite = zermelo.benchmark("tictactoe")
    best = {position: moves[0].move for position, moves in suite}
    worst = {position: moves[-1].move for position, moves in suite}
    report = suite.score(best.__getitem__)
    assert report.optimality_rate == report.optimal_move_rate == 1 and report.mean_regret == 0
    assert suite.score(worst.__getitem__).optimality_rate == 0
    assert suite.score(PerfectPlayer(seed=1)).optimal_move_rate == 1
    mixed = suite.score(lambda position: best[position] if hash(position) % 2 else worst[position])
    share = sum(hash(position) % 2 for position in suite.positions) / 200
    assert mixed.optimality_rate == share
    # Chance is what drawing comes to in the long run.
    drawn = random.Random(2)
    long = np.mean([suite.score(lambda position: drawn.choice(position.legal_moves)).optimality_rate for _ in range(40)])
    assert abs(long - suite.chance) < 0.03
    with pytest.raises(InputError, match="not legal"):
        suite.score(lambda position: "a1a1a1")


def test_intervals_are_those_of_wilson() -> None:
    # Values of Wilson's own formula, by hand: 8 of 10 at 95 %.
    suite = zermelo.benchmark("tictactoe")
    report = suite.score(lambda position: position.legal_moves[0])
    kept = [choice for choice in report.choices if choice.keeps_value]
    lost = [choice for choice in report.choices if not choice.keeps_value]
    low, high = Report(kept[:8] + lost[:2]).optimality_interval()
    assert math.isclose(low, 0.490162, abs_tol=1e-6) and math.isclose(high, 0.943318, abs_tol=1e-6)
    assert Report(kept[:5]).optimality_interval()[1] == 1 and Report(lost[:5]).optimality_interval()[0] == 0 and Report([]).optimality_interval() == (0, 1)
    wide, narrow = report.optimality_interval(0.99), report.optimality_interval(0.5)
    assert wide[0] < narrow[0] < report.optimality_rate < narrow[1] < wide[1]
    assert report.optimal_move_interval()[0] < report.optimal_move_rate < report.optimal_move_interval()[1]
    for wrong in (0, 1, -1, 2, math.nan):
        with pytest.raises(InputError, match="confidence="):
            report.optimality_interval(wrong)
    assert "%" in repr(report) and "<table>" in report._repr_html_()


def test_a_suite_that_was_changed_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no benchmark 'gardner'.*, expected one of antichess"):
        zermelo.benchmark("gardner")
    module._read.cache_clear()
    monkeypatch.setitem(module.CHECKSUMS, "tictactoe", "0" * 64)
    with pytest.raises(FileError, match="benchmark tictactoe: checksum .*, expected 0000"):
        zermelo.benchmark("tictactoe")
    module._read.cache_clear()
    monkeypatch.undo()
    assert isinstance(zermelo.benchmark("tictactoe").positions[0], Position)


def test_a_suite_of_the_same_game_by_another_name_is_told() -> None:
    with pytest.raises(InputError, match=r"no benchmark 'gardner' \(small5x5 begins as it does\), expected one of antichess"):
        zermelo.benchmark("gardner")
    with pytest.raises(InputError, match="no benchmark 'shogi', expected one of antichess"):
        zermelo.benchmark("shogi")
