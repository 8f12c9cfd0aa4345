# SPDX-License-Identifier: GPL-3.0-or-later
"""Complete tables: the exact value of every position of some material."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo import _core
from zermelo._core import Position, Variant
from zermelo.errors import MissingTableError
from zermelo._values import Outcome, Value, value_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move and what it is worth for who makes it, this ply included."""

    move: str
    san: str
    value: Value
    optimal: bool | None
    """It reaches the position's value as fast as any. None where it may be either."""
    keeps_result: bool | None
    """It reaches the position's outcome. None where it may be either."""


@dataclass(frozen=True)
class Chunk:
    """Positions of a tier: element i of each array is of the same one."""

    to_move: int
    """Of all of them: 0 White, 1 Black."""
    indices: NDArray[np.uint64]
    """Their numbers in the table, ascending; what is not there is no position."""
    boards: NDArray[np.uint8]
    """[n, squares]: ``variant.symbols`` says what a byte means."""
    outcomes: NDArray[np.int8]
    """`Outcome` for the side to move."""
    plies: NDArray[np.int16]
    """To the end under best play; -1 of a draw."""

    def __len__(self) -> int:
        return len(self.indices)


class Tier:
    """The table of one material: all its positions, by number.

    Where the rules treat the sides alike, a position stands for the one with the colours swapped: White has the first
    army of the name; of equal armies White is to move. Symmetric copies of a position may be listed more than once.
    """

    def __init__(self, tier: _core.Tier) -> None:
        self._tier = tier

    @property
    def name(self) -> str:
        """As the file is called: ``KRvK``."""
        return self._tier.name

    @property
    def tables(self) -> int:
        """1 or 2: one for each side to move that is stored."""
        return self._tier.tables

    def entries(self, table: int = 0) -> int:
        """How many numbers a table has, positions or not. Raises IndexError: no such table."""
        return self._tier.entries(table)

    def positions(self, table: int, first: int, end: int) -> Chunk:
        """The positions with a number in [first, end). Other threads run meanwhile. Raises IndexError: no such table;
        FileError: a damaged one. Cost: some 50 ns a number."""
        return Chunk(table, *self._tier.positions(table, first, end))

    def chunks(self, entries: int = 1 << 20) -> Iterator[Chunk]:
        """All positions, from `entries` numbers at a time: so much of them is in memory at once (some 30 bytes an entry
        on 4×4, 80 on 8×8)."""
        if entries < 1:
            raise ValueError(f"chunks of {entries} entries, expected 1 or more")
        for table in range(self.tables):
            for first in range(0, self.entries(table), entries):
                yield self.positions(table, first, first + entries)

    def probe_many(self, indices: ArrayLike, table: int = 0) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Outcomes and plies of positions by their numbers. Raises InputError: a number that is no position's."""
        return self._tier.values(table, np.ascontiguousarray(indices, dtype=np.uint64))

    def __repr__(self) -> str:
        return f"<Tier {self.name}, {sum(self.entries(table) for table in range(self.tables)):,} entries>"


class Tables:
    """The tables of a folder, as `solve` writes them.

    Any thread may ask; a context manager that closes them, after which asking raises ValueError.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Opens a folder; files are opened when they are asked about. Raises FileNotFoundError: there is none."""
        self.folder: str = os.path.abspath(os.fspath(folder))
        if not os.path.isdir(self.folder):
            raise FileNotFoundError(f"no folder of tables '{self.folder}'")
        self._open: _core.Tables | None = _core.Tables(self.folder)

    def close(self) -> None:
        """Closes the files. Calls that are under way end as they would."""
        self._open = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _tables(self) -> _core.Tables:
        if self._open is None:
            raise ValueError(f"the tables of '{self.folder}' are closed")
        return self._open

    def probe(self, position: Position) -> Value:
        """The exact value. Raises MissingTableError: no table here holds the position; FileError: a damaged one."""
        value = self.get(position)
        if value is None:
            raise MissingTableError(
                f"no table of {position.variant.name} in '{self.folder}' holds {position.fen} (zermelo.solve makes them)"
            )
        return value

    def get(self, position: Position, default: T | None = None) -> Value | T | None:
        """The same, but `default` where no table holds the position."""
        found = self._tables().value(position)
        return default if found is None else Value(Outcome(found[0]), found[1])

    def moves(self, position: Position) -> list[MoveValue]:
        """Every legal move with its value, the best first. Where no table holds one, its outcome is UNKNOWN.
        Raises FileError: a table that a move leads to is damaged, or not here beside that of the position."""
        return [
            MoveValue(
                move["move"],
                move["san"],
                value_of(move["category"], move["plies"]),
                move["optimal"],
                move["keeps_result"],
            )
            for move in self._tables().known(position, False)["moves"]
        ]

    def line(self, position: Position) -> list[str]:
        """Best play of both sides to the end of the game; empty where nobody can force it. Raises MissingTableError."""
        self.probe(position)
        return [move["move"] for move in self._tables().known(position, True)["line"] or ()]

    def probe_many(
        self, variant: Variant, boards: ArrayLike, to_move: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Outcomes int8 [n] and plies int16 [n] of many positions, for the side to move, on all cores while other
        threads run; Ctrl-C ends it.

        `boards`: uint8 [n, squares] as `Position.array` has them; `to_move`: uint8 [n] or one number, 0 White, 1 Black.
        Other integers are converted where they fit. Positions have no castling rights and nothing to capture en
        passant. `Outcome.UNKNOWN` and -1 where no table holds one; -1 plies of a draw.

        Raises InputError: the first row that is no position, by its number from 0; ValueError: a wrong shape;
        TypeError: numbers that are no integers; FileError.
        """
        rows = bytes_of(boards, "boards")
        if rows.ndim != 2:
            raise ValueError(f"boards of {rows.ndim} dimensions, expected [n, squares]")
        sides = np.ascontiguousarray(np.broadcast_to(bytes_of(to_move, "to_move"), (len(rows),)))
        return self._tables().values(variant, rows, sides)

    def tiers(self, variant: Variant) -> list[str]:
        """The names of the tiers that are here."""
        return self._tables().tiers(variant)

    def tier(self, variant: Variant, name: str) -> Tier:
        """A tier, to read all of it. Raises InputError: the variant has no such tier; FileError: its table is not here."""
        return Tier(self._tables().tier(variant, name))

    def stats(self, variant: Variant, tier: str | None = None) -> list[dict[str, Any]]:
        """The ``tier`` objects of docs/json.md, one for each tier and side to move: counts by distance, the longest win
        and loss. Raises FileError, InputError."""
        return self._tables().stats(variant, tier)

    def __repr__(self) -> str:
        return f"Tables({self.folder!r})"


def bytes_of(numbers: ArrayLike, name: str) -> NDArray[np.uint8]:
    array = np.asarray(numbers)
    if array.dtype != np.uint8:
        if not np.issubdtype(array.dtype, np.integer) and array.dtype != np.bool_:
            raise TypeError(f"{name} of {array.dtype}, expected uint8")
        if array.size and (array.min() < 0 or array.max() > 255):
            raise ValueError(f"{name} from {array.min()} to {array.max()}, expected 0 to 255")
    return np.ascontiguousarray(array, dtype=np.uint8)
