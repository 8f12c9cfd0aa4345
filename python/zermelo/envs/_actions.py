# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves as numbers."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from zermelo import _core
from zermelo._arguments import variant_of
from zermelo._core import Game, Position, Variant


class Actions:
    """Numbers the moves of a variant from 0.

    A move has the number (turns × squares + from) × squares + to; squares are counted from 0 in the order a1, b1, …. The
    next number after these is a pass. In games with drops the numbers of drops follow, kind × squares + to, then those of
    drops of promoted men. Where moves put walls, all numbers so far are moves without one; after them come as many again
    with the wall on a1, then on b1, and so on. A wall that is put without a move has the number of a move from the square
    before it to itself. The man that comes into a gate stands where the number says what a piece turns into.

    ``turns`` says what a piece turns into: 0 nothing, 1 its promoted kind (``+``), 2 and more the kinds in the order of
    ``variant.symbols``, and after them, in games where pieces turn back, what it was (``-``).
    """

    def __init__(self, variant: Variant | str) -> None:
        variant = variant_of(variant)
        self.variant: Variant = variant
        self._numbers = _core.MoveNumbers(variant)
        self.files: int = variant.files
        self.squares: int = variant.files * variant.ranks
        self.letters: str = "+" + variant.symbols[2::2]
        """The letters by which a move's text says what the piece turns into. The second symbol of each kind is in lower case."""
        self.kinds: int = len(self.letters) - 1
        ini = variant.ini()
        if "pieceDemotion = true" in ini:
            self.letters += "-"
        self.pass_: int = (len(self.letters) + 1) * self.squares**2
        self.count: int = self._numbers.count
        self._without_walls: int = self.count // (self.squares + 1) if "wallingRule" in ini else self.count

    def number(self, move: str) -> int:
        """The number of a move, which is written as UCI."""
        move, comma, wall = move.partition(",")
        if comma:
            wall = wall[self._cut(wall) :]
            return self._number(move, True) + self._without_walls * (self._square(wall) + 1)
        return self._number(move, False)

    def _number(self, move: str, walls: bool) -> int:
        if "@" in move:
            kind, _, square = move.partition("@")
            which = self.letters.index(kind[-1].lower()) - 1 + (self.kinds if kind[0] == "+" else 0)
            return self.pass_ + 1 + which * self.squares + self._square(square)
        letter = ""
        if not move[-1].isdigit():
            move, letter = move[:-1], move[-1]
        cut = self._cut(move)
        start, end = self._square(move[:cut]), self._square(move[cut:])
        if start == end and not letter and not walls:
            return self.pass_
        turns = self.letters.index(letter) + 1 if letter else 0
        return (turns * self.squares + start) * self.squares + end

    def text(self, number: int) -> str:
        """The move that has a number, written as UCI; a pass is ``pass``."""
        wall, number = divmod(number, self._without_walls)
        if wall:
            move = self.text(number)
            return f"{move},{move[self._cut(move) :].rstrip(self.letters)}{self._name(wall - 1)}"
        if number == self.pass_:
            return "pass"
        if number > self.pass_:
            which, end = divmod(number - self.pass_ - 1, self.squares)
            promoted, kind = divmod(which, self.kinds)
            return "+" * promoted + self.letters[kind + 1].upper() + "@" + self._name(end)
        rest, end = divmod(number, self.squares)
        turns, start = divmod(rest, self.squares)
        return self._name(start) + self._name(end) + (self.letters[turns - 1] if turns else "")

    def moves(self, position: Position) -> dict[int, str]:
        """The legal moves of a position by their numbers."""
        return self._numbers.moves(position)

    def legal(self, game: Game) -> LegalActions:
        """The legal moves of a game, numbered once for all who ask: none where it is over."""
        return LegalActions(*self._numbers.legal(game))

    def __reduce__(self) -> tuple[type[Actions], tuple[Variant]]:
        return Actions, (self.variant,)

    @staticmethod
    def _cut(squares: str) -> int:
        """Where the second of two squares in a text begins: a rank has one digit or two, as in a1 or a16."""
        return 2 if not squares[2].isdigit() else 3

    def _name(self, square: int) -> str:
        return chr(ord("a") + square % self.files) + str(square // self.files + 1)

    def _square(self, name: str) -> int:
        return (int(name[1:]) - 1) * self.files + ord(name[0]) - ord("a")


def mask_of(numbers: list[int] | NDArray[np.int64], count: int) -> NDArray[np.int8]:
    """The numbers of moves as a mask of all of them: 1 for each that is there."""
    mask = np.zeros(count, dtype=np.int8)
    mask[numbers] = 1
    return mask


class LegalActions:
    """The legal moves of a game as it stands."""

    def __init__(self, numbers: NDArray[np.int64], moves: NDArray[np.uint64]) -> None:
        self.numbers: NDArray[np.int64] = numbers
        """Their numbers, ascending."""
        self._moves = moves

    def play(self, game: Game, number: int) -> bool:
        """Plays the move of a number in that game. False, and nothing is played: there is no such move."""
        place = int(np.searchsorted(self.numbers, number))
        if place == len(self.numbers) or self.numbers[place] != number:
            return False
        _core.play_move(game, int(self._moves[place]))
        return True
