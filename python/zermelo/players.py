# SPDX-License-Identifier: GPL-3.0-or-later
"""Players that know the exact values."""

from __future__ import annotations

import os
import random
from typing import Literal, get_args

from zermelo._core import Position
from zermelo._tables import Tables
from zermelo._values import Category, FoundValue, Outcome, value
from zermelo.errors import InputError, MissingTableError

Choice = Literal["optimal", "longest", "keeping"]


class PerfectPlayer:
    """A policy that never gives away the value of a position. It knows values from tables, and by search where no table holds
    the position.

    `choice` says which of the moves that keep the outcome it plays: ``"optimal"`` those that win soonest or lose latest (in a draw
    all that keep it), ``"longest"`` those that put the end off longest, also where it wins, ``"keeping"`` any. Among these it
    draws by `seed`. Where it has to search, it leaves out moves of which `nodes` do not prove that they keep the outcome.
    """

    def __init__(
        self,
        tables: Tables | str | os.PathLike[str] | None = None,
        *,
        choice: Choice = "optimal",
        seed: int | None = None,
        nodes: int = 1_000_000,
    ) -> None:
        """`tables` are `Tables` or their folder; `nodes` bounds the search for a position that they do not hold, in positions whose
        moves are tried. Raises InputError: no such choice; FileNotFoundError: no such folder."""
        if choice not in get_args(Choice):
            raise InputError(f"choice={choice!r}, expected one of {', '.join(get_args(Choice))}")
        self.tables: Tables | None = tables if isinstance(tables, Tables) or tables is None else Tables(tables)
        self.choice: Choice = choice
        self.nodes: int = nodes
        self._random = random.Random(seed)

    def seed(self, seed: int | None) -> None:
        """Draws from now on as a new player with this seed does."""
        self._random = random.Random(seed)

    def moves(self, position: Position) -> list[str]:
        """The moves among which it draws, in the order of their names; none if the game is over. Raises MissingTableError: no table
        holds the position, and `nodes` did not prove its value."""
        if position.is_game_over:
            return []
        known = self._known(position)
        best = max(outcome for outcome, _ in known.values())
        kept = {move: plies for move, (outcome, plies) in known.items() if outcome == best}
        lengths = [plies for plies in kept.values() if plies is not None]
        if self.choice != "keeping" and lengths and best != Outcome.DRAW:
            # A move whose length is not known is none of the best, where others' are.
            soonest = best == Outcome.WIN and self.choice == "optimal"
            wanted = min(lengths) if soonest else max(lengths)
            kept = {move: plies for move, plies in kept.items() if plies == wanted}
        return sorted(kept)

    def __call__(self, position: Position) -> str:
        """Its move. Raises MissingTableError as `moves`; InputError: the game is over."""
        among = self.moves(position)
        if not among:
            raise InputError(f"the game is over in {position.fen}, expected one that goes on")
        return self._random.choice(among)

    def _known(self, position: Position) -> dict[str, tuple[Outcome, int | None]]:
        """Those moves of which the outcome is known, all that keep the position's among them."""
        if self.tables is not None:
            told = self.tables.moves(position)
            if told and all(move.value.outcome is not Outcome.UNKNOWN for move in told):
                return {move.move: (move.value.outcome, move.value.plies) for move in told}
        found = self._search(position)
        if found.outcome is Outcome.UNKNOWN:
            raise MissingTableError(f"no table of {position.variant.name} at hand holds {position.fen}, and {self.nodes:,} nodes did not prove its value")
        known: dict[str, tuple[Outcome, int | None]] = {}
        for move, proved in found.moves.items():
            outcome, plies = proved.outcome, proved.plies if proved.exact else None
            if outcome is Outcome.UNKNOWN and found.outcome is Outcome.DRAW and proved.category is Category.NO_LOSS:
                outcome = Outcome.DRAW  # it cannot win: the position does not
            if outcome is Outcome.UNKNOWN or (plies is None and outcome is not Outcome.DRAW):
                outcome, plies = self._after(position.play(move)) or (outcome, plies)
            if outcome is not Outcome.UNKNOWN:
                known[move] = (outcome, plies)
        return known

    def _search(self, position: Position) -> FoundValue:
        return value(position, nodes=self.nodes, tables=None if self.tables is None else self.tables.folder)

    def _after(self, position: Position) -> tuple[Outcome, int | None] | None:
        """What a move that leads to the position is worth for who makes it; None where the nodes do not prove it."""
        found = self._search(position)
        if found.outcome is Outcome.UNKNOWN:
            return None
        return Outcome(-found.outcome), found.plies + 1 if found.exact and found.plies is not None else None
