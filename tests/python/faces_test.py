# SPDX-License-Identifier: GPL-3.0-or-later
"""Every face of the program says the same of a position: the command line, the server, Python, the C++ library, the engines.

Each case below is a position, which is asked of every face that can be asked about it. What a face tells is read into
`Bounds`, so that what is exact, what is a bound and what is unknown can be compared, of the position and of each of its
moves. For a handful of positions the value stands here by hand, so that the faces cannot all be wrong together.
"""

from __future__ import annotations

import functools
import http.client
import json
import math
import os
import random
import re
import shutil
import subprocess
import time
import urllib.parse
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from own_rules import TINY
from zermelo import FileError, InputError, Outcome, Position, Tables, Variant

BUILD = Path(os.environ["ZERMELO_BUILD"])
MEMORY = 64 << 20  # bytes of every search: what the server gives a job
PATIENCE = 120.0  # seconds until a process that does not answer is given up
NEVER = math.inf
SOME_TIME = 10.0**9  # plies of a win of which nothing is said but that there is one


# What is known.


@dataclass(frozen=True)
class Bounds:
    """What is known of who wins, for the side to move, or for who makes a move.

    A side that can force a win does so in a least number of plies. Each pair holds that number, of this side and of the
    other: at least the first, at most the second. A side that never wins has NEVER for both. Where a win is not known the
    second is NEVER, too.
    """

    win: tuple[float, float] = (0, NEVER)
    loss: tuple[float, float] = (0, NEVER)

    @property
    def outcome(self) -> str | None:
        if self.win[1] < NEVER:
            return "win"
        if self.loss[1] < NEVER:
            return "loss"
        return "draw" if self.win[0] == self.loss[0] == NEVER else None

    @property
    def exact(self) -> bool:
        return self.outcome is not None and self.win[0] == self.win[1] and self.loss[0] == self.loss[1]

    def of_the_other(self) -> Bounds:
        return Bounds(self.loss, self.win)

    def of_the_move(self) -> Bounds:
        """The same for the side that moved to this position, that ply included."""
        return Bounds((self.loss[0] + 1, self.loss[1] + 1), (self.win[0] + 1, self.win[1] + 1))

    def __str__(self) -> str:
        def side(name: str, length: tuple[float, float]) -> str:
            least, most = length
            if least == NEVER:
                return f"no {name}"
            return f"{name} in {least:g}" if least == most else f"{name} in {least:g} to {most:g}"

        return f"{side('win', self.win)}, {side('loss', self.loss)}"


NOTHING = Bounds()
DRAW = Bounds((NEVER, NEVER), (NEVER, NEVER))


def won(least: float, most: float | None = None) -> Bounds:
    return Bounds((least, least if most is None else most), (NEVER, NEVER))


def lost(least: float, most: float | None = None) -> Bounds:
    return won(least, most).of_the_other()


def both(a: Bounds, b: Bounds) -> Bounds:
    """What is known where a and b both are. Precondition: they agree."""
    win, loss = ((max(x[0], y[0]), min(x[1], y[1])) for x, y in ((a.win, b.win), (a.loss, b.loss)))
    if win[1] < NEVER:
        return Bounds(win, (NEVER, NEVER))
    return Bounds((NEVER, NEVER), loss) if loss[1] < NEVER else Bounds(win, loss)


def agree(a: Bounds, b: Bounds) -> bool:
    """Whether some value of a position is as both say: a win in some number of plies, a loss, or a draw."""

    def can_end(one: tuple[float, float], two: tuple[float, float]) -> bool:
        least = max(one[0], two[0])
        return least < NEVER and least <= min(one[1], two[1])

    no_win = a.win[1] == b.win[1] == NEVER
    no_loss = a.loss[1] == b.loss[1] == NEVER
    return (no_loss and can_end(a.win, b.win)) or (no_win and can_end(a.loss, b.loss)) or (no_win and no_loss)


def of_moves(moves: list[Bounds]) -> Bounds:
    """What all moves together say of their position. Precondition: there is one."""
    win = (min(move.win[0] for move in moves), min(move.win[1] for move in moves))
    loss = (max(move.loss[0] for move in moves), max(move.loss[1] for move in moves))
    return Bounds(win, (NEVER, NEVER)) if win[1] < NEVER else Bounds(win, loss)


def at_least(none_within: int | None) -> float:
    """The least number of plies of a win, where there is none within these; None: there is none at all."""
    return NEVER if none_within is None else 0 if none_within == 0 else none_within + 1


def of_members(told: dict[str, Any]) -> Bounds:
    """Reads the members `category`, `plies`, `no_win_within` and `no_loss_within` of docs/json.md."""
    win, loss = at_least(told["no_win_within"]), at_least(told["no_loss_within"])
    category, plies = str(told["category"]), told["plies"]
    if category in ("win", "loss"):
        # A win in 0 plies or in 1 is at least that: the least is told as one more than what there is none within.
        least = plies if plies in (0, 1) else win if category == "win" else loss
        assert (loss if category == "win" else win) == NEVER, f"both sides win: {told}"
        return won(least, plies) if category == "win" else lost(least, plies)
    assert plies is None, f"plies of no win and no loss: {told}"
    found = Bounds((win, NEVER), (loss, NEVER))
    expected = {"no_win": win == NEVER, "no_loss": loss == NEVER, "draw": win == loss == NEVER}.get(category, True)
    assert expected, f"the category is not what is told: {told}"
    return found


def of_value(outcome: str, plies: int | None) -> Bounds:
    """What an outcome and its plies say, which may be left open where it is a win or a loss."""
    if outcome not in ("win", "loss"):
        assert plies is None, f"{outcome} in {plies} plies"
        return DRAW if outcome == "draw" else NOTHING
    found = won(0, SOME_TIME) if plies is None else won(plies)
    return found if outcome == "win" else found.of_the_other()


# What is asked.

RULES = TINY + """
[fifty:chess]
nMoveRule = 50
nMoveRuleTypesWhite = p
nMoveRuleTypesBlack = p
nFoldRule = 3
nFoldValue = draw
"""
OWN = ("tiny", "fifty")
# What is solved for the folders of tables.
SOLVED = {
    "chess": ["--tiers", "KPvK"],
    "small4x4": ["--men", "3"],
    "antichess": ["--men", "2"],
    "atomic": ["--tiers", "KQvK"],
    "hexapawn": [],
    "fifty": ["--tiers", "KQvK,KRvK"],
    "simplified": ["--men", "3"],
}


@dataclass(frozen=True)
class Case:
    """A position, and what is asked about it."""

    name: str
    variant: str
    fen: str
    plies: int = 3
    """What is asked of proofs with a limit, and of engines."""
    nodes: int = 100_000
    """The limit of every search."""
    folder: str | None = None
    """The folder of tables: "whole"; "missing", without a queen's tier; "damaged", in which that has other bytes;
    "beheaded", in which it is no table at all."""
    truth: Bounds = NOTHING
    """What is known of it from elsewhere, of the game without history."""
    settled: bool = True
    """The limits let every search that looks for both sides' wins find who wins, and how soon."""
    doubted: bool = False
    """With the history that the FEN tells of, it is not known who wins."""
    stops: bool = False
    """A table cannot be read that the position, or a move, is to be looked up in."""
    winning: frozenset[str] | None = None
    """The moves that win as soon as any, where they are known from elsewhere."""

    @property
    def half_moves(self) -> int:
        words = self.fen.split()
        return int(words[-2]) if len(words) > 4 else 0

    @property
    def counting(self) -> int | None:
        words = self.fen.split()
        return int(words[3]) if len(words) > 4 and words[3].isdigit() else None


CASES = [
    # A rook comes to the last rank, which the king's own pawns keep it from leaving.
    Case("mate in one", "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", truth=won(1), winning=frozenset({"a1a8"})),
    Case("mate in one, searched", "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", plies=1, nodes=1, truth=won(1)),
    Case("mated", "chess", "R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", truth=lost(0)),
    Case("stalemate", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", truth=DRAW),
    Case("all moves lose", "chess", "k7/8/1K6/8/8/8/8/7Q b - - 0 1", truth=lost(2)),
    # A composed mate: one quiet move after the other, and the queen mates.
    Case("a published mate in three", "chess", "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1", plies=5, truth=won(5)),
    Case("too few plies", "chess", "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1", plies=4, nodes=1000, truth=won(5), settled=False),
    Case("a bounded win", "chess", "8/pp5p/qrp4p/rkP4p/b6R/Bp1P3P/1P5K/8 w - - 0 1", truth=won(11, 31), settled=False),
    Case("a long win, open", "chess", "8/pp5p/qrp4p/rkP4p/b6R/Bp1P3P/1P5K/8 w - - 0 1", nodes=3000, settled=False),
    Case("the start", "chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", nodes=2000, settled=False),
    Case("bare kings", "chess", "8/8/8/8/8/2k5/8/K7 w - - 0 1", nodes=400_000, truth=DRAW),
    # One of the longest mates of king and rook: 16 moves.
    Case("king and rook", "chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", nodes=2_000_000, truth=won(31)),
    Case("king and rook in tables", "chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 31, folder="whole", truth=won(31)),
    Case("a mate in tables", "chess", "7k/Q7/6K1/8/8/8/8/8 w - - 0 1", 1, folder="whole", truth=won(1)),
    Case("a loss in tables", "chess", "k7/8/1K6/8/8/8/8/7Q b - - 0 1", folder="whole", truth=lost(2)),
    Case("a draw in tables", "chess", "8/8/8/8/8/2k5/1R6/7K b - - 0 1", folder="whole", truth=DRAW),
    Case("mated in tables", "chess", "Q6k/8/6K1/8/8/8/8/8 b - - 0 1", folder="whole", truth=lost(0)),
    Case("stalemate in tables", "chess", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", folder="whole", truth=DRAW),
    Case("a promotion in tables", "chess", "8/4P1k1/8/4K3/8/8/8/8 w - - 0 1", 7, folder="whole"),
    # The rook takes the pawn, or must not let it through.
    Case("captures into tables", "chess", "8/8/8/8/8/1k6/p7/K6R w - - 0 1", nodes=20_000, folder="whole", settled=False),
    Case("mate in one beside tables", "chess", "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", folder="whole", truth=won(1)),
    # The tier of the queen is not there.
    Case("a missing tier", "chess", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1", folder="missing", truth=won(3)),
    Case("mate in one, its tier missing", "chess", "7k/Q7/6K1/8/8/8/8/8 w - - 0 1", folder="missing", truth=won(1)),
    Case("a promotion to a missing tier", "chess", "8/4P1k1/8/4K3/8/8/8/8 w - - 0 1", 7, folder="missing", stops=True),
    # The queen can be taken, whatever tables say.
    Case("a queen is taken, its tier missing", "simplified", "3q/4/1Q2/3r w - - 0 1", folder="missing", truth=won(1)),
    # Taking the bishop loses the queen, whatever tables say.
    Case("a queen is lost, its tier missing", "simplified", "4/4/1q2/Q1b1 w - - 0 1", folder="missing"),
    # The tier of the queen is there, and no longer what it was.
    Case("a damaged tier", "chess", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1", folder="damaged", truth=won(3), stops=True),
    Case("a loss in a damaged tier", "chess", "k7/8/1K6/8/8/8/8/7Q b - - 0 1", folder="damaged", truth=lost(2), stops=True),
    Case("a promotion to a damaged tier", "chess", "8/4P1k1/8/4K3/8/8/8/8 w - - 0 1", 7, folder="damaged", stops=True),
    Case("the damage is elsewhere", "chess", "8/8/8/8/8/8/Q7/K1k5 w - - 0 1", 7, folder="damaged", stops=True),
    Case("beside a damaged tier", "chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1", 31, folder="damaged", truth=won(31)),
    Case("a beheaded tier", "chess", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1", folder="beheaded", truth=won(3), stops=True),
    Case("a promotion to a beheaded tier", "chess", "8/4P1k1/8/4K3/8/8/8/8 w - - 0 1", 7, folder="beheaded", stops=True),
    # No table has rights to castle.
    Case("castling beside tables", "chess", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", nodes=5000, folder="whole", settled=False),
    Case("en passant", "chess", "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", nodes=3000, folder="whole", settled=False),
    # Three plies are needed, and after 100 without progress the game is a draw.
    Case("mate before the fiftieth move", "fifty", "7k/8/5K2/8/8/8/8/Q7 w - - 96 80", truth=won(3)),
    Case("mate at the fiftieth move", "fifty", "7k/8/5K2/8/8/8/8/Q7 w - - 97 80", truth=won(3), doubted=True),
    Case("fifty in tables", "fifty", "7k/8/5K2/8/8/8/8/Q7 w - - 97 80", folder="whole", truth=won(3), doubted=True),
    Case("before it, in tables", "fifty", "7k/8/5K2/8/8/8/8/Q7 w - - 96 80", folder="whole", truth=won(3)),
    Case("a rook, late", "fifty", "8/8/8/8/8/2k5/1R6/K7 w - - 70 80", 31, folder="whole", truth=won(31), doubted=True),
    Case("a late loss", "fifty", "k7/8/1K6/8/8/8/8/7Q b - - 98 90", truth=lost(2), doubted=True),
    Case("bare kings, late", "fifty", "8/8/8/8/8/2k5/8/K7 w - - 99 90", nodes=400_000, truth=DRAW),
    # A rook to the last rank; the counting against one man has begun.
    Case("makruk, a bare king", "makruk", "7k/8/6K1/8/8/8/8/R7 w - - 0 1", truth=won(1), doubted=True),
    Case("makruk, the count nearly over", "makruk", "7k/8/6K1/8/8/8/8/R7 w - 32 31 40", truth=won(1), doubted=True),
    Case("makruk, two men each", "makruk", "1m5k/8/6K1/8/8/8/8/R6S w - - 0 1", settled=False),
    # The last man is gone: White has won without a move.
    Case("antichess, nothing left", "antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", truth=won(0)),
    Case("antichess, the last man is taken", "antichess", "8/8/8/8/8/8/1p6/R7 b - - 0 1", truth=lost(1)),
    Case("antichess, in tables", "antichess", "8/8/8/8/8/8/1p6/R7 b - - 0 1", folder="whole", truth=lost(1)),
    Case("antichess, it must be taken", "antichess", "8/8/8/2p5/8/8/8/1R6 w - - 0 1", 5, folder="whole", settled=False),
    Case("antichess", "antichess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", nodes=2000, settled=False),
    # The rook takes the pawn, and blows up the king beside it.
    Case("atomic, a king is blown up", "atomic", "7k/7p/8/8/8/8/8/K6R w - - 0 1", truth=won(1), winning=frozenset({"h1h7"})),
    Case("atomic, in tables", "atomic", "7k/8/8/8/8/8/8/KQ6 w - - 0 1", 5, folder="whole", settled=False),
    Case(
        "a king to the middle",
        "kingofthehill",
        "7k/8/8/8/8/3K4/8/8 w - - 0 1",
        truth=won(1),
        winning=frozenset({"d3d4", "d3e4"}),
    ),
    # The file or the diagonal is filled.
    Case("tic-tac-toe", "tictactoe", "3/3/3[PPPPPpppp] w - - 0 1", 9, truth=DRAW),
    Case("a row in one", "tictactoe", "pp1/PP1/3[PPPppp] w - - 0 1", truth=won(1), winning=frozenset({"P@c2"})),
    Case("a full board", "tictactoe", "PPp/ppP/PpP[pp] b - - 0 1", truth=DRAW),
    Case("a row is there", "tictactoe", "PPP/pp1/3[PPppp] b - - 0 1", truth=lost(0)),
    Case("tapatan", "tapatan", "3/3/3[PPPppp] w - - 0 1", 7, nodes=30_000, truth=DRAW, settled=False),
    Case("tapatan, a row in one", "tapatan", "PP1/pp1/3[Pp] w - - 0 1", truth=won(1), winning=frozenset({"P@c3"})),
    # Gardner, 1962: who begins loses, and all his moves do.
    Case("hexapawn", "hexapawn", "ppp/3/PPP w - - 0 1", 6, truth=lost(6)),
    Case("hexapawn in tables", "hexapawn", "ppp/3/PPP w - - 0 1", 6, folder="whole", truth=lost(6)),
    Case("three men's morris", "threemensmorris", "3/3/3[PPPppp] w - - 0 1", 9, truth=won(9), winning=frozenset({"P@b2"})),
    Case("othello on 4x4", "flipello4", "4/1pP1/1Pp1/4[PPPPPPPPpppppppp] w - - 0 1", 4, truth=lost(0, 12)),
    Case("a pass", "flipello4", "p1pP/PppP/PPPP/PPPP[PPPPPPPPPPppppppppppp] b - - 0 1", settled=False),
    # Told by others: who begins wins breakthrough in eleven plies. He loses amazons: no square is left after eight.
    Case("breakthrough on 4x4", "breakthrough4x4one", "pppp/4/4/PPPP w - - 0 1", 11, truth=won(11)),
    Case("amazons on 4x4", "amazons4x4", "1qq1/q2q/Q2Q/1QQ1 w - - 0 1", 2, nodes=20_000, truth=lost(0, 8), settled=False),
    Case("rook on 4x4", "small4x4", "4/2k1/3R/K3 w - - 0 1", 13, folder="whole", truth=won(13)),
    Case("rook on 4x4, searched", "small4x4", "4/2k1/3R/K3 w - - 0 1", 13, truth=won(13)),
    Case("chess on 4x4", "small4x4", "rqkr/pppp/PPPP/RQKR w - - 0 1", 7, nodes=200_000, truth=won(7)),
    # A gold general that is dropped before the king, and held by the other one.
    Case("a drop that mates", "minishogi", "2k2/5/2K2/5/5[G] w - - 0 1", truth=won(1), winning=frozenset({"G@c4"})),
    Case(
        "a rook is dropped",
        "crazyhouse",
        "6k1/5ppp/8/8/8/8/8/K7[R] w - - 0 1",
        truth=won(1),
        winning=frozenset({"R@a8", "R@b8", "R@c8", "R@d8", "R@e8"}),
    ),
    Case("minishogi, the start", "minishogi", "rbsgk/4p/5/P4/KGSBR[] w - - 0 1", nodes=1000, settled=False),
    Case("a repetition may win", "judkins", "+r+B1k2/3+Ps1/6/PG4/1SN3/K2RgN[B] b - - 0 1", nodes=1500, settled=False),
    Case("a lion is taken", "dobutsu", "1l1/1G1/3/1L1[g] w - - 0 1", truth=won(1), winning=frozenset({"b3b4"})),
    Case("men in hand", "dobutsu", "1l1/3/1L1/3[CG] w - - 0 1", 5, nodes=20_000, settled=False),
    Case("the game of the animals", "dobutsu", "gle/1c1/1C1/ELG[] w - - 0 1", nodes=1000, settled=False),
    Case("xiangqi, a rook", "xiangqi", "3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 1", nodes=3000, truth=won(1)),
    Case("a game of one's own", "tiny", "k2/3/1KR w - - 0 1", truth=won(1), winning=frozenset({"c1c3"})),
]


def random_cases(count: int) -> Iterator[Case]:
    """Positions of games at random, not long before their ends where they have ended."""
    generator = random.Random(5)
    names = zermelo.variants()
    while count > 0:
        variant = Variant(generator.choice(names))
        game = [Position(variant)]
        for _ in range(generator.randrange(90)):
            if game[-1].is_game_over:
                break
            game.append(game[-1].play(generator.choice(game[-1].legal_moves)))
        position = game[-1 - min(generator.randrange(4), len(game) - 1)]
        if len(position.legal_moves) > 250:  # with walls there are thousands
            continue
        # Without what a FEN does not say, a pass before.
        yield Case(f"at random {count}", variant.name, Position(variant, position.fen).fen, 2, 1500, settled=False)
        count -= 1


CASES += random_cases(round(10 * float(os.environ.get("ZERMELO_TEST_SCALE", "1"))))


# What is told.


@dataclass
class Answer:
    """What a face told of a position."""

    whole: Bounds = NOTHING
    moves: dict[str, Bounds] = field(default_factory=dict)
    line: list[str] | None = None
    """None: it is not told."""
    complete: bool = True
    """The line goes to the end."""
    error: str | None = None
    warning: str | None = None
    """Which table could not be read, where the answer goes on without it."""
    lists_all: bool = False
    """Every legal move is among the moves."""
    refutations: dict[str, str | None] = field(default_factory=dict)
    """A reply to a move that does not win; None: the move ends the game."""
    praise: dict[str, tuple[bool | None, bool | None]] = field(default_factory=dict)
    """Whether a move is optimal, and whether it keeps the result."""


class Place:
    """Where the faces are asked: folders of tables, a rules file, servers."""

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch
        self.rules = scratch / "mine.ini"
        self.rules.write_text(RULES)
        self.servers: dict[str | None, Server] = {}
        self.library: subprocess.Popen[str] | None = None
        self.told: dict[tuple[str, int | None, bool], list[list[str]]] = {}
        self.position = functools.cache(lambda variant, fen: Position(Variant(self.named(variant)), fen))
        whole = scratch / "whole"
        for variant, what in SOLVED.items():
            done = run("solve", self.named(variant), *what, "--tables", str(whole))
            assert done.returncode == 0, done.stderr
        for name in ("missing", "damaged", "beheaded"):
            shutil.copytree(whole, scratch / name)
        for tier in ("chess/KQvK", "simplified/QvQR", "simplified/QvQ"):
            (scratch / "missing" / f"{tier}.zt").unlink()
        for name, begin in (("damaged", 0.2), ("beheaded", 0.0)):
            table = scratch / name / "chess" / "KQvK.zt"
            was = table.read_bytes()
            first, end = int(len(was) * begin), int(len(was) * 0.95)
            table.write_bytes(was[:first] + bytes(byte ^ 255 for byte in was[first:end]) + was[end:])

    def named(self, variant: str) -> str:
        """As the command line, Python and the library call it."""
        return f"{self.rules}:{variant}" if variant in OWN else variant

    def tables(self, case: Case) -> str | None:
        return None if case.folder is None else str(self.scratch / case.folder)

    def server(self, case: Case) -> Server:
        if case.folder not in self.servers:
            tables = self.tables(case)
            self.servers[case.folder] = Server(*([] if tables is None else [tables]))
        return self.servers[case.folder]

    def legal(self, case: Case) -> Position:
        return self.position(case.variant, case.fen)

    def ask_library(self, case: Case, *, limit: int | None, ideal: bool) -> list[list[str]]:
        """The lines that the program of faces.cpp answers, in words."""
        if (told := self.told.get((case.name, limit, ideal))) is not None:
            return told
        if self.library is None:
            program, pipe = BUILD / "tests" / "faces", subprocess.PIPE
            self.library = subprocess.Popen([program], stdin=pipe, stdout=pipe, text=True)
        assert self.library.stdin is not None and self.library.stdout is not None
        left = None if case.counting is None else case.counting - case.half_moves
        words = [
            self.named(case.variant),
            case.fen,
            limit,
            case.nodes,
            self.tables(case),
            "yes" if ideal else "no",
            0 if left is not None else case.half_moves,
            left,
        ]
        self.library.stdin.write("\t".join("-" if word is None else str(word) for word in words) + "\n")
        self.library.stdin.flush()
        lines: list[list[str]] = []
        while line := self.library.stdout.readline().split():
            lines.append(line)
        assert lines and lines[0][0] != "error", lines
        self.told[case.name, limit, ideal] = lines
        return lines

    def close(self) -> None:
        for server in self.servers.values():
            server.close()
        if self.library is not None:
            self.library.communicate()


class Server:
    """`zermelo serve` at a free port."""

    def __init__(self, *folders: str | Path) -> None:
        words = [zermelo.program(), "serve", "--port", "0", *(f"--tables={folder}" for folder in folders)]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = urllib.parse.urlsplit(self.process.stdout.readline().strip()).port

    def ask(self, method: str, path: str, body: str | None = None, kind: str = "application/json") -> tuple[int, str]:
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        try:
            connection.request(method, path, body, {} if body is None else {"Content-Type": kind})
            answer = connection.getresponse()
            return answer.status, answer.read().decode()
        finally:
            connection.close()

    def post(self, path: str, question: dict[str, Any]) -> dict[str, Any]:
        return dict(json.loads(self.ask("POST", path, json.dumps(question))[1]))

    def job(self, question: dict[str, Any]) -> dict[str, Any]:
        """The result of a job, or the error that it came to."""
        job = self.post("/api/v1/jobs", question)
        end = time.monotonic() + PATIENCE
        while job.get("state") in ("queued", "running") and time.monotonic() < end:
            time.sleep(0.005)
            job = dict(json.loads(self.ask("GET", f"/api/v1/jobs/{job['id']}")[1]))
        assert job.get("state") == "done", job
        return dict(job["result"])

    def close(self) -> None:
        self.process.terminate()
        self.process.communicate()


def run(*words: str, text: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run([zermelo.program(), *words], input=text, capture_output=True, text=True, timeout=PATIENCE)


@dataclass(frozen=True)
class Printed:
    """What a command prints."""

    text: str
    error: str | None
    """The one that it ends with."""
    warning: str | None


def command(place: Place, case: Case, name: str, *options: str, fen: str | None = None, text: str = "") -> Printed:
    if name != "probe":
        options = ("--nodes", str(case.nodes), "--memory", "64M", *options)
    if (tables := place.tables(case)) is not None:
        options = ("--tables", tables, *options)
    done = run(name, place.named(case.variant), case.fen if fen is None else fen, *options, text=text)
    assert done.returncode in (0, 1, 2, 3), done.stderr
    warning = done.stderr.removeprefix("zermelo: warning: ").rstrip("\n") if "warning: " in done.stderr else None
    return Printed(done.stdout, done.stderr if done.returncode in (1, 2) else None, warning)


# How each form is read.


def names(moves: list[dict[str, Any]] | None) -> list[str] | None:
    return None if moves is None else [move["move"] for move in moves]


def of_value_object(told: dict[str, Any]) -> Answer:
    for each in (told, *told["moves"]):  # a position's category is `unknown` there
        assert each["category"] != "unknown" or None not in (each["no_win_within"], each["no_loss_within"]), told
    moves = {move["move"]: of_members(move) for move in told["moves"]}
    line, warning = names(told["line"]), told["table_error"]
    return Answer(of_members(told), moves, line, told["complete"], warning=warning, lists_all=True)


def of_proof_object(told: dict[str, Any]) -> Answer:
    value, limit, plies = told["value"], told["limit"], told["plies"]
    if told["category"] == "win":
        least = plies if plies in (0, 1) else at_least(told["no_win_within"])
        whole = won(least, plies)
    else:
        whole = Bounds((at_least(told["no_win_within"]), NEVER))
    known = whole if value is None else of_value(value["category"], value["plies"])
    assert agree(whole, known), told
    answer = Answer(both(whole, known), line=names(told["line"]) if plies is not None else None)
    answer.complete = told["complete"]
    answer.warning = told["table_error"]
    answer.lists_all = answer.complete and limit not in (None, 0)
    for move in told["winning_moves"]:
        answer.moves[move["move"]] = won(move["plies"] if whole.exact else 1, move["plies"])
    for move in told["tries"] or []:
        answer.moves[move["move"]] = Bounds((NEVER if limit is None else limit + 1, NEVER))
        answer.refutations[move["move"]] = move["refutation"]["move"] if move["refutation"] else None
    return answer


def of_position_object(told: dict[str, Any]) -> Answer:
    answer = Answer(of_members(told), line=names(told["line"]), lists_all=not told["game_over"])
    answer.warning = told["table_error"]
    for move in told["moves"]:
        answer.moves[move["move"]] = of_value(move["category"], move["plies"])
        answer.praise[move["move"]] = (move["optimal"], move["keeps_result"])
    return answer


TEXTS: list[tuple[str, Callable[[re.Match[str]], Bounds]]] = [
    (r"(win|loss) in at most (\d+) pl\w+, at least (\d+): ", lambda m: on_side(m[1], int(m[3]), int(m[2]))),
    (r"(win|loss) in (\d+) pl\w+(: the game is over)?$", lambda m: on_side(m[1], int(m[2]), int(m[2]))),
    (r"draw(: the game is over|: neither side can force a win)?$", lambda m: DRAW),
    (r"no win within (\d+) pl\w+; the shortest takes (\d+) pl", lambda m: won(int(m[2]))),
    (r"no win within (\d+) pl\w+$", lambda m: Bounds((at_least(int(m[1])), NEVER))),
    (r"no win at any length, no loss within (\d+) pl", lambda m: Bounds((NEVER, NEVER), (at_least(int(m[1])), NEVER))),
    (r"no loss at any length, no win within (\d+) pl", lambda m: Bounds((at_least(int(m[1])), NEVER), (NEVER, NEVER))),
    (r"no win at any length: the game is over$", lambda m: lost(0)),
    (r"no win at any length: the other side wins in (\d+) pl", lambda m: lost(int(m[1]))),
    (r"no win at any length: nobody can force one$", lambda m: DRAW),
    (r"no win at any length$", lambda m: Bounds((NEVER, NEVER))),
    (
        r"unknown: no win within (\d+) pl\w+, no loss within (\d+) pl",
        lambda m: Bounds((at_least(int(m[1])), NEVER), (at_least(int(m[2])), NEVER)),
    ),
    (r"unknown: the limit of .*; no win within (\d+) pl", lambda m: Bounds((at_least(int(m[1])), NEVER))),
    (r"unknown: .* \(--ideal leaves such rules out\)$", lambda m: NOTHING),
]
MOVE_TEXTS: list[tuple[str, Callable[[re.Match[str]], Bounds]]] = [
    (r"wins in at most (\d+) pl", lambda m: won(1, int(m[1]))),
    (r"wins in (\d+) pl", lambda m: won(int(m[1]))),
    (r"loses in at most (\d+) pl", lambda m: lost(1, int(m[1]))),
    (r"loses in (\d+) pl", lambda m: lost(int(m[1]))),
    (r"draws$", lambda m: DRAW),
    (r"does not win$", lambda m: Bounds((NEVER, NEVER))),
    (r"does not lose$", lambda m: Bounds(loss=(NEVER, NEVER))),
]


def on_side(name: str, least: float, most: float) -> Bounds:
    return won(least, most) if name == "win" else lost(least, most)


def of_text(text: str, forms: list[tuple[str, Callable[[re.Match[str]], Bounds]]] = TEXTS) -> Bounds:
    for form, bounds in forms:
        if found := re.match(form, text):
            return bounds(found)
    raise AssertionError(f"not understood: {text!r}")


def of_object(printed: Printed, read: Callable[[dict[str, Any]], Answer]) -> Answer:
    """Reads an object of a command, whose warning is a member, too."""
    if printed.error:
        return Answer(error=printed.error)
    answer = read(json.loads(printed.text))
    assert answer.warning == printed.warning, printed
    return answer


def of_lines(printed: Printed) -> Answer:
    """Reads the text of `value` or `prove`: the value, the line, and the moves."""
    if printed.error:
        return Answer(error=printed.error)
    first, *others = printed.text.splitlines()
    answer = Answer(of_text(first), warning=printed.warning)
    for line in others:
        if line.startswith("line: "):
            answer.line = line.removeprefix("line: ").split()
        elif move := re.match(r"\S+ \((\S+)\): (.*)", line):
            answer.moves[move[1]] = of_text(move[2], MOVE_TEXTS)
        elif line.endswith("not complete"):
            answer.complete = False
    return answer


# The faces. Each is a function that gives what is told of a case, or None where it is not to be asked.

Face = Callable[[Place, Case], Answer | None]


def value_object(place: Place, case: Case, *options: str) -> Answer:
    return of_object(command(place, case, "value", "--json", *options), of_value_object)


def value_text(place: Place, case: Case) -> Answer:
    return of_lines(command(place, case, "value"))


def prove_object(place: Place, case: Case, *options: str) -> Answer:
    return of_object(command(place, case, "prove", "--json", "--tries", *options), of_proof_object)


def prove_text(place: Place, case: Case, *options: str) -> Answer:
    return of_lines(command(place, case, "prove", *options))


def limit(case: Case) -> tuple[str, str]:
    return "--plies", str(case.plies)


def prove_many(place: Place, case: Case) -> Answer:
    told = command(place, case, "prove", "--json", "--tries", *limit(case), fen="-", text=f"{case.fen}\n{case.fen}\n")
    first, second = (json.loads(line) for line in told.text.splitlines())
    if first["type"] == "error":
        return Answer(error=first["message"])
    assert first == second
    answer = of_proof_object(first)
    assert answer.warning == told.warning, told
    return answer


def probe_object(place: Place, case: Case) -> Answer | None:
    if case.folder is None:
        return None
    return of_object(command(place, case, "probe", "--json", "--line"), of_position_object)


def probe_text(place: Place, case: Case) -> Answer | None:
    if case.folder is None:
        return None
    printed = command(place, case, "probe")
    if printed.error:
        return Answer(error=printed.error)
    first, *moves = printed.text.splitlines()
    answer = Answer(of_text(first.rpartition(": ")[2]), warning=printed.warning, lists_all=bool(moves))
    for line in moves:
        found = re.match(r"  (\S+) +\S+ +(draw|unknown|\w+ in \d+ pl\w+)", line)
        assert found, line
        answer.moves[found[1]] = NOTHING if found[2] == "unknown" else of_text(found[2])
    return answer


def probe_many(place: Place, case: Case) -> Answer | None:
    if case.folder is None:
        return None
    printed = command(place, case, "probe", "--line", fen="-", text=f"{case.fen}\n")
    if "error: " in printed.text:
        return Answer(error=printed.text)
    found = re.fullmatch(r"([^:]*)(?:: ([^(]*) \(.*\))?\n", printed.text)
    assert found, printed
    complete = found[2] is not None or printed.warning is None
    return Answer(of_text(found[1]), line=(found[2] or "").split(), complete=complete, warning=printed.warning)


def probe_value(place: Place, case: Case) -> Answer | None:
    """The value alone, for which the tables that moves lead to are not needed."""
    if case.folder is None:
        return None
    text = command(place, case, "probe", fen="-", text=f"{case.fen}\n").text
    return Answer(error=text) if "error: " in text else Answer(of_text(text.rstrip("\n")))


def question(place: Place, case: Case, **members: Any) -> dict[str, Any]:
    rules = {"rules": RULES} if case.variant in OWN else {}
    return {"variant": case.variant, "fen": case.fen, **rules, **members}


def http_value(place: Place, case: Case) -> Answer:
    told = place.server(case).post("/api/v1/value", question(place, case, line=True))
    return of_position_object(told)


def http_batch(place: Place, case: Case) -> Answer:
    line = json.dumps(question(place, case)) + "\n"
    _, text = place.server(case).ask("POST", "/api/v1/batch", line * 2, "application/x-ndjson")
    first, second = text.splitlines()
    assert first == second
    return of_position_object(json.loads(first))


def job(place: Place, case: Case, kind: str, **members: Any) -> dict[str, Any]:
    return place.server(case).job(question(place, case, kind=kind, nodes=case.nodes, **members))


def http_who_wins(place: Place, case: Case) -> Answer:
    return of_value_object(job(place, case, "value"))


def http_prove(place: Place, case: Case) -> Answer:
    return of_proof_object(job(place, case, "prove", plies=case.plies))


def http_moves(place: Place, case: Case) -> Answer:
    return of_position_object(job(place, case, "moves"))


def http_moves_in(place: Place, case: Case) -> Answer:
    return of_position_object(job(place, case, "moves", plies=case.plies))


def lila(place: Place, case: Case, what: str) -> tuple[int, dict[str, Any]]:
    name = "standard" if case.variant == "chess" else case.variant
    status, text = place.server(case).ask("GET", f"/{name}{what}?fen={urllib.parse.quote(case.fen.replace(' ', '_'))}")
    return status, dict(json.loads(text))


def of_lila(told: dict[str, Any], variant: str) -> Bounds:
    plies = told["dtw" if variant == "antichess" else "dtm"]
    over = any(told[end] for end in ("checkmate", "stalemate", "variant_win", "variant_loss"))
    category = told["category"]
    if category in ("win", "loss"):
        assert plies is None or (plies > 0) == (category == "win"), told
        return of_value(category, 0 if over else None if plies is None else abs(plies))
    assert plies in (None, 0), told
    return of_value(category, None)


def lila_position(place: Place, case: Case) -> Answer | None:
    if case.variant in OWN:
        return None
    status, told = lila(place, case, "")
    assert status == 200, told
    moves = {move["uci"]: of_lila(move, case.variant).of_the_move() for move in told["moves"]}
    return Answer(of_lila(told, case.variant), moves, lists_all=True)


def lila_mainline(place: Place, case: Case) -> Answer | None:
    if case.variant in OWN:
        return None
    status, told = lila(place, case, "/mainline")
    if status != 200:
        return Answer(error=told["message"]) if status == 500 else Answer()
    if told["winner"] is None:
        return Answer(DRAW)
    wins = told["winner"] == place.legal(case).turn[0]
    line = [move["uci"] for move in told["mainline"]]
    for number, move in enumerate(told["mainline"][:-1], 1):
        # After each ply it is as many less, for the side that is to move there.
        assert move["dtm"] == (len(line) - number) * (-1) ** number * (1 if wins else -1), told
    return Answer(won(len(line)) if wins else lost(len(line)), line=line)


def python_position(place: Place, case: Case) -> Answer | None:
    """The rules alone: a game that is over, and moves that end it."""

    def over(position: Position) -> Bounds:
        if position.outcome is None:
            return NOTHING
        return of_value(str(position.outcome), None if position.outcome is Outcome.DRAW else 0)

    position = place.legal(case)
    moves = {move: over(position.play(move)).of_the_move() for move in position.legal_moves}
    whole = over(position)
    return Answer(both(whole, of_moves(list(moves.values()))) if moves else whole, moves, lists_all=True)


def python_value(place: Place, case: Case, *, ideal: bool = False) -> Answer:
    try:
        found = zermelo.value(place.legal(case), nodes=case.nodes, memory=MEMORY, tables=place.tables(case), ideal=ideal)
    except (FileError, InputError) as error:
        return Answer(error=str(error))
    members = ("category", "plies", "no_win_within", "no_loss_within")
    objects = [{"move": name, **{each: getattr(move, each) for each in members}} for name, move in found.moves.items()]
    line = [{"move": move} for move in found.line]
    told = {each: getattr(found, each) for each in (*members, "complete", "table_error")}
    answer = of_value_object({**told, "moves": objects, "line": line})
    assert (found.outcome.name.lower(), found.exact) == (answer.whole.outcome or "unknown", answer.whole.exact)
    return answer


def python_prove(place: Place, case: Case, plies: int | None, *, ideal: bool = False) -> Answer:
    try:
        position, tables = place.legal(case), place.tables(case)
        proof = zermelo.prove(position, plies, nodes=case.nodes, memory=MEMORY, tables=tables, ideal=ideal)
    except (FileError, InputError) as error:
        return Answer(error=str(error))
    told = {
        "category": str(proof.verdict),
        "plies": proof.plies,
        "no_win_within": proof.no_win_within,
        "limit": plies,
        "value": proof.value and {"category": proof.value.outcome.name.lower(), "plies": proof.value.plies},
        "line": [{"move": move} for move in proof.line],
        "winning_moves": [{"move": move, "plies": length} for move, length in proof.winning_moves.items()],
        "tries": [{"move": move, "refutation": reply and {"move": reply}} for move, reply in proof.tries.items()],
        "complete": proof.complete,
        "table_error": proof.table_error,
    }
    return of_proof_object(told)


def python_tables(place: Place, case: Case) -> Answer | None:
    if (folder := place.tables(case)) is None:
        return None
    position = place.legal(case)
    with Tables(folder) as tables:
        try:
            value = tables.get(position)
            answer = Answer() if value is None else Answer(of_value(str(value.outcome), value.plies))
            for move in tables.moves(position):
                answer.moves[move.move] = of_value(str(move.value.outcome), move.value.plies)
                answer.praise[move.move] = (move.optimal, move.keeps_result)
            answer.line = None if value is None else tables.line(position)
        except (FileError, InputError) as error:
            return Answer(error=str(error))
    answer.lists_all = not position.is_game_over
    return answer


def python_rows(place: Place, case: Case) -> Answer | None:
    if (folder := place.tables(case)) is None:
        return None
    position = place.legal(case)
    board, side = position.array(), 0 if position.turn == "white" else 1
    if Position.from_array(position.variant, board, side) != position:  # rights to castle
        return None
    with Tables(folder) as tables:
        try:
            outcomes, plies = tables.probe_many(position.variant, board[np.newaxis], side)
        except (FileError, InputError) as error:
            return Answer(error=str(error))
    length = None if plies[0] < 0 else int(plies[0])
    return Answer(of_value(str(Outcome(outcomes[0])), length))


def of_library(number: str, *words: str) -> Bounds:
    """Reads four words: an outcome, the most plies, and within how many there is no win and no loss."""
    most, no_win, no_loss = (None if word == "-" else int(word) for word in words)
    category = number
    if number == "unknown":
        category = "no_win" if no_win is None else "no_loss" if no_loss is None else number
    return of_members({"category": category, "plies": most, "no_win_within": no_win, "no_loss_within": no_loss})


def library_value(place: Place, case: Case, *, ideal: bool = False) -> Answer:
    answer = Answer(lists_all=True)
    for head, *words in place.ask_library(case, limit=None, ideal=ideal):
        if head == "value-error":
            return Answer(error=" ".join(words))
        if head == "value-complete":
            answer.complete = words == ["yes"]
        if head == "value-table":
            answer.warning = " ".join(words)
        if head == "value":
            answer.whole = of_library(*words)
        elif head == "value-line":
            answer.line = words
        elif head == "value-move":
            answer.moves[words[0]] = of_library(*words[1:])
    return answer


def library_prove(place: Place, case: Case, plies: int | None, *, ideal: bool = False) -> Answer:
    told: dict[str, Any] = {"limit": plies, "value": None, "line": [], "winning_moves": [], "tries": [], "complete": False}
    told["table_error"] = None
    for head, *words in place.ask_library(case, limit=plies, ideal=ideal):
        if head == "proof-error":
            return Answer(error=" ".join(words))
        rest = [None if word == "-" else word for word in words]
        if head == "proof":
            told |= {"category": rest[0], "plies": rest[1] and int(rest[1]), "no_win_within": rest[2] and int(rest[2])}
        elif head == "proof-complete":
            told["complete"] = words == ["yes"]
        elif head == "proof-table":
            told["table_error"] = " ".join(words)
        elif head == "proof-line":
            told["line"] = [{"move": move} for move in words]
        elif head == "proof-value":
            told["value"] = {"category": rest[0], "plies": rest[1] and int(rest[1])}
        elif head == "proof-win":
            told["winning_moves"].append({"move": rest[0], "plies": int(words[1])})
        elif head == "proof-try":
            told["tries"].append({"move": rest[0], "refutation": rest[1] and {"move": rest[1]}})
    return of_proof_object(told)


def library_tables(place: Place, case: Case) -> Answer | None:
    if case.folder is None:
        return None
    answer = Answer(lists_all=not place.legal(case).is_game_over)
    flags = {"yes": True, "no": False, "-": None}
    for head, *words in place.ask_library(case, limit=None, ideal=False):
        if head in ("table-error", "table-moves-error"):
            return Answer(error=" ".join(words))
        if head == "table":
            answer.whole = of_value(words[0], None if words[1] == "-" else int(words[1]))
        elif head == "table-line":
            answer.line = words
        elif head == "table-move":
            answer.moves[words[0]] = of_value(words[1], None if words[2] == "-" else int(words[2]))
            answer.praise[words[0]] = (flags[words[3]], flags[words[4]])
    return answer


@dataclass(frozen=True)
class Shown:
    """A line that an engine shows: of a mate, in how many moves, below 0 of a loss."""

    depth: int
    mate: int | None
    draw: bool
    moves: list[str]


def of_shown(shown: list[Shown], case: Case, *, wins_only: bool = False) -> Answer:
    """Reads the lines that an engine shows last, the best first."""

    def bounds(line: Shown, *, first: bool) -> Bounds:
        if line.mate is not None:
            most = length = len(line.moves)
            partial = case.folder not in (None, "whole")
            if partial and length == 1:  # a table that cannot be read keeps the play after it from being told
                length, most = 2 * abs(line.mate) - 1, 2 * abs(line.mate)
            assert (most + 1) // 2 == abs(line.mate), line
            # Where a table knows of a win, there may be a shorter one of which it does not know.
            least = 1 if first and partial else length
            return won(least, most) if line.mate > 0 else lost(length, most)
        if line.draw:
            return DRAW
        # All moves were looked at to that depth. What a table knows is not told where its line is not known.
        least = 0 if case.folder is not None else line.depth + 1
        return Bounds((least, NEVER), (0 if wins_only else least, NEVER))

    whole = bounds(shown[0], first=True)
    moves = {line.moves[0]: bounds(line, first=False) for line in shown}
    told = whole.outcome in ("win", "loss") and len(shown[0].moves) + 1 >= 2 * abs(shown[0].mate or 0)
    return Answer(whole, moves, shown[0].moves if told else None)


def uci(place: Place, case: Case, go: str, lines: int) -> Answer:
    commands = [f"setoption name VariantPath value {place.rules}"] if case.variant in OWN else []
    commands += [f"setoption name UCI_Variant value {case.variant}", f"setoption name MultiPV value {lines}"]
    commands += ["setoption name UCI_ShowWDL value true", f"position fen {case.fen}"]
    if (tables := place.tables(case)) is not None:
        commands.append(f"setoption name TablesPath value {tables}")
    told = run("uci", text="\n".join([*commands, go]) + "\n").stdout.splitlines()
    best = told[-1].split()
    assert best[0] == "bestmove", told
    if best[1] == "(none)":
        ends = {"info depth 0 score cp 0": DRAW, "info depth 0 score mate 0": lost(0)}
        ends["info string the side to move has won"] = won(0)
        return Answer(ends[told[-2]], line=[])
    shown: list[Shown] = []
    for line in told:
        form = r"info depth (\d+) multipv (\d+) score (?:cp (-?\d+)|mate (-?\d+))(?: wdl (\d+) (\d+) (\d+))? .* pv (.*)"
        if found := re.fullmatch(form, line):
            if found[2] == "1":
                shown.clear()
            mate = int(found[4]) if found[4] else None
            wdl = tuple(int(found[number]) for number in (5, 6, 7)) if found[5] else None
            draw = wdl == (0, 1000, 0)
            assert draw or wdl == (None if mate is None else (1000, 0, 0) if mate > 0 else (0, 0, 1000)), line
            assert not draw or found[3] == "0", line
            shown.append(Shown(int(found[1]), mate, draw, found[8].split()))
    wins_only = "mate" in go
    answer = of_shown(shown, case, wins_only=wins_only)
    answer.lists_all = lines > 1
    assert shown[0].moves[0] == best[1], told
    for line in told:
        answer.warning = line.removeprefix("info string error: ") if "string error" in line else answer.warning
        if found := re.fullmatch(r"info string no win within (\d+) pl\w+ is proved", line):
            answer.whole = both(answer.whole, Bounds((at_least(int(found[1])), NEVER)))
    return answer


def uci_mate(place: Place, case: Case) -> Answer:
    return uci(place, case, f"go mate {(case.plies + 1) // 2} nodes {case.nodes}", 1)


def of_xboard(position: Position, line: list[str]) -> list[str]:
    """The moves by the names that all other faces have for them; it is a pass that has another one."""
    names = []
    for move in line:
        passes = [each for each in position.legal_moves if each[: len(each) // 2] == each[len(each) // 2 :]]
        names.append(passes[0] if move == "@@@@" else move)
        position = position.play(names[-1])
    return names


def xboard(place: Place, case: Case) -> Answer | None:
    if place.legal(case).variant.ranks == 10:  # which it counts from 0
        return None
    options = ["--variant-path", str(place.rules)] if case.variant in OWN else []
    if (tables := place.tables(case)) is not None:
        options += ["--tables", tables]
    commands = ["xboard", "protover 2", "new", "force", "variant " + ("normal" if case.variant == "chess" else case.variant)]
    commands += ["option MultiPV=500", f"setboard {case.fen}", "post", "st 100000", f"sd {min(case.plies, 5)}", "go"]
    told = run("xboard", *options, text="\n".join(commands) + "\n").stdout.splitlines()
    position = place.legal(case)
    if position.is_game_over:
        white = {"1-0": True, "0-1": False, "1/2-1/2": None}[told[-1].split()[0]]
        return Answer(DRAW if white is None else won(0) if white == (position.turn == "white") else lost(0))
    shown: list[Shown] = []
    for line in told:
        if found := re.fullmatch(r"(\d+) (-?\d+) \d+ \d+ (\S+(?: \S+)*)", line):
            score = int(found[2])
            mate = None if abs(score) <= 100_000 else score - 100_000 if score > 0 else score + 100_000
            shown.append(Shown(int(found[1]), mate, False, of_xboard(position, found[3].split())))
    shown = shown[-min(500, len(position.legal_moves)) :]
    moved = [line.removeprefix("move ").split() for line in told if line.startswith("move ")]
    assert [of_xboard(position, line) for line in moved] == [shown[0].moves[:1]], told
    answer = of_shown(shown, case)
    answer.lists_all = True
    warnings = [line.removeprefix("telluser ") for line in told if line.startswith("telluser ")]
    answer.warning = warnings[0] if warnings else None
    return answer


@dataclass(frozen=True)
class Voice:
    """A face, and what it is to be held to."""

    ask: Face
    kind: str = ""
    """Those of one kind tell the same, member by member, with the same limits."""
    history: bool = False
    """It knows of the moves before."""
    whole: bool = False
    """It finds who wins, and how soon, where the limits let it."""
    mates: bool = False
    """It finds a win or a loss where the limits let it."""
    looks_up: bool = False
    """It looks the position up, and does nothing else: it ends with an error where that cannot be done."""
    warns: bool = True
    """It says which table could not be read, where it goes on without it."""
    text: bool = False
    """It does not tell all that others of its kind do."""
    draws: bool = True
    """It tells a draw from what is not known."""


VOICES: dict[str, Voice] = {
    "rules": Voice(python_position, warns=False),
    "value --json": Voice(value_object, "value", True, whole=True),
    "value": Voice(value_text, "value", True, whole=True, text=True),
    "value --ideal": Voice(lambda place, case: value_object(place, case, "--ideal"), "ideal value", whole=True),
    "prove --json": Voice(prove_object, "prove", True),
    "prove": Voice(prove_text, "prove", True, text=True),
    "prove --plies --json": Voice(lambda place, case: prove_object(place, case, *limit(case)), "prove in", True),
    "prove --plies": Voice(lambda place, case: prove_text(place, case, *limit(case)), "prove in", True, text=True),
    "prove --plies --ideal": Voice(lambda place, case: prove_object(place, case, "--ideal", *limit(case)), "ideal prove in"),
    "prove -": Voice(prove_many, "prove in", True),
    "probe --json": Voice(probe_object, "probe", whole=True, looks_up=True),
    "probe": Voice(probe_text, "probe", whole=True, looks_up=True, text=True),
    "probe -": Voice(probe_many, "probe", whole=True, looks_up=True, warns=False, text=True),
    "probe -, the value": Voice(probe_value, "table", looks_up=True, warns=False, text=True),
    "python rows": Voice(python_rows, "table", looks_up=True, warns=False, text=True),
    "lila": Voice(lila_position, "probe", warns=False, text=True),
    "lila mainline": Voice(lila_mainline, looks_up=True, warns=False, text=True),
    "http value": Voice(http_value, "probe"),
    "http batch": Voice(http_batch, "probe"),
    "http job value": Voice(http_who_wins, "value", True, whole=True),
    "http job prove": Voice(http_prove, "prove in", True),
    "http job moves": Voice(http_moves, "", True, whole=True),
    "http job moves in": Voice(http_moves_in, "", True),
    "python value": Voice(python_value, "value", True, whole=True),
    "python value, ideal": Voice(lambda place, case: python_value(place, case, ideal=True), "ideal value", whole=True),
    "python prove": Voice(lambda place, case: python_prove(place, case, None), "prove", True),
    "python prove in": Voice(lambda place, case: python_prove(place, case, case.plies), "prove in", True),
    "python prove in, ideal": Voice(lambda place, case: python_prove(place, case, case.plies, ideal=True), "ideal prove in"),
    "python tables": Voice(python_tables, "table", looks_up=True, warns=False, text=True),
    "library value": Voice(library_value, "value", True, whole=True),
    "library value, ideal": Voice(lambda place, case: library_value(place, case, ideal=True), "ideal value", whole=True),
    "library prove": Voice(lambda place, case: library_prove(place, case, None), "prove", True),
    "library prove in": Voice(lambda place, case: library_prove(place, case, case.plies), "prove in", True),
    "library tables": Voice(library_tables, "table", looks_up=True, warns=False, text=True),
    "uci nodes": Voice(lambda place, case: uci(place, case, f"go nodes {case.nodes}", 500), mates=True),
    "uci depth": Voice(lambda place, case: uci(place, case, f"go depth {min(case.plies, 5)}", 500), "depth"),
    "uci mate": Voice(uci_mate),
    "xboard": Voice(xboard, "depth", text=True, draws=False),
}


# What is held.


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    made = Place(tmp_path_factory.mktemp("faces"))
    yield made
    made.close()


ANSWERS: dict[tuple[str, str], Answer | None] = {}


def answer_of(place: Place, case: Case, face: str) -> Answer | None:
    key = (case.name, face)
    if key not in ANSWERS:
        ANSWERS[key] = VOICES[face].ask(place, case)
    return ANSWERS[key]


def check_line(position: Position, answer: Answer) -> None:
    """A line is legal; of a win or a loss it ends the game in as many plies as are told, for who is told to win."""
    if answer.line is None:
        return
    if not answer.line and answer.complete:
        assert not answer.whole.exact or answer.whole.outcome == "draw" or answer.whole in (won(0), lost(0)), "no line"
        return
    at = position
    for move in answer.line:
        assert at.outcome is None, f"the line goes on behind the end: {answer.line}"
        at = at.play(move)
    if answer.whole.outcome in ("win", "loss") and answer.complete:
        mine = len(answer.line) % 2 == 0
        other = {"win": "loss", "loss": "win"}[answer.whole.outcome]
        assert str(at.outcome) == (answer.whole.outcome if mine else other), answer.line
        length = answer.whole.win if answer.whole.outcome == "win" else answer.whole.loss
        assert len(answer.line) <= length[1] and (not answer.whole.exact or len(answer.line) == length[0]), answer.line


def check_moves(position: Position, answer: Answer, *, table_alone: bool) -> None:
    """Moves are legal, and say no more of their position than is said of itself."""
    assert set(answer.moves) <= set(position.legal_moves)
    if answer.lists_all:
        assert set(answer.moves) == set(position.legal_moves)
    whole = answer.whole
    if not answer.moves or (table_alone and whole == NOTHING):
        return
    if answer.lists_all:
        known = of_moves(list(answer.moves.values()))
        assert agree(whole, known), f"{whole}, but the moves say {known}"
        assert whole.outcome == (known.outcome or whole.outcome), f"{whole}, but the moves say {known}"
    for move, bounds in answer.moves.items():
        if bounds.outcome == "win":
            assert whole.outcome == "win" and whole.win[0] <= bounds.win[1], f"{whole}, but {move}: {bounds}"
    for move, reply in answer.refutations.items():
        after = position.play(move)
        assert after.legal_moves == [] if reply is None else reply in after.legal_moves, (move, reply)
    for move, (optimal, keeps) in answer.praise.items():
        bounds = answer.moves[move]
        if whole.outcome and bounds.outcome:
            assert keeps == (bounds.outcome == whole.outcome), f"{whole}, but {move}: {bounds} keeps it: {keeps}"
        if whole.exact and bounds.exact:
            assert optimal == (bounds == whole), f"{whole}, but {move}: {bounds} is optimal: {optimal}"


def check_truth(case: Case, voice: Voice, answer: Answer) -> None:
    """What is known from elsewhere is what is told; it is unknown where it may be, and nowhere else."""
    assert agree(answer.whole, case.truth), f"{answer.whole}, but in truth {case.truth}"
    if case.doubted and voice.history:
        assert answer.whole.outcome is None, f"{answer.whole}, but what came before may change that"
    elif voice.whole and case.settled:
        assert answer.whole.exact, f"{answer.whole}, but the limits let it be found"
    elif voice.mates and case.settled and case.truth.outcome in ("win", "loss"):
        assert answer.whole.outcome == case.truth.outcome, f"{answer.whole}, but the limits let it be found"
    if case.winning is not None:
        for move in case.winning:
            bounds = answer.moves.get(move)
            assert bounds is None or agree(bounds, case.truth), f"{move}: {bounds}, but in truth {case.truth}"


def test_bounds_agree_where_some_value_is_as_both_say() -> None:
    assert agree(won(3, 9), won(9)) and not agree(won(3, 8), won(9)) and not agree(won(3), lost(4))
    open_win, open_loss = Bounds((5, NEVER)), Bounds(loss=(5, NEVER))
    assert agree(open_win, won(5)) and not agree(open_win, won(4)) and agree(open_win, lost(1)) and agree(open_win, DRAW)
    assert agree(open_win, open_loss) and agree(open_loss, won(1)) and not agree(open_loss, lost(4))
    assert agree(Bounds((NEVER, NEVER)), lost(4)) and not agree(Bounds((NEVER, NEVER)), won(4))
    # Neither wins: a draw, where it is not told so, too.
    assert both(Bounds((NEVER, NEVER)), Bounds(loss=(NEVER, NEVER))) == DRAW and DRAW.outcome == "draw" and DRAW.exact
    assert not agree(DRAW, won(1, SOME_TIME)) and not lost(1, 2).exact and lost(2).exact and not NOTHING.exact
    assert of_moves([lost(2), lost(4)]) == lost(4) and of_moves([won(5, 9), won(7), NOTHING]) == won(0, 7)
    assert lost(2).of_the_move() == won(3) and DRAW.of_the_move() == DRAW


def test_cases_are_of_all_sorts(place: Place) -> None:
    """Wins and losses, draws, what is bounded, half known or unknown are all among what the command line tells."""
    told = [answer_of(place, case, "value --json") for case in CASES]
    found = [answer.whole for answer in told if answer is not None and answer.error is None]
    for outcome in ("win", "loss", "draw"):
        assert sum(whole.outcome == outcome and whole.exact for whole in found) > 5
    assert any(whole.outcome == "win" and not whole.exact for whole in found)
    assert any(whole.outcome is None and NEVER in (whole.win[0], whole.loss[0]) for whole in found)
    assert sum(whole.outcome is None for whole in found) > 5
    assert sum(answer is not None and answer.warning is not None for answer in told) > 3


@pytest.mark.parametrize("first", ["missing", "damaged"])
def test_another_folder_has_what_the_first_has_not(place: Place, first: str) -> None:
    """Each of several folders is asked for what the ones before it cannot tell."""
    server = Server(place.scratch / first, place.scratch / "whole")
    try:
        told = server.post("/api/v1/value", {"variant": "chess", "fen": "7k/8/5K2/8/8/8/8/Q7 w - - 0 1"})
    finally:
        server.close()
    assert of_position_object(told).whole == won(3)


@pytest.mark.parametrize(
    ("case", "face"),
    [pytest.param(case, face, id=f"{case.name}-{face}") for case in CASES for face in VOICES],
)
def test_a_face_agrees(place: Place, case: Case, face: str) -> None:
    """A face says what is true and hangs together, and nothing that one before it in the list says otherwise."""
    voice = VOICES[face]
    answer = answer_of(place, case, face)
    if answer is None:
        pytest.skip("not to be asked")
    position = place.legal(case)
    if answer.error is not None:
        assert voice.looks_up, answer.error
        # What no table holds cannot be probed; what is wrong with the queen's tier is told, with its name.
        none = "No such file" in answer.error or "no table holds" in answer.error
        assert none or (case.stops and "KQvK" in answer.error), answer.error
        return
    check_line(position, answer)
    check_moves(position, answer, table_alone=voice.kind == "table")
    check_truth(case, voice, answer)
    if voice.warns and not (voice.looks_up and case.folder == "missing"):  # which misses more than others ask for
        assert (answer.warning is not None) == case.stops and "KQvK" in (answer.warning or "KQvK"), answer.warning
    for other_face, other_voice in VOICES.items():
        if other_face == face:
            break
        other = answer_of(place, case, other_face)
        if other is None or other.error is not None:
            continue
        assert agree(answer.whole, other.whole), f"{answer.whole}, but {other_face}: {other.whole}"
        for move, bounds in answer.moves.items():
            told = other.moves.get(move, NOTHING)
            assert agree(bounds, told), f"{move}: {bounds}, but {other_face}: {told}"
        kinds = {voice.kind, other_voice.kind}
        # What a table does not hold may be known from the moves.
        both_know = kinds == {"probe", "table"} and NOTHING not in (answer.whole, other.whole)
        if both_know or (len(kinds) == 1 and "" not in kinds):
            check_alike(answer, other, other_face, in_full=not voice.text and not other_voice.text, draws=voice.draws)


def check_alike(answer: Answer, other: Answer, face: str, *, in_full: bool, draws: bool) -> None:
    """Two faces of one kind know the same."""
    if in_full:
        assert answer.whole == other.whole, f"{answer.whole}, but {face}: {other.whole}"
        assert answer.moves == other.moves, f"{answer.moves}, but {face}: {other.moves}"
    pairs = {"": (answer.whole, other.whole)}
    pairs |= {f"{move}: ": (answer.moves[move], other.moves[move]) for move in answer.moves.keys() & other.moves.keys()}
    for what, (mine, others) in pairs.items():
        if draws or others != DRAW:
            assert (mine.outcome, mine.exact) == (others.outcome, others.exact), f"{what}{mine}, but {face}: {others}"
