# SPDX-License-Identifier: GPL-3.0-or-later
"""Many games at once."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo import _core
from zermelo._core import Position, Variant
from zermelo._arguments import MOST, variant_of, whole
from zermelo._tables import Tables, tables_of
from zermelo.envs._actions import Actions
from zermelo.errors import InputError

Observation = dict[str, NDArray[Any]]
Info = dict[str, Any]

ENDED_BY: list[str] = _core.ended_by_names()
WHOLE_SEED = 1 << 64


class VectorEnv:
    """Games of a variant that are played at once, as arrays: row i of each is about game i. A game that has ended begins
    anew within the same step. All cores play, while other Python threads run.

    An observation is a dict: ``observation`` is uint8 [games, planes, ranks, files], as `zermelo.Game.planes` has them;
    ``action_mask`` is int8 [games, actions], 1 where `zermelo.envs.Actions` numbers a legal move. Both players see the
    same. Games end as `zermelo.Game` does, by what was played, too, and as a draw after `max_plies` plies.

    The info is a dict: ``to_move``, uint8 [games], 0 for White and 1 for Black; ``plies``, int64 [games], how many have been
    played; and of the k games that the last step ended ``ended``, int64 [k], their numbers, ``ended_by``, what `Game.ended_by`
    says of them or ``"max_plies"``, and ``final_observation``, uint8 [k, planes, ranks, files]. With `tables` it has
    ``outcome``, int8 [games], and ``plies_to_end``, int16 [games], the exact value of each position for the side to move, as
    `Tables.probe_many` gives it, and ``optimal``, int8 [games, actions], 1 where a move reaches it as fast as any: none where
    no table holds the position. They are the values of positions, whatever was played before.
    """

    def __init__(
        self,
        variant: Variant | str = "chess",
        games: int = 64,
        *,
        starts: Position | Sequence[Position] | None = None,
        max_plies: int = 200,
        tables: Tables | str | os.PathLike[str] | None = None,
        masks: bool = True,
        copy: bool = True,
    ) -> None:
        """`games` begin in the variant's start, or in one of `starts`, each as likely. `tables` are `Tables` or their folder. Without `masks` observations have no
        ``action_mask`` and infos no ``optimal``: in games with millions of actions `legal_actions` serves. Without `copy`
        the next step writes over the arrays of the last one, which saves as much time as the copies take.

        Raises InputError: no games, plies or starts, starts that are no positions or those of another variant, a start in which the game is
        over, or whose FEN has holes that the variant's start does not have. Memory: twice the planes, and the masks.
        """
        self.variant: Variant = variant_of(variant)
        whole(1, games=games, max_plies=max_plies)
        if starts is None:
            starts = Position(self.variant)
        self.starts: tuple[Position, ...] = (starts,) if isinstance(starts, Position) else tuple(starts)
        if not self.starts:
            raise InputError("no starts, expected one or more")
        for start in self.starts:
            if not isinstance(start, Position):  # pyright: ignore[reportUnnecessaryIsInstance]  # of those who heed types
                raise InputError(f"a start {start!r}, expected a position of {self.variant.name}")
            if start.variant != self.variant:
                raise InputError(f"a start of {start.variant.name}, expected one of {self.variant.name}")
        self.games: int = games
        self.max_plies: int = max_plies
        self.tables: Tables | None = None if tables is None else tables_of(tables)
        self.copy: bool = copy
        self.actions: Actions = Actions(self.variant)
        self._seeds = np.random.default_rng()
        self._played = _core.PlayedGames(
            self.variant, list(self.starts), games, max_plies, self._seed(), masks, self.tables is not None
        )
        self._arrays: dict[str, NDArray[Any]] = self._played.arrays()

    def reset(self, *, seed: int | None = None) -> tuple[Observation, Info]:
        """All games begin anew. The same `seed` gives the same starts, and the same actions of `sample`."""
        if seed is not None:
            self._seeds = np.random.default_rng(seed)
        self._played.reset(self._seed())
        return self._observation(), self._info(np.empty(0, np.int64))

    def step(
        self, actions: ArrayLike
    ) -> tuple[Observation, NDArray[np.float32], NDArray[np.bool_], NDArray[np.bool_], Info]:
        """Plays an action in each game, int64 [games]. Returns observation, rewards, terminated, truncated, info: rewards
        are float32 [games, 2], White's and Black's, 1 and −1 at the end, 0 before and in a draw; terminated, bool [games],
        says which games have ended by their rules, truncated which by `max_plies`.

        Raises InputError: the first action that is no legal move, by its game; then nothing was played. FileError: a
        damaged table. Cost: about a µs a game and core in chess; with `tables` some µs more a legal move.
        """
        chosen = np.asarray(actions)
        if not np.issubdtype(chosen.dtype, np.integer):
            raise TypeError(f"actions of {chosen.dtype}, expected integers")
        if chosen.shape != (self.games,):
            raise ValueError(f"actions of shape {chosen.shape}, expected [{self.games}]")
        self._played.step(np.ascontiguousarray(chosen, dtype=np.int64))
        terminated = self._of("terminated").view(np.bool_)
        truncated = self._of("truncated").view(np.bool_)
        info = self._info(np.flatnonzero(terminated | truncated).astype(np.int64, copy=False))
        return self._observation(), self._of("rewards"), terminated, truncated, info

    def sample(self) -> NDArray[np.int64]:
        """A legal action of each game, each as likely."""
        return self._played.sample()

    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all games one after the other, and where each game's begin: those of game i, ascending, are
        ``actions[begin[i] : begin[i + 1]]``."""
        return self._played.legal_actions()

    def position(self, game: int) -> Position:
        """The position of a game. Raises IndexError: there is no such game."""
        whole(-MOST, game=game)
        if game < 0:
            raise IndexError(f"game {game}, expected 0 or more")
        return self._played.position(game)

    def _seed(self) -> int:
        return int(self._seeds.integers(WHOLE_SEED, dtype=np.uint64, endpoint=False))

    def _of(self, name: str) -> NDArray[Any]:
        return self._arrays[name].copy() if self.copy else self._arrays[name]

    def _observation(self) -> Observation:
        found = {"observation": self._of("planes")}
        if "legal" in self._arrays:
            found["action_mask"] = self._of("legal")
        return found

    def _info(self, ended: NDArray[np.int64]) -> Info:
        info: Info = {
            "to_move": self._of("to_move"),
            "plies": self._of("plies"),
            "ended": ended,
            "ended_by": [ENDED_BY[by] or "max_plies" for by in self._arrays["ended_by"][ended].tolist()],
            "final_observation": self._arrays["last_planes"][ended],
        }
        if self.tables is not None:
            self._played.look_up(self.tables._tables())
            info["outcome"] = self._of("outcomes")
            info["plies_to_end"] = self._of("values")
            if "best" in self._arrays:
                info["optimal"] = self._of("best")
        return info

    def __repr__(self) -> str:
        return f"<VectorEnv of {self.games} games of {self.variant.name}>"
