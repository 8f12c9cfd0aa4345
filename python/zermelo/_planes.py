# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions as planes of features, for neural networks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo._core import Variant
from zermelo._tables import bytes_of


def plane_names(variant: Variant) -> list[str]:
    """The names of the planes that `planes` makes: for each kind of man its FEN letter, and ``to_move`` for the last."""
    return [*variant.symbols[1:], "to_move"]


def planes(variant: Variant, boards: ArrayLike, to_move: ArrayLike) -> NDArray[np.uint8]:
    """Turns boards [n, squares] into planes, uint8 [n, planes, ranks, files], rank 1 first. There is a plane for each kind
    of man, which is 1 where such a man stands, and one that is 0 where White is to move and 1 where Black is. Raises
    ValueError: a wrong shape, a byte that means nothing; TypeError: numbers that are no integers.
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
