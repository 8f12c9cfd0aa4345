# SPDX-License-Identifier: GPL-3.0-or-later
"""Agents of environments as policies."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from zermelo._core import Game, Position, Variant
from zermelo.envs._actions import Actions, action_of, mask_of
from zermelo.errors import InputError

Observation = dict[str, NDArray[Any]]
Agent = Callable[[Observation], int]
"""A function that chooses the number of an action, from an observation of the environments."""


def observation_of(game: Game, actions: Actions) -> Observation:
    """What the environments observe of a game, for the side to move: ``observation``, the planes, and ``action_mask``."""
    return {"observation": game.planes(), "action_mask": legal_mask(game.position, actions)}


def legal_mask(position: Position, actions: Actions) -> NDArray[np.int8]:
    """The legal moves of a position, as environments mask them."""
    return mask_of(list(actions.moves(position)), actions.count)


def policy(agent: Agent, variant: Variant | str) -> Callable[[Position], str]:
    """The agent of an environment as a policy for `zermelo.evaluation.evaluate` and `zermelo.benchmark`: it gets the observation
    that the environments have of a game that begins at the position, and returns the number of a move (`Actions`).

    The policy raises InputError where that is the number of no legal move, or the position is one of another variant; TypeError where
    it is no whole number. Cost: as a step of the environment, beside the agent.
    """
    actions = Actions(variant)

    def chosen(position: Position) -> str:
        action = action_of(agent(observation_of(Game(position), actions)))
        move = actions.moves(position).get(action)
        if move is None:
            raise InputError(f"action {action} is no legal move in {position.fen}")
        return move

    return chosen
