# SPDX-License-Identifier: GPL-3.0-or-later
"""Proofs of forced wins."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from zermelo import _core, _html
from zermelo._arguments import whole
from zermelo._certificates import Certificate
from zermelo._core import Position
from zermelo._values import DEFAULT_MEMORY, Outcome, Value, found_by


class Verdict(StrEnum):
    """What an attempt to prove a win came to."""

    WIN = "win"
    """The side to move forces a win within the limit."""
    NO_WIN = "no_win"
    """It is proved that the side to move does not. It may be a draw, a loss, or a longer win."""
    UNKNOWN = "unknown"
    """It is not known: a limit of time or nodes ended the search, no win was found under a restriction, or the history of
    the game leaves a doubt."""


@dataclass(frozen=True)
class RestrictedProof:
    """What was found about wins by moves of some kinds only (see `restrict` of `prove`)."""

    text: str
    """The restriction as it was asked for."""
    verdict: Verdict
    """NO_WIN means that there is no win by such moves, which says nothing about other moves."""
    no_win_within: int | None
    """It is proved that there is no such win within this number of plies. None, with the verdict NO_WIN, means that there
    is none of any length."""


@dataclass(frozen=True)
class Proof:
    """What came of an attempt to prove a win."""

    position: Position
    limit: int | None
    """The number of plies that was asked about; None if a win of any length was."""
    verdict: Verdict
    plies: int | None
    """The number of plies of the win that is proved: the least in which it can be forced, if it is `exact`; if not, one
    that the least does not exceed. None if no win is proved."""
    no_win_within: int | None
    """It is proved that there is no win within this number of plies. None, with the verdict NO_WIN, means that there is
    none of any length."""
    value: Value | None
    """The exact value of the position, whatever the limit, where tables have it; else None."""
    stopped_by: str | None
    """The limit that was reached before the verdict, or the least length of a win, was known: ``time``, ``nodes`` or
    ``request``. None if none was."""
    doubt: str | None
    """Why the history of the game (counted moves, repetitions) may change what was found, so that the verdict is UNKNOWN
    or a win is not `exact`. None if it cannot."""
    line: tuple[str, ...]
    """Play of both sides to the end of a win, which is best play where the length is the least. Empty if no win is
    proved."""
    winning_moves: dict[str, int | None] = field(hash=False)
    """Every first move that wins within the limit, the quickest first, with the plies it takes, itself included, or None
    where a table has the outcome alone. Without a limit, under a restriction, or where a win is not `exact`, it is only the first move of the line, unless tables had
    the position."""
    tries: dict[str, str | None] = field(hash=False)
    """Every other first move with a reply that refutes it, or None where the move itself ends the game. Empty where
    `winning_moves` has only the line's move."""
    restriction: RestrictedProof | None
    """What was found under a restriction, if there was one. Then the verdict is never NO_WIN, and the length of a WIN is
    not known to be the least, unless it is one ply or tables had the position."""
    complete: bool
    """Whether the line and the moves are all there: nothing cut them off."""
    table_error: str | None
    """Why a table could not be read, the first of those that could not: what it holds was searched, or is not known. None
    if nothing went wrong."""
    certificate: Certificate | None = field(repr=False)
    """The certificate, if one was asked for, of a win or that there is none of any length; else None."""

    @property
    def exact(self) -> bool:
        """Whether it is proved that the win takes `plies` plies, and no win takes fewer."""
        return self.plies is not None and (self.no_win_within or 0) >= self.plies - 1

    def __bool__(self) -> bool:
        """Whether a win is proved."""
        return self.verdict is Verdict.WIN

    @property
    def words(self) -> str:
        """What was found, in a few words."""
        if self.verdict is Verdict.WIN:
            return "win" if self.plies is None else f"win in {'' if self.exact else 'at most '}{self.plies} {'ply' if self.plies == 1 else 'plies'}"
        if self.verdict is Verdict.UNKNOWN:
            return "unknown"
        return "no win at any length" if self.no_win_within is None else f"no win within {self.no_win_within} {'ply' if self.no_win_within == 1 else 'plies'}"

    def __repr__(self) -> str:
        stopped = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        return f"<Proof: {self.words}{stopped}, {self.position.fen}>"

    def _repr_html_(self) -> str:
        return _html.proof(self)


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
    """Finds out whether the side to move can force a win within `plies` plies (at most 250), exactly; without `plies`, a
    win of any length. In that case it looks for a shorter one, too, as long as `seconds` and `nodes` last.

    `seconds` and `nodes` (positions whose moves are tried) bound the search; where they end it, the verdict may be
    UNKNOWN. `memory` is the number of bytes for what was proved. What is found is as exact with any number of `threads`.
    `tables` is a folder that `solve` wrote, or `Tables`; where it has the position (of outcomes alone, and without `plies`, too), nothing is searched unless a `certificate` is
    asked for. A table that cannot be read costs what it holds alone (`Proof.table_error`). `ideal` leaves out the rules that count moves and repetitions. Ctrl-C ends the search: what is proved by
    then is `found` of the KeyboardInterrupt.

    `restrict` looks only for wins by some moves of the side to move, which are found sooner: "checks" (every move gives
    check or wins at once), "replies=K" (every move leaves at most K replies), "no-captures", "no-quiet-captures" (captures
    give check or win at once); several stand with commas between them. What is found is a win of the game itself.

    Raises InputError: more than 250 plies, threads that are not 1 to 1,024, no such restriction. FileError: a folder that has no
    tables of the variant. Cost: exponential in the plies.
    """
    whole(plies=plies, nodes=nodes, memory=memory)
    whole(1, threads=threads)
    return found_by(
        lambda: _core.prove(
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
        ),
        lambda found: _proof_of(position, found),
    )


def _proof_of(position: Position, found: dict[str, Any]) -> Proof:
    text = found["certificate"]
    return Proof(
        position=position,
        limit=found["limit"],
        verdict=Verdict(found["category"]),
        plies=found["plies"],
        no_win_within=found["no_win_within"],
        value=_value(found["value"]),
        stopped_by=found["stopped_by"],
        doubt=found["doubt"],
        line=tuple(move["move"] for move in found["line"] or ()),
        winning_moves={move["move"]: move["plies"] for move in found["winning_moves"] or ()},
        tries={
            move["move"]: move["refutation"]["move"] if move["refutation"] else None for move in found["tries"] or ()
        },
        restriction=_restricted(found["restriction"]),
        complete=found["complete"],
        table_error=found["table_error"],
        certificate=None if text is None else Certificate(text, position.variant),
    )


def _value(found: dict[str, Any] | None) -> Value | None:
    return None if found is None else Value(Outcome[found["category"].upper()], found["plies"])


def _restricted(found: dict[str, Any] | None) -> RestrictedProof | None:
    if found is None:
        return None
    return RestrictedProof(found["text"], Verdict(found["category"]), found["no_win_within"])
