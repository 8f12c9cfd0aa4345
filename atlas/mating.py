# SPDX-License-Identifier: GPL-3.0-or-later
"""Mating power: can king and one piece, or two, force mate on a bare king, and on which boards?"""

from __future__ import annotations

import itertools
import re
import tempfile
from collections.abc import Iterator, Mapping
from typing import ClassVar

import zermelo

from atlas.family import Family, Game

# Leaps of at most four squares, the shorter first.
LEAPERS = ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "(0,4)", "(1,4)", "(2,4)", "(3,4)", "(4,4)"]
RIDERS = ["R", "B", "DD", "NN", "AA", "HH", "CC", "ZZ", "GG"]
LAME = ["nD", "nN", "nA", "nH", "nC", "nZ", "nG"]
HOPPERS = ["gR", "gB", "gQ", "gNN", "pR", "pB", "mRcpR", "mBcpB"]
# Which of the pieces above go with which: every two leapers, and every leaper with the two usual riders, and the nightrider.
PAIRS = [
    *itertools.combinations(LEAPERS, 2),
    *itertools.product(LEAPERS, ["R", "B", "NN", "nD", "nN", "nA", "gQ"]),
    *itertools.combinations(RIDERS, 2),
]
SIZES = range(4, 13)
LARGEST_LOOKED_UP = 8  # the largest board of which a row has a position of the longest win; on others it has one that is set up


def is_sense(atoms: tuple[str, ...]) -> bool:
    """Whether no atom is a part of another: R holds W, a lame leap is one of its leaper's."""
    one, other = atoms
    return other not in (2 * one, f"n{one}") and (one, other) not in (("W", "R"), ("F", "B"))


# Pieces of three atoms that have been asked about: the half-duck and others of Betza's and Muller's.
THREES = ["FDH", "FAD", "WDA", "WND", "FNA"]
PIECES = [*LEAPERS, *RIDERS, *LAME, *HOPPERS, *("".join(pair) for pair in PAIRS if is_sense(pair)), *THREES]
# Those of which two are needed, with the usual minor pieces among them.
WEAK = ["W", "F", "D", "N", "A", "H", "C", "Z", "G", "B", "DD", "AA", "nN", "nA"]


def rules(size: int, pieces: dict[str, str]) -> str:
    """Chess on a square board with two kings and these pieces, by their letters."""
    return (
        f"[atlas]\nmaxFile = {size}\nmaxRank = {size}\nking = k\n"
        + "".join(f"customPiece{i} = {letter}:{betza}\n" for i, (letter, betza) in enumerate(pieces.items(), 1))
        + f"startFen = {size - 1}k/{f'{size}/' * (size - 2)}K{size - 1} w - - 0 1\n"
        + "castling = false\ndoubleStep = false\nnMoveRule = 0\nnFoldRule = 0\n"
    )


class Mating(Family):
    """One piece: key piece and size of the board."""

    name: ClassVar = "mating"
    key: ClassVar = ("piece", "size")
    by: ClassVar = ("size",)
    results: ClassVar = ("positions", "won", "longest", "positions_lost_side", "lost", "checksum", "position")

    def games(self) -> Iterator[Game]:
        for piece, size in itertools.product(PIECES, SIZES):
            yield Game((piece, str(size)), rules(size, {"a": piece}))

    def row(self, game: Game) -> Mapping[str, str]:
        return counts(game.rules, "KAvK", int(game.key[1]))

    def pattern(self, game: Game) -> str:
        return super().pattern(Game(game.key, rules(int(game.key[1]), {"a": "{piece}"})))


class Pairs(Family):
    """Two pieces: key both and the size of the board."""

    name: ClassVar = "pairs"
    key: ClassVar = ("piece", "other", "size")
    by: ClassVar = ("size",)
    results: ClassVar = Mating.results

    def games(self) -> Iterator[Game]:
        for (one, other), size in itertools.product(itertools.combinations_with_replacement(WEAK, 2), (6, 8)):
            yield Game((one, other, str(size)), rules(size, {"a": one, "b": other}))

    def row(self, game: Game) -> Mapping[str, str]:
        return counts(game.rules, "KAAvK" if game.key[0] == game.key[1] else "KABvK", int(game.key[2]))

    def pattern(self, game: Game) -> str:
        return super().pattern(Game(game.key, rules(int(game.key[2]), {"a": "{piece}", "b": "{other}"})))


def set_up(variant: zermelo.Variant, men: str, size: int) -> str:
    """A position with the bare king in a corner, the other king in the one across, and its men beside it, as near as they give no check."""
    free = [(file, rank) for rank in range(size) for file in range(size) if (file, rank) not in ((0, 0), (size - 1, size - 1))]
    for squares in itertools.permutations(free[: 2 * size], len(men)):
        board = {(0, 0): "K", (size - 1, size - 1): "k"} | dict(zip(squares, men, strict=True))
        rows = ["".join(board.get((file, rank), "1") for file in range(size)) for rank in reversed(range(size))]
        fen = re.sub("1+", lambda blanks: str(len(blanks[0])), "/".join(rows)) + " w - - 0 1"
        try:
            return zermelo.Position(variant, fen).fen
        except zermelo.InputError:
            continue
    raise RuntimeError(f"{men} on {size}x{size}: no position without check")


def counts(text: str, tier: str, size: int) -> Mapping[str, str]:
    """What the complete table of an ending says of the stronger side: positions with it to move, how many of them it
    wins, the plies of the longest win; positions with the bare king to move, how many of them it loses. Mirror images and turns count.
    `position` is one of the longest win, or one that is set up where there is none or the board is large."""
    variant = zermelo.Variant(text)
    with tempfile.TemporaryDirectory() as folder:
        zermelo.solve(variant, folder, tiers=[tier], threads=1)
        with zermelo.Tables(folder) as tables:
            white, black = sorted(tables.stats(variant, tier), key=lambda stats: stats["to_move"] != "white")
    longest = white["longest_win"] if size <= LARGEST_LOOKED_UP else None
    return {
        "positions": str(white["position_count"]),
        "won": str(white["win_count"]),
        "longest": "" if white["longest_win"] is None else str(white["longest_win"]["plies"]),
        "positions_lost_side": str(black["position_count"]),
        "lost": str(black["loss_count"]),
        "checksum": white["checksum"],
        "position": longest["fen"] if longest else set_up(variant, tier[1:-2], size),
    }
