# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions as boards of python-chess, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from zermelo._core import Position, Variant
from zermelo.errors import InputError

if TYPE_CHECKING:
    import chess

BOARDS = ("antichess", "atomic", "chess", "crazyhouse", "fischerandom", "giveaway", "horde", "kingofthehill", "racingkings", "suicide", "3check")


def position_of(board: Any) -> Position:
    """`Position.from_board`: the position of a board of python-chess."""
    if not hasattr(board, "uci_variant") or not callable(getattr(board, "fen", None)):
        raise TypeError(f"a board of type {type(board).__name__}, expected chess.Board")
    name = board.uci_variant
    if name == "chess" and board.chess960:
        name = "fischerandom"
    if name not in BOARDS:
        raise InputError(f"a board of {name}, expected one of {', '.join(BOARDS)}")
    # Whatever stands there can be captured en passant, as in our FENs, and castling rights name files where they have to.
    fen = board.fen(en_passant="fen", shredder=name == "fischerandom")
    if name == "suicide":  # in which it castles, and our rules do not
        men, turn, _, *rest = fen.split(" ")
        fen = " ".join((men, turn, "-", *rest))
    return Position(Variant(name), fen)


def board_of(position: Position) -> chess.Board:
    """`Position.to_board`: a board of python-chess with the position."""
    try:
        import chess
        import chess.variant
    except ImportError as error:
        raise ImportError("to_board needs python-chess: pip install zermelo-solver[compare]") from error
    name = position.variant.name
    if name not in BOARDS or position.variant != Variant(name):
        raise InputError(f"a position of {name}, expected one of {', '.join(BOARDS)}, as shipped: python-chess plays no others")
    chess960 = name == "fischerandom"
    fen, _, _ = position.fen.rpartition(" ")
    fen = f"{fen.rpartition(' ')[0]} {position.halfmove_clock} {position.fullmove_number}"
    kind = chess.Board if name in ("chess", "fischerandom") else chess.variant.find_variant(name)
    return kind(fen, chess960=chess960)
