# SPDX-License-Identifier: GPL-3.0-or-later
"""The plain enumeration of composed problems: small diagrams whose solutions were found by hand, as told beside each, and laws."""

import json
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import chess
import pytest

import enumeration
from enumeration import Options, solve

# Rh8 mates: the white king guards a7 and b7, and nothing else gives check but on the first rank's way up.
ROOK = "k7/8/1K6/8/8/8/8/7R w - - 0 1"
# A rook and a king a move too far: the king goes to a6 or b6 first, and the rook's check on h8 comes last.
ROOK_FAR = "k7/8/8/1K6/8/8/8/7R w - - 0 1"
# Black's king goes to a1 and the rook mates on h1. On b1 it can be mated at once (set play); on c1 it cannot, for d2 is free.
CORNER = "8/8/8/8/8/1K6/7R/1k6 b - - 0 1"
# The rook holds the black king; b3-b2 mates as soon as b1 is blocked, which Bb1 alone does. White has no mate of its own.
BLOCK = "8/8/8/8/2R5/kp1B4/8/K7 w - - 0 1"
BLOCK_FAR = "8/8/8/8/2R5/kp6/8/K2B4 w - - 0 1"  # the bishop goes by c2, the one square of both diagonals
BLOCK_QUEEN = "8/8/7Q/8/2R5/kp1B4/8/K7 w - - 0 1"  # besides, the queen mates on a6, d6 and f8
# Both back ranks are weak. Black mates with Rb1; or it puts its rook on g6 or h6, whence it cannot interpose, and White mates with Ra8.
BACK_RANKS = "7k/R5pp/1r6/8/8/8/6PP/7K b - - 0 1"
# Two rooks on the sixth and the fifth rank: Rg7+ drives the king to a8 or b8, and Rh8 mates.
LADDER = "8/k7/7R/6R1/8/8/8/K7 w - - 0 1"
# With g5-g6 every man of both sides is blocked or guarded.
BLOCKED = "7k/6pP/8/6P1/8/1p6/pP6/K7 w - - 0 1"
# White is mated by the knight and would mate with Ra8, were it its turn all the same.
SMOTHERED = "7k/R5pp/8/8/8/8/5nPP/6RK w - - 0 1"
KINGS = "7k/8/8/8/8/8/8/K7 w - - 0 1"
CASTLING = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1"

BY_HAND = [
    ("#1", ROOK, ["h1h8"]),
    ("#1", BACK_RANKS, []),  # Ra8 is met by Rb8
    ("=1", "k7/8/8/8/1Q6/8/8/7K w - - 0 1", ["b4b6"]),  # b6 and c7 are the squares from which a queen alone stalemates a8
    ("#2", ROOK_FAR, ["b5b6"]),  # Kb8 is forced, and Rh8 mates; after Ka6 it does not, since Black's king has c7
    ("s#1", BLOCK, ["d3b1"]),
    ("r#1", BLOCK, ["d3b1"]),
    ("semi-r#1", BLOCK, ["d3b1"]),
    ("r#1", BLOCK_QUEEN, []),  # White's duty is to mate
    ("semi-r#1", BLOCK_QUEEN, ["d3b1"]),
    ("s#1", BLOCK_QUEEN, ["d3b1"]),
    ("h#1", CORNER, ["b1a1 h2h1"]),
    ("h#1", BACK_RANKS, ["b6g6 a7a8", "b6h6 a7a8"]),
    ("h#0.5", CORNER, ["h2h1"]),
    ("hs#1", BLOCK, ["d3b1"]),
    ("hr#1", BLOCK, ["d3b1"]),
    ("hr#1", BLOCK_QUEEN, []),
    ("ser-#2", ROOK_FAR, ["b5a6 h1h8", "b5b6 h1h8"]),
    ("ser-=1", "k7/8/8/8/1Q6/8/8/7K w - - 0 1", ["b4b6"]),
    ("ser-h#2", CORNER.replace("1k6", "2k5"), ["c1b1 b1a1 h2h1"]),
    ("ser-h#1", CORNER.replace("1k6", "2k5"), ["c1b1 h2h1"]),
    ("ser-s#2", BLOCK_FAR, ["d1c2 c2b1"]),
    ("ser-r#2", BLOCK_FAR, ["d1c2 c2b1"]),
    ("phser-#2", ROOK_FAR, ["b5a6 h1h8", "b5b6 h1h8"]),
    ("#2", ROOK_FAR.replace("w", "b"), ["b5b6"]),  # the stipulation says who begins
    ("pser-#2", ROOK_FAR, ["b5a6", "b5b6"]),
    ("pser-h#1", CORNER, ["b1a1 h2h1"]),
    ("1->ser-#1", BACK_RANKS, ["b6g6 a7a8", "b6h6 a7a8"]),
    ("==1", BLOCKED, ["g5g6"]),
    ("!=1", BLOCKED, ["g5g6"]),
    ("##!1", SMOTHERED, ["a7a8"]),
    ("##1", SMOTHERED, []),
    ("#1", SMOTHERED, []),
    ("ep1", "7k/8/8/3pP3/8/8/8/K7 w - d6 0 1", ["e5d6"]),
    ("ep1", "7k/8/8/3pP3/8/8/8/K7 w - - 0 1", []),
    ("hep1", "7k/3p4/8/4P3/8/8/8/K7 b - - 0 1", ["d7d5 e5d6"]),
    ("001", CASTLING, ["e1c1", "e1g1"]),
    ("001", CASTLING.replace("KQ", "Q"), ["e1c1"]),
    ("001", CASTLING.replace("KQ", "-"), []),
    ("x1", ROOK, []),
    ("x1", BACK_RANKS, ["a7g7"]),
    ("+1", ROOK, ["h1a1", "h1h8"]),
    ("za71", KINGS, []),
    ("za21", KINGS, ["a1a2"]),
    ("ser-ct2", KINGS, ["a1a2 a2a1", "a1b1 b1a1", "a1b2 b2a1"]),
]


def solutions(text: str, fen: str, attacker: chess.Color = chess.WHITE) -> list[str]:
    """Those of the asked length, in order."""
    answer = solve(text, fen, attacker)
    return sorted(answer["keys"] if "keys" in answer else answer.get("solutions", []))


@pytest.mark.parametrize(("text", "fen", "expected"), BY_HAND)
def test_by_hand(text: str, fen: str, expected: list[str]) -> None:
    assert solutions(text, fen) == expected
    assert solve(text, fen)["solution_count"] == len(expected)


def test_short_solutions_stand_apart() -> None:
    answer = solve("ser-#3", ROOK_FAR)
    assert [(short["length"], sorted(short["solutions"])) for short in answer["short_solutions"]] == [(2, ["b5a6 h1h8", "b5b6 h1h8"])]
    assert not any(line in answer["solutions"] for line in ("b5a6 h1h8", "b5b6 h1h8"))
    assert solve("exact-ser-#3", ROOK_FAR)["short_solutions"] == []
    answer = solve("#2", ROOK)
    assert answer["short_solutions"] == [{"move": "h1h8", "length": 1}] and "h1h8" not in answer["keys"]
    assert {"move": "d3b1", "length": 1} in solve("s#2", BLOCK)["short_solutions"]


def test_reciprocal_play_has_both_ends() -> None:
    answer = solve("reci-h#1", BACK_RANKS)
    assert answer["solution_count"] == 1 and sorted(answer["lines"]) == ["b6b1", "b6g6 a7a8", "b6h6 a7a8"]
    assert solve("reci-h#1", CORNER)["solution_count"] == 0  # Black has no mate
    assert solve("reci-h(+)#1", CORNER)["solution_count"] == 0


def test_parry_series_give_check_at_any_time() -> None:
    answer = solve("pser-#2", LADDER)
    assert "g5g7" in answer["keys"]
    assert [line for line in answer["lines"] if line.startswith("g5g7")] == ["g5g7 a7b8 h6h8", "g5g7 a7a8 h6h8"]
    assert {"g5g7 a7b8 h6h8", "g5g7 a7a8 h6h8"} <= set(solutions("phser-#2", LADDER))
    assert not any(line.startswith("g5g7") for line in solutions("ser-#2", LADDER))


def test_set_play_tries_and_tree() -> None:
    assert solve("h#1", CORNER, options=Options(set_play=True))["set_play"]["solutions"] == ["h2h1"]
    answer = solve("#2", ROOK_FAR, options=Options(set_play=True, max_refutations=1, tree=True))
    assert answer["set_play"] == []  # after Ka7, Kb7 and Kb8 there is no mate
    assert {"b5a6": ["a8b8"]}.items() <= {each["move"]: each["refutations"] for each in answer["tries"]}.items()
    assert solve("#2", ROOK_FAR.replace(" w ", " b "), options=Options(postkey=True))["postkey_play"]["solves"] is False
    (key,) = answer["tree"]
    assert (key["move"], key["length"], [threat["move"] for threat in key["threats"]]) == ("b5b6", 2, ["h1h8"])
    (variation,) = key["variations"]
    assert variation["move"] == "a8b8" and [move["move"] for move in variation["continuations"]] == ["h1h8"]
    assert solve("#1", ROOK_FAR, options=Options(max_refutations=99))["tries"] == []
    tries = solve("s#1", BLOCK, options=Options(max_refutations=99))["tries"]
    assert {"move": "a1b1", "refutations": ["b3b2"]} in tries  # the pawn's only move does not mate there


def test_forced_replies_are_variations_of_one_solution() -> None:
    # White waits with its pawn; on b1 a queen mates and a rook does. Any other white move gives the king a square.
    promotions = "3k4/8/P7/8/8/8/1p4PP/7K w - - 0 1"
    for text in ("hr#1", "ser-r#1"):
        answer = solve(text, promotions)
        assert answer["solutions"] == ["a6a7"] and sorted(answer["lines"]) == ["a6a7 b2b1q", "a6a7 b2b1r"]
    assert solve("hs#1", promotions)["solution_count"] == 0
    assert solve("hs#1", BLOCK)["lines"] == ["d3b1 b3b2"]


def test_illegal_diagrams_have_no_solutions() -> None:
    answer = solve("#1", "k7/8/1K6/8/8/8/8/R7 w - - 0 1")
    assert answer["illegal"] and answer["solution_count"] == 0


def test_quodlibet_lets_the_attacker_reach_the_goal() -> None:
    assert solve("s#1", ROOK)["keys"] == [] and solve("s#1", ROOK, options=Options(quodlibet=True))["keys"] == ["h1h8"]
    assert sorted(solve("semi-r#1", BLOCK_QUEEN, options=Options(quodlibet=True))["keys"]) == ["d3b1", "h6a6", "h6d6", "h6f8"]


@pytest.mark.parametrize("text", ["", "#", "#2.5", "h#", "q#2", "#0", "ser-#2.5", "x-h#2", "1->h#1.5", "exact-#2", "(=)#2", "h%2"])
def test_what_is_no_stipulation_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        enumeration.Stipulation.parse(text)


def test_half_moves_and_who_begins() -> None:
    begins = {"#2": True, "s#2": True, "r#2": True, "semi-r#2": True, "h#2": False, "h#2.5": True, "hs#2": True, "hs#2.5": False, "hr#2": True}
    begins |= {"hr#2.5": False, "ser-#2": True, "ser-=2": True, "ser-h#2": False, "ser-s#2": True, "ser-r#2": True, "pser-#2": True, "pser-h#2": False}
    begins |= {"phser-#2": True, "reci-h#2": False, "reci-h#2.5": True, "2->ser-#3": False, "2->ser-h#3": True}
    for text, attacker in begins.items():
        assert enumeration.Stipulation.parse(text).attacker_begins() == attacker, text


# Laws over random diagrams ---------------------------------------------------------------------------------------------------------------


def random_diagrams(seed: int, number: int, men: int) -> list[str]:
    """Kings at the edge, where goals are reached, and up to men - 2 others; neither side in check."""
    source = random.Random(seed)
    edge = [square for square in chess.SQUARES if chess.square_file(square) in (0, 7) or chess.square_rank(square) in (0, 7)]
    found: list[str] = []
    while len(found) < number:
        board = chess.Board(None)
        white, black = source.sample(edge, 2)
        if chess.square_distance(white, black) < 2:
            continue
        board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
        board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
        for square in source.sample([square for square in chess.SQUARES if square not in (white, black)], men - 2):
            kind = source.choice(chess.PIECE_TYPES[:-1])
            if kind != chess.PAWN or chess.square_rank(square) not in (0, 7):
                board.set_piece_at(square, chess.Piece(kind, source.random() < 0.6))
        if not any(enumeration.in_check(board, side) for side in chess.COLORS):
            found.append(board.fen())
    return found


DIAGRAMS = random_diagrams(seed=46, number=8, men=5)
GOALS = ["#", "=", "+", "x"]


def mirrored(line: str) -> str:
    moves = [chess.Move.from_uci(move) for move in line.split()]
    return " ".join(
        chess.Move(chess.square_mirror(move.from_square), chess.square_mirror(move.to_square), move.promotion).uci() for move in moves
    )


@pytest.mark.parametrize(
    "text",
    ["#2", "s#1", "r#1", "semi-r#1", "h=1.5", "hs+1.5", "hrx1", "ser-#2", "ser-hx1", "ser-sx2", "ser-r+1", "pser-x2", "phser-+2", "reci-h(+)x1", "1->ser-x1"],
)
def test_duplex_is_the_diagram_with_colours_exchanged(text: str) -> None:
    for fen in DIAGRAMS:
        board = chess.Board(fen)
        assert sorted(map(mirrored, solutions(text, fen, chess.BLACK))) == solutions(text, board.mirror().fen())


@pytest.mark.parametrize("goal", GOALS)
def test_stipulations_in_one_move_that_ask_the_same(goal: str) -> None:
    same = [
        (f"{goal}1", f"ser-{goal}1", f"phser-{goal}1", f"pser-{goal}1", f"h{goal}0.5"),
        (f"s{goal}1", f"ser-s{goal}1", f"phser-s{goal}1", f"pser-s{goal}1", f"hs{goal}1"),
        (f"r{goal}1", f"ser-r{goal}1", f"phser-r{goal}1", f"pser-r{goal}1", f"hr{goal}1"),
        (f"h{goal}1", f"ser-h{goal}1", f"pser-h{goal}1", f"1->ser-{goal}1"),
        (f"h{goal}1.5", f"1->ser-h{goal}1"),
    ]
    for fen in DIAGRAMS:
        for first, *others in same:
            for other in others:
                if (first, other) == (f"h{goal}1.5", f"1->ser-h{goal}1") and goal not in ("#", "="):
                    continue  # there an introduction may reach the goal already
                assert solutions(first, fen) == solutions(other, fen), (first, other, fen)


def after_each_move(fen: str, side: chess.Color, then: Callable[[str], list[str]]) -> list[str]:
    board = chess.Board(fen)
    board.turn = side
    found = []
    for move in list(board.legal_moves):
        board.push(move)
        found += [f"{move.uci()} {line}" for line in then(board.fen())]
        board.pop()
    return sorted(found)


@pytest.mark.parametrize("goal", ["#", "="])
def test_help_play_is_the_sum_over_first_moves(goal: str) -> None:
    for fen in DIAGRAMS:
        assert solutions(f"h{goal}1.5", fen) == after_each_move(fen, chess.WHITE, lambda after: solutions(f"h{goal}1", after))
        assert solutions(f"hs{goal}1.5", fen) == after_each_move(fen, chess.BLACK, lambda after: solutions(f"hs{goal}1", after))
    for fen in DIAGRAMS[:2]:
        assert solutions(f"h{goal}2", fen) == after_each_move(fen, chess.BLACK, lambda after: solutions(f"h{goal}1.5", after))


@pytest.mark.parametrize("goal", ["#", "=", "+"])
def test_weaker_play_has_all_solutions_of_stronger_play(goal: str) -> None:
    for fen in DIAGRAMS:
        assert set(solutions(f"ser-{goal}2", fen)) <= set(solutions(f"phser-{goal}2", fen))
        helped = solve(f"h{goal}1.5", fen)
        direct = solve(f"{goal}2", fen)
        reached = {line.split()[0] for line in helped["solutions"]}
        assert set(direct["keys"]) <= reached
        assert set(solve(f"s{goal}1", fen)["keys"]) <= set(solve(f"semi-r{goal}1", fen)["keys"])
        assert set(solve(f"r{goal}1", fen)["keys"]) <= set(solve(f"semi-r{goal}1", fen)["keys"])


def test_trees_and_tries_agree_with_keys() -> None:
    for fen in DIAGRAMS:
        answer = solve("#2", fen, options=Options(tree=True, max_refutations=99))
        for key in answer["tree"]:
            assert all(variation["continuations"] for variation in key.get("variations", []))
        found = {short["move"] for short in answer["short_solutions"]} | set(answer["keys"])
        assert not found & {entry["move"] for entry in answer["tries"]}
        for entry in answer["tries"]:
            board = chess.Board(fen)
            board.turn = chess.WHITE
            board.push_uci(entry["move"])
            for reply in list(board.legal_moves):
                board.push(reply)
                mates = any(enumeration.Goal("#").moves(board))
                board.pop()
                assert mates == (reply.uci() not in entry["refutations"])


def test_command_line(tmp_path: Path) -> None:
    program = Path(enumeration.__file__)
    done = subprocess.run([sys.executable, program, "h#1", CORNER, "--set-play", "--duplex"], capture_output=True, text=True, check=True)
    answer = json.loads(done.stdout)
    assert answer["solutions"] == ["b1a1 h2h1"] and answer["begins"] == "black" and answer["duplex"]["begins"] == "white"
    done = subprocess.run([sys.executable, program, "q#2", CORNER], capture_output=True, text=True)
    assert done.returncode == 2 and "q#2" in done.stderr
