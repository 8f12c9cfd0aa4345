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

from zermelo._core import Game, Position, Variant
from zermelo._planes import plane_names
from zermelo.envs._actions import Actions, LegalActions

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
    """A variant as a game in which player 0 is White (in OpenSpiel's own chess and antichess White is player 1). It ends
    by what was played, too, where its rules say so (`zermelo.Game`). Its parameters are ``variant``, as `zermelo.Variant`
    takes it; ``fen``, the position in which games begin, which is the variant's start if empty; and ``max_plies``, the
    number of plies after which a game is a draw."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        parameters: dict[str, Any] = {"variant": "chess", "fen": "", "max_plies": 200, **(params or {})}
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
    """A game as far as it was played."""

    def __init__(self, game: ZermeloGame) -> None:
        super().__init__(game)
        # Copies of a state keep its own members; they know less about the game.
        self.actions: Actions = game.actions
        self.max_plies: int = game.max_plies
        self.game: Game = Game(game.start)
        self._legal: LegalActions = self.actions.legal(self.game)

    @property
    def position(self) -> Position:
        return self.game.position

    def current_player(self) -> int:
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        return 0 if self.position.turn == "white" else 1

    def _legal_actions(self, player: int) -> list[int]:
        numbers: list[int] = self._legal.numbers.tolist()
        return numbers

    def _apply_action(self, action: int) -> None:
        if self.is_terminal():
            raise pyspiel.SpielError(f"action {action} after the end of the game, expected a state in which it goes on")
        if not self._legal.play(self.game, action):
            raise pyspiel.SpielError(f"action {action} is no legal move in {self.position.fen}")
        self._legal = self.actions.legal(self.game)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.actions.text(action)

    def is_terminal(self) -> bool:
        return len(self.game.moves) >= self.max_plies or self.game.is_over

    def returns(self) -> list[float]:
        outcome = self.game.outcome
        if not outcome:  # none yet, or a draw
            return [0.0, 0.0]
        white = float(outcome) if self.position.turn == "white" else -float(outcome)
        return [white, -white]

    def __str__(self) -> str:
        return self.position.fen


class BoardObserver:
    """Observes games as the planes of `zermelo.Game.planes`, which are the same for both players."""

    def __init__(self, game: ZermeloGame) -> None:
        variant = game.variant
        shape = (len(plane_names(variant, history=True)), variant.ranks, variant.files)
        self.tensor = np.zeros(np.prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: ZermeloState, player: int) -> None:
        self.dict["observation"][:] = state.game.planes()

    def string_from(self, state: ZermeloState, player: int) -> str:
        return str(state)


pyspiel.register_game(GAME_TYPE, ZermeloGame)
