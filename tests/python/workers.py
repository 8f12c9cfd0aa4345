# SPDX-License-Identifier: GPL-3.0-or-later
"""What other processes do in pickling_test.py; they find it by its module."""

from __future__ import annotations

from multiprocessing.queues import Queue
from typing import Any

import numpy as np

from zermelo import Game, Position, Tables, Tier, Variant


def value_of(tables: Tables, position: Position) -> tuple[int, int | None]:
    value = tables.probe(position)
    return int(value.outcome), value.plies


def values_of(tables: Tables, variant: Variant, boards: np.ndarray[Any, Any], side: str) -> list[int]:
    return [int(plies) for plies in tables.probe_many(variant, boards, side)[1]]


def sampled(tier: Tier, seed: int) -> list[int]:
    return [int(plies) for plies in tier.sample(10, seed).plies]


def played_on(game: Game, move: str) -> Game:
    game.play(move)
    return game


def same(thing: Any) -> tuple[Any, int | None]:
    """A thing as it came here, and its hash here."""
    return thing, None if type(thing).__hash__ is None else hash(thing)


class Labelled:
    """Positions of a tier with their values, as what loads data in processes asks for them: by number."""

    def __init__(self, tier: Tier, count: int) -> None:
        self.tables: Tables = Tables(tier.folder)
        self.tier: Tier = tier
        self.sample = tier.sample(count, 1)

    def __len__(self) -> int:
        return len(self.sample)

    def __getitem__(self, i: int) -> tuple[np.ndarray[Any, Any], int, int]:
        board, side = self.sample.boards[i], int(self.sample.to_move[i])
        outcome, plies = self.tables.probe_many(self.tier.variant, board[np.newaxis], side)
        return board, int(outcome[0]), int(plies[0])


def load(data: Labelled, asked: Queue[int | None], found: Queue[tuple[int, Any]]) -> None:
    """A worker that loads what it is asked for until it is asked for None."""
    while (i := asked.get()) is not None:
        found.put((i, data[i]))
