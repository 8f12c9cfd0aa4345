# SPDX-License-Identifier: GPL-3.0-or-later
"""The value of small games that end by themselves, by playing all of them out.

It is written from the names of the atlas's games, not from their rules files, and knows nothing of the program or the
package. A board is a text, a1 first; `w` and `b` are men, `#` is a wall, `.` is empty.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterator

Board = str
Moves = Callable[[Board, str], Iterator[tuple[Board, str | None]]]  # what comes of each move, and who has won by it

STEPS = {"K": [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if x or y], "N": [(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if x * x != y * y]}


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def put(board: Board, at: int, man: str) -> Board:
    return board[:at] + man + board[at + 1 :]


class Grid:
    def __init__(self, files: int, ranks: int) -> None:
        self.files, self.ranks = files, ranks

    def step(self, at: int, dx: int, dy: int) -> int | None:
        x, y = at % self.files + dx, at // self.files + dy
        return y * self.files + x if 0 <= x < self.files and 0 <= y < self.ranks else None

    def goals(self, board: Board, at: int, moves: str) -> Iterator[int]:
        """Empty squares that a man reaches as king, knight or queen."""
        for dx, dy in STEPS["N" if moves == "N" else "K"]:
            to = self.step(at, dx, dy)
            while to is not None and board[to] == ".":
                yield to
                if moves != "Q":
                    break
                to = self.step(to, dx, dy)


def race(grid: Grid, free_captures: bool) -> Moves:
    """Pawns: straight on without a capture, diagonally with one (hexapawn), or also without (breakthrough); the last rank wins."""

    def moves(board: Board, side: str) -> Iterator[tuple[Board, str | None]]:
        up = 1 if side == "w" else -1
        for at in range(len(board)):
            if board[at] != side:
                continue
            for dx in (-1, 0, 1):
                to = grid.step(at, dx, up)
                if to is None or board[to] == side:
                    continue
                takes = board[to] == other(side)
                if takes and dx == 0 or not takes and dx != 0 and not free_captures:
                    continue
                last = to // grid.files == (grid.ranks - 1 if side == "w" else 0)
                yield put(put(board, at, "."), to, side), side if last else None

    return moves


def clobber(grid: Grid) -> Moves:
    def moves(board: Board, side: str) -> Iterator[tuple[Board, str | None]]:
        for at in range(len(board)):
            for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                to = grid.step(at, dx, dy)
                if board[at] == side and to is not None and board[to] == other(side):
                    yield put(put(board, at, "."), to, side), None

    return moves


def walls(grid: Grid, moves_as: str, shoots: bool) -> Moves:
    """Men that shoot a wall from where they come to, as they move, or leave one where they were."""

    def moves(board: Board, side: str) -> Iterator[tuple[Board, str | None]]:
        for at in range(len(board)):
            if board[at] != side:
                continue
            lifted = put(board, at, ".")
            for to in grid.goals(lifted, at, moves_as):
                there = put(lifted, to, side)
                if not shoots:
                    yield put(there, at, "#"), None
                    continue
                for wall in grid.goals(there, to, moves_as):
                    yield put(there, wall, "#"), None

    return moves


def row(grid: Grid, length: int, falling: bool) -> Moves:
    def has_row(board: Board, side: str) -> bool:
        for at in range(len(board)):
            for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [grid.step(at, i * dx, i * dy) for i in range(length)]
                if all(square is not None and board[square] == side for square in line):
                    return True
        return False

    def moves(board: Board, side: str) -> Iterator[tuple[Board, str | None]]:
        for at in range(len(board)):
            if board[at] == "." and not (falling and at >= grid.files and board[at - grid.files] == "."):
                after = put(board, at, side)
                yield after, side if has_row(after, side) else None

    return moves


def game(name: str, size: str, line_up: str, end: str) -> tuple[Board, Moves, bool]:
    """The start of a game, its moves, and whether who cannot move has lost (else it is a draw)."""
    files, ranks = map(int, size.split("x"))
    grid = Grid(files, ranks)
    empty = "." * files
    if name in ("hexapawn", "breakthrough"):
        deep = 2 if line_up == "two ranks" else 1
        return "w" * files * deep + empty * (ranks - 2 * deep) + "b" * files * deep, race(grid, name == "breakthrough"), True
    if name == "clobber":
        colours = ["bw"[(x + ranks - 1 - y) % 2] for y in range(ranks) for x in range(files)]
        return "".join(colours), clobber(grid), True
    if "row" in name:
        return empty * ranks, row(grid, int(end.split()[0]), name == "falling row"), False
    first = "w" + "." * (files - 1) if line_up == "one in a corner" else "w" + "." * (files - 2) + "w"
    men = {"joust": "N", "amazons": "Q", "trail of queens": "Q"}.get(name, "K")
    start = first + empty * (ranks - 2) + first[::-1].replace("w", "b")
    return start, walls(grid, men, name in ("amazons", "kings that shoot")), True


def value(start: Board, moves: Moves, stuck_loses: bool, most: int) -> tuple[int, int, list[int]] | None:
    """The outcome for White, who begins (1, 0, -1), in how many plies, and the outcome of each first move; None after `most` positions."""
    count = 0

    class TooLong(Exception):
        pass

    @functools.cache
    def known(board: Board, side: str) -> tuple[int, int]:
        nonlocal count
        count += 1
        if count > most:
            raise TooLong
        best: tuple[int, int] | None = None
        for after, winner in moves(board, side):
            outcome, plies = (-1, 0) if winner else known(after, other(side))
            mine = (-outcome, plies + 1)
            if best is None or rank(mine) > rank(best):
                best = mine
        return best or (-1 if stuck_loses else 0, 0)

    def rank(each: tuple[int, int]) -> tuple[int, int]:
        outcome, plies = each
        return outcome, -plies if outcome > 0 else plies

    try:
        outcome, plies = known(start, "w")
    except TooLong:
        return None
    return outcome, plies, [1 if winner else -known(after, "b")[0] for after, winner in moves(start, "w")]
