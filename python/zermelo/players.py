# SPDX-License-Identifier: GPL-3.0-or-later
"""Players that know the exact values."""

from __future__ import annotations

import os
import random
import re
from typing import Literal, get_args

from zermelo._core import Game, Position
from zermelo._tables import Tables, tables_of
from zermelo._values import Category, FoundValue, Outcome, Value, value
from zermelo.errors import InputError, MissingTableError

Choice = Literal["optimal", "longest", "keeping"]


class PerfectPlayer:
    """A policy that never gives away the value of a position. It knows values from tables, and by search where no table holds
    the position.

    `choice` says which of the moves that keep the outcome it plays: ``"optimal"`` those that win soonest or lose latest (in a draw
    all that keep it), ``"longest"`` those that put the end off longest, also where it wins, which it may then do for ever,
    ``"keeping"`` any. Among these it
    draws by `seed`. Where it has to search, it leaves out moves of which `nodes` do not prove that they keep the outcome.

    As a policy it knows a position alone, and nothing of the game before: with a rule of history as ``nFoldRule`` a game may be drawn
    that it could have won. `move_in` knows the game.
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
        self.tables: Tables | None = None if tables is None else tables_of(tables)
        self.choice: Choice = choice
        self.nodes: int = nodes
        self._random = random.Random(seed)

    def seed(self, seed: int | None) -> None:
        """Draws from now on as a new player with this seed does."""
        self._random = random.Random(seed)

    def moves(self, position: Position) -> list[str]:
        """The moves among which it draws, in the order of their names; none if the game is over. Raises MissingTableError: no table
        holds the position, and `nodes` did not prove its value; InputError: tables of outcomes alone, by which only ``"keeping"``
        can be played."""
        if position.is_game_over:
            return []
        best, kept = self._kept(position)
        return self._chosen(position, best, kept, self.choice)

    def _kept(self, position: Position) -> tuple[Outcome, dict[str, int | None]]:
        """The outcome, and the moves that keep it with their plies, as far as these are known."""
        known = self._known(position)
        best = max(outcome for outcome, _ in known.values())
        return best, {move: plies for move, (outcome, plies) in known.items() if outcome == best}

    def _chosen(self, position: Position, best: Outcome, kept: dict[str, int | None], choice: Choice) -> list[str]:
        if choice == "keeping" or best == Outcome.DRAW:
            return sorted(kept)
        if self.tables is not None and None in kept.values() and self.tables.get(position) == Value(best, None):
            raise InputError(f"choice={choice!r} with tables that tell outcomes alone, expected tables with distances, or choice='keeping'")
        # A move whose length is not known is none of the best, where others' are.
        lengths: list[int | None] = [plies for plies in kept.values() if plies is not None]
        lengths = lengths or [None]
        wanted = min(lengths, key=_number) if best == Outcome.WIN and choice == "optimal" else max(lengths, key=_number)
        return sorted(move for move, plies in kept.items() if plies == wanted)

    def move_in(self, game: Game) -> str:
        """Its move in a game, of which it knows more than the position: it plays no move after which a rule of history takes the
        outcome from it, if there is another. Where such a rule threatens a win, since a position has come twice or may not, plies are counted, or half
        of those that the move rule allows have gone without progress, it wins as soon as it can, whatever its choice. (A win that
        takes longer than the rules allow may be drawn all the same: values are those of positions.) Raises as a call of it."""
        position = game.position
        if game.is_over:
            raise InputError(f"the game is over in {position.fen}, expected one that goes on")
        best, kept = self._kept(position)
        safe = {move: plies for move, plies in kept.items() if not _gives_away(game, move, best)} or kept
        hurried = best == Outcome.WIN and self.choice != "optimal" and None not in kept.values() and _is_threatened(game)
        return self._random.choice(self._chosen(position, best, safe, "optimal" if hurried else self.choice))

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


def _number(plies: int | None) -> int:
    return plies or 0


def _gives_away(game: Game, move: str, best: Outcome) -> bool:
    """Whether the game ends by the move with less than `best` for who makes it."""
    after = game.copy()
    after.play(move)
    if after.outcome is None:
        return False
    return (after.outcome if after.position.turn == game.position.turn else -after.outcome) < best


def _is_threatened(game: Game) -> bool:
    """Whether a rule of history may soon draw the game."""
    rules = dict(re.findall(r"^(nFoldRule|nMoveRule) = (\d+)$", game.start.variant.ini(), re.MULTILINE))
    fold, limit = int(rules.get("nFoldRule", 0)), int(rules.get("nMoveRule", 0))
    if game.counting is not None or 1 <= fold <= 2 or (limit and game.without_progress >= limit):
        return True
    again = Game(game.start)
    for move in game.moves:
        again.play(move)
        if again.occurrences > 1:
            return True
    return False
