# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures how good a policy is, by exact values."""

from __future__ import annotations

import math
import os
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from zermelo._core import Position
from zermelo._html import table
from zermelo._tables import MoveValue, Tables, tables_of
from zermelo._values import Outcome, Value
from zermelo.errors import InputError

if TYPE_CHECKING:
    from matplotlib.axes import Axes

Policy = Callable[[Position], str]
"""A function that chooses a legal move of a position, as UCI."""


@dataclass(frozen=True)
class Choice:
    """What a policy did in a position."""

    position: Position
    value: Value
    move: MoveValue
    move_count: int
    """The number of legal moves."""
    keeping_count: int
    """The number of those that reach the position's outcome."""

    @property
    def keeps_value(self) -> bool:
        """Whether the move reaches the position's outcome."""
        return self.move.value.outcome == self.value.outcome

    @property
    def is_optimal(self) -> bool | None:
        """Whether it does so as fast as any move, or in a lost position loses as late as any move. None where that is not known: tables
        of outcomes alone do not tell it of wins and losses that are kept."""
        if not self.keeps_value:
            return False
        if self.value.outcome is not Outcome.DRAW and None in (self.value.plies, self.move.value.plies):
            return None
        return self.move.value.plies == self.value.plies

    @property
    def regret(self) -> int:
        """How much of the outcome the move gave away: 0, 1 (a win became a draw, or a draw a loss) or 2."""
        return int(self.value.outcome) - int(self.move.value.outcome)

    @property
    def plies_lost(self) -> int | None:
        """The number of plies by which the move made a win longer, or a loss shorter. None where the outcome is not kept, or
        is a draw."""
        if not self.keeps_value or self.value.plies is None or self.move.value.plies is None:
            return None
        return abs(self.move.value.plies - self.value.plies)


@dataclass(frozen=True)
class Report:
    """What a policy did in many positions."""

    choices: list[Choice] = field(repr=False)

    @property
    def positions(self) -> int:
        return len(self.choices)

    @property
    def optimality_rate(self) -> float:
        """The share of positions in which the policy kept the outcome; nan of no positions, as all rates."""
        return _share(choice.keeps_value for choice in self.choices)

    @property
    def optimal_move_rate(self) -> float:
        """The share of positions in which its move was one of the best, distance included; nan where that is not known of some
        (`Choice.is_optimal`)."""
        return _share(choice.is_optimal for choice in self.choices)

    @property
    def mean_regret(self) -> float:
        """How much the policy gave away on average (see `Choice.regret`)."""
        return sum(choice.regret for choice in self.choices) / len(self.choices) if self.choices else math.nan

    def optimality_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """Between which rates the optimality rate of the policy is, with this confidence, if the positions were drawn at random: the
        interval of Wilson's score. Raises InputError: a confidence that is not between 0 and 1."""
        return _wilson(sum(choice.keeps_value for choice in self.choices), len(self.choices), confidence)

    def optimal_move_interval(self, confidence: float = 0.95) -> tuple[float, float]:
        """The same for the optimal-move rate: from 0 to 1 where that is not known."""
        known = [choice.is_optimal for choice in self.choices]
        return _wilson(sum(map(bool, known)), 0 if None in known else len(known), confidence)

    def by_outcome(self) -> dict[Outcome, Report]:
        """A report for each outcome that positions have."""
        parts: dict[Outcome, list[Choice]] = defaultdict(list)
        for choice in self.choices:
            parts[choice.value.outcome].append(choice)
        return {outcome: Report(parts[outcome]) for outcome in sorted(parts, reverse=True)}

    def by_plies(self, outcome: Outcome = Outcome.WIN) -> dict[int, Report]:
        """A report for each distance to the end in plies, of the positions whose outcome is `outcome`, a win or a loss."""
        parts: dict[int, list[Choice]] = defaultdict(list)
        for choice in self.choices:
            if choice.value.outcome == outcome and choice.value.plies is not None:
                parts[choice.value.plies].append(choice)
        return {plies: Report(parts[plies]) for plies in sorted(parts)}

    def by_difficulty(self) -> dict[str, Report]:
        """A report for each share of moves that keep the outcome, the least share first: ``"to 20 %"`` has the positions in which at
        most a fifth of the moves do."""
        parts: dict[int, list[Choice]] = defaultdict(list)
        for choice in self.choices:
            parts[-(-5 * choice.keeping_count // choice.move_count)].append(choice)
        return {f"to {20 * fifths} %": Report(parts[fifths]) for fifths in sorted(parts)}

    def plot(self, ax: Axes | None = None, outcome: Outcome = Outcome.WIN, **style: Any) -> Axes:
        """Draws the optimality rate by distance, in plies, as a line of Matplotlib. `style` goes to ``Axes.plot``."""
        if ax is None:
            from matplotlib import pyplot

            ax = pyplot.subplots()[1]
        parts = self.by_plies(outcome)
        ax.plot(list(parts), [part.optimality_rate for part in parts.values()], marker="o", **style)
        ax.set_xlabel(f"distance of the {outcome} (plies)")
        ax.set_ylabel("share of positions in which the value is kept")
        ax.set_ylim(-0.02, 1.02)
        return ax

    def __repr__(self) -> str:
        if not self.choices:
            return "<Report of no positions>"
        low, high = self.optimality_interval()
        return f"<Report of {self.positions} positions: value kept in {self.optimality_rate:.1%} ({low:.1%} to {high:.1%}), mean regret {self.mean_regret:.3f}>"

    def _repr_html_(self) -> str:
        parts = {"all": self, **{f"moves that keep the value: {name}": part for name, part in self.by_difficulty().items()}}
        parts |= {str(outcome): part for outcome, part in self.by_outcome().items()}
        rows: list[tuple[object, ...]] = []
        for name, part in parts.items():
            if part.choices:
                low, high = part.optimality_interval()
                best = "not known" if math.isnan(part.optimal_move_rate) else f"{part.optimal_move_rate:.1%}"
                rows.append((name, part.positions, f"{part.optimality_rate:.1%}", f"{low:.1%} to {high:.1%}", best, f"{part.mean_regret:.3f}"))
        return table(("positions", "number", "value kept", "95 % interval", "best move", "mean regret"), rows)


def evaluate(policy: Policy, positions: Iterable[Position], tables: Tables | str | os.PathLike[str]) -> Report:
    """Reports what `policy` does in positions whose moves all are in the tables, or in those of a folder; positions in which the game is
    over are left out.

    Raises MissingTableError: a position that no table holds; InputError: a move that is not legal. Cost: that of the policy
    and some 100 µs a position.
    """
    tables = tables_of(tables)
    choices: list[Choice] = []
    for position in positions:
        if position.is_game_over:
            continue
        choices.append(choice_of(policy, position, tables.probe(position), tables.moves(position)))
    return Report(choices)


def choice_of(policy: Policy, position: Position, value: Value, moves: Sequence[MoveValue]) -> Choice:
    """What `policy` does in a position of this value, whose moves are worth this. Raises InputError: a move that is not legal."""
    move = policy(position)
    if not isinstance(move, str):  # pyright: ignore[reportUnnecessaryIsInstance]  # of those who heed types
        raise TypeError(f"a policy's move {move!r}, expected a str as UCI (e2e4)")
    position.play(move)  # says what is wrong with it
    chosen = next(known for known in moves if known.move == move)
    return Choice(position, value, chosen, len(moves), sum(known.value.outcome == value.outcome for known in moves))


def optimality_rate(policy: Policy, positions: Iterable[Position], tables: Tables | str | os.PathLike[str]) -> float:
    """The share of positions in which the policy keeps the outcome: `Report.optimality_rate` of `evaluate`."""
    return evaluate(policy, positions, tables).optimality_rate


def regret(policy: Policy, positions: Iterable[Position], tables: Tables | str | os.PathLike[str]) -> float:
    """How much of the outcome the policy gives away on average: `Report.mean_regret` of `evaluate`."""
    return evaluate(policy, positions, tables).mean_regret


def _wilson(good: int, count: int, confidence: float) -> tuple[float, float]:
    if not 0 < confidence < 1:
        raise InputError(f"confidence={confidence}, expected a number between 0 and 1")
    if count == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate = good / count
    middle = (rate + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * math.sqrt(rate * (1 - rate) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def _share(good: Iterable[bool | None]) -> float:
    found = list(good)
    return math.nan if not found or None in found else sum(map(bool, found)) / len(found)
