# SPDX-License-Identifier: GPL-3.0-or-later
"""Moves as numbers."""

from __future__ import annotations

import operator

import numpy as np
from numpy.typing import NDArray

from zermelo import _core
from zermelo._arguments import variant_of, whole
from zermelo._core import Game, Position, Variant
from zermelo.errors import InputError


class Actions:
    """Numbers the moves of a variant from 0.

    A move has the number (turns × squares + from) × squares + to; squares are counted from 0 in the order a1, b1, …. The
    next number after these is a pass. In games with drops the numbers of drops follow, kind × squares + to, then those of
    drops of promoted men. Where moves put walls, all numbers so far are moves without one; after them come as many again
    with the wall on a1, then on b1, and so on. A wall that is put without a move has the number of a move from the square
    before it to itself. The man that comes into a gate stands where the number says what a piece turns into.

    ``turns`` says what a piece turns into: 0 nothing, 1 its promoted kind (``+``), 2 and more the kinds in the order of
    ``variant.symbols``, and after them, in games where pieces turn back, what it was (``-``).

    Actions can be pickled and hashed; two are equal if their variants are.
    """

    variant: Variant
    """The variant whose moves they are."""
    count: int
    """How many numbers there are: from 0 to this, which is none. Most are of no move that is ever legal."""

    def __init__(self, variant: Variant | str) -> None:
        variant = variant_of(variant)
        self.variant = variant
        self._seen = variant
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
        self.count = self._numbers.count
        self._without_walls: int = self.count // (self.squares + 1) if "wallingRule" in ini else self.count

    def number(self, move: str) -> int:
        """The number of a move, which is written as UCI; ``pass`` is one, too. Raises InputError: no text of a move of the variant, legal
        somewhere or not."""
        if not isinstance(move, str):  # pyright: ignore[reportUnnecessaryIsInstance]  # of those who heed types
            raise TypeError(f"a move of type {type(move).__name__}, expected a str as UCI (e2e4)")
        try:
            number = self.pass_ if move == "pass" else self._number_of(move)
            if 0 <= number < self.count and (number == self.pass_ or self.text(number) == move):
                return number
        except (ValueError, IndexError):
            pass
        raise InputError(f"{move!r} is no move of {self.variant.name}, expected one as UCI on {self.files} files and {self.squares // self.files} ranks")

    def _number_of(self, move: str) -> int:
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
        """The move that has a number, written as UCI; a pass is ``pass``. Raises InputError: a number that is not from 0 to `count`;
        TypeError: no whole number."""
        whole(0, self.count - 1, number=number)
        return self._text(operator.index(number))

    def _text(self, number: int) -> str:
        wall, number = divmod(number, self._without_walls)
        if wall:
            move = self._text(number)
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
        """The legal moves of a position by their numbers. Raises InputError: a position of another variant."""
        self._check(position, Position)
        return self._numbers.moves(position)

    def legal(self, game: Game) -> LegalActions:
        """The legal moves of a game, numbered once for all who ask: none where it is over. Raises InputError: a game of another
        variant."""
        self._check(game, Game)
        return LegalActions(*self._numbers.legal(game))

    def _check(self, played: Position | Game, kind: type[Position] | type[Game]) -> None:
        """Whether it is of this variant: those that were asked about last are known to be."""
        if not isinstance(played, kind):
            raise TypeError(f"a {kind.__name__.lower()} of type {type(played).__name__}, expected zermelo.{kind.__name__}")
        variant = (played.start if isinstance(played, Game) else played).variant
        if variant is not self._seen and variant != self.variant:
            raise InputError(f"a {kind.__name__.lower()} of {variant.name}, expected one of {self.variant.name}")
        self._seen = variant

    def __eq__(self, other: object) -> bool:
        return self.variant == other.variant if isinstance(other, Actions) else NotImplemented

    def __hash__(self) -> int:
        return hash((Actions, self.variant))

    def __repr__(self) -> str:
        return f"<Actions of {self.variant.name}, {self.count:,} numbers>"

    def __reduce__(self) -> tuple[type[Actions], tuple[Variant]]:
        return Actions, (self.variant,)

    @staticmethod
    def _cut(squares: str) -> int:
        """Where the second of two squares in a text begins: a rank has one digit or two, as in a1 or a16."""
        return 2 if not squares[2].isdigit() else 3

    def _name(self, square: int) -> str:
        return chr(ord("a") + square % self.files) + str(square // self.files + 1)

    def _square(self, name: str) -> int:
        file, rank = ord(name[0]) - ord("a"), int(name[1:]) - 1
        if not (0 <= file < self.files and 0 <= rank < self.squares // self.files):
            raise ValueError(name)
        return rank * self.files + file


def action_of(action: object) -> int:
    """The number that an agent has chosen. Raises TypeError: no whole number."""
    try:
        return operator.index(action)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    except TypeError:
        raise TypeError(f"an action {action!r}, expected a whole number, of a move") from None


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
