# SPDX-License-Identifier: GPL-3.0-or-later
"""Any variant as an AEC environment of PettingZoo."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

try:
    from pettingzoo import AECEnv, ParallelEnv
except ImportError as error:
    raise ImportError("zermelo.envs.pettingzoo needs PettingZoo: pip install zermelo-solver[envs]") from error

from zermelo._arguments import variant_of, whole
from zermelo._core import Game, Position, Variant
from zermelo._planes import plane_names
from zermelo.envs._actions import Actions, LegalActions, action_of, mask_of
from zermelo.envs._policy import Observation
from zermelo.envs._rendering import check_render_mode
from zermelo.errors import InputError

SIDES: tuple[str, str] = ("white", "black")


class ZermeloEnv(AECEnv[str, Any, Any]):  # type: ignore[misc]
    """A game of two agents, ``white`` and ``black``, who move in turn.

    An observation is a dict: ``observation`` is uint8 [planes, ranks, files], as `zermelo.Game.planes` has them
    (``zermelo.plane_names(variant, history=True)`` names the planes); ``action_mask`` is int8 [actions], 1 where
    `zermelo.envs.Actions` numbers a legal move of the agent, and all 0 for the agent that is not to move. Where
    there are millions of actions, ``env.legal.numbers`` has the few that are legal. Rewards come at
    the end: 1 and −1, or 0 for each agent in a draw. A game ends by what was played, too, where its rules say so, as by
    repetition (`zermelo.Game`; ``variant.unheeded_rules`` names what is not heeded); ``ended_by`` of both agents' infos says
    by what. A game that reaches `max_plies` plies is truncated, as a draw. A move that is not legal raises ValueError. The
    render modes are ``ansi``, which returns a text, and ``human``, which prints it; others raise InputError.
    """

    game: Game
    position: Position
    legal: LegalActions
    plies: int
    agents: list[str]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    metadata: dict[str, Any] = {"name": "zermelo_v0", "render_modes": ["ansi", "human"], "is_parallelizable": False}

    def __init__(
        self,
        variant: Variant | str = "chess",
        *,
        fen: str | None = None,
        max_plies: int = 200,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        check_render_mode(render_mode, self.metadata["render_modes"])
        whole(1, max_plies=max_plies)
        self.variant: Variant = variant_of(variant)
        self.start: Position = Position(self.variant, fen)
        self.max_plies: int = max_plies
        self.render_mode: str | None = render_mode
        self.actions: Actions = Actions(self.variant)
        self.possible_agents: list[str] = list(SIDES)
        shape = (len(plane_names(self.variant, history=True)), self.variant.ranks, self.variant.files)
        space: gymnasium.spaces.Space[Any] = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(0, 255, shape, np.uint8),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.actions.count,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(SIDES, space)
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.actions.count) for agent in SIDES}

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Goes back to the start, or to the position that ``fen`` in `options` has. There is no chance in the game, so `seed`
        changes nothing."""
        fen = (options or {}).get("fen")
        self.game = Game(self.start if fen is None else Position(self.variant, fen))
        self.position = self.game.position
        self.plies = 0
        self.agents = list(SIDES)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        self._cumulative_rewards = dict.fromkeys(SIDES, 0.0)
        self.terminations = dict.fromkeys(SIDES, False)
        self.truncations = dict.fromkeys(SIDES, False)
        self.infos = {agent: {} for agent in SIDES}
        self.agent_selection = self.position.turn
        self._look_for_end()

    def observe(self, agent: str) -> Observation:
        """What an agent sees. Raises InputError: there is no such agent."""
        if agent not in SIDES:
            raise InputError(f"agent {agent!r}, expected white or black")
        moves = agent == self.agent_selection and not self.terminations[agent] and not self.truncations[agent]
        mask = mask_of(self.legal.numbers if moves else [], self.actions.count)
        return {"observation": self.game.planes(), "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self.legal.play(self.game, action_of(action)):
            raise ValueError(f"action {action} is no legal move of {agent} in {self.position.fen}")
        self._cumulative_rewards[agent] = 0.0
        self.position = self.game.position
        self.plies += 1
        self.agent_selection = self.position.turn
        self._look_for_end()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text."""
        if self.render_mode != "ansi":
            print(self.position)
            return None
        return str(self.position)

    def close(self) -> None:
        """Does nothing: there is nothing to close."""

    def _look_for_end(self) -> None:
        mover = self.position.turn
        self.legal = self.actions.legal(self.game)
        self.rewards = dict.fromkeys(SIDES, 0.0)
        outcome = self.game.outcome
        if outcome is not None:
            other = SIDES[1 - SIDES.index(mover)]
            self.rewards = {mover: float(outcome), other: 0.0 - outcome}
            self.terminations = dict.fromkeys(SIDES, True)
            self.infos = {agent: {"ended_by": self.game.ended_by} for agent in SIDES}
        elif self.plies >= self.max_plies:
            self.truncations = dict.fromkeys(SIDES, True)


def env(variant: Variant | str = "chess", **options: Any) -> AECEnv[str, Any, Any]:
    """The environment in PettingZoo's usual wrapper, which refuses calls that come out of order."""
    from pettingzoo.utils import wrappers

    return wrappers.OrderEnforcingWrapper(raw_env(variant, **options))


def parallel_env(variant: Variant | str = "chess", **options: Any) -> ParallelEnv[str, Any, Any]:
    """The environment for code that steps all agents at once, by PettingZoo's `turn_based_aec_to_parallel`. A step plays the action of the
    agent that is to move, which is the one whose ``action_mask`` is not all 0; the action of the other, which may be any, is not
    looked at."""
    from pettingzoo.utils.conversions import turn_based_aec_to_parallel

    return turn_based_aec_to_parallel(env(variant, **options))


def raw_env(variant: Variant | str = "chess", **options: Any) -> ZermeloEnv:
    """The environment without the wrapper."""
    return ZermeloEnv(variant, **options)
