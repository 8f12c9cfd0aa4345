# SPDX-License-Identifier: GPL-3.0-or-later
"""The judged puzzles: verdicts and their reasons, test data, and trials of programs."""

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
from zermelo._arguments import whole
from zermelo._core import families as _families
from zermelo._shipped import puzzles

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

    `limits` refuses an input that breaks the bounds of the problem statement. `threads` is the number of threads that
    work, one for each core if 0. `tables` is a folder that `solve` wrote, for games that need long searches; a table that cannot be read is done
    without. Ctrl-C ends
    the call. Raises InputError: the first thing that is wrong with the input, by line and column. Cost: for nearly
    all games, the time that reading the text takes.
    """
    whole(threads=threads)
    return _core.judge(puzzle, text, limits, threads, None if tables is None else os.fspath(tables))


def judge_objects(
    puzzle: str,
    text: str,
    *,
    limits: bool = False,
    threads: int = 0,
    tables: str | os.PathLike[str] | None = None,
) -> list[dict[str, Any]]:
    """The verdicts with all that led to them: the ``judgement`` objects of docs/json.md. Arguments and errors are those of
    `judge`."""
    whole(threads=threads)
    return _core.judge_objects(puzzle, text, limits, threads, None if tables is None else os.fspath(tables))


@dataclass(frozen=True)
class Explanation:
    """The reason of a verdict."""

    verdict: str
    text: str
    """The picture as text, the reason and all details, for people."""
    summary: list[str]
    """The reason in one sentence or a few."""
    members: dict[str, Any] = field(repr=False)
    """The ``explanation`` object of docs/json.md."""
    game: str = field(repr=False)
    """The game alone, as an input."""
    svg: str = field(repr=False)
    """The picture of the game as SVG."""
    boards: list[str] = field(repr=False)
    """Pictures of later positions, as SVG."""

    def __str__(self) -> str:
        return self.text

    def _repr_svg_(self) -> str:
        return self.svg


def explain(puzzle: str, text: str, game: int = 1) -> Explanation:
    """The reason of the verdict of one game of an input; games count from 1. Raises InputError: there is no such game; the
    input is wrong."""
    whole(1, game=game)
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
    """The families of generated games: each name with what the games of that family have in common."""
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
    """An input for `judge` with random games of a family, or of a mix of all families if none is named. The same arguments
    give the same text everywhere.

    `games` is the number of games. `plies` is the length of the win that a hunt is about, `men` the number of men of both
    sides of a hunt, `n` the number of squares on a side of a board, `pieces` the number of pieces on it, `interpositions`
    the number of moves that step between king and checker. Raises InputError: an unknown family, or one that cannot have
    what is required.
    """
    whole(games=games, seed=seed, plies=plies, men=men, n=n, pieces=pieces, interpositions=interpositions)
    required = {"plies": plies, "men": men, "n": n, "pieces": pieces, "interpositions": interpositions}
    return _core.generate(
        puzzle, family, games, seed, {name: number for name, number in required.items() if number is not None}
    )


def validate(puzzle: str, text: str) -> int:
    """Checks that an input is laid out exactly as the problem statement says, within its bounds, and returns the number of
    its games. Raises InputError: the first thing that is not so, by line and column."""
    return _core.validate(puzzle, text)


@dataclass(frozen=True)
class Failure:
    """An input on which a program fails."""

    fault: str
    """How the program fails: ``wrong_answer``, ``crash`` or another word that docs/json.md lists."""
    text: str
    """The input, made as small as time allowed."""
    expected: list[str]
    """The right verdicts of the games of the input."""
    found: str
    """What the program wrote instead."""
    smallest: bool
    """Whether every smaller game was tried, and the program fails on none of them in this way."""
    summary: list[str]
    """Why the verdict is right."""
    members: dict[str, Any] = field(repr=False)
    """The member ``failure`` of docs/json.md."""


@dataclass(frozen=True)
class StressReport:
    """What came of trying a program on random games."""

    games: int
    """The number of games that the program answered rightly."""
    failure: Failure | None
    undecided: bool
    """Whether the time was over while the program was at some games, and no failure was found before."""
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

    `program` is a command in words, a path, or a function that takes an input as text and returns its verdicts as text; a
    function runs in processes of its own, so what it changes is not seen here. `sizes` has the greatest value of each
    measure of a game, such as ``{"men": 6}``. `seconds` and `games` bound the whole trial; without both it takes 10
    seconds. A run of the program may take `time_limit` seconds of processor time and `memory_limit` bytes, 0 for no limit.
    `one_per_run` gives each run of the program one game. Ctrl-C ends the trial and all that runs.

    Raises InputError: no such puzzle, family, size or command.
    """
    whole(1, games=games)
    whole(seed=seed, memory_limit=memory_limit, **{f"sizes[{measure!r}]": most for measure, most in (sizes or {}).items()})
    with tempfile.TemporaryDirectory(prefix="zermelo-") as folder:
        if callable(program):
            path = Path(folder) / "function"
            path.write_bytes(cloudpickle.dumps(program))
            command = [sys.executable, "-c", _CALL, str(path)]
        elif isinstance(program, (str, os.PathLike)):
            command = [os.fspath(program)]
        else:
            command = list(program)
        arguments = ["stress", puzzle, "--json", "--stop-at-eof", "--save", str(Path(folder) / "failure"), "--seed", str(seed)]
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
