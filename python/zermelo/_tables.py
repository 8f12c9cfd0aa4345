# SPDX-License-Identifier: GPL-3.0-or-later
"""Complete tables: the exact value of every position of some material."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal, Self, TypeVar, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo import _core, _html
from zermelo._arguments import MOST, variant_of, whole
from zermelo._core import Position, Variant
from zermelo._frames import Framed
from zermelo.errors import InputError, MissingTableError
from zermelo._sides import sides_of
from zermelo._values import Outcome, Value, value_of

T = TypeVar("T")

Errors = Literal["raise", "mask"]
Values = tuple[NDArray[np.int8], NDArray[np.int16]]
MaskedValues = tuple[NDArray[np.int8], NDArray[np.int16], NDArray[np.bool_]]


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


@dataclass(frozen=True, eq=False, repr=False)
class Chunk(Framed):
    """Positions of a tier: element i of each array is about the same position. As a frame it has the columns ``to_move``,
    ``index``, ``board``, ``outcome`` and ``plies``."""

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

    def _columns(self) -> dict[str, NDArray[Any]]:
        return _columns_of(self, np.full(len(self), self.to_move, np.uint8))


@dataclass(frozen=True, eq=False)
class Sample(Framed):
    """Random positions of a tier: element i of each array is about the same position. As a frame it has the columns of a
    `Chunk`."""

    to_move: NDArray[np.uint8]
    """The side to move, which is the table, too: 0 for White, 1 for Black."""
    indices: NDArray[np.uint64]
    """The numbers of the positions in their tables."""
    boards: NDArray[np.uint8]
    """The men of each position, as [n, squares]: ``variant.symbols`` says what a byte means."""
    outcomes: NDArray[np.int8]
    """The `Outcome` of each position for the side to move."""
    plies: NDArray[np.int16]
    """The plies of each position to the end under best play; -1 for a draw."""

    def __len__(self) -> int:
        return len(self.indices)

    def _columns(self) -> dict[str, NDArray[Any]]:
        return _columns_of(self, self.to_move)


def _columns_of(positions: Chunk | Sample, to_move: NDArray[np.uint8]) -> dict[str, NDArray[Any]]:
    return {
        "to_move": to_move,
        "index": positions.indices,
        "board": positions.boards,
        "outcome": positions.outcomes,
        "plies": positions.plies,
    }


@dataclass(frozen=True, eq=False)
class Counts(Framed):
    """How many positions of tables have each value: a row a tier, side to move, outcome and number of plies. As a frame it
    has these five columns."""

    tier: NDArray[np.str_]
    to_move: NDArray[np.str_]
    """``"white"`` or ``"black"``."""
    outcome: NDArray[np.int8]
    """The `Outcome` for the side to move."""
    plies: NDArray[np.int16]
    """The plies to the end under best play; -1 for a draw, and where a table has outcomes alone."""
    count: NDArray[np.uint64]

    def __len__(self) -> int:
        return len(self.count)

    def _columns(self) -> dict[str, NDArray[Any]]:
        return {
            "tier": self.tier,
            "to_move": self.to_move,
            "outcome": self.outcome,
            "plies": self.plies,
            "count": self.count,
        }


class Tier:
    """The table of one material: all its positions, by number.

    Where the rules treat the sides alike, a position stands for the one with the colours swapped, too: White has the
    first army of the name, and where both armies are equal White is to move. Symmetric copies of a position may be listed
    more than once.

    A tier can be pickled, by its folder, variant and name; two are equal if these are. Any thread may use it.
    """

    def __init__(self, tier: _core.Tier, folder: str, variant: Variant) -> None:
        self._tier = tier
        self.folder: str = folder
        self.variant: Variant = variant

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
        return self._tier.entries(self._table(table))

    def _table(self, table: int) -> int:
        whole(-MOST, table=table)
        if not 0 <= table < self.tables:
            raise IndexError(f"table {table}, expected less than {self.tables}")
        return table

    def positions(self, table: int, first: int, end: int) -> Chunk:
        """The positions whose numbers are in [first, end). Other threads run meanwhile. Raises IndexError: no such table;
        InputError: a negative number; FileError: a damaged table. Cost: some 50 ns a number."""
        whole(first=first, end=end)
        return Chunk(table, *self._tier.positions(self._table(table), first, end))

    def chunks(self, entries: int = 1 << 20) -> Iterator[Chunk]:
        """All positions, in chunks that each cover `entries` numbers. One chunk is in memory at a time: some 30 bytes an
        entry on 4×4, 80 on 8×8."""
        if entries < 1:
            raise ValueError(f"chunks of {entries} entries, expected 1 or more")
        for table in range(self.tables):
            for first in range(0, self.entries(table), entries):
                yield self.positions(table, first, first + entries)

    def sample(self, n: int, seed: int | None = None) -> Sample:
        """`n` different positions, each as likely, in random order, or all of them where there are no more. The same `seed`
        gives the same ones; without one they are others each time. Raises InputError: `n` is negative; FileError: a damaged table. Cost: some µs a position, more
        where few numbers are of positions."""
        whole(n=n)
        ends = np.cumsum([0] + [self.entries(table) for table in range(self.tables)], dtype=np.uint64)
        numbers = _distinct(int(ends[-1]), np.random.default_rng(seed))
        parts: list[Sample] = []
        found = 0
        while found < n and (drawn := next(numbers, None)) is not None:
            parts.append(part := self._sampled(drawn, ends))
            found += len(part)
        if not parts:
            parts.append(self._sampled(_NONE, ends))
        return Sample(
            np.concatenate([part.to_move for part in parts])[:n],
            np.concatenate([part.indices for part in parts])[:n],
            np.concatenate([part.boards for part in parts])[:n],
            np.concatenate([part.outcomes for part in parts])[:n],
            np.concatenate([part.plies for part in parts])[:n],
        )

    def _sampled(self, drawn: NDArray[np.uint64], ends: NDArray[np.uint64]) -> Sample:
        """The positions among numbers of all tables one after the other, in their order."""
        order: list[NDArray[np.intp]] = []
        parts: list[tuple[NDArray[Any], ...]] = []
        for table in range(self.tables):
            (where,) = np.nonzero((drawn >= ends[table]) & (drawn < ends[table + 1]))
            asked = drawn[where] - ends[table]
            found = self._tier.positions_of(table, asked)
            order.append(where[np.isin(asked, found[0])])
            parts.append((np.full(len(found[0]), table, np.uint8), *found))
        back = np.argsort(np.concatenate(order))
        return Sample(*(np.concatenate(column)[back] for column in zip(*parts, strict=True)))

    @overload
    def probe_many(self, indices: ArrayLike, table: int = 0, *, errors: Literal["raise"] = "raise") -> Values: ...
    @overload
    def probe_many(self, indices: ArrayLike, table: int = 0, *, errors: Literal["mask"]) -> MaskedValues: ...
    def probe_many(
        self, indices: ArrayLike, table: int = 0, *, errors: Errors = "raise"
    ) -> Values | MaskedValues:
        """Outcomes and plies of positions by their numbers, and with `errors` ``"mask"`` which numbers are positions', as
        `Tables.probe_many` has them. Raises InputError: a number that is no position's, unless that; TypeError: numbers that are no
        integers; ValueError: several dimensions; IndexError: no such table."""
        masked = _is_mask(errors)
        numbers = np.asarray(indices) if np.size(indices) else _NONE
        if not np.issubdtype(numbers.dtype, np.integer):
            raise TypeError(f"indices of {numbers.dtype}, expected integers")
        if numbers.ndim != 1:
            raise ValueError(f"indices of {numbers.ndim} dimensions, expected [n]")
        if np.any(numbers < 0):
            if not masked:
                raise InputError(f"index {numbers.min()} names no position, expected 0 or more")
            numbers = np.where(numbers < 0, MOST, numbers.astype(np.uint64))  # no position's
        return _answer(self._tier.values(self._table(table), np.ascontiguousarray(numbers, dtype=np.uint64), masked))

    def __reduce__(self) -> tuple[Any, ...]:
        return _tier_of, (self.folder, self.variant, self.name)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tier):
            return NotImplemented
        return (self.folder, self.variant, self.name) == (other.folder, other.variant, other.name)

    def __hash__(self) -> int:
        return hash((self.folder, self.variant, self.name))

    def _repr_html_(self) -> str:
        return _html.tier(self)

    def __repr__(self) -> str:
        return f"<Tier {self.name}, {sum(self.entries(table) for table in range(self.tables)):,} entries>"


class Tables:
    """The tables of a folder, as `solve` writes them.

    Any thread may ask. Used as a context manager it closes them at the end; after that, asking raises ValueError.
    They can be pickled, by their folder, so that other processes open it themselves; two are equal if their folders are.
    Where a folder of tables is taken, `Tables` are, too, and the other way round.
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

    @overload
    def probe_many(
        self, variant: Variant | str, boards: ArrayLike, to_move: ArrayLike, *, errors: Literal["raise"] = "raise"
    ) -> Values: ...
    @overload
    def probe_many(
        self, variant: Variant | str, boards: ArrayLike, to_move: ArrayLike, *, errors: Literal["mask"]
    ) -> MaskedValues: ...
    def probe_many(
        self, variant: Variant | str, boards: ArrayLike, to_move: ArrayLike, *, errors: Errors = "raise"
    ) -> Values | MaskedValues:
        """The outcomes, int8 [n], and plies, int16 [n], of many positions for the side to move. Where no table holds a
        position they are `Outcome.UNKNOWN` and -1; the plies of a draw are -1. More than 4,096 are looked up on all cores,
        and Ctrl-C ends it; other Python threads run meanwhile.

        `boards` is uint8 [n, squares], as `Position.array` gives them; `to_move` is uint8 [n], or one side for all: 0 or
        "white", 1 or "black". Other integers are converted where they fit. The positions have no castling rights and
        nothing to capture en passant.

        With `errors` ``"mask"`` rows may be no positions: a third array, bool [n], says which are, and the others have the
        values of what no table holds.

        Raises InputError: the first row that is no position, by its number from 0, unless `errors` says otherwise;
        positions of the variant hold what boards do not tell, as men in hand; ValueError: a wrong shape; TypeError: numbers
        that are no integers, a side that is a bool; FileError: a damaged table. Cost: some 10 µs, and a µs a position and
        core.
        """
        masked = _is_mask(errors)
        rows = bytes_of(boards, "boards")
        variant = variant_of(variant)
        if not rows.size and rows.ndim == 1:
            rows = rows.reshape(0, variant.files * variant.ranks)
        if rows.ndim != 2:
            raise ValueError(f"boards of {rows.ndim} dimensions, expected [n, squares]")
        sides = sides_of(to_move)
        if sides.ndim > 1:
            raise ValueError(f"sides to move of {sides.ndim} dimensions, expected [n] or one")
        return _answer(self._tables().values(variant, rows, sides.reshape(-1), masked))

    def tiers(self, variant: Variant | str) -> list[str]:
        """The names of a variant's tiers whose tables are here."""
        return self._tables().tiers(variant_of(variant))

    def tier(self, variant: Variant | str, name: str) -> Tier:
        """The tier of a name, to read all of it. Raises InputError: the variant has no such tier; FileError: its table is
        not here."""
        variant = variant_of(variant)
        return Tier(self._tables().tier(variant, name), self.folder, variant)

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

    def counts(self, variant: Variant | str, tier: str | None = None) -> Counts:
        """How many positions have each value, from `stats` as columns. Raises as that."""
        rows: list[tuple[str, str, int, int, int]] = []
        for one in self.stats(variant, tier):
            side = one["tier"], one["to_move"]
            for outcome, name in ((Outcome.WIN, "wins"), (Outcome.LOSS, "losses")):
                for count in one[name]:
                    rows.append((*side, outcome, -1 if count["plies"] is None else count["plies"], count["count"]))
            rows.append((*side, Outcome.DRAW, -1, one["draw_count"]))
        return Counts(
            np.array([row[0] for row in rows], dtype=np.str_),
            np.array([row[1] for row in rows], dtype=np.str_),
            np.array([row[2] for row in rows], dtype=np.int8),
            np.array([row[3] for row in rows], dtype=np.int16),
            np.array([row[4] for row in rows], dtype=np.uint64),
        )

    def __fspath__(self) -> str:
        return self.folder

    def __getstate__(self) -> tuple[str, bool]:
        return self.folder, self._open is None

    def __setstate__(self, state: tuple[str, bool]) -> None:
        folder, closed = state
        Tables.__init__(self, folder)
        if closed:
            self.close()

    def __eq__(self, other: object) -> bool:
        return self.folder == other.folder if isinstance(other, Tables) else NotImplemented

    def __hash__(self) -> int:
        return hash((Tables, self.folder))

    def __repr__(self) -> str:
        return f"Tables({self.folder!r})"


_NONE: NDArray[np.uint64] = np.empty(0, np.uint64)


def _distinct(end: int, generator: np.random.Generator) -> Iterator[NDArray[np.uint64]]:
    """All numbers below `end` in random order, in batches; memory: as far as they are drawn."""
    batch = 256
    seen = _NONE
    while end > 1 << 16 and len(seen) < end // 2:
        drawn = generator.integers(end, size=batch, dtype=np.uint64)
        _, first = np.unique(drawn, return_index=True)
        drawn = drawn[np.sort(first)]
        drawn = drawn[~np.isin(drawn, seen)]
        seen = np.concatenate((seen, drawn))
        yield drawn
        batch = min(2 * batch, 1 << 20)
    left = generator.permutation(np.setdiff1d(np.arange(end, dtype=np.uint64), seen))
    while len(left):
        yield left[:batch]
        left = left[batch:]
        batch = min(2 * batch, 1 << 20)


def tables_of(tables: Tables | str | os.PathLike[str]) -> Tables:
    """The tables themselves, or those of a folder. Raises FileNotFoundError: there is no such folder; TypeError: neither."""
    return tables if isinstance(tables, Tables) else Tables(tables)


def _tier_of(folder: str, variant: Variant, name: str) -> Tier:
    return Tables(folder).tier(variant, name)


def _is_mask(errors: str) -> bool:
    if errors not in ("raise", "mask"):
        raise ValueError(f"errors {errors!r}, expected 'raise' or 'mask'")
    return errors == "mask"


def _answer(
    values: tuple[NDArray[np.int8], NDArray[np.int16], NDArray[np.uint8] | None],
) -> Values | MaskedValues:
    outcomes, plies, mask = values
    return (outcomes, plies) if mask is None else (outcomes, plies, mask.view(np.bool_))


def bytes_of(numbers: ArrayLike, name: str) -> NDArray[np.uint8]:
    array = np.asarray(numbers)
    if array.dtype != np.uint8 and array.size:
        if not np.issubdtype(array.dtype, np.integer) and array.dtype != np.bool_:
            raise TypeError(f"{name} of {array.dtype}, expected uint8")
        if array.size and (array.min() < 0 or array.max() > 255):
            raise ValueError(f"{name} from {array.min()} to {array.max()}, expected 0 to 255")
    return np.ascontiguousarray(array, dtype=np.uint8)
