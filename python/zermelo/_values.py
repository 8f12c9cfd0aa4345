# SPDX-License-Identifier: GPL-3.0-or-later
"""What positions are worth."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any, TypeVar

from zermelo import _core, _html
from zermelo._arguments import whole
from zermelo._certificates import Certificate
from zermelo._core import Position

DEFAULT_MEMORY = 256 << 20

T = TypeVar("T")


def found_by(ask: Callable[[], dict[str, Any]], read: Callable[[dict[str, Any]], T], words: Callable[[T], str] = str) -> T:
    """What `ask` finds, as `read` reads it. What it has found by Ctrl-C goes with the exception, as its `found`, and a note
    says it in `words`."""
    try:
        found = ask()
    except KeyboardInterrupt as interrupt:
        if (told := vars(interrupt).get("found")) is not None:
            known = read(told)
            setattr(interrupt, "found", known)
            interrupt.add_note(f"Found by then (`found` of this exception): {told.get('words') or words(known)}")
        raise
    return read(found)


class Outcome(IntEnum):
    """What the side to move gets under best play of both sides. `Tables.probe_many` gives these numbers."""

    WIN = 1
    DRAW = 0
    LOSS = -1
    UNKNOWN = _core.unknown_outcome
    """The outcome is not known. This is never a draw."""

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Value:
    """An outcome for the side to move, and how soon the game ends."""

    outcome: Outcome
    plies: int | None
    """The number of plies to the end under best play: the winner hastens, the loser delays. None for a draw, where the
    outcome is not known, and where it alone is, from a table of outcomes alone."""

    def __str__(self) -> str:
        if self.plies is None:
            return str(self.outcome)
        return f"{self.outcome} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"

    def _repr_html_(self) -> str:
        return f"<b>{self}</b>"


def value_of(category: str, plies: int | None) -> Value:
    """The value that the members ``category`` and ``plies`` of docs/json.md say."""
    return Value(Outcome[category.upper()], plies)


class Category(StrEnum):
    """What is proved about who wins, for the side to move."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    """Neither side can force a win."""
    NO_WIN = "no_win"
    """There is no win at any length; whether there is a loss is not known."""
    NO_LOSS = "no_loss"
    """There is no loss at any length; whether there is a win is not known."""
    UNKNOWN = "unknown"
    """Neither a win nor a loss is proved or refuted. This is never a draw."""


@dataclass(frozen=True)
class ProvedOutcome:
    """What is proved about who wins, for the side to move; for a move, for the side that makes it, and its plies count that
    move."""

    category: Category
    plies: int | None
    """The number of plies of the win or loss that is proved: the least if it is `exact`; if not, one that the least does
    not exceed. None if neither is proved, or it rests on a table of outcomes alone."""
    no_win_within: int | None
    """It is proved that there is no win within this number of plies; None if there is none of any length."""
    no_loss_within: int | None
    """It is proved that there is no loss within this number of plies; None if there is none of any length."""

    @property
    def outcome(self) -> Outcome:
        """The outcome that is proved: UNKNOWN unless it is a win, a loss or a draw."""
        return Outcome.__members__.get(self.category.name, Outcome.UNKNOWN)

    @property
    def exact(self) -> bool:
        """Whether the outcome is known and, for a win or a loss, the least number of plies, too."""
        if self.plies is None:
            return self.outcome is Outcome.DRAW
        within = self.no_win_within if self.category is Category.WIN else self.no_loss_within
        return (within or 0) >= self.plies - 1


@dataclass(frozen=True)
class FoundValue(ProvedOutcome):
    """What is known about a position."""

    position: Position
    source: str | None
    """Where the outcome comes from: "tables", "search", or "rules", which end the game here. None where the outcome is
    not known."""
    stopped_by: str | None
    """The limit that was reached before all was known: ``time``, ``nodes`` or ``request``. None if none was."""
    doubt: str | None
    """Why the history of the game (counted moves, repetitions) may change what was found. None if it cannot."""
    line: tuple[str, ...]
    """For a win or a loss, play to the end, which is best play of both sides where it is `exact`; else empty."""
    complete: bool
    """Whether the line goes to the end."""
    moves: dict[str, ProvedOutcome] = field(hash=False)
    """Every legal move, the best first, with what became known about it."""
    node_count: int
    """The number of positions whose moves were tried."""
    win_search: tuple[int, int] | None
    """Where the search for a win has stopped: about how many positions must still be shown to be won before the win is
    proved, and about how many must be shown not to be won before it is refuted. None where there are no such numbers."""
    loss_search: tuple[int, int] | None
    """The same two numbers for the search for a loss."""
    unsaved: str | None
    """Why the state could not be written at the end; None if nothing went wrong."""
    certificate: Certificate | None = field(repr=False)
    """The certificate of the outcome, if one was asked for; else None."""
    table_error: str | None
    """Why a table could not be read, the first of those that could not: what it holds was searched, or is not known. None
    if nothing went wrong."""

    @property
    def words(self) -> str:
        """What was found, in a few words."""
        said = self.category.replace("_", " ")
        return said if self.plies is None else f"{said} in {'' if self.exact else 'at most '}{self.plies} {'ply' if self.plies == 1 else 'plies'}"

    def __repr__(self) -> str:
        stopped = f", stopped by {self.stopped_by}" if self.stopped_by else ""
        return f"<FoundValue: {self.words}{stopped}, {len(self.moves)} moves, {self.position.fen}>"

    def _repr_html_(self) -> str:
        return _html.found_value(self)


def value(
    position: Position,
    *,
    seconds: float | None = None,
    nodes: int | None = None,
    memory: int = DEFAULT_MEMORY,
    threads: int = 1,
    tables: str | os.PathLike[str] | None = None,
    state: str | os.PathLike[str] | None = None,
    certificate: bool = False,
    ideal: bool = False,
) -> FoundValue:
    """Finds out whether the side to move wins, loses or draws, at any length, and in how many plies. It searches until
    that is proved, or until `seconds` or `nodes` (positions whose moves are tried) end it.

    `memory` is the number of bytes for what was proved. What is found is as exact with any number of `threads`. `tables`
    is a folder that `solve` wrote, or `Tables`; positions that it holds are not searched. A table that cannot be read costs what it
    holds alone (`FoundValue.table_error`). `state` is a file that keeps what was proved,
    written once a minute and at the end; if it is there already, the search goes on from it. `certificate`
    asks for the strategy of a win or a loss, or both sides' of a draw. `ideal` leaves out the rules
    that count moves and repetitions. Ctrl-C ends the search: what is proved by then is `found` of the KeyboardInterrupt.

    Raises InputError: threads that are not 1 to 1,024, a state that is damaged or of another position; a win or a loss whose
    certificate was unfinished when a limit was reached. FileError: a folder
    that has no tables of the variant, a state that cannot be read or written. Cost: unbounded without `seconds` and `nodes`.
    """
    whole(nodes=nodes, memory=memory)
    whole(1, threads=threads)
    return found_by(
        lambda: _core.value(
            position,
            seconds,
            nodes,
            memory,
            threads,
            None if tables is None else os.fspath(tables),
            None if state is None else os.fspath(state),
            certificate,
            ideal,
        ),
        lambda found: _value_of(position, found),
    )


def _value_of(position: Position, found: dict[str, Any]) -> FoundValue:
    text = found["certificate"]
    return FoundValue(
        **_outcome_of(found),
        position=position,
        source=found["source"],
        stopped_by=found["stopped_by"],
        doubt=found["doubt"],
        line=tuple(move["move"] for move in found["line"]),
        complete=found["complete"],
        moves={move["move"]: ProvedOutcome(**_outcome_of(move)) for move in found["moves"]},
        node_count=found["node_count"],
        win_search=_numbers_of(found["win_search"]),
        loss_search=_numbers_of(found["loss_search"]),
        unsaved=found["unsaved"],
        certificate=None if text is None else Certificate(text, position.variant),
        table_error=found["table_error"],
    )


def _outcome_of(found: dict[str, Any]) -> dict[str, Any]:
    return {
        "category": Category(found["category"]),
        "plies": found["plies"],
        "no_win_within": found["no_win_within"],
        "no_loss_within": found["no_loss_within"],
    }


def _numbers_of(found: dict[str, int] | None) -> tuple[int, int] | None:
    return None if found is None else (found["proof_number"], found["disproof_number"])
