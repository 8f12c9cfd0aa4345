# SPDX-License-Identifier: GPL-3.0-or-later
"""Legal moves as a list."""

from __future__ import annotations

from typing import Protocol


class HasUci(Protocol):
    """A move of another program, which says itself as UCI, as `chess.Move` does."""

    def uci(self) -> str: ...


class LegalMoves(list[str]):
    """The legal moves of a position, as UCI, in the order of their names.

    It is a list. `in` takes moves of other programs, too, which say themselves as UCI by a method ``uci``, as
    `chess.Move` does; what is no move at all is not in it."""

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str):
            named = getattr(move, "uci", None)
            if not callable(named):
                return False
            move = named()
        return super().__contains__(move)

    def _repr_html_(self) -> str:
        from zermelo._html import moves

        return moves(self)
