# SPDX-License-Identifier: GPL-3.0-or-later
"""Any variant as an environment of Gymnasium, in which the other side plays perfectly.

Importing this module registers it: ``gymnasium.make("zermelo/PerfectOpponent-v0", variant="tictactoe")``, or without an import
``gymnasium.make("zermelo.envs.gymnasium:zermelo/PerfectOpponent-v0")``.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

try:
    import gymnasium
except ImportError as error:
    raise ImportError("zermelo.envs.gymnasium needs Gymnasium: pip install zermelo-solver[envs]") from error

from zermelo._arguments import variant_of, whole
from zermelo._core import Game, Position, Variant
from zermelo._planes import plane_names
from zermelo._sides import NUMBERS
from zermelo._tables import Tables
from zermelo.envs._actions import Actions, action_of, mask_of
from zermelo.envs._policy import legal_mask
from zermelo.envs._rendering import check_render_mode
from zermelo.errors import InputError
from zermelo.players import Choice, PerfectPlayer

ID = "zermelo/PerfectOpponent-v0"
SIDES = ("white", "black")


def _side_of(side: object) -> str:
    """The side that a text means: ``white``, ``black`` or ``random``."""
    if side == "random":
        return "random"
    if not isinstance(side, str) or side not in NUMBERS:
        raise InputError(f"side={side!r}, expected white, black or random")
    return SIDES[NUMBERS[side]]


class PerfectOpponentEnv(gymnasium.Env[NDArray[np.uint8], np.int64]):
    """A game against a `PerfectPlayer`, which knows the values from tables or proves them, and the rules of history by which the
    game ends (`PerfectPlayer.move_in`).

    An observation is uint8 [planes, ranks, files], as `zermelo.Game.planes` has them; actions are numbered by
    `zermelo.envs.Actions`. ``info`` has ``action_mask`` (int8 [actions], 1 for a legal move), ``fen``, and at the end ``ended_by``. The
    reward is 1, 0 or −1 at the end; an action that is no legal move loses at once (``ended_by`` is ``"illegal move"``). A game that
    reaches `max_plies` plies is truncated. The render modes are ``ansi``, a text, and ``human``, which prints it.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "human"], "render_fps": 1}

    def __init__(
        self,
        variant: Variant | str = "tictactoe",
        *,
        tables: Tables | str | os.PathLike[str] | None = None,
        opponent: Choice = "optimal",
        side: Literal["white", "w", "black", "b", "random"] = "white",
        starts: Sequence[str] = (),
        max_plies: int = 200,
        nodes: int = 1_000_000,
        render_mode: str | None = None,
    ) -> None:
        """`opponent` is the `choice` of the `PerfectPlayer`, `tables` and `nodes` where it knows values from. `side` is the agent's;
        `starts` are FENs in one of which a game begins, the variant's start if there are none. Sides, starts and the opponent's
        moves are drawn by the seed of `reset`. Raises InputError: a FEN, a side, a choice or a render mode that is none."""
        check_render_mode(render_mode, self.metadata["render_modes"])
        whole(1, max_plies=max_plies)
        self.variant: Variant = variant_of(variant)
        self.opponent: PerfectPlayer = PerfectPlayer(tables, choice=opponent, nodes=nodes)
        self.side: str = _side_of(side)
        self.starts: list[Position] = [Position(self.variant, fen) for fen in starts] or [Position(self.variant)]
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.actions: Actions = Actions(self.variant)
        self.agent = "white"
        self.game: Game = Game(self.starts[0])
        self._over = True
        shape = (len(plane_names(self.variant, history=True)), self.variant.ranks, self.variant.files)
        self.observation_space = gymnasium.spaces.Box(0, 255, shape, np.uint8)
        self.action_space = gymnasium.spaces.Discrete(self.actions.count)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[NDArray[np.uint8], dict[str, Any]]:
        """Begins a game. `options` may have ``fen``, the position to begin in, and ``side``. The opponent has moved if it is first.
        Raises InputError: a position in which the game is over, or in which the opponent's one move ends it."""
        super().reset(seed=seed)
        chosen: dict[str, Any] = options or {}
        drawn = self.starts[int(self.np_random.integers(len(self.starts)))]
        start = Position(self.variant, chosen["fen"]) if "fen" in chosen else drawn
        side = _side_of(chosen.get("side", self.side))
        self.agent = SIDES[int(self.np_random.integers(2))] if side == "random" else side
        self.opponent.seed(int(self.np_random.integers(2**32)))
        self.game = Game(start)
        self._answer()
        if self.game.is_over:
            raise InputError(f"the game is over in {self.game.position.fen} before {self.agent} has moved")
        self._over = False
        self._show()
        return self.game.planes(), self._info()

    def step(self, action: np.int64 | int) -> tuple[NDArray[np.uint8], float, bool, bool, dict[str, Any]]:
        """Plays the agent's move, and the opponent's answer. Raises TypeError: an action that is no whole number; InputError: the game
        is over."""
        if self._over:
            raise InputError("a step of a game that is over, expected a reset")
        move = self.actions.moves(self.game.position).get(action_of(action))
        if move is None:
            self._over = True
            return self.game.planes(), -1.0, True, False, {**self._info(), "ended_by": "illegal move"}
        self.game.play(move)
        self._answer()
        truncated = not self.game.is_over and len(self.game.moves) >= self.max_plies
        self._over = self.game.is_over or truncated
        self._show()
        return self.game.planes(), self._reward(), self.game.is_over, truncated, self._info()

    def render(self) -> str | None:
        """The board as text."""
        if self.render_mode == "human":
            print(self.game.position)
            return None
        return str(self.game.position)

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal moves, as sb3-contrib's agents ask for them."""
        return legal_mask(self.game.position, self.actions).astype(np.bool_)

    def _answer(self) -> None:
        while not self.game.is_over and self.game.position.turn != self.agent and len(self.game.moves) < self.max_plies:
            self.game.play(self.opponent.move_in(self.game))

    def _reward(self) -> float:
        outcome = self.game.outcome
        if not outcome:
            return 0.0
        return float(outcome) if self.game.position.turn == self.agent else -float(outcome)

    def _info(self) -> dict[str, Any]:
        fen = self.game.position.fen
        if self.game.is_over:
            return {"action_mask": mask_of([], self.actions.count), "fen": fen, "ended_by": self.game.ended_by}
        return {"action_mask": legal_mask(self.game.position, self.actions), "fen": fen}

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()


def register() -> None:
    """Registers the environment with Gymnasium, if it is not; importing this module does it."""
    if ID not in gymnasium.registry:
        gymnasium.register(id=ID, entry_point="zermelo.envs.gymnasium:PerfectOpponentEnv")


register()
