# SPDX-License-Identifier: GPL-3.0-or-later
"""Any variant as a game of OpenSpiel.

Importing this module registers ``python_zermelo``: ``pyspiel.load_game("python_zermelo(variant=gardner,max_plies=100)")``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

try:
    import pyspiel
except ImportError as error:
    raise ImportError("zermelo.envs.openspiel needs OpenSpiel: pip install zermelo-solver[openspiel]") from error

from zermelo._core import Position, Variant
from zermelo._planes import planes
from zermelo.envs._actions import Actions

GAME_TYPE = pyspiel.GameType(
    short_name="python_zermelo",
    long_name="Zermelo: a chess-like game by its rules",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=True,
    parameter_specification={"variant": "chess", "fen": "", "max_plies": 200},
)


class ZermeloGame(pyspiel.Game):  # type: ignore[misc]
    """A variant as a game in which player 0 is White. Its parameters are ``variant``, as `zermelo.Variant` takes it;
    ``fen``, the position in which games begin, which is the variant's start if empty; and ``max_plies``, the number of
    plies after which a game is a draw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters = {"variant": "chess", "fen": "", "max_plies": 200, **(params or {})}
        self.variant: Variant = Variant(parameters["variant"])
        self.start: Position = Position(self.variant, parameters["fen"] or None)
        self.max_plies = int(parameters["max_plies"])
        if self.max_plies < 1:
            raise ValueError(f"games of {self.max_plies} plies, expected 1 or more")
        self.actions: Actions = Actions(self.variant)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.actions.count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_plies,
        )
        super().__init__(GAME_TYPE, info, parameters)

    def new_initial_state(self) -> ZermeloState:
        return ZermeloState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> BoardObserver:
        return BoardObserver(self)


class ZermeloState(pyspiel.State):  # type: ignore[misc]
    """A position, and the number of plies that led to it."""

    def __init__(self, game: ZermeloGame) -> None:
        super().__init__(game)
        # Copies of a state keep its own members; they know less about the game.
        self.actions: Actions = game.actions
        self.max_plies: int = game.max_plies
        self.position: Position = game.start
        self.plies: int = 0

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.turn == "white" else 1

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.actions.moves(self.position))

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.actions.moves(self.position)[action])
        self.plies += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.actions.text(action)

    def is_terminal(self) -> bool:
        return self.plies >= self.max_plies or self.position.is_game_over

    def returns(self) -> list[float]:
        outcome = self.position.outcome
        if outcome is None:
            return [0.0, 0.0]
        white = float(outcome) if self.position.turn == "white" else -float(outcome)
        return [white, -white]

    def __str__(self) -> str:
        return self.position.fen


class BoardObserver:
    """Observes positions as the planes of `zermelo.planes`, which are the same for both players."""

    def __init__(self, game: ZermeloGame) -> None:
        variant = game.variant
        shape = (len(variant.symbols), variant.ranks, variant.files)
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: ZermeloState, player: int) -> None:
        position = state.position
        self.dict["observation"][:] = planes(
            position.variant, position.array()[None], position.turn == "black"
        )[0]

    def string_from(self, state: ZermeloState, player: int) -> str:
        return str(state)


pyspiel.register_game(GAME_TYPE, ZermeloGame)
