# SPDX-License-Identifier: GPL-3.0-or-later
"""How many positions king and one piece win against a bare king, by whole arrays of positions and repetition until nothing changes.

It shares nothing with the program and the package: it has its own reading of the pieces of the atlas, and does not know
what symmetry is. Cost: some seconds on 8x8, minutes on 12x12.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

import numpy as np

STEP = {"W": (1, 0), "F": (1, 1), "D": (2, 0), "N": (2, 1), "A": (2, 2), "H": (3, 0), "C": (3, 1), "Z": (3, 2), "G": (3, 3)}
PART = re.compile(r"(mc?|c)?([npg]?)(?:([WFDNAHCZGRBQ])(\3)?|\((\d),(\d)\))")


@dataclass(frozen=True)
class Way:
    """One direction of a piece."""

    dx: int
    dy: int
    how: str  # leap, lame, ride, hop (over one man, then on), grasshopper (next to the first man, on its other side)
    takes: bool
    goes: bool


def turned(a: int, b: int) -> set[tuple[int, int]]:
    return {(s * x, t * y) for x, y in ((a, b), (b, a)) for s in (1, -1) for t in (1, -1)}


def ways(piece: str) -> list[Way]:
    found: list[Way] = []
    at = 0
    while at < len(piece):
        part = PART.match(piece, at)
        assert part, piece[at:]
        at = part.end()
        only, modifier, letter, doubled, one, other = part.groups()
        steps = {"R": [(1, 0)], "B": [(1, 1)], "Q": [(1, 0), (1, 1)]}.get(letter or "") or [
            STEP[letter] if letter else (int(one), int(other))
        ]
        far = bool(doubled) or letter in ("R", "B", "Q")
        how = {"n": "lame", "p": "hop", "g": "grasshopper"}.get(modifier, "ride" if far else "leap")
        for dx, dy in sorted({turn for step in steps for turn in turned(*step)}):
            found.append(Way(dx, dy, how, takes=only != "m", goes=only != "c"))
    return found


def between(dx: int, dy: int) -> list[tuple[int, int]]:
    """The squares that a lame leap passes: straight on as long as one way is longer, then diagonally."""
    path = []
    x = y = 0
    while abs(dx - x) > abs(dy - y):
        x += int(np.sign(dx))
        path.append((x, y))
    while abs(dy - y) > abs(dx - x):
        y += int(np.sign(dy))
        path.append((x, y))
    while (x, y) != (dx, dy):
        x += int(np.sign(dx))
        y += int(np.sign(dy))
        path.append((x, y))
    return [square for square in path if square != (dx, dy)]


class Ending:
    """King and piece against king on size x size. Arrays are [king, piece, bare king], squares numbered y * size + x."""

    def __init__(self, piece: str, size: int) -> None:
        self.size, squares = size, size * size
        self.ways = ways(piece)
        index = np.arange(squares)
        self.x, self.y = index % size, index // size
        king, man, bare = np.ogrid[:squares, :squares, :squares]
        self.king, self.man, self.bare = king, man, bare
        touch = np.maximum(abs(self.x[:, None] - self.x), abs(self.y[:, None] - self.y)) <= 1
        self.touch = touch
        self.apart = (king != man) & (man != bare) & ~touch[king, bare]
        self.checked = self.attacked()

    def target(self, dx: int, dy: int, squares: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Where a step leads to from squares, and whether that is on the board."""
        x, y = self.x[squares] + dx, self.y[squares] + dy
        inside = (x >= 0) & (x < self.size) & (y >= 0) & (y < self.size)
        return np.where(inside, y * self.size + x, 0), inside

    def reaches(self, way: Way):
        """For each step count that the piece may go in a direction: the squares it comes to, where it can, and whether a man stands there."""
        there = np.broadcast_to(self.man, self.apart.shape)
        if way.how in ("leap", "lame"):
            to, ok = self.target(way.dx, way.dy, self.man)
            ok = np.broadcast_to(ok, self.apart.shape).copy()
            if way.how == "lame":
                for dx, dy in between(way.dx, way.dy):
                    passed, _ = self.target(dx, dy, self.man)
                    ok &= (passed != self.king) & (passed != self.bare)
            yield np.broadcast_to(to, self.apart.shape), ok
            return
        alive = np.ones(self.apart.shape, bool)
        hopped = np.zeros(self.apart.shape, bool)
        to = there
        for _ in range(self.size):
            to, inside = self.target(way.dx, way.dy, to)
            alive = alive & inside
            full = (to == self.king) | (to == self.bare)
            if way.how == "ride":
                yield to, alive
                alive = alive & ~full
            elif way.how == "hop":
                yield to, alive & hopped
                alive = alive & ~(full & hopped)
                hopped = hopped | full
            else:
                yield to, alive & hopped
                alive = alive & ~hopped
                hopped = hopped | full
            if not alive.any():
                return

    def attacked(self) -> np.ndarray:
        """Where the piece attacks the bare king."""
        result = np.zeros(self.apart.shape, bool)
        for way in self.ways:
            if way.takes:
                for to, ok in self.reaches(way):
                    result |= ok & (to == self.bare)
        return result

    def solve(self) -> dict[str, int]:
        """The numbers of positions, of wins, and the longest win, in plies; of positions of the bare king, and of its losses."""
        white_to_move = self.apart & ~self.checked
        black_to_move = self.apart
        won = np.zeros(self.apart.shape, bool)
        lost = np.zeros(self.apart.shape, bool)
        longest = plies = 0
        while True:
            newly_lost = black_to_move & ~lost & self.all_moves_lose(won)
            lost |= newly_lost
            newly_won = white_to_move & ~won & self.some_move_wins(lost)
            if not newly_won.any():
                break
            plies += 1
            longest = 2 * plies - 1
            won |= newly_won
        return {
            "positions": int(white_to_move.sum()),
            "won": int(won.sum()),
            "longest": longest,
            "positions_lost_side": int(black_to_move.sum()),
            "lost": int(lost.sum()),
        }

    def all_moves_lose(self, won: np.ndarray) -> np.ndarray:
        """Where the bare king cannot move but into a lost position, and is in check or can move."""
        fails = np.ones(self.apart.shape, bool)
        moves = np.zeros(self.apart.shape, bool)
        for dx, dy in turned(1, 0) | turned(1, 1):
            to, inside = self.target(dx, dy, self.bare)
            to = np.broadcast_to(to, self.apart.shape)
            legal = inside & ~self.touch[self.king, to]
            captures = legal & (to == self.man)
            quiet = legal & (to != self.man)
            safe = quiet & ~self.checked[self.king, self.man, to]
            moves |= captures | safe
            fails &= ~captures & ~(safe & ~won[self.king, self.man, to])
        return fails & (moves | self.checked)

    def some_move_wins(self, lost: np.ndarray) -> np.ndarray:
        wins = np.zeros(self.apart.shape, bool)
        for dx, dy in turned(1, 0) | turned(1, 1):
            to, inside = self.target(dx, dy, self.king)
            to = np.broadcast_to(to, self.apart.shape)
            wins |= inside & (to != self.man) & ~self.touch[to, self.bare] & lost[to, self.man, self.bare]
        for way in self.ways:
            if way.goes:
                for to, ok in self.reaches(way):
                    wins |= ok & (to != self.king) & (to != self.bare) & lost[self.king, to, self.bare]
        return wins
