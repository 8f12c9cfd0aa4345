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

from zermelo import _core, _html
from zermelo._arguments import variant_of
from zermelo._core import Position, Variant
from zermelo.errors import MissingTableError
from zermelo._sides import sides_of
from zermelo._values import Outcome, Value, value_of

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class MoveValue:
    """A legal move and what it is worth for the side that makes it, this ply included."""

    move: str
    san: str
    value: Value
    optimal: bool | None
    """Whether the move reaches the position's value, as fast as any move. None where that is not known."""
    keeps_result: bool | None
    """Whether the move reaches the position's outcome. None where that is not known."""


class MoveValues(list[MoveValue]):
    """The moves of a position with their values, the best first: a list, which notebooks show as a table."""

    def _repr_html_(self) -> str:
        return _html.move_values(self)


@dataclass(frozen=True, repr=False)
class Chunk:
    """Positions of a tier: element i of each array is about the same position."""

    to_move: int
    """The side to move in all of them: 0 for White, 1 for Black."""
    indices: NDArray[np.uint64]
    """The numbers of the positions in the table, ascending. A number that is left out is no position's."""
    boards: NDArray[np.uint8]
    """The men of each position, as [n, squares]: ``variant.symbols`` says what a byte means."""
    outcomes: NDArray[np.int8]
    """The `Outcome` of each position for the side to move."""
    plies: NDArray[np.int16]
    """The plies of each position to the end under best play; -1 for a draw."""

    def __len__(self) -> int:
        return len(self.indices)

    def __repr__(self) -> str:
        return f"<Chunk of {len(self):,} positions, {('white', 'black')[self.to_move]} to move>"

    def _repr_html_(self) -> str:
        return f"<p>{('White', 'Black')[self.to_move]} to move</p>{_html.chunk(self)}"


class Tier:
    """The table of one material: all its positions, by number.

    Where the rules treat the sides alike, a position stands for the one with the colours swapped, too: White has the
    first army of the name, and where both armies are equal White is to move. Symmetric copies of a position may be listed
    more than once.
    """

    def __init__(self, tier: _core.Tier) -> None:
        self._tier = tier

    @property
    def name(self) -> str:
        """The name of the tier, as of its file: ``KRvK``."""
        return self._tier.name

    @property
    def tables(self) -> int:
        """The number of tables, 1 or 2: one for each side to move that is stored."""
        return self._tier.tables

    def entries(self, table: int = 0) -> int:
        """How many numbers a table has; not all of them are numbers of positions. Raises IndexError: no such table."""
        return self._tier.entries(table)

    def positions(self, table: int, first: int, end: int) -> Chunk:
        """The positions whose numbers are in [first, end). Other threads run meanwhile. Raises IndexError: no such table;
        FileError: a damaged one. Cost: some 50 ns a number."""
        return Chunk(table, *self._tier.positions(table, first, end))

    def chunks(self, entries: int = 1 << 20) -> Iterator[Chunk]:
        """All positions, in chunks that each cover `entries` numbers. One chunk is in memory at a time: some 30 bytes an
        entry on 4×4, 80 on 8×8."""
        if entries < 1:
            raise ValueError(f"chunks of {entries} entries, expected 1 or more")
        for table in range(self.tables):
            for first in range(0, self.entries(table), entries):
                yield self.positions(table, first, first + entries)

    def probe_many(self, indices: ArrayLike, table: int = 0) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """Outcomes and plies of positions by their numbers. Raises InputError: a number that is no position's."""
        return self._tier.values(table, np.ascontiguousarray(indices, dtype=np.uint64))

    def _repr_html_(self) -> str:
        return _html.tier(self)

    def __repr__(self) -> str:
        return f"<Tier {self.name}, {sum(self.entries(table) for table in range(self.tables)):,} entries>"


class Tables:
    """The tables of a folder, as `solve` writes them.

    Any thread may ask. Used as a context manager it closes them at the end; after that, asking raises ValueError.
    """

    def __init__(self, folder: str | os.PathLike[str]) -> None:
        """Opens a folder; its files are opened when they are needed. Raises FileNotFoundError: there is no such folder."""
        self.folder: str = os.path.abspath(os.fspath(folder))
        if not os.path.isdir(self.folder):
            raise FileNotFoundError(f"no folder of tables {self.folder!r}")
        self._open: _core.Tables | None = _core.Tables(self.folder)

    def close(self) -> None:
        """Closes the files. Calls that are under way end normally."""
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
        """The exact value of a position. Raises MissingTableError: no table here holds it; FileError: a damaged table."""
        value = self.get(position)
        if value is None:
            raise MissingTableError(
                f"no table of {position.variant.name} in '{self.folder}' holds {position.fen} (zermelo.solve makes them)"
            )
        return value

    def get(self, position: Position, default: T | None = None) -> Value | T | None:
        """The exact value of a position, or `default` where no table here holds it. Raises FileError: a damaged table."""
        found = self._tables().value(position)
        return default if found is None else Value(Outcome(found[0]), found[1])

    def moves(self, position: Position) -> MoveValues:
        """Every legal move with its value, the best first. Where no table holds a move's value, its outcome is UNKNOWN.
        Raises FileError: a table that a move leads to is damaged, or is missing although that of the position is here."""
        return MoveValues(
            MoveValue(
                move["move"],
                move["san"],
                value_of(move["category"], move["plies"]),
                move["optimal"],
                move["keeps_result"],
            )
            for move in self._tables().known(position, False)["moves"]
        )

    def line(self, position: Position) -> list[str]:
        """Best play of both sides to the end of the game; empty where neither side can force a win. Raises MissingTableError:
        no table here holds the position; FileError: a damaged table."""
        self.probe(position)
        return [move["move"] for move in self._tables().known(position, True)["line"] or ()]

    def probe_many(
        self, variant: Variant | str, boards: ArrayLike, to_move: ArrayLike
    ) -> tuple[NDArray[np.int8], NDArray[np.int16]]:
        """The outcomes, int8 [n], and plies, int16 [n], of many positions for the side to move. Where no table holds a
        position they are `Outcome.UNKNOWN` and -1; the plies of a draw are -1. All cores work, while other Python threads
        run; Ctrl-C ends it.

        `boards` is uint8 [n, squares], as `Position.array` gives them; `to_move` is uint8 [n], or one side for all: 0 or
        "white", 1 or "black". Other integers are converted where they fit. The positions have no castling rights and
        nothing to capture en passant.

        Raises InputError: the first row that is no position, by its number from 0; positions of the variant hold what
        boards do not tell, as men in hand; ValueError: a wrong shape; TypeError: numbers that are no integers, a side that
        is a bool; FileError: a damaged table.
        """
        rows = bytes_of(boards, "boards")
        if rows.ndim != 2:
            raise ValueError(f"boards of {rows.ndim} dimensions, expected [n, squares]")
        sides = np.ascontiguousarray(np.broadcast_to(sides_of(to_move), (len(rows),)))
        return self._tables().values(variant_of(variant), rows, sides)

    def tiers(self, variant: Variant | str) -> list[str]:
        """The names of a variant's tiers whose tables are here."""
        return self._tables().tiers(variant_of(variant))

    def tier(self, variant: Variant | str, name: str) -> Tier:
        """The tier of a name, to read all of it. Raises InputError: the variant has no such tier; FileError: its table is
        not here."""
        return Tier(self._tables().tier(variant_of(variant), name))

    def insufficient_material(self, position: Position) -> bool | None:
        """Whether in no position with the same men either side can force a win, as of a king and a knight against a king: what the
        tables say, where people say *insufficient material*. It ends no game: `Position.is_game_over` does not ask it. None
        where the table of these men is not here, or the game is over, and in games of which positions hold more than men on the board, such as
        hands or checks that are left. Raises FileError: a damaged table. Cost: the reading of the table's record."""
        variant = position.variant
        armies = tuple("".join(sorted(letter.upper() for letter in position.piece_map().values() if letter.isupper() == upper)) for upper in (True, False))
        plain = [name for name in self.tiers(variant) if "+" not in name]
        named = {tuple("".join(sorted(army)) for army in name.split("v")): name for name in plain}
        name = named.get(armies)
        if name is None and self._tables().value(position) is not None and not position.is_game_over:
            name = named.get(armies[::-1])  # that of the sides exchanged, as the rules treat them alike
        if name is None:
            return None
        return all(told["win_count"] == told["loss_count"] == 0 for told in self.stats(variant, name))

    def stats(self, variant: Variant | str, tier: str | None = None) -> list[dict[str, Any]]:
        """The ``tier`` objects of docs/json.md, one for each tier and side to move: they have the counts of positions by
        distance, the longest win and the longest loss. Raises FileError: a table that is missing or damaged; InputError: no
        such tier."""
        return self._tables().stats(variant_of(variant), tier)

    def _repr_html_(self) -> str:
        return _html.tables(self.folder)

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
