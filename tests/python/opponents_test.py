# SPDX-License-Identifier: GPL-3.0-or-later
"""Players that know the values, the environments in which one plays against them, and what else environments owe their users."""

import functools
import importlib.util
import math
import random
import warnings
from pathlib import Path
from typing import Any, get_args

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import zermelo
import zermelo.envs.gymnasium
from zermelo import InputError, MissingTableError, Outcome, Position, Tables, Variant
from zermelo.envs import Actions, policy
from zermelo.envs.gymnasium import ID, PerfectOpponentEnv
from zermelo.envs.pettingzoo import ZermeloEnv, env, raw_env
from zermelo.evaluation import evaluate
from zermelo.players import Choice, PerfectPlayer


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    zermelo.solve("hexapawn4x4", path)
    zermelo.solve("simplified", path, men=3)
    return path


def some_positions(tables: Tables, count: int) -> list[Position]:
    variant = Variant("simplified")
    drawn = random.Random(1)
    chunk = next(tables.tier(variant, "QRvQ").chunks())
    found = [Position.from_array(variant, chunk.boards[i], chunk.to_move) for i in drawn.sample(range(len(chunk)), count)]
    position = Position("hexapawn4x4")
    while position.legal_moves:
        found.append(position)
        position = position.play(drawn.choice(position.legal_moves))
    return [position for position in found if not position.is_game_over]


@pytest.mark.parametrize("choice", ["optimal", "longest", "keeping"])
def test_a_perfect_player_keeps_every_value(folder: Path, choice: Any) -> None:
    with Tables(folder) as tables:
        player = PerfectPlayer(tables, choice=choice, seed=3)
        for position in some_positions(tables, 150):
            value = tables.probe(position)
            known = {move.move: move.value for move in tables.moves(position)}
            kept = {move: found for move, found in known.items() if found.outcome == value.outcome}
            lengths = {move: found.plies for move, found in kept.items() if found.plies is not None}
            expected = set(kept)
            if choice != "keeping" and lengths:
                best = min(lengths.values()) if choice == "optimal" and value.outcome is Outcome.WIN else max(lengths.values())
                expected = {move for move, plies in lengths.items() if plies == best}
            assert set(player.moves(position)) == expected and player(position) in expected
        report = evaluate(player, some_positions(tables, 150), tables)
        assert report.optimality_rate == 1 and (choice != "optimal" or report.optimal_move_rate == 1)


def test_what_no_table_holds_is_proved(folder: Path) -> None:
    from_tables = PerfectPlayer(folder)
    position = Position("hexapawn4x4")
    while not position.is_game_over:
        for choice in get_args(Choice):
            assert PerfectPlayer(choice=choice).moves(position) == PerfectPlayer(folder, choice=choice).moves(position), position.fen
        position = position.play(from_tables(position))
    assert position.is_game_over and from_tables.moves(position) == []
    # Draws, too: no move of the middle game of tic-tac-toe that loses is among them.
    centre = Position("tictactoe").play("P@b2").play("P@a1")
    assert set(PerfectPlayer(choice="keeping").moves(centre)) == {move for move in centre.legal_moves if zermelo.value(centre.play(move)).outcome is Outcome.DRAW}
    with pytest.raises(MissingTableError, match="100 nodes did not prove its value"):
        PerfectPlayer(nodes=100)(Position("chess"))
    with pytest.raises(InputError, match="the game is over"):
        from_tables(position)
    with pytest.raises(InputError, match="choice='best', expected one of optimal, longest, keeping"):
        PerfectPlayer(choice="best")  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        PerfectPlayer(folder / "nothing")


def test_a_player_draws_by_its_seed(folder: Path) -> None:
    with Tables(folder) as tables:
        positions = [position for position in some_positions(tables, 200) if len(PerfectPlayer(tables, choice="keeping").moves(position)) > 3]

        def played(seed: int) -> list[str]:
            player = PerfectPlayer(tables, choice="keeping", seed=seed)
            first = [player(position) for position in positions]
            player.seed(seed)
            assert [player(position) for position in positions] == first
            return first

        assert played(1) == played(1) != played(2)


def game(played: "gymnasium.Env[Any, Any]", seed: int, choose: Any) -> tuple[float, list[str], dict[str, Any]]:
    _, info = played.reset(seed=seed)
    while True:
        observation, reward, ended, cut, info = played.step(choose(played, info))
        if ended or cut:
            return float(reward), played.unwrapped.game.moves, info  # type: ignore[attr-defined]


def at_random(seed: int) -> Any:
    drawn = np.random.default_rng(seed)
    return lambda played, info: int(drawn.choice(np.flatnonzero(info["action_mask"])))


def test_gymnasium_finds_nothing_wrong() -> None:
    several: list[dict[str, Any]] = [
        {"variant": "tictactoe"},
        {"variant": "hexapawn4x4", "side": "random", "opponent": "longest"},
        {"variant": "threemensmorris", "side": "black"},
    ]
    for options in several:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            check_env(gymnasium.make(ID, render_mode="ansi", **options).unwrapped)
    by_name = gymnasium.make(f"zermelo.envs.gymnasium:{ID}", variant="tictactoe")
    assert isinstance(by_name.unwrapped, PerfectOpponentEnv)
    vector = gymnasium.make_vec(ID, num_envs=3, variant="tictactoe")
    observations, info = vector.reset(seed=1)
    assert observations.shape[0] == 3 and info["action_mask"].shape[0] == 3
    vector.close()


def test_nobody_wins_against_a_perfect_player(folder: Path) -> None:
    # The first player wins hexapawn on 4×4, so that who is second never gets more than a loss; tic-tac-toe is a draw.
    for variant, side, best in (("hexapawn4x4", "black", -1.0), ("tictactoe", "white", 0.0), ("tictactoe", "black", 0.0)):
        played = gymnasium.make(ID, variant=variant, side=side, opponent="keeping", tables=folder if variant == "hexapawn4x4" else None)
        results = [game(played, seed, at_random(seed))[0] for seed in range(8)]
        assert max(results) <= best and min(results) == -1
    # Who knows the values gets what the position is worth.
    for variant, side, worth in (("hexapawn4x4", "white", 1.0), ("tictactoe", "black", 0.0)):
        played = gymnasium.make(ID, variant=variant, side=side)
        perfect = PerfectPlayer()
        assert game(played, 5, lambda played, info: played.unwrapped.actions.number(perfect(played.unwrapped.game.position)))[0] == worth


REPEATING = "[krk]\nmaxFile = 4\nmaxRank = 4\ncastling = false\nking = k\nrook = r\nnFoldRule = {fold}\nnMoveRule = {moves}\nstartFen = k3/4/4/1K1R w - - 0 1\n"


@pytest.mark.parametrize(("fold", "moves"), [(3, 0), (2, 0), (0, 20)])
@pytest.mark.parametrize("choice", ["longest", "keeping", "optimal"])
def test_no_win_is_lost_by_rules_of_history(choice: Any, fold: int, moves: int, tmp_path: Path) -> None:
    variant = Variant(REPEATING.format(fold=fold, moves=moves))
    zermelo.solve(variant, tmp_path)
    played = PerfectOpponentEnv(variant, tables=tmp_path, opponent=choice, side="black", max_plies=1000, starts=["k3/4/4/1K1R w - - 0 1"])
    for seed in range(12):
        reward, moves_played, info = game(played, seed, at_random(seed))
        assert reward == -1 and info["ended_by"] == "position", (seed, moves_played)


def test_tables_of_outcomes_choose_no_best_moves(tmp_path: Path) -> None:
    zermelo.solve("chess", tmp_path, tiers="KRvK", outcomes=True)
    win = Position("chess", "8/8/8/8/8/4k3/8/R3K3 w - - 0 1")
    choice: Any
    for choice in ("optimal", "longest"):
        with pytest.raises(InputError, match="outcomes alone, expected tables with distances"):
            PerfectPlayer(tmp_path, choice=choice).moves(win)
    keeping = PerfectPlayer(tmp_path, choice="keeping")
    report = evaluate(keeping, [win], tmp_path)
    assert report.optimality_rate == 1 and math.isnan(report.optimal_move_rate) and report.choices[0].is_optimal is None
    assert report.optimal_move_interval() == (0.0, 1.0) and "not known" in report._repr_html_()
    report = evaluate(lambda position: "a4d4", [Position("chess", "8/8/8/8/R7/4k3/8/4K3 w - - 0 1")], tmp_path)
    assert report.optimal_move_rate == report.optimality_rate == 0 and report.choices[0].is_optimal is False
    empty = evaluate(keeping, [], tmp_path)
    assert math.isnan(empty.optimality_rate) and math.isnan(empty.optimal_move_rate) and math.isnan(empty.mean_regret)
    with pytest.raises(TypeError, match="a policy's move None, expected a str as UCI"):
        evaluate(lambda position: None, [win], tmp_path)  # type: ignore[arg-type, return-value]


def test_games_are_drawn_by_their_seed(folder: Path) -> None:
    played = gymnasium.make(ID, variant="hexapawn4x4", side="random", opponent="keeping", tables=folder)
    games = [game(played, seed, at_random(1))[1] for seed in range(6)]
    assert [game(played, seed, at_random(1))[1] for seed in range(6)] == games and len({tuple(moves) for moves in games}) > 1


def test_a_game_begins_where_it_is_said() -> None:
    fens = ["p3/4/4/1P2 w - - 0 1", "pppp/4/4/PPPP w - - 0 1"]
    played = PerfectOpponentEnv("hexapawn4x4", starts=fens)
    begun = {played.reset(seed=seed)[1]["fen"] for seed in range(20)}
    assert begun == {Position("hexapawn4x4", fen).fen for fen in fens}
    _, info = played.reset(options={"fen": fens[0], "side": "black"})
    assert played.agent == "black" and played.game.position.turn == "black" and len(played.game.moves) == 1 and info["action_mask"].sum() > 0
    assert played.action_masks().dtype == np.bool_ and (played.action_masks() == info["action_mask"]).all()
    _, reward, ended, cut, info = played.step(0)
    assert (reward, ended, cut, info["ended_by"]) == (-1.0, True, False, "illegal move")
    with pytest.raises(InputError, match="a step of a game that is over"):
        played.step(0)
    short = PerfectOpponentEnv("tictactoe", max_plies=2)
    _, info = short.reset(seed=1)
    assert short.step(int(np.flatnonzero(info["action_mask"])[0]))[1:4] == (0.0, False, True)
    wrong: dict[str, Any]
    for wrong in ({"side": "grey"}, {"max_plies": 0}, {"opponent": "best"}, {"render_mode": "rgb_array"}, {"starts": ["x"]}):
        with pytest.raises(InputError):
            PerfectOpponentEnv("tictactoe", **wrong)
    with pytest.raises(InputError, match="the game is over"):
        played.reset(options={"fen": "P3/4/1p2/4 b - - 0 1"})


def test_render_modes_that_are_not_there_are_refused() -> None:
    for make in (ZermeloEnv, env, raw_env):
        with pytest.raises(InputError, match="render_mode='rgb_array', expected one of ansi, human, or None"):
            make("tictactoe", render_mode="rgb_array")
        made: Any = make("tictactoe", render_mode="ansi")
        made.reset()
        assert "P×" in made.render()
        made.close()
    assert isinstance(raw_env("tictactoe"), ZermeloEnv) and not isinstance(env("tictactoe"), ZermeloEnv)


@pytest.mark.skipif(importlib.util.find_spec("pyspiel") is None, reason="OpenSpiel is not installed")
def test_openspiel_hears_of_illegal_actions_and_draws() -> None:
    import pyspiel

    import zermelo.envs.openspiel  # noqa: F401

    state = pyspiel.load_game("python_zermelo(variant=tictactoe)").new_initial_state()
    for action in (3, 10**6):
        with pytest.raises(pyspiel.SpielError, match="is no legal move"):
            state.apply_action(action)
    actions = Actions(Variant("tictactoe"))
    for move in "P@b2 P@a1 P@a2 P@c2 P@b1 P@b3 P@a3 P@c1 P@c3".split():
        state.apply_action(actions.number(move))
    with pytest.raises(pyspiel.SpielError, match="after the end of the game"):
        state.apply_action(0)
    assert state.is_terminal() and [str(result) for result in state.returns()] == ["0.0", "0.0"]


def test_policies_play_their_own_variant_by_whole_numbers() -> None:
    first = policy(lambda observation: int(np.flatnonzero(observation["action_mask"])[0]), "chess")
    assert first(Position("chess")) == "b1a3"
    with pytest.raises(InputError, match="a position of small5x5, expected one of chess"):
        zermelo.benchmark("small5x5").score(first)
    wrong: Any
    made: list[Any] = [PerfectOpponentEnv, raw_env]
    for make in made:
        with pytest.raises(InputError, match="max_plies=0, expected 1 or more"):
            make("tictactoe", max_plies=0)
        with pytest.raises(TypeError, match="max_plies='x', expected a whole number"):
            make("tictactoe", max_plies="x")
    for wrong in (80.7, None, "80", np.float32(3)):
        with pytest.raises(TypeError, match="an action .*, expected a whole number"):
            policy(functools.partial(lambda action, observation: action, wrong), "chess")(Position("chess"))
        against: Any = PerfectOpponentEnv("tictactoe")
        both: Any = raw_env("tictactoe")
        for played in (against, both) if wrong is not None else (against,):
            played.reset()
            with pytest.raises(TypeError, match="an action .*, expected a whole number"):
                played.step(wrong)


def test_agents_are_white_and_black_and_draws_are_nothing() -> None:
    side: Any
    for side in ("w", "b"):
        assert PerfectOpponentEnv("tictactoe", side=side).side == {"w": "white", "b": "black"}[side]
    played = raw_env("tictactoe")
    played.reset()
    with pytest.raises(InputError, match="agent 'grey', expected white or black"):
        played.observe("grey")
    for move in "P@b2 P@a1 P@a2 P@c2 P@b1 P@b3 P@a3 P@c1 P@c3".split():
        played.step(played.actions.number(move))
    assert [str(reward) for reward in played.rewards.values()] == ["0.0", "0.0"]


def test_agents_of_environments_are_policies(folder: Path) -> None:
    played = ZermeloEnv("hexapawn4x4")
    played.reset()
    seen: list[Any] = []

    def agent(observation: dict[str, Any]) -> int:
        seen.append(observation)
        return int(np.flatnonzero(observation["action_mask"])[0])

    first = policy(agent, "hexapawn4x4")
    move = first(Position("hexapawn4x4"))
    expected = played.observe("white")
    assert all((seen[0][name] == expected[name]).all() and seen[0][name].dtype == expected[name].dtype for name in expected)
    assert move == played.actions.moves(played.position)[int(np.flatnonzero(expected["action_mask"])[0])]
    with Tables(folder) as tables:
        positions = [position for position in some_positions(tables, 3) if position.variant.name == "hexapawn4x4"]
        assert evaluate(first, positions, tables).positions == len(positions)
        with pytest.raises(InputError, match="action -1 is no legal move"):
            evaluate(policy(lambda observation: -1, Variant("hexapawn4x4")), positions, tables)
