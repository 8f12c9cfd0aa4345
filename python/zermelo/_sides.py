# SPDX-License-Identifier: GPL-3.0-or-later
"""Who is to move."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray


class Color(StrEnum):
    """A side: a str, as `Position.turn` has it."""

    WHITE = "white"
    BLACK = "black"


NUMBERS: dict[str, int] = {"white": 0, "w": 0, "black": 1, "b": 1}


def sides_of(to_move: ArrayLike, name: str = "to_move") -> NDArray[np.uint8]:
    """The sides as numbers: 0 White, 1 Black. They are given so, or as "white", "w", "black", "b" or `Color`.

    Raises TypeError: bools, which other programs read as *White is to move*, and what is neither number nor text;
    ValueError: another number or text.
    """
    # What is asked most is answered at once.
    if isinstance(to_move, str) and to_move in NUMBERS:
        return np.array(NUMBERS[to_move], np.uint8)
    if type(to_move) is int and 0 <= to_move <= 1:
        return np.array(to_move, np.uint8)
    if isinstance(to_move, np.ndarray) and to_move.dtype == np.uint8 and to_move.size:
        if (to_move.item() if to_move.size == 1 else to_move.max()) <= 1:
            return np.ascontiguousarray(to_move)  # pyright: ignore[reportUnknownArgumentType]
    listed = cast("Sequence[Any]", to_move if isinstance(to_move, (list, tuple)) else [to_move])
    array: NDArray[Any] = np.asarray(to_move)
    if not array.size:
        array = array.astype(np.uint8)
    if array.dtype == np.bool_ or any(isinstance(side, (bool, np.bool_)) for side in listed):
        raise TypeError(
            f"{name} of bool, which says White for python-chess and Black for others: "
            "expected 'white' or 'black' ('white' if board.turn else 'black'), or 0 for White and 1 for Black"
        )
    if array.dtype.kind == "U":
        unknown = sorted(set(array.reshape(-1).tolist()) - NUMBERS.keys())
        if unknown:
            raise ValueError(f"{name} {unknown[0]!r}, expected 'white', 'w', 'black' or 'b'")
        return np.asarray(np.isin(array, ("black", "b")), dtype=np.uint8)
    if not np.issubdtype(array.dtype, np.integer):
        raise TypeError(f"{name} of {array.dtype}, expected 'white', 'black', 0 for White or 1 for Black")
    if array.size and (array.min() < 0 or array.max() > 1):
        wrong = array.min() if array.min() < 0 else array.max()
        raise ValueError(f"{name} {wrong}, expected 0 for White or 1 for Black")
    return np.ascontiguousarray(array, dtype=np.uint8)
