# SPDX-License-Identifier: GPL-3.0-or-later
"""Positions as planes of features, for neural networks."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo import _core
from zermelo._arguments import variant_of
from zermelo._core import Variant
from zermelo._sides import sides_of
from zermelo._tables import bytes_of


def plane_names(variant: Variant | str, *, history: bool = False) -> list[str]:
    """The names of the planes of a variant's positions, in their order (`plane_meanings` says what they mean): for each
    kind of man its FEN letters, ``to_move``, and what else positions of these rules hold. With `history` those of
    games (`Game.planes`), which have planes of what their rules of history count after these."""
    return list(plane_meanings(variant, history=history))


def plane_meanings(variant: Variant | str, *, history: bool = False) -> dict[str, str]:
    """What the bytes of each plane mean, a sentence a plane, by the names of the planes, in their order; `history` as for
    `plane_names`."""
    return dict(_core.planes_of(variant_of(variant), history))


def planes(variant: Variant | str, boards: ArrayLike, to_move: ArrayLike) -> NDArray[np.uint8]:
    """Turns boards [n, squares], as `Position.array` and tables have them, into planes, uint8 [n, planes, ranks, files],
    rank 1 first: those that `Position.planes` has of the positions that `Position.from_array` makes of the boards.
    `to_move` is a side or [n] of them: 0 or "white", 1 or "black".

    Raises ValueError: a wrong shape, a byte that means nothing; TypeError: numbers that are no integers, a side to move
    that is a bool; InputError: positions of the variant hold what boards do not tell, as men in hand.
    """
    variant = variant_of(variant)
    _core.check_boards(variant)
    rows = bytes_of(boards, "boards")
    sides = sides_of(to_move)
    squares = variant.files * variant.ranks
    if not rows.size and rows.ndim == 1:
        rows = rows.reshape(0, squares)
    if rows.ndim != 2 or rows.shape[1] != squares:
        raise ValueError(f"boards of shape {rows.shape}, expected [n, {squares}]")
    symbols = variant.symbols
    if rows.size and rows.max() >= len(symbols):
        raise ValueError(f"a byte {rows.max()} of a board, expected at most {len(symbols) - 1}")
    names = plane_names(variant)
    result = np.zeros((len(rows), len(names), squares), dtype=np.uint8)
    men = names.index("to_move")
    np.equal(rows[:, None, :], np.arange(1, men + 1)[None, :, None], out=result[:, :men], casting="unsafe")
    result[:, men] = np.broadcast_to(sides, (len(rows),))[:, None]
    if symbols.endswith("*"):
        result[:, names.index("walls")] = rows == len(symbols) - 1
    return result.reshape(len(rows), len(names), variant.ranks, variant.files)
