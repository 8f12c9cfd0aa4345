# SPDX-License-Identifier: GPL-3.0-or-later
"""Queen hunts counted by plain rules: every placement of two armies, and the plies within which the side to move takes the queen.

It is written from what the game is told to be, not from its rules file, and knows nothing of the program or the package, nor of
symmetry. A man is a letter on a square; a position is what the side to move has and what the other has. Cost: some
seconds for 40,000 placements.
"""

from __future__ import annotations

import functools
import itertools
from collections.abc import Iterator

Men = frozenset[tuple[str, int]]
Position = tuple[Men, Men]

STRAIGHT, SLANTED = ((1, 0), (-1, 0), (0, 1), (0, -1)), ((1, 1), (1, -1), (-1, 1), (-1, -1))
JUMPS = tuple((x, y) for x in range(-2, 3) for y in range(-2, 3) if abs(x * y) == 2)
WAYS = {"Q": STRAIGHT + SLANTED, "R": STRAIGHT, "B": SLANTED, "N": JUMPS}


class Hunt:
    def __init__(self, board: str) -> None:
        self.files, self.ranks = map(int, board.split("x"))
        self.known: dict[tuple[str, str], dict[Position, int]] = {}

    @functools.cached_property
    def squares(self) -> list[tuple[int, int]]:
        return [(x, y) for y in range(self.ranks) for x in range(self.files)]

    @functools.cache  # noqa: B019
    def rays(self, letter: str, square: int) -> list[list[int]]:
        """The squares in each direction, the nearest first."""
        x, y = self.squares[square]
        found = []
        for dx, dy in WAYS[letter]:
            ray = []
            for far in range(1, 2 if letter == "N" else max(self.files, self.ranks)):
                u, v = x + far * dx, y + far * dy
                if not (0 <= u < self.files and 0 <= v < self.ranks):
                    break
                ray.append(v * self.files + u)
            found.append(ray)
        return found

    def moves(self, position: Position) -> Iterator[tuple[Position | None, bool]]:
        """What stands after each move, for the side that is then to move, and whether a man was taken; None: the queen was."""
        own, theirs = position
        mine = {square for _, square in own}
        enemies = {square: letter for letter, square in theirs}
        for man in own:
            rest = own - {man}
            for ray in self.rays(*man):
                for to in ray:
                    if to in mine:
                        break
                    taken = enemies.get(to)
                    if taken == "Q":
                        yield None, True
                    else:
                        yield (theirs - {(taken, to)} if taken else theirs, rest | {(man[0], to)}), taken is not None
                    if taken:
                        break

    def placements(self, army: str, other: str) -> Iterator[Position]:
        """All ways to put both armies on the board; equal men are told apart by nothing."""

        def each(men: str, free: list[int]) -> Iterator[Men]:
            kinds = sorted(set(men))

            def go(at: int, left: list[int], so_far: Men) -> Iterator[Men]:
                if at == len(kinds):
                    yield so_far
                    return
                for chosen in itertools.combinations(left, men.count(kinds[at])):
                    yield from go(at + 1, [s for s in left if s not in chosen], so_far | {(kinds[at], s) for s in chosen})

            yield from go(0, free, frozenset())

        whole = list(range(len(self.squares)))
        for own in each(army, whole):
            used = {square for _, square in own}
            for theirs in each(other, [square for square in whole if square not in used]):
                yield own, theirs

    def plies(self, army: str, other: str) -> dict[Position, int]:
        """Tells each placement with the first army to move: n > 0, it takes the queen in n plies; n < 0, it loses its own in -n; 0, neither.

        Solves what captures lead to first.
        """
        if (army, other) in self.known:
            return self.known[army, other]
        pairs = {(army, other), (other, army)}
        values: dict[Position, int] = {}
        left: dict[Position, int] = {}  # moves that are not yet known to lose
        worst: dict[Position, int] = {}
        before: dict[Position, list[Position]] = {}
        ready: dict[int, list[tuple[Position, int]]] = {}  # by plies: what has its value then, if it has none before

        def will_be(position: Position, value: int) -> None:
            ready.setdefault(abs(value), []).append((position, value))

        for pair in pairs:
            for position in self.placements(*pair):
                after = list(self.moves(position))
                if any(then is None for then, _ in after):
                    will_be(position, 1)
                    continue
                left[position] = len(after)
                for then, takes in after:
                    assert then is not None
                    if not takes:
                        before.setdefault(then, []).append(position)
                        continue
                    armies = tuple("".join(sorted((letter for letter, _ in men), key="QRBN".index)) for men in then)
                    found = self.plies(*armies)[then]
                    if found < 0:
                        will_be(position, 1 - found)
                    elif found > 0:
                        left[position] -= 1
                        worst[position] = max(worst.get(position, 0), found)
                if left[position] == 0 and after:
                    will_be(position, -1 - worst[position])
        level = 0
        while ready:
            level += 1
            for position, value in ready.pop(level, []):
                if position in values:
                    continue
                if value < 0 and left[position]:
                    continue
                values[position] = value
                for earlier in before.get(position, []):
                    if value < 0:
                        will_be(earlier, level + 1)
                    else:
                        left[earlier] -= 1
                        worst[earlier] = max(worst.get(earlier, 0), level)
                        if left[earlier] == 0:
                            will_be(earlier, -1 - worst[earlier])
        for pair in pairs:
            self.known[pair] = {position: values.get(position, 0) for position in self.placements(*pair)}
        return self.known[army, other]

    def counts(self, army: str, other: str, bounds: tuple[int, ...]) -> dict[str, int | None]:
        """What the atlas tells of the pair."""
        first = self.plies(army, other)
        second = self.plies(other, army)
        wins = [value for value in first.values() if value > 0]
        return {
            "placements": len(first),
            **{f"won_in_{most}": sum(value <= most for value in wins) for most in bounds},
            "won": len(wins),
            "longest": max(wins, default=None),
            "lost": sum(value < 0 for value in first.values()),
            "mover_wins": sum(value > 0 and second[theirs, own] > 0 for (own, theirs), value in first.items()),
        }
