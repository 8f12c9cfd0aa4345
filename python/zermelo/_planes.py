# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions as planes of features, as networks take them."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo._core import Variant
from zermelo._tables import bytes_of


def plane_names(variant: Variant) -> list[str]:
    """What each plane of `planes` says: a letter of a man's FEN, ``to_move``."""
    return [*variant.symbols[1:], "to_move"]


def planes(variant: Variant, boards: ArrayLike, to_move: ArrayLike) -> NDArray[np.uint8]:
    """Boards [n, squares] as uint8 [n, planes, ranks, files]: a plane for each kind of man, 1 where one stands (rank 1
    first), and one that is 0 where White is to move and 1 where Black is. Raises ValueError: a wrong shape, a byte that
    means nothing; TypeError: numbers that are no integers.
    """
    rows = bytes_of(boards, "boards")
    sides = bytes_of(to_move, "to_move")
    squares = variant.files * variant.ranks
    if rows.ndim != 2 or rows.shape[1] != squares:
        raise ValueError(f"boards of shape {rows.shape}, expected [n, {squares}]")
    men = len(variant.symbols)
    if rows.size and rows.max() >= men:
        raise ValueError(f"a byte {rows.max()} of a board, expected at most {men - 1}")
    if sides.size and sides.max() > 1:
        raise ValueError(f"to_move {sides.max()}, expected 0 or 1")
    result = np.empty((len(rows), men, squares), dtype=np.uint8)
    np.equal(rows[:, None, :], np.arange(1, men)[None, :, None], out=result[:, :-1], casting="unsafe")
    result[:, -1] = np.broadcast_to(sides, (len(rows),))[:, None]
    return result.reshape(len(rows), men, variant.ranks, variant.files)
