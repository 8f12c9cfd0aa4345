# SPDX-License-Identifier: GPL-3.0-or-later
"""Legal moves as a list."""

from __future__ import annotations


class LegalMoves(list[str]):
    """The legal moves of a position, as UCI, in the order of their names.

    It is a list. `in` takes moves of other programs, too, which say themselves as UCI by a method ``uci``, as
    `chess.Move` does."""

    def __contains__(self, move: object) -> bool:
        if not isinstance(move, str):
            named = getattr(move, "uci", None)
            if not callable(named):
                raise TypeError(f"a move of type {type(move).__name__}, expected a str as UCI (e2e4)")
            move = named()
        return super().__contains__(move)

    def _repr_html_(self) -> str:
        from zermelo._html import moves

        return moves(self)
