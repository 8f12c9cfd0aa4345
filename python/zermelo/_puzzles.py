# SPDX-License-Identifier: GPL-3.0-or-later
"""The judged puzzles: verdicts, reasons, test data, and programs tried on it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cloudpickle

from zermelo import _commands, _core
from zermelo._core import families as _families
from zermelo._core import puzzles

__all__ = ["Explanation", "Failure", "StressReport", "explain", "families", "generate", "judge", "judge_objects", "puzzles", "stress", "validate"]

# Calls the function that a file holds, as a program. It is started for every run, so it imports no more than it needs.
_CALL = "import sys, cloudpickle; call = cloudpickle.load(open(sys.argv[1], 'rb')); sys.stdout.write(call(sys.stdin.read()))"


def judge(
    puzzle: str,
    text: str,
    *,
    limits: bool = False,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> list[str]:
    """The verdicts of all games of an input, in their order.

    `limits` holds the input to the statement's bounds; `threads`: all cores if 0; `tables`: a folder that `solve` wrote,
    for games that need long searches. Ctrl-C ends it. Raises InputError: the first thing that is wrong, by line and column.
    Cost: the speed at which the text can be read, for nearly all games.
    """
    return _core.judge(puzzle, text, limits, threads, None if tables is None else os.fspath(tables))


def judge_objects(
    puzzle: str,
    text: str,
    *,
    limits: bool = False,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> list[dict[str, Any]]:
    """The same with all that led to each verdict: the ``judgement`` objects of docs/json.md."""
    return _core.judge_objects(puzzle, text, limits, threads, None if tables is None else os.fspath(tables))


@dataclass(frozen=True)
class Explanation:
    """The reason of a verdict."""

    verdict: str
    text: str
    """The picture as text, the reason and all details, for people."""
    summary: list[str]
    """The reason in a sentence or a few."""
    members: dict[str, Any] = field(repr=False)
    """The ``explanation`` object of docs/json.md."""
    game: str = field(repr=False)
    """The game alone, as an input."""
    svg: str = field(repr=False)
    boards: list[str] = field(repr=False)
    """SVGs of what happens later."""

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


def explain(puzzle: str, text: str, game: int = 1) -> Explanation:
    """The reason of the verdict of one game of an input, counted from 1. Raises InputError: there is no such game; the
    input is wrong."""
    found = _core.explain(puzzle, text, game)
    members = found["explanation"]
    return Explanation(
        members["verdict"],
        found["text"],
        members["summary"],
        members,
        found["game_text"],
        found["svg"],
        found["boards"],
    )


def families(puzzle: str) -> dict[str, str]:
    """The families of generated games, each with what its games have in common."""
    return {family["name"]: family["about"] for family in _families(puzzle)}


def generate(
    puzzle: str,
    *,
    family: str | None = None,
    games: int | None = None,
    seed: int = 1,
    plies: int | None = None,
    men: int | None = None,
    n: int | None = None,
    pieces: int | None = None,
    interpositions: int | None = None,
) -> str:
    """An input for `judge`: games of a family, of a mix of all if there is none named. The same arguments give the same
    text everywhere.

    `plies`: the length of the win that a hunt is about; `men`: of both sides of a hunt; `n`: squares on a side of a board;
    `pieces` on it; `interpositions`: moves that step between king and checker. Raises InputError: an unknown family, or one
    that cannot have what is required.
    """
    required = {"plies": plies, "men": men, "n": n, "pieces": pieces, "interpositions": interpositions}
    return _core.generate(
        puzzle, family, games, seed, {name: number for name, number in required.items() if number is not None}
    )


def validate(puzzle: str, text: str) -> int:
    """How many games an input has that is laid out exactly as its statement says, within its bounds. Raises InputError: the
    first thing that is not so, by line and column."""
    return _core.validate(puzzle, text)


@dataclass(frozen=True)
class Failure:
    """An input on which a program fails."""

    fault: str
    """How: ``wrong_answer``, ``crash``, … as docs/json.md has it."""
    text: str
    """The input, made as small as time allowed."""
    expected: list[str]
    """The verdicts of its games."""
    found: str
    """What came instead."""
    smallest: bool
    """Every smaller game was tried, and the program fails on none in this way."""
    summary: list[str]
    """Why the verdict is right."""
    members: dict[str, Any] = field(repr=False)
    """The member ``failure`` of docs/json.md."""


@dataclass(frozen=True)
class StressReport:
    """What came of trying a program."""

    games: int
    """Answered rightly."""
    failure: Failure | None
    undecided: bool
    """No failure was found, but the time was over while the program was at some games."""
    members: dict[str, Any] = field(repr=False)
    """The ``stress`` object of docs/json.md."""


def stress(
    puzzle: str,
    program: Callable[[str], str] | str | os.PathLike[str] | Sequence[str],
    *,
    seconds: float | None = None,
    games: int | None = None,
    seed: int = 1,
    family: str | None = None,
    sizes: dict[str, int] | None = None,
    one_per_run: bool = False,
    time_limit: float = 2.0,
    memory_limit: int = 1 << 30,
) -> StressReport:
    """Tries a program on random games, small ones first, and makes the game on which it fails as small as time allows.

    `program`: a command in words, a path, or a function that takes an input as text and returns its verdicts as text; the
    function runs in processes of its own, so what it changes is not seen here. `sizes`: the most of each measure, such as
    ``{"men": 6}``. `seconds` bounds all of it: 10 if absent, without `games`. `time_limit`: seconds of processor time a run;
    `memory_limit`: bytes, 0 for none. Ctrl-C ends it and all that runs.

    Raises InputError: no such puzzle, family, size or command.
    """
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
        if callable(program):
            path = Path(folder) / "function"
            path.write_bytes(cloudpickle.dumps(program))
            command = [sys.executable, "-c", _CALL, str(path)]
        elif isinstance(program, (str, os.PathLike)):
            command = [os.fspath(program)]
        else:
            command = list(program)
        arguments = ["stress", puzzle, "--json", "--save", str(Path(folder) / "failure"), "--seed", str(seed)]
        arguments += ["--time-limit", str(time_limit), "--memory-limit", str(memory_limit)]
        options = {"--seconds": seconds, "--games": games, "--family": family}
        options |= {f"--max-{measure}": most for measure, most in (sizes or {}).items()}
        for option, value in options.items():
            if value is not None:
                arguments += [option, str(value)]
        if one_per_run:
            arguments.append("--one-per-run")
        (members,) = _commands.run([*arguments, "--", *command], good=(0, 1, 3))
    failure = members["failure"]
    if failure is not None:
        failure["saved"] = []  # the files are gone
    return StressReport(
        members["game_count"],
        None
        if failure is None
        else Failure(
            failure["fault"],
            failure["input_text"],
            failure["expected"],
            failure["found"],
            failure["smallest"],
            failure["summary"] or [],
            failure,
        ),
        members["undecided"] is not None,
        members,
    )
