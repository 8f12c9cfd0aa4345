# SPDX-License-Identifier: GPL-3.0-or-later
"""What positions are worth."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from zermelo import _core


class Outcome(IntEnum):
    """What the side to move gets under best play of both sides; the numbers of `Tables.probe_many`."""

    WIN = 1
    DRAW = 0
    LOSS = -1
    UNKNOWN = _core.unknown_outcome
    """Nobody knows: never a draw."""

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Value:
    """An outcome for the side to move, and how soon the game ends."""

    outcome: Outcome
    plies: int | None
    """Moves of single sides to the end under best play: the winner hastens, the loser delays. None of a draw,
    and where the outcome is not known."""

    def __str__(self) -> str:
        if self.plies is None:
            return str(self.outcome)
        return f"{self.outcome} in {self.plies} {'ply' if self.plies == 1 else 'plies'}"


def value_of(category: str, plies: int | None) -> Value:
    """Of the members ``category`` and ``plies`` of docs/json.md."""
    return Value(Outcome[category.upper()], plies)
