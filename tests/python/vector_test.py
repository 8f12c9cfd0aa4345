# SPDX-License-Identifier: GPL-3.0-or-later
"""Many games at once, held to single games that are played one after the other."""

import random
import threading
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from zermelo import Game, InputError, Outcome, Position, Tables, Variant
from zermelo.envs import Actions, VectorEnv

QUEENS = "maxFile = 4\nmaxRank = 4\ncastling = false\nking = k\nqueen = q\nstartFen = kq2/4/4/2QK w - - 0 1\n"
HISTORIES = {
    "folds": f"[folds]\n{QUEENS}nFoldRule = 2\nnMoveRule = 0\n",
    "moves": f"[moves]\n{QUEENS}nFoldRule = 0\nnMoveRule = 3\n",
    "folds lose": f"[foldslose]\n{QUEENS}nFoldRule = 2\nnFoldValue = loss\n",
    "checks": f"[checks]\n{QUEENS}perpetualCheckIllegal = true\nnFoldRule = 2\n",
}


def played_alone(env: VectorEnv, rounds: int, seed: int) -> Counter[str]:
    """Plays the same moves in games of their own, and compares all that there is; how the games ended."""
    generator = random.Random(seed)
    actions = Actions(env.variant)
    observation, info = env.reset(seed=seed)
    games = [Game(env.position(i)) for i in range(env.games)]
    ends: Counter[str] = Counter()
    for _ in range(rounds):
        legal, begin = env.legal_actions()
        chosen = []
        for i, game in enumerate(games):
            numbers = sorted(map(actions.number, game.legal_moves))
            assert legal[begin[i] : begin[i + 1]].tolist() == numbers
            if "action_mask" in observation:
                assert np.flatnonzero(observation["action_mask"][i]).tolist() == numbers
            assert (observation["observation"][i] == game.planes()).all()
            assert info["to_move"][i] == (game.position.turn == "black") and info["plies"][i] == len(game.moves)
            assert env.position(i) == game.position
            chosen.append(generator.choice(numbers))
        texts = [{actions.number(move): move for move in game.legal_moves}[number] for game, number in zip(games, chosen, strict=True)]
        observation, rewards, terminated, truncated, info = env.step(chosen)
        ended = []
        for i, (game, text) in enumerate(zip(games, texts, strict=True)):
            game.play(text)
            outcome = game.outcome
            white = 0 if outcome is None else int(outcome) if game.position.turn == "white" else -int(outcome)
            assert rewards[i].tolist() == [white, -white]
            assert terminated[i] == (outcome is not None)
            assert truncated[i] == (outcome is None and len(game.moves) == env.max_plies)
            if terminated[i] or truncated[i]:
                ended.append(i)
                place = info["ended"].tolist().index(i)
                assert info["ended_by"][place] == (game.ended_by or "max_plies")
                assert (info["final_observation"][place] == game.planes()).all()
                ends[info["ended_by"][place]] += 1
                games[i] = Game(env.position(i))
                assert env.position(i) in env.starts
        assert info["ended"].tolist() == ended
    return ends


@pytest.mark.parametrize("name", ["gardner", "simplified", "breakthrough", "crazyhouse", "xiangqi", "makruk", "3check", "sittuyin"])
def test_games_are_those_that_are_played_alone(name: str) -> None:
    ends = played_alone(VectorEnv(name, 5, max_plies=30), 70, 1)
    assert sum(ends.values()) >= 10


@pytest.mark.parametrize("name", ["duck", "amazons"])
def test_games_with_millions_of_actions_need_no_masks(name: str) -> None:
    played_alone(VectorEnv(name, 2, max_plies=6, masks=False), 7, 2)


@pytest.mark.parametrize("rules", HISTORIES)
def test_games_end_by_what_was_played(rules: str) -> None:
    variant = Variant(HISTORIES[rules])
    start = Position(variant, "k3/4/1Q2/3K w - - 0 1")
    ends = played_alone(VectorEnv(variant, 100, starts=start, max_plies=40), 80, 3)
    expected = {"folds": "repetition", "moves": "move rule", "folds lose": "repetition", "checks": "repetition"}
    assert ends[expected[rules]] > 0 and ends["position"] > 0


def test_many_games_on_many_threads_are_the_same() -> None:
    few, many = (VectorEnv("gardner", games, max_plies=50) for games in (1, 1000))
    for env in (few, many):
        env.reset(seed=4)
    for _ in range(120):
        one, all_ = few.sample(), many.sample()
        assert one[0] == all_[0]
        a, b = few.step(one), many.step(all_)
        assert (a[0]["observation"][0] == b[0]["observation"][0]).all() and (a[0]["action_mask"][0] == b[0]["action_mask"][0]).all()
        assert (a[1][0] == b[1][0]).all() and a[2][0] == b[2][0] and a[3][0] == b[3][0]


def test_random_actions_are_legal_and_differ() -> None:
    env = VectorEnv("gardner", 2000)
    observation, _ = env.reset(seed=1)
    first, second = env.sample(), env.sample()
    assert observation["action_mask"][np.arange(2000), first].all()
    assert (first != second).any() and len(set(first.tolist())) == observation["action_mask"][0].sum()
    env.reset(seed=1)
    assert (env.sample() == first).all()
    env.reset(seed=2)
    assert (env.sample() != first).any()


def test_games_begin_in_one_of_the_starts() -> None:
    variant = Variant("gardner")
    starts = [Position(variant), *(Position(variant).play(move) for move in Position(variant).legal_moves)]
    env = VectorEnv(variant, 500, starts=starts, max_plies=1)
    env.reset(seed=7)
    drawn = [env.position(i) for i in range(500)]
    assert set(drawn) == set(starts)
    env.reset(seed=7)
    assert [env.position(i) for i in range(500)] == drawn
    _, _, _, truncated, info = env.step(env.sample())
    assert truncated.all() and info["ended_by"] == ["max_plies"] * 500
    assert [env.position(i) for i in range(500)] != drawn and {env.position(i) for i in range(500)} == set(starts)


def test_what_a_fen_counts_counts() -> None:
    variant = Variant(HISTORIES["moves"])
    env = VectorEnv(variant, 1, starts=Position(variant, "k3/4/4/1Q1K w - - 5 9"))
    quiet = Actions(variant).number("d1d2")
    _, rewards, terminated, _, info = env.step([quiet])
    assert terminated.all() and info["ended_by"] == ["move rule"] and not rewards.any()


def test_exact_values_and_best_moves(tmp_path: Path) -> None:
    variant = Variant("simplified")
    zermelo.solve(variant, tmp_path, men=3)
    with Tables(tmp_path) as tables:
        sample = tables.tier(variant, "QRvQ").sample(70, 5)
        starts = [
            position
            for board, side in zip(sample.boards, sample.to_move, strict=True)
            if not (position := Position.from_array(variant, board, int(side))).is_game_over
        ]
        env = VectorEnv(variant, 100, starts=starts, tables=tables, max_plies=20)
        _, info = env.reset(seed=3)
        for _ in range(30):
            for i in range(100):
                position = env.position(i)
                value = tables.probe(position)
                assert info["outcome"][i] == value.outcome
                assert info["plies_to_end"][i] == (-1 if value.plies is None else value.plies)
                best = {env.actions.number(move.move) for move in tables.moves(position) if move.optimal}
                assert set(np.flatnonzero(info["optimal"][i]).tolist()) == best
            *_, info = env.step(env.sample())
        best_play = info["optimal"].argmax(axis=1)
        assert (env.step(best_play)[4]["outcome"] != Outcome.UNKNOWN).all()
    with pytest.raises(ValueError, match="are closed"):
        env.step(env.sample())
    with Tables(tmp_path) as tables:
        _, info = VectorEnv("chess", 2, tables=tables).reset()
        assert (info["outcome"] == Outcome.UNKNOWN).all() and not info["optimal"].any()


def test_without_copies_the_next_step_writes_over_the_last() -> None:
    def kept(copy: bool) -> bool:
        env = VectorEnv("gardner", 3, copy=copy)
        observation, info = env.reset(seed=1)
        seen: dict[str, Any] = {**observation, "to_move": info["to_move"]}
        before = {name: array.copy() for name, array in seen.items()}
        env.step(env.sample())
        same = {(seen[name] == before[name]).all() for name in seen}
        assert len(same) == 1
        return bool(same.pop())

    assert kept(True) and not kept(False)


def test_arrays_outlive_their_environment() -> None:
    observation, _ = VectorEnv("gardner", 3, copy=False).reset()
    mask = observation["action_mask"]
    del observation
    assert mask.sum() == 3 * len(Position(Variant("gardner")).legal_moves)


def test_threads_that_play_at_once_break_nothing() -> None:
    env = VectorEnv("gardner", 200, max_plies=20)
    env.reset(seed=1)
    played: list[int] = []

    def play() -> None:
        for _ in range(60):
            try:
                env.step(env.sample())
                played.append(len(env.legal_actions()[0]))
            except InputError:  # another one has played meanwhile
                assert env.position(7).legal_moves

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert played and min(played) >= 200


def test_more_games_than_memory_holds_are_refused() -> None:
    for games in (2**40, 2**58, 2**63):
        with pytest.raises((MemoryError, ValueError)):
            VectorEnv("gardner", games)


def test_what_is_wrong_is_refused() -> None:
    env = VectorEnv("gardner", 3)
    env.reset(seed=1)
    good = env.sample()
    for wrong in (0, -1, env.actions.count, 2**62):
        with pytest.raises(InputError, match=f"game 1: action {wrong} is no legal move in rnbqk"):
            env.step([good[0], wrong, good[2]])
    assert {env.position(i) for i in range(3)} == {Position(Variant("gardner"))}
    with pytest.raises(ValueError, match=r"actions of shape \(2,\), expected \[3\]"):
        env.step(good[:2])
    with pytest.raises(TypeError, match="actions of float64, expected integers"):
        env.step(good.astype(float))
    with pytest.raises(ValueError, match="games=0, expected 1 or more"):
        VectorEnv("gardner", 0)
    with pytest.raises(ValueError, match="max_plies=0, expected 1 or more"):
        VectorEnv("gardner", 1, max_plies=0)
    with pytest.raises(ValueError, match="no starts"):
        VectorEnv("gardner", 1, starts=[])
    with pytest.raises(ValueError, match="a start of chess, expected one of gardner"):
        VectorEnv("gardner", 1, starts=Position(Variant("chess")))
    with pytest.raises(InputError, match="the game is over in .*, expected one that goes on"):
        VectorEnv("chess", 1, starts=Position(Variant("chess"), "7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"))
    with pytest.raises(IndexError, match="game 3, expected less than 3"):
        env.position(3)
    with pytest.raises(IndexError, match="game -1, expected 0 or more"):
        env.position(-1)
    wrong_starts: Any
    for wrong_starts in ("x", [None], ["rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1"]):
        with pytest.raises(InputError, match="a start .*, expected a position of gardner"):
            VectorEnv("gardner", 1, starts=wrong_starts)
    with pytest.raises(TypeError, match="games=2.5, expected a whole number"):
        VectorEnv("gardner", 2.5)  # type: ignore[arg-type]
    assert repr(env) == "<VectorEnv of 3 games of gardner>"
