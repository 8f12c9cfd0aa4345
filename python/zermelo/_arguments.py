# SPDX-License-Identifier: GPL-3.0-or-later
"""What people give to functions, looked at before it is handed on."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from zermelo._core import Variant
from zermelo.errors import InputError

MOST = 2**64 - 1


def variant_of(variant: Variant | str) -> Variant:
    """The variant itself, or the one that a name means, as `Variant` takes it. Raises InputError: there is none."""
    if isinstance(variant, Variant):
        return variant
    if isinstance(variant, str):  # pyright: ignore[reportUnnecessaryIsInstance]  # of those who heed types
        return Variant(variant)
    raise TypeError(f"a variant of type {type(variant).__name__}, expected zermelo.Variant or a name")


def tier_names(tiers: str | Sequence[str]) -> list[str]:
    """The names of tiers: of one, of several with commas between them, or of a list."""
    return tiers.split(",") if isinstance(tiers, str) else list(tiers)


def whole(least: int = 0, most: int = MOST, /, **numbers: Any) -> None:
    """Checks arguments by their names: each is a whole number of [least, most], or None. Raises InputError: a number beyond these;
    TypeError: something else."""
    for name, number in numbers.items():
        if number is None:
            continue
        try:
            found = operator.index(number)
        except TypeError:
            raise TypeError(f"{name}={number!r}, expected a whole number") from None
        if found < least:
            raise InputError(f"{name}={found}, expected {least} or more")
        if found > most:
            raise InputError(f"{name}={found}, expected {most} or less")
