# SPDX-License-Identifier: GPL-3.0-or-later
"""The queen hunt on small boards: who takes the other's queen, by the complete table of every pair of armies."""

from __future__ import annotations

import itertools
import tempfile
import threading
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, ClassVar

import zermelo

from atlas.family import Family, Game

if TYPE_CHECKING:
    import numpy as np

# A queen, at most two rooks, at most two of the others; the weaker first.
ARMIES = sorted(
    (f"Q{'R' * rooks}{minors}" for rooks in range(3) for minors in ("", "B", "N", "BB", "BN", "NN")), key=lambda army: (len(army), army)
)
# Boards, the smaller first, and how many men there are at most: with these a row takes seconds.
BOARDS = {(3, 3): 7, (3, 4): 6, (3, 5): 5, (4, 4): 5, (3, 6): 5, (4, 5): 5, (5, 5): 5}
BOUNDS = (1, 3, 5, 9)  # plies within which a hunt is asked to be won


def rules(files: int, ranks: int) -> str:
    """The rules of `simplified` (games/simplified.ini) on another board."""
    empty = f"{files}/" * (ranks - 2)
    return (
        f"[atlas]\nmaxFile = {files}\nmaxRank = {ranks}\nqueen = q\nrook = r\nbishop = b\nknight = n\n"
        f"startFen = {files - 1}q/{empty}Q{files - 1} w - - 0 1\n"
        "extinctionValue = loss\nextinctionPieceTypes = q\ncastling = false\ndoubleStep = false\nnMoveRule = 0\nnFoldRule = 0\n"
    )


def placements(files: int, ranks: int, men: str) -> Iterator[tuple[np.ndarray, int]]:
    """All ways to put men on a board, as rows of letters, a1 first, and how often each counts.

    The first man stands on one square of each class of squares that mirrors and turns make equal, and its placements count
    as often as the class has squares. Men of one letter that stand side by side in `men` are told apart by nothing.
    """
    import numpy as np

    def same(square: int) -> set[int]:
        x, y = square % files, square // files
        turned = {(u, v) for u in (x, files - 1 - x) for v in (y, ranks - 1 - y)}
        if files == ranks:
            turned |= {(v, u) for u, v in turned}
        return {v * files + u for u, v in turned}

    squares = files * ranks
    for first in range(squares):
        alike = same(first)
        if first != min(alike):
            continue
        stands = np.full((1, 1), first, dtype=np.int8)  # where each man stands
        for at in range(1, len(men)):
            stands = np.concatenate([np.repeat(stands, squares, axis=0), np.tile(np.arange(squares, dtype=np.int8), len(stands))[:, None]], axis=1)
            free = np.all(stands[:, :-1] != stands[:, -1:], axis=1)
            if men[at] == men[at - 1]:
                free &= stands[:, -2] < stands[:, -1]
            stands = stands[free]
        boards = np.full((len(stands), squares), ord("."), dtype=np.uint8)
        for at, letter in enumerate(men):
            boards[np.arange(len(stands)), stands[:, at]] = ord(letter)
        yield boards, len(alike)


class Hunts(Family):
    """Key: the board, the army of the side that moves first, and the other one."""

    name: ClassVar = "hunts"
    key: ClassVar = ("board", "army", "other")
    by: ClassVar = ("board",)
    results: ClassVar = ("placements", *(f"won_in_{plies}" for plies in BOUNDS), "won", "longest", "lost", "mover_wins", "position", "checksum")

    def __init__(self) -> None:
        # Tables of a board lead to one another, so that those that are there are kept while rows are asked for.
        self._folders: dict[str, tempfile.TemporaryDirectory[str]] = {}
        self._lock = threading.Lock()

    def _tables(self, board: str, variant: zermelo.Variant, tier: str) -> zermelo.Tables:
        """Tables of a board with this one among them, solved by one thread at a time."""
        with self._lock:
            folder = self._folders.setdefault(board, tempfile.TemporaryDirectory()).name
            zermelo.solve(variant, folder, tiers=[tier], threads=1)
            return zermelo.Tables(folder)

    def games(self) -> Iterator[Game]:
        for (files, ranks), men in BOARDS.items():
            for army, other in itertools.product(ARMIES, repeat=2):
                if len(army) + len(other) <= men:
                    yield Game((f"{files}x{ranks}", army, other), rules(files, ranks))

    def row(self, game: Game) -> Mapping[str, str]:
        """What the table says of the side that moves first; `mover_wins` are placements that either side wins if it moves first."""
        import numpy as np

        board, army, other = game.key
        files, ranks = map(int, board.split("x"))
        variant = zermelo.Variant(game.rules)
        bytes_of = np.zeros(128, dtype=np.uint8)
        for byte, letter in enumerate(variant.symbols):
            bytes_of[ord(letter)] = byte
        tier = f"{army}v{other}"
        won = mover_wins = 0
        with self._tables(board, variant, tier) as tables:
            stats = next(each for each in tables.stats(variant, tier) if each["to_move"] == "white")
            for letters, times in placements(files, ranks, army + other.lower()):
                boards = bytes_of[letters]
                white, black = (tables.probe_many(variant, boards, side)[0] == zermelo.Outcome.WIN for side in ("white", "black"))
                won += times * int(white.sum())
                mover_wins += times * int((white & black).sum())
        if won != stats["win_count"]:
            raise RuntimeError(f"{' '.join(game.key)}: {won} placements are won, the table says {stats['win_count']}")
        longest = stats["longest_win"]
        return {
            "placements": str(stats["position_count"]),
            **{f"won_in_{plies}": str(sum(each["count"] for each in stats["wins"] if each["plies"] <= plies)) for plies in BOUNDS},
            "won": str(won),
            "longest": str(longest["plies"]) if longest else "",
            "lost": str(stats["loss_count"]),
            "mover_wins": str(mover_wins),
            "position": longest["fen"] if longest else "",
            "checksum": stats["checksum"],
        }
