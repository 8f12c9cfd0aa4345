# SPDX-License-Identifier: GPL-3.0-or-later
"""Environments for learning agents, and policies held against the truth."""

import random
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, parallel_api_test, seed_test

import zermelo
from zermelo import InputError, Outcome, Position, Tables, Variant
from zermelo.envs import Actions
from zermelo.envs.pettingzoo import ZermeloEnv, env, parallel_env
from zermelo.evaluation import evaluate, optimality_rate, regret

TINY = "[tiny]\nmaxFile = 4\nmaxRank = 4\ncastling = false\nking = k\nrook = r\npass = true\nstartFen = k3/4/4/1K1R w - - 0 1\n"


@pytest.mark.parametrize("name", [*zermelo.variants(), TINY])
def test_actions_number_every_move(name: str) -> None:
    variant = Variant(name)
    actions = Actions(variant)
    generator = random.Random(1)
    position = Position(variant)
    for _ in range(60):
        moves = actions.moves(position)
        assert moves == {actions.number(move): move for move in position.legal_moves}
        assert len(moves) == len(position.legal_moves)
        assert all(0 <= number < actions.count for number in moves)
        legal = actions.legal(game := zermelo.Game(position))
        assert legal.numbers.tolist() == sorted(moves)
        for number in (*list(moves)[:3], -1, actions.count):
            played = game.copy()
            assert legal.play(played, number) is (number in moves)
            assert played.moves == ([moves[number]] if number in moves else [])
        assert all(actions.text(number) in (move, "pass") for number, move in moves.items())
        position = position.play(generator.choice(position.legal_moves)) if moves else Position(variant)


def test_actions_of_one_variant_are_equal() -> None:
    assert Actions("chess") == Actions(Variant("chess")) != Actions("gardner") and len({Actions("chess"), Actions("chess")}) == 1
    assert Actions("chess") != "chess" and "chess" in repr(Actions("chess"))


@pytest.mark.parametrize("move", ["e8e9", "i1i2", "zz", "", "e2e4x", "e2e4,", "e2e", "e2 e4", "e\u06612e4", "x@e4", "e1e1q,", "@"])
def test_texts_that_are_no_moves_have_no_number(move: str) -> None:
    with pytest.raises(InputError, match="no move of chess, expected one as UCI on 8 files and 8 ranks"):
        Actions("chess").number(move)


def test_numbers_and_positions_of_others_are_refused() -> None:
    actions = Actions("chess")
    assert actions.number(actions.text(actions.pass_)) == actions.pass_ and actions.text(np.int64(8)) == "a1a2"  # type: ignore[arg-type]
    for number in (-1, actions.count, 10**30):
        with pytest.raises(InputError, match="number=.*expected"):
            actions.text(number)
    with pytest.raises(InputError, match="a position of gardner, expected one of chess"):
        actions.moves(Position("gardner"))
    with pytest.raises(InputError, match="a game of gardner, expected one of chess"):
        actions.legal(zermelo.Game(Position("gardner")))
    wrong: Any = 5.5
    for call in (lambda: actions.number(wrong), lambda: actions.text(wrong), lambda: actions.moves(wrong), lambda: actions.legal(wrong)):
        with pytest.raises(TypeError, match="float|5.5"):
            call()


@pytest.mark.parametrize("name", ["chess", "gardner", "simplified", "breakthrough", TINY])
def test_pettingzoo_takes_any_variant(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(env(Variant(name), max_plies=40), num_cycles=200)
        seed_test(lambda: env(Variant(name), max_plies=40), num_cycles=50)


@pytest.mark.parametrize("name", ["chess", "tictactoe", TINY])
def test_agents_can_be_stepped_at_once(name: str) -> None:
    variant = Variant(name)
    parallel_api_test(parallel_env(variant, max_plies=40), num_cycles=200)
    together = parallel_env(variant, max_plies=60)
    generator = random.Random(3)
    for _ in range(5):
        game = zermelo.Game(Position(variant))
        observations, _ = together.reset()
        actions = Actions(variant)
        while True:
            mover = game.position.turn
            assert {agent: bool(seen["action_mask"].any()) for agent, seen in observations.items()} == {each: each == mover for each in ("white", "black")}
            number = generator.choice(np.flatnonzero(observations[mover]["action_mask"]).tolist())
            # What the other does is not looked at.
            other = "black" if mover == "white" else "white"
            observations, rewards, terminations, truncations, infos = together.step({mover: number, other: generator.randrange(actions.count)})
            game.play(actions.moves(game.position)[number])
            assert all((seen["observation"] == game.planes()).all() for seen in observations.values())
            if not together.agents:
                break
        assert set(terminations.values()) == {game.is_over} and set(truncations.values()) == {not game.is_over}
        assert rewards[game.position.turn] == float(game.outcome or 0) == -rewards["black" if game.position.turn == "white" else "white"]
        assert not game.is_over or infos["white"]["ended_by"] == game.ended_by
    with pytest.raises(ValueError, match="is no legal move of"):
        together.reset()
        together.step({"white": -1, "black": -1})


def test_an_environment_tells_how_a_game_ends() -> None:
    game = ZermeloEnv("chess", fen="7k/8/5K2/6Q1/8/8/8/8 w - - 0 1", max_plies=3, render_mode="ansi")
    game.reset()
    observation = game.observe("white")
    assert observation["action_mask"].sum() == len(game.position.legal_moves)
    assert np.flatnonzero(observation["action_mask"]).tolist() == game.legal.numbers.tolist() == sorted(game.actions.moves(game.position))
    assert game.observe("black")["action_mask"].sum() == 0
    with pytest.raises(ValueError, match="is no legal move of white"):
        game.step(0)
    game.step(game.actions.number("g5g7"))
    assert game.rewards == {"white": 1.0, "black": -1.0} and all(game.terminations.values())
    assert game.render() == str(game.position)
    game.reset(options={"fen": "7k/8/8/8/8/8/8/K7 w - - 0 1"})
    for _ in range(3):
        game.step(next(iter(game.actions.moves(game.position))))
    assert all(game.truncations.values()) and set(game.rewards.values()) == {0.0}


def test_a_game_that_is_over_has_no_legal_actions() -> None:
    variant = Variant("minishogi")
    game = zermelo.Game(Position(variant))
    for move in "b1b2 d5d4 b2b1 d4d5".split() * 3:
        game.play(move)
    actions = Actions(variant)
    assert game.is_over and actions.moves(game.position) and not len(actions.legal(game).numbers)
    legal = actions.legal(zermelo.Game(game.position))
    with pytest.raises(zermelo.InputError, match="the game is over by repetition"):
        legal.play(game, int(legal.numbers[0]))


def test_openspiel_plays_any_variant() -> None:
    import pyspiel

    import zermelo.envs.openspiel  # noqa: F401

    for variant in ("gardner", "simplified", "breakthrough"):
        game = pyspiel.load_game("python_zermelo", {"variant": variant, "max_plies": 60})
        pyspiel.random_sim_test(game, num_sims=3, serialize=True, verbose=False)
    state = pyspiel.load_game("python_zermelo(max_plies=10)").new_initial_state()
    assert len(state.legal_actions()) == 20 and state.action_to_string(state.legal_actions()[0])


# A process of its own: what goes wrong in C++ would end this one.
BOTS = """
import numpy, pyspiel
from open_spiel.python.algorithms import mcts
import zermelo.envs.openspiel

def played(first):
    state, other = game.new_initial_state(), pyspiel.make_uniform_random_bot(1, 7)
    while not state.is_terminal():
        state.apply_action(first(state) if state.current_player() == 0 else other.step(state))
    return state.returns()

game = pyspiel.load_game("python_zermelo(variant=tictactoe)")
print(played(pyspiel.make_uniform_random_bot(0, 3).step) in ([1, -1], [0, 0], [-1, 1]))
print(len(pyspiel.evaluate_bots(game.new_initial_state(), [pyspiel.make_uniform_random_bot(i, i) for i in range(2)], 1)))
searcher = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(5, 1), 1.4, 300, 100, True, 1, False)
print(played(lambda state: searcher.step_with_policy(state)[1]))
draws = numpy.random.RandomState(1)
print(played(mcts.MCTSBot(game, 1.4, 300, mcts.RandomRolloutEvaluator(5, draws), random_state=draws).step))
"""


def test_openspiels_bots_play() -> None:
    done = subprocess.run([sys.executable, "-c", BOTS], capture_output=True, text=True, check=False)
    assert done.stdout.splitlines() == ["True", "2", "[1.0, -1.0]", "[1.0, -1.0]"], done.stderr


def test_policies_are_held_against_the_truth(tmp_path: Path) -> None:
    variant = Variant("simplified")
    zermelo.solve(variant, tmp_path, men=3)
    generator = random.Random(5)
    with Tables(tmp_path) as tables:
        chunk = next(tables.tier(variant, "QRvQ").chunks())
        chosen = np.random.default_rng(1).choice(len(chunk), 200)
        positions = [Position.from_array(variant, chunk.boards[i], chunk.to_move) for i in chosen]

        def perfect(position: Position) -> str:
            return tables.moves(position)[0].move

        def worst(position: Position) -> str:
            return tables.moves(position)[-1].move

        report = evaluate(perfect, positions, tables)
        assert report.optimality_rate == report.optimal_move_rate == 1 and report.mean_regret == 0
        chance = evaluate(lambda position: generator.choice(position.legal_moves), positions, tables)
        assert 0 < chance.optimality_rate < 1 and regret(worst, positions, tables) > chance.mean_regret > 0
        assert optimality_rate(worst, positions, tables) < chance.optimality_rate
        assert sum(part.positions for part in chance.by_outcome().values()) == chance.positions == 200
        assert sum(part.positions for part in chance.by_plies(Outcome.WIN).values()) == chance.by_outcome()[Outcome.WIN].positions
        with pytest.raises(zermelo.InputError, match="not legal"):
            evaluate(lambda position: "a1a1", positions, tables)
        from matplotlib import pyplot

        pyplot.switch_backend("Agg")
        assert chance.plot().get_xlabel() == "distance of the win (plies)"
