# SPDX-License-Identifier: GPL-3.0-or-later
"""What a family of games is."""

from __future__ import annotations

import abc
import dataclasses
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import ClassVar


@dataclasses.dataclass(frozen=True)
class Game:
    """A game of a family: the values of its key's columns, and its rules as the text of a rules file."""

    key: tuple[str, ...]
    rules: str


class Family(abc.ABC):
    """Games that are asked the same question.

    `name` is that of the file of rows; `key` and `results` are its columns. Every result but `seconds` depends on the
    game alone, not on the machine, its load, or the order of work. `position` is one of them, a FEN to show the game by.
    Games with the same values of the columns `by` have the same pattern.
    """

    name: ClassVar[str]
    key: ClassVar[Sequence[str]]
    results: ClassVar[Sequence[str]]
    by: ClassVar[Sequence[str]]

    @abc.abstractmethod
    def games(self) -> Iterator[Game]:
        """All games, in the order of the file, each key once."""

    @abc.abstractmethod
    def row(self, game: Game) -> Mapping[str, str]:
        """The results of a game but for `seconds`. On one thread; may be called by several at once."""

    def pattern(self, game: Game) -> str:
        """The game's rules with columns in braces: what its row has there makes them a rules file that begins at `position`."""
        return re.sub("startFen = .*", "startFen = {position}", game.rules)
