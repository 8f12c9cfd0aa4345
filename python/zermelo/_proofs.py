# SPDX-License-Identifier: GPL-3.0-or-later
"""Forced wins, proved."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from zermelo import _core
from zermelo._core import Position, Variant
from zermelo._values import DEFAULT_MEMORY


class Verdict(StrEnum):
    """What an attempt to prove a win came to."""

    WIN = "win"
    """The side to move forces a win within the limit."""
    NO_WIN = "no_win"
    """It is proved that it does not. It may be a draw, a loss, or a longer win."""
    UNKNOWN = "unknown"
    """A limit of time, nodes or plies that were looked at ended the search before it was known."""


@dataclass(frozen=True)
class Certificate:
    """A proof of a forced win, or that there is none of any length: a strategy against all that the other side may do,
    as text that `zermelo verify` takes, too."""

    text: str = field(repr=False)
    variant: Variant

    def check(self) -> int:
        """Checks it by the rules alone, with code that searches nothing: the number of its positions. Raises InputError
        with the first thing that is wrong. Cost: O(length)."""
        return int(_core.check_certificate(self.text, self.variant)["position_count"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes its text to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)


@dataclass(frozen=True)
class RestrictedProof:
    """What was found of wins by moves of some kinds only."""

    text: str
    """As it was asked for."""
    verdict: Verdict
    """NO_WIN: there is none by such moves, which says nothing of others."""
    no_win_within: int | None
    """It is proved that there is no such win within so many plies; None of NO_WIN: of no length."""


@dataclass(frozen=True)
class Proof:
    """What came of an attempt to prove a win."""

    position: Position
    limit: int | None
    """Plies asked about; None: a win of any length."""
    verdict: Verdict
    plies: int | None
    """Of a win: the least number of plies in which it can be forced, if it is `exact`; if not, one that the least does
    not exceed."""
    no_win_within: int | None
    """It is proved that there is no win within so many plies; None of NO_WIN: of no length."""
    stopped_by: str | None
    """Of UNKNOWN, and of a win that is not `exact`: the limit that was reached,"""
    doubt: str | None
    """or why the history of the game (counted moves, repetitions) may change what was found."""
    line: tuple[str, ...]
    """Of a win: best play of both sides to its end."""
    winning_moves: dict[str, int]
    """Every first move that wins within the limit, the quickest first, with the plies it takes, itself included;
    without a limit, under a restriction, or of a win that is not `exact`, the line's alone."""
    tries: dict[str, str | None]
    """Every other first move, and a reply that refutes it; None where the move itself ends the game. Empty under a
    restriction."""
    restriction: RestrictedProof | None
    """What was found of the wins that were looked for, if not all were: then the verdict is never NO_WIN, and the
    length of a WIN is not known to be the least, unless it is one ply or tables had the position."""
    complete: bool
    """The line and the moves are all there: no limit cut them off."""
    certificate: Certificate | None = field(repr=False)
    """Of a win, or of no win of any length, if it was asked for."""

    @property
    def exact(self) -> bool:
        """Whether it is proved that a win takes `plies`, and no win less."""
        return self.plies is not None and (self.no_win_within or 0) >= self.plies - 1

    def __bool__(self) -> bool:
        """Whether a win is proved."""
        return self.verdict is Verdict.WIN


def prove(
    position: Position,
    plies: int | None = None,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    tables: str | os.PathLike[str] | None = None,
    certificate: bool = False,
    ideal: bool = False,
    restrict: str | None = None,
) -> Proof:
    """Whether the side to move can force a win within so many plies (at most 250), exactly; without `plies`, of any
    length: then as long as `seconds` and `nodes` last a shorter one is looked for, too.

    `seconds` and `nodes` bound the search, then the verdict may be UNKNOWN; `memory` is in bytes, of the table of what
    was proved. What is found is as exact with any number of `threads`. `tables`: a folder that `solve` wrote; where it
    has the position, nothing is searched. `ideal` leaves out the rules that count moves and repetitions. Ctrl-C ends it.

    `restrict`: look only for wins by such moves of the side to move, which are found sooner: "checks" (every move gives
    check or wins at once), "replies=K" (leaves at most K replies), "no-captures", "no-quiet-captures" (captures give
    check or win at once), several of them with commas. What is found is a win of the game itself.

    Raises InputError: more than 250 plies, or 1,024 threads, no such restriction. FileError: tables that cannot be
    read.
    """
    found = _core.prove(
        position,
        plies,
        seconds,
        nodes,
        memory,
        threads,
        None if tables is None else os.fspath(tables),
        certificate,
        ideal,
        restrict,
    )
    return _proof_of(position, found)


def _proof_of(position: Position, found: dict[str, Any]) -> Proof:
    text = found["certificate"]
    return Proof(
        position=position,
        limit=found["limit"],
        verdict=Verdict(found["category"]),
        plies=found["plies"],
        no_win_within=found["no_win_within"],
        stopped_by=found["stopped_by"],
        doubt=found["doubt"],
        line=tuple(move["move"] for move in found["line"] or ()),
        winning_moves={move["move"]: move["plies"] for move in found["winning_moves"] or ()},
        tries={
            move["move"]: move["refutation"]["move"] if move["refutation"] else None for move in found["tries"] or ()
        },
        restriction=_restricted(found["restriction"]),
        complete=found["complete"],
        certificate=None if text is None else Certificate(text, position.variant),
    )


def _restricted(found: dict[str, Any] | None) -> RestrictedProof | None:
    if found is None:
        return None
    return RestrictedProof(found["text"], Verdict(found["category"]), found["no_win_within"])
