# SPDX-License-Identifier: GPL-3.0-or-later
"""Games and environments end by what was played, as Fairy-Stockfish's do (pyffish)."""

import copy
import random
import re
from collections import Counter
from dataclasses import dataclass

import pyffish
import pytest

import zermelo
from zermelo import Game, InputError, Outcome, Position, Variant
from zermelo.envs.pettingzoo import ZermeloEnv


@dataclass(frozen=True)
class Case:
    parent: str
    keys: str | None = None
    """Lines of a child of it, here and there; None: the shipped game, as it is there."""
    fens: tuple[str | None, ...] = (None,)
    ends: tuple[str, ...] = ("repetition",)
    """What games of the test come to."""
    only_theirs: bool = False
    """Whether the lines are of the child there alone: ours is the shipped game."""


BARE = ("4k3/8/8/8/3R4/8/8/4K3 w - - 0 1", "4k3/8/8/3n4/3R4/2S5/8/4KN2 w - - 0 1", "4k3/8/8/8/8/2SS4/8/4KN2 w - - 0 1", "4k3/8/8/2p5/8/2NN4/8/4K3 w - - 0 1")
CASES = {
    "minishogi": Case("minishogi", None, (None, "2k2/5/R4/5/2K2[] w - - 0 1", "4k/5/1R3/5/K4[Gg] b - - 0 1"), ("repetition", "perpetual check")),
    "shogi": Case("shogi", None, (None, "4k4/9/3R5/9/9/9/9/9/4K4[Gp] w - - 0 1")),
    "fifty": Case("chess", "nFoldRule = 3\nnMoveRule = 50\n", (None, "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "k7/8/8/8/3Q4/8/8/K7 w - - 95 1"), ("repetition", "move rule")),
    "five": Case("chess", "nFoldRule = 0\nnMoveRule = 5\n", (None, "4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1"), ("move rule",)),
    "odds": Case("chess", "nFoldRule = 3\nnMoveRule = 8\nmaterialCounting = blackdrawodds\n", (None,), ("repetition", "move rule")),
    "xiangqi": Case(
        "xiangqi",
        "nFoldRule = 3\nnMoveRule = 0\nchasingRule = none\n",
        (None, "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 1", "3k5/9/4c4/9/9/9/9/9/R8/4K4 w - - 0 1"),
        ("repetition", "perpetual check"),
    ),
    "janggi": Case("janggi", "nFoldRule = 3\n", (None, "4k4/9/9/9/9/3r5/9/R8/9/4K4 w - - 0 1")),
    "janggimodern": Case("janggimodern", None, (None, "4k4/9/9/9/9/4r4/9/R8/9/4K4 w - - 0 1"), ("moving to and fro", "repetition")),
    "torishogi": Case("torishogi"),
    "dobutsu": Case("dobutsu", "nFoldRule = 3\n"),
    "makruk": Case("makruk", "nFoldRule = 0\n", (None, *BARE), ("counting",), only_theirs=True),
    "cambodian": Case("cambodian", "nFoldRule = 0\n", BARE, ("counting",), only_theirs=True),
    "asean": Case("asean", "nFoldRule = 0\nnMoveRule = 0\n", tuple(fen.replace("S", "B").replace("N", "n") for fen in BARE), ("counting",), only_theirs=True),
}


def takes_back(move: str) -> str | None:
    """The move that takes an ordinary move back."""
    squares = re.fullmatch(r"([a-p]\d+)([a-p]\d+)", move)
    return squares and squares[2] + squares[1]


def chosen(game: Game, moves: list[str], generator: random.Random, back: float, checks: bool) -> str:
    """A move that takes the side's last one back as often as `back` says, and one that gives check where it likes these."""
    wanted = takes_back(game.moves[-2]) if len(game.moves) > 1 and generator.random() < back else None
    if checks:
        giving = [move for move in moves if game.position.play(move).is_check]
        if giving:
            return wanted if wanted in giving else generator.choice(giving)
    return wanted if wanted in moves else generator.choice(moves)


@pytest.mark.parametrize("name", CASES)
def test_games_end_as_fairy_stockfish_has_it(name: str) -> None:
    case = CASES[name]
    theirs = case.parent
    variant = Variant(case.parent)
    if case.keys is not None:
        theirs = f"zermelo-{name}"
        pyffish.load_variant_config(f"[{theirs}:{case.parent}]\n{case.keys}")
        if not case.only_theirs:
            variant = Variant(f"[{theirs}:{case.parent}]\n{case.keys}")
    ended: Counter[str | None] = Counter()
    for seed in range(20):
        generator = random.Random(seed)
        fen = case.fens[seed % len(case.fens)]
        game = Game(Position(variant, fen))
        back = [generator.random() * 0.9 for _ in "wb"]
        checks = [generator.random() < 0.4 for _ in "wb"]
        for ply in range(150):
            # A pass is part of a position here, and not there.
            moves = [move for move in game.legal_moves if takes_back(move) != move]
            if not moves:
                break
            side = ("white", "black").index(game.position.turn)
            game.play(chosen(game, moves, generator, back[side], checks[side]))
            if game.ended_by == "position":
                break
            counted, limit = game.counting or (0, 3)
            if game.occurrences == 1 and not game.is_over and limit - counted > 2 and ply % 5:
                continue  # pyffish plays the whole game again
            over, value = pyffish.is_optional_game_end(theirs, fen or variant.start_fen, game.moves)
            expected = Outcome((value > 0) - (value < 0)) if over else None
            assert game.outcome == expected, (fen, game.moves)
            if over:
                break
        ended[game.ended_by] += 1
    assert all(ended[end] for end in case.ends), ended


def play(game: Game, moves: str, times: int = 1) -> Game:
    for move in moves.split() * times:
        game.play(move)
    return game


def test_the_fourth_occurrence_loses_minishogi_for_white() -> None:
    game = Game(Position(Variant("minishogi")))
    cycle = "b1b2 d5d4 b2b1 d4d5"
    play(game, cycle, 2)
    assert game.occurrences == 3 and not game.is_over and game.outcome is None and game.ended_by is None
    before = copy.copy(game)
    play(game, cycle)
    ended: tuple[object, ...] = (game.occurrences, game.outcome, game.ended_by)
    assert ended == (4, Outcome.LOSS, "repetition")
    assert game.legal_moves == [] and game.position.legal_moves and len(game.moves) == 12
    with pytest.raises(InputError, match="the game is over by repetition"):
        game.play("b1b2")
    with pytest.raises(InputError, match="is not legal"):
        before.play("a1a5")
    assert len(game.moves) == 12 and len(before.moves) == 8


def test_perpetual_check_loses_xiangqi_where_no_number_is_said() -> None:
    """The shipped game says of no number of repetitions that it ends the game; the third tells who checks all the time."""
    start = Position(Variant("xiangqi"), "3k5/9/9/9/9/9/9/9/3R5/5K3 b - - 0 1")
    game = play(Game(start), "d10e10 d2e2 e10d10 e2d2", 1)
    assert not game.is_over
    play(game, "d10e10 d2e2 e10d10 e2d2")
    assert (game.occurrences, game.outcome, game.ended_by) == (3, Outcome.WIN, "perpetual check")
    quiet = play(Game(Position(Variant("xiangqi"))), "a1a2 a10a9 a2a1 a9a10", 5)
    assert quiet.occurrences == 6 and not quiet.is_over
    assert start.variant.unheeded_rules == ["chasingRule"] and Variant("minixiangqi").unheeded_rules == []


def test_a_mate_comes_before_the_rules_of_history() -> None:
    counted = Variant("[counted:chess]\nnMoveRule = 1\n")
    game = play(Game(Position(counted, "7k/8/5KQ1/8/8/8/8/8 w - - 1 5")), "g6g7")
    assert game.ended_by == "position" and game.outcome == Outcome.LOSS and game.without_progress == 2
    game = play(Game(Position(counted, "7k/8/5KQ1/8/8/8/8/8 w - - 1 5")), "g6g5")
    assert game.ended_by == "move rule" and game.outcome == Outcome.DRAW


def test_a_counting_that_a_fen_says_goes_on() -> None:
    game = Game(Position(Variant("makruk"), "4k3/8/8/8/3R4/8/8/4K3 w - 32 30 16"))
    assert game.counting == (30, 32)
    play(game, "e1e2 e8e7")
    assert game.counting == (32, 32) and not game.is_over
    play(game, "e2e1")
    assert (game.ended_by, game.outcome) == ("counting", Outcome.DRAW)
    assert Game(Position(Variant("makruk"))).counting is None


def test_environments_end_so(capsys: pytest.CaptureFixture[str]) -> None:
    environment = ZermeloEnv("minishogi")
    environment.reset()
    for move in "b1b2 d5d4 b2b1 d4d5".split() * 3:
        assert not any(environment.terminations.values())
        environment.step(environment.actions.number(move))
    assert environment.rewards == {"white": -1.0, "black": 1.0} and all(environment.terminations.values())
    assert environment.infos == dict.fromkeys(("white", "black"), {"ended_by": "repetition"})
    assert environment.observe("white")["action_mask"].sum() == 0
    environment.reset()
    assert environment.game.moves == [] and environment.observe("white")["action_mask"].sum() > 0
    fifty = ZermeloEnv(Variant("[fifty:chess]\nnMoveRule = 1\n"))
    fifty.reset()
    for move in ("g1f3", "g8f6"):
        fifty.step(fifty.actions.number(move))
    assert all(fifty.terminations.values()) and set(fifty.rewards.values()) == {0.0}


def test_openspiel_ends_so() -> None:
    import pyspiel

    import zermelo.envs.openspiel  # noqa: F401

    state = pyspiel.load_game("python_zermelo(variant=minishogi)").new_initial_state()
    for move in "b1b2 d5d4 b2b1 d4d5".split() * 3:
        assert not state.is_terminal()
        copied = state.clone()
        state.apply_action(state.actions.number(move))
        assert len(copied.game.moves) + 1 == len(state.game.moves)
    assert state.is_terminal() and state.returns() == [-1.0, 1.0]
    pyspiel.random_sim_test(pyspiel.load_game("python_zermelo(variant=minishogi,max_plies=60)"), num_sims=2, serialize=True, verbose=False)
