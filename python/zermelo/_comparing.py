# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of chess, held to Syzygy's and Gaviota's."""

from __future__ import annotations

import os
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from zermelo._core import Position, Variant
from zermelo._tables import Chunk, Tables, Tier
from zermelo._values import Outcome, Value
from zermelo.errors import FileError, InputError

if TYPE_CHECKING:
    import chess

MEN = "KQRBNP"  # in the order in which others name them


@dataclass(frozen=True)
class Difference:
    """A position of which the tables say different things."""

    fen: str
    ours: Value
    """What our table says, for the side to move."""
    theirs: Value
    """What theirs says. The plies are None where it holds none: in Syzygy, and for a draw."""
    cursed: bool
    """Whether theirs say that the 50-move rule makes their win or loss a draw."""

    def __str__(self) -> str:
        undone = ", which the 50-move rule makes a draw" if self.cursed else ""
        return f"{self.fen}: ours say {self.ours}, theirs {self.theirs}{undone}"


@dataclass(frozen=True)
class ComparedTier:
    """What was found in a tier. A win is one of the side to move."""

    tier: str
    """The name of our table."""
    wins: int
    """The number of positions that are won in both."""
    draws: int
    """The number of positions that are drawn in both."""
    losses: int
    """The number of positions that are lost in both."""
    cursed_wins: int
    """Positions that are won in ours, and in theirs, too, but for the 50-move rule. They are not among the `wins`."""
    blessed_losses: int
    """Positions that are lost in ours, and in theirs, too, but for the 50-move rule. They are not among the `losses`."""
    differing: int
    """The number of positions of which the tables say different things."""
    differences: tuple[Difference, ...] = field(repr=False)
    """The first of these."""
    left_out: dict[str, int]
    """How many positions theirs could not answer, by the reason that they give."""

    @property
    def agreeing(self) -> int:
        """The number of positions of which both say the same."""
        return self.wins + self.draws + self.losses + self.cursed_wins + self.blessed_losses

    @property
    def positions(self) -> int:
        """The number of positions that were compared."""
        return self.agreeing + self.differing

    def __str__(self) -> str:
        """A line of the numbers, without the differences."""
        return _line(self.tier, _numbers(self))


@dataclass(frozen=True)
class Comparison:
    """What `compare` found. As a text it is a table with a line a tier, and what was not compared and what differs below it."""

    tiers: tuple[ComparedTier, ...]
    """The tiers that were compared, in the order in which they were asked for, or of `Tables.tiers`."""
    not_compared: dict[str, str]
    """Why a tier was not compared, by its name: there is no file of it in theirs, or no table in ours, or Ctrl-C came before."""

    @property
    def positions(self) -> int:
        """The number of positions that were compared."""
        return sum(tier.positions for tier in self.tiers)

    @property
    def differing(self) -> int:
        """The number of positions of which the tables say different things."""
        return sum(tier.differing for tier in self.tiers)

    def __str__(self) -> str:
        total = np.sum([_numbers(tier) for tier in self.tiers], axis=0, dtype=int).tolist() if self.tiers else [0] * len(COLUMNS)
        lines = ["tier     " + "".join(f"{column:>16}" for column in COLUMNS)]
        lines += [*map(str, self.tiers), _line("all", total)]
        for why in dict.fromkeys(self.not_compared.values()):
            lines.append(f"not compared, {why}: {' '.join(name for name, reason in self.not_compared.items() if reason == why)}")
        for tier in self.tiers:
            lines += [f"{tier.tier}: {count:,} left out: {why}" for why, count in tier.left_out.items()]
            lines += [f"{tier.tier}: {difference}" for difference in tier.differences]
            if more := tier.differing - len(tier.differences):
                lines.append(f"{tier.tier}: {more:,} more differences")
        return "\n".join(lines)


COLUMNS = ("positions", "wins", "draws", "losses", "cursed wins", "blessed losses", "differing", "left out")


def _numbers(tier: ComparedTier) -> list[int]:
    same = [tier.wins, tier.draws, tier.losses, tier.cursed_wins, tier.blessed_losses]
    return [tier.positions, *same, tier.differing, sum(tier.left_out.values())]


def _line(name: str, numbers: Iterable[int]) -> str:
    return f"{name:9}" + "".join(f"{number:>16,}" for number in numbers)


def compare(
    tables: Tables | str | os.PathLike[str],
    kind: str,
    folder: str | os.PathLike[str],
    *,
    tiers: Sequence[str] = (),
    sample: int | None = None,
    seed: int = 0,
    differences: int = 10,
    progress: Callable[[ComparedTier], object] | None = None,
) -> Comparison:
    """Compares our tables of chess with those of another `kind`, ``syzygy`` or ``gaviota``, whose files are in `folder`.
    python-chess reads them: ``pip install zermelo-solver[compare]``. `tables` may be the folder of ours.

    Syzygy's wins, draws and losses are compared (``.rtbw``), not its distances to the next capture or pawn's move. Its
    tables know the 50-move rule and ours do not: a win or loss that this rule makes a draw has to be one of ours, and is
    counted apart. With Gaviota (``.gtb.cp4``) the plies to mate are compared, too. No table of ours holds positions with a
    right to castle or a capture en passant at hand, so none is compared.

    All tiers are compared that both have, or `tiers`, and of each all positions, or `sample` random ones that `seed`
    draws. The first `differences` of a tier are told as positions. `progress` gets each tier when it is done: ``print``
    prints its line. Ctrl-C ends the work: what is compared by then is `found` of the KeyboardInterrupt.

    Raises ImportError: python-chess is not installed; InputError: another kind of tables, a sample of none, no such tier;
    FileNotFoundError: no such folder; FileError: no table of chess in ours, no file of the kind in theirs, a file that
    cannot be read. A damaged file of theirs may be taken for a good one, or keep python-chess busy for ever. Cost: 15 to 100 µs
    a position, on one core; several processes may do different `tiers`.
    """
    if sample is not None and sample < 1:
        raise InputError(f"a sample of {sample} positions, expected 1 or more")
    ours = tables if isinstance(tables, Tables) else Tables(tables)
    variant = Variant("chess")
    here = ours.tiers(variant)
    if not here:
        raise FileError(f"no tables of chess in '{ours.folder}', and no other game's are compared (zermelo.solve makes them)")
    with _open(kind, os.path.abspath(os.fspath(folder))) as theirs:
        asked = [ours.tier(variant, name) for name in tiers or here]
        there = {_material(name): name for name in theirs.names()}
        missing = {tier.name: f"no file in '{theirs.folder}'" for tier in asked if _material(tier.name) not in there}
        if not tiers:
            known = {_material(name) for name in here}
            missing |= {there[men]: f"no table in '{ours.folder}'" for men in sorted(there.keys() - known)}
        found: list[ComparedTier] = []
        try:
            for tier in asked:
                if tier.name not in missing:
                    found.append(_compare_tier(tier, theirs, sample, seed, differences))
                    if progress is not None:
                        progress(found[-1])
        except KeyboardInterrupt as interrupt:
            done = {tier.tier for tier in found}
            missing |= {tier.name: "interrupted" for tier in asked if tier.name not in done | missing.keys()}
            setattr(interrupt, "found", Comparison(tuple(found), missing))
            interrupt.add_note(f"{len(found)} of {len(asked)} tiers were compared by then (`found` of this exception)")
            raise
    return Comparison(tuple(found), missing)


def _material(name: str) -> tuple[str, ...]:
    """The same for all names of the same men, whoever has them and in whatever order: as K, Q, R, B, N, P each."""
    return tuple(sorted("".join(sorted(army, key=MEN.index)) for army in name.split("v")))


Answer = tuple[int, int, bool]
"""The outcome for the side to move, the plies, -1 where they are not known, and whether the 50-move rule undoes it."""


class _Theirs(ABC):
    """Others' files of a folder."""

    files: str

    def __init__(self, folder: str) -> None:
        self.folder = folder

    def __enter__(self) -> _Theirs:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None: ...

    @abstractmethod
    def names(self) -> list[str]:
        """The names of the tiers whose files are there, as ours but for the order of men and armies."""

    @abstractmethod
    def probe(self, board: chess.Board) -> Answer:
        """Raises KeyError where a file is missing."""


class _Syzygy(_Theirs):
    files = "*.rtbw"

    def __init__(self, folder: str) -> None:
        import chess.syzygy

        super().__init__(folder)
        self._open = chess.syzygy.open_tablebase(folder, load_dtz=False)

    def close(self) -> None:
        self._open.close()

    def names(self) -> list[str]:
        return [table.key for table in self._open.wdl.values()]

    def probe(self, board: chess.Board) -> Answer:
        found = self._open.probe_wdl(board)
        return (found > 0) - (found < 0), -1, abs(found) == 1


class _Gaviota(_Theirs):
    files = "*.gtb.cp4"

    def __init__(self, folder: str) -> None:
        import chess.gaviota

        super().__init__(folder)
        self._open = chess.gaviota.PythonTablebase()
        self._open.add_directory(folder)
        self._keys = [key for key in self._open.available_tables if key in chess.gaviota.EGKEY]
        # Left to itself python-chess opens them for writing, which a disk or a user may not allow.
        for key in self._keys:
            path = self._open.available_tables[key]
            try:
                self._open.streams[key] = stream = open(path, "rb")
                self._open.egtb_loadindexes(key, stream)
            except Exception as error:
                raise FileError(f"{path}: cannot be read: {error}") from error

    def close(self) -> None:
        self._open.close()

    def names(self) -> list[str]:
        return ["K" + "vK".join(key.upper().split("K")[1:]) for key in self._keys]

    def probe(self, board: chess.Board) -> Answer:
        plies = self._open.probe_dtm(board)
        if plies:
            return 1 if plies > 0 else -1, abs(plies), False
        return (-1, 0, False) if board.is_checkmate() else (0, -1, False)


KINDS: dict[str, Callable[[str], _Theirs]] = {"syzygy": _Syzygy, "gaviota": _Gaviota}


def _open(kind: str, folder: str) -> _Theirs:
    if kind not in KINDS:
        raise InputError(f"no kind of tables {kind!r}, expected {' or '.join(map(repr, KINDS))}")
    if not os.path.isdir(folder):
        raise FileNotFoundError(f"no folder of tables {folder!r}")
    try:
        theirs = KINDS[kind](folder)
    except ImportError as error:
        raise ImportError("zermelo.compare needs python-chess: pip install zermelo-solver[compare]") from error
    if not theirs.names():
        raise FileError(f"no files of {kind.title()} ({theirs.files}) in '{folder}'")
    return theirs


def _compare_tier(tier: Tier, theirs: _Theirs, sample: int | None, seed: int, kept: int) -> ComparedTier:
    variant = Variant("chess")
    same: Counter[tuple[int, bool]] = Counter()
    left_out: Counter[str] = Counter()
    differing = 0
    differences: list[Difference] = []
    for chunk in tier.chunks(1 << 16) if sample is None else _sample(tier, sample, seed):
        answers = np.array(list(_answers(variant, chunk, theirs, left_out)), dtype=np.int16).reshape(-1, 3)
        outcomes, plies, cursed = answers.T
        answered = outcomes != Outcome.UNKNOWN
        differs = answered & ((outcomes != chunk.outcomes) | ((plies >= 0) & (plies != chunk.plies)))
        agree = answered & ~differs
        same.update(zip(outcomes[agree].tolist(), cursed[agree].astype(bool).tolist(), strict=True))
        differing += int(differs.sum())
        for i in np.flatnonzero(differs)[: max(0, kept - len(differences))].tolist():
            position = Position.from_array(variant, chunk.boards[i], chunk.to_move)
            ours = _value(chunk.outcomes, chunk.plies, i)
            differences.append(Difference(position.fen, ours, _value(outcomes, plies, i), bool(cursed[i])))
    return ComparedTier(
        tier.name,
        same[1, False],
        same[0, False],
        same[-1, False],
        same[1, True],
        same[-1, True],
        differing,
        tuple(differences),
        dict(left_out),
    )


def _value(outcomes: NDArray[np.integer[Any]], plies: NDArray[np.integer[Any]], row: int) -> Value:
    return Value(Outcome(int(outcomes[row])), int(plies[row]) if plies[row] >= 0 else None)


def _answers(variant: Variant, chunk: Chunk, theirs: _Theirs, left_out: Counter[str]) -> Iterator[Answer]:
    """What theirs say of each position of a chunk; UNKNOWN where they are missing, with the reason among those left out."""
    import chess

    standing = {
        letter: np.packbits(chunk.boards == byte, axis=1, bitorder="little").view("<u8")[:, 0]
        for byte, letter in enumerate(variant.symbols)
        if letter != "."
    }

    def bits(letters: str) -> list[int]:
        found: list[int] = np.bitwise_or.reduce([standing[letter] for letter in letters]).tolist()
        return found

    board = chess.Board(None)
    board.turn = chunk.to_move == 0
    kinds = [bits(letter + letter.lower()) for letter in MEN]
    for *men, white, black in zip(*kinds, bits(MEN), bits(MEN.lower()), strict=True):
        board.kings, board.queens, board.rooks, board.bishops, board.knights, board.pawns = men
        board.occupied_co[chess.WHITE], board.occupied_co[chess.BLACK] = white, black
        board.occupied = white | black
        try:
            yield theirs.probe(board)
        except KeyError as error:
            left_out[str(error.args[0])] += 1
            yield Outcome.UNKNOWN, -1, False
        except Exception as error:
            raise FileError(f"{theirs.folder}: {board.fen()} cannot be looked up: {error!r}") from error


def _sample(tier: Tier, count: int, seed: int) -> Iterator[Chunk]:
    """Random positions of a tier, all where it has no more: the same ones whatever else is compared."""
    if count >= sum(tier.entries(table) for table in range(tier.tables)):
        yield from tier.chunks(1 << 16)
        return
    drawn = tier.sample(count, int.from_bytes(tier.name.encode(), "little") << 64 | seed)
    for table in range(tier.tables):
        if (here := drawn.to_move == table).any():
            yield Chunk(table, drawn.indices[here], drawn.boards[here], drawn.outcomes[here], drawn.plies[here])
