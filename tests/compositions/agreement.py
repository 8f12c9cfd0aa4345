#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`zermelo problem` and the plain enumeration say the same of random diagrams, under every stipulation.

Usage: agreement.py PROGRAM [DIAGRAMS] [SEED]: prints what differs; exit status 1 if anything does.
"""
import json
import pathlib
import random
import subprocess
import sys

import chess

import enumeration

# Families with the most moves that the enumeration does in a moment.
FAMILIES = {
    "": 3, "s": 2, "r": 2, "semi-r": 2, "h": 2, "hs": 2, "hr": 2, "reci-h": 2, "ser-": 3, "ser-h": 3, "ser-s": 3, "ser-r": 3,
    "pser-": 3, "pser-s": 2, "pser-r": 2, "pser-h": 2, "phser-": 3, "phser-s": 2, "phser-r": 2,
}
GOALS = ["#", "#", "#", "=", "#=", "!=", "==", "+", "x", "z", "ep", "00", "~", "##", "##!", "ct"]
MEN = "QRBNPPqrbnpp"


def region(rng: random.Random) -> list[chess.Square]:
    """Where the men stand: mostly near an edge or a corner, where most ends come about."""
    if rng.random() < 0.3:
        return list(chess.SQUARES)
    file, rank = rng.choice([0, 4]), rng.choice([0, 2, 4])
    return [chess.square(file + f, rank + r) for f in range(4) for r in range(4)]


def diagram(rng: random.Random) -> chess.Board | None:
    """A few men anywhere, sometimes without a king, with the rights that they may have; nothing where it is no position."""
    board = chess.Board(None)
    squares = rng.sample(region(rng), 8)
    kings = rng.choice(["Kk", "Kk", "Kk", "Kk", "K", "k"])
    for symbol in kings + "".join(rng.choices(MEN, k=rng.randint(1, 4))):
        piece = chess.Piece.from_symbol(symbol)
        square = squares.pop()
        if rng.random() < 0.15 and symbol in "KRkr":  # at home, to castle
            square = chess.parse_square({"K": "e1", "R": "h1", "k": "e8", "r": "a8"}[symbol])
        if board.piece_at(square) or (symbol in "Pp" and chess.square_rank(square) in (0, 7)):
            continue
        board.set_piece_at(square, piece)
    if not board.kings:
        return None
    board.turn = rng.random() < 0.5
    board.set_castling_fen("KQkq")
    board.castling_rights = board.clean_castling_rights()
    if rng.random() < 0.3 and (target := passed_square(board)) is not None:
        board.ep_square = target
    return board


def shut_in(rng: random.Random) -> chess.Board:
    """Two kings at their edges with men before them, and line pieces and knights: where one move may mate both."""
    board = chess.Board(None)
    for side, rank in ((chess.WHITE, 0), (chess.BLACK, 7)):
        king = chess.square(rng.choice([0, 6, 7, 7]), rank)
        board.set_piece_at(king, chess.Piece(chess.KING, side))
        for square in chess.SquareSet(chess.BB_KING_ATTACKS[king]):
            if 1 <= chess.square_rank(square) <= 6:
                board.set_piece_at(square, chess.Piece(chess.PAWN, side))
            elif rng.random() < 0.4:
                board.set_piece_at(square, chess.Piece(chess.ROOK, side))
        for _ in range(rng.randint(1, 2)):
            square = chess.square(rng.randrange(1, 6), rng.choice([0, 0, 7, 7, rng.randrange(8)]))
            if not board.piece_at(square):
                board.set_piece_at(square, chess.Piece(rng.choice([chess.QUEEN, chess.ROOK, chess.ROOK, chess.KNIGHT]), side))
    board.turn = rng.random() < 0.5
    return board


def passed_square(board: chess.Board) -> chess.Square | None:
    """Where the side to move may capture en passant, if the other side has a pawn that may just have passed."""
    them, rank, step = not board.turn, 4 if board.turn else 3, 8 if board.turn else -8
    for pawn in board.pieces(chess.PAWN, them):
        over, home = pawn + step, pawn + 2 * step
        if chess.square_rank(pawn) == rank and not board.piece_at(over) and not board.piece_at(home):
            board.ep_square = over
            legal = any(board.is_en_passant(move) for move in board.legal_moves)
            board.ep_square = None
            if legal:
                return over
    return None


def stipulation(rng: random.Random, family: str) -> str:
    moves = rng.randint(1, FAMILIES[family])
    goal = rng.choice(GOALS)
    if goal == "z":
        goal += chess.square_name(rng.choice(chess.SQUARES))
    half = ".5" if family in ("h", "hs", "hr", "reci-h") and moves < FAMILIES[family] and rng.random() < 0.4 else ""
    exact = "exact-" if family in ("h", "hs", "ser-", "ser-h", "phser-") and rng.random() < 0.1 else ""
    intro = "1->" if family in ("h", "ser-", "ser-h") and not half and moves < 3 and rng.random() < 0.1 else ""
    own = f"({rng.choice('#=x')})" if family == "reci-h" and rng.random() < 0.3 else ""
    return f"{intro}{exact}{family}{own}{goal}{moves}{half}"


def words(moves: list[dict]) -> str:
    return " ".join(move["uci"] for move in moves)


def ends(line: dict) -> set[str]:
    """All lines of a solution: with each of its ends, or itself."""
    return {words(line["moves"] + end) for end in line["ends"] or [[]]}


def whole(solutions: dict) -> dict:
    return {"count": solutions["count"], "solutions": {words(line["moves"]) for line in solutions["lines"]},
            "lines": set().union(*map(ends, solutions["lines"]))}


def whole_of_reference(found: dict) -> dict:
    return {"count": found["count"], "solutions": set(found["solutions"]), "lines": set(found["lines"])}


def defence(found: dict) -> tuple:
    """A defence of ours as (move, goal, whether it is idle, continuations)."""
    return (found["move"] and found["move"]["uci"], found["goal"], found["idle"], tuple(sorted(map(tree, found["continuations"]))))


def play(found: dict) -> tuple:
    """Threats and defences of ours."""
    return tuple(sorted(map(tree, found["threats"]))), tuple(sorted(map(defence, found["defences"])))


def tree(found: dict) -> tuple:
    return (found["move"]["uci"], found["length"], found["goal"], *play(found))


def defence_of_reference(found: dict) -> tuple:
    continuations = tuple(sorted(map(tree_of_reference, found.get("continuations", []))))
    return (None if found["move"] == "0000" else found["move"], found.get("goal", False), found.get("idle", False), continuations)


def play_of_reference(found: dict) -> tuple:
    return tuple(sorted(map(tree_of_reference, found.get("threats", [])))), tuple(sorted(map(defence_of_reference, found.get("variations", []))))


def tree_of_reference(found: dict) -> tuple:
    return (found["move"], found["length"], found.get("goal", False), *play_of_reference(found))


def is_battle(text: str) -> bool:
    return enumeration.Stipulation.parse(text).is_battle()


def of_program(program: pathlib.Path, text: str, fen: str, options: list[str]) -> dict:
    told = subprocess.run([program, "problem", "chess", fen, text, "--json", "--max-lines", "1000000", *options],
                          check=False, capture_output=True, text=True)
    if told.returncode != 0:
        return {"error": told.stderr + told.stdout}
    found = json.loads(told.stdout)["diagrams"][0]
    if found["illegal"]:
        return {"illegal": True}
    answer: dict = {"begins": found["begins"], "count": found["solution_count"], "duals": found["duals"]}
    if found["postkey_play"]:
        answer["play"] = (found["postkey_play"]["solves"], *play(found["postkey_play"]))
    elif is_battle(text):
        answer["keys"] = {(key["move"]["uci"], key["length"]) for key in found["keys"] + found["short_keys"]}
        answer["tries"] = {(a["move"]["uci"], tuple(sorted(r["uci"] for r in a["refutations"])), *play(a)) for a in found["tries"]}
        answer["set"] = set(map(defence, found["set_play"]))
        answer["tree"] = set(map(tree, found["keys"] + found["short_keys"]))
    else:
        answer |= {"asked": whole({"count": found["solution_count"], "lines": found["solutions"]})}
        answer["short"] = {(s["introduction"], s["length"]): whole(s) for s in found["short_solutions"]}
        answer["set"] = whole(found["set_solutions"] or {"count": 0, "lines": []})
    return answer


def of_reference(text: str, fen: str, battle: bool, attacker: bool, quodlibet: bool, restriction: str, postkey: bool) -> dict:
    options = enumeration.Options(set_play=True, max_refutations=2, tree=battle and text[0] != "p", postkey=postkey, quodlibet=quodlibet,
                                  restriction=enumeration.Restriction.parse(restriction))
    found = enumeration.solve(text, fen, attacker, options)
    if found.get("illegal"):
        return {"illegal": True}
    answer: dict = {"begins": found["begins"], "count": found["solution_count"], "duals": found.get("duals")}
    if postkey:
        answer["play"] = (found["postkey_play"]["solves"], *play_of_reference(found["postkey_play"]))
    elif battle:
        answer["keys"] = {(key, enumeration.Stipulation.parse(text).moves) for key in found["keys"]}
        answer["keys"] |= {(key["move"], key["length"]) for key in found["short_solutions"]}
        answer["tries"] = {(a["move"], tuple(sorted(a["refutations"])), *play_of_reference(a)) for a in found["tries"]}
        answer["set"] = set(map(defence_of_reference, found["set_play"]))
        answer["tree"] = set(map(tree_of_reference, found.get("tree", [])))
    else:
        answer |= {"asked": whole_of_reference({**found, "count": found["solution_count"]})}
        answer["short"] = {(s["intro"], s["length"]): whole_of_reference(s) for s in found["short_solutions"]}
        answer["set"] = whole_of_reference(found["set_play"])
    return answer


def differences(program: pathlib.Path, text: str, fen: str, attacker: bool, quodlibet: bool, restriction: str = "", postkey: bool = False) -> list[str]:
    """What is told differently, a line each."""
    battle = is_battle(text)
    options = ["--attacker", chess.COLOR_NAMES[attacker]] + ["--quodlibet"] * quodlibet
    options += ["--restrict", restriction] if restriction else []
    options += ["--postkey"] if postkey else ["--set-play"]
    if battle and not postkey:
        options += ["--tries", "2"] + ["--variations"] * (text[0] != "p")
    ours, theirs = of_program(program, text, fen, options), of_reference(text, fen, battle, attacker, quodlibet, restriction, postkey)
    if battle and text[0] == "p":  # whose play the reference tells as lines
        ours.pop("tree", None), theirs.pop("tree", None)
    names = sorted(set(ours) | set(theirs))
    return [f"{name}: {ours.get(name)} and not {theirs.get(name)}" for name in names if ours.get(name) != theirs.get(name)]


def random_restriction(rng: random.Random) -> str:
    most = rng.randint(0, 3)
    parts = [f"flights={most}", f"replies={rng.randint(1, 9)}", f"threat={rng.randint(1, 2)}", f"nontrivial={most}/1"]
    return ",".join(part for part in parts if rng.random() < 0.4)


def proof_game(rng: random.Random) -> tuple[str, str, bool, bool, str, bool]:
    """A diagram that some moves from the beginning lead to."""
    moves = rng.randint(1, 3)
    board = chess.Board()
    for _ in range(moves):
        board.push(rng.choice(list(board.legal_moves)))
    series = rng.random() < 0.3
    if series:
        moves = 2
        board = chess.Board()
        for _ in range(moves):
            board.push(rng.choice(list(board.legal_moves)))
            board.push(chess.Move.null())
    exact = rng.choice(["", "", "exact-"])
    return f"{exact}ser-dia{moves}" if series else f"{exact}dia{moves // 2}{'.5' if moves % 2 else ''}", board.fen(), True, False, "", False


def random_case(rng: random.Random, family: str) -> tuple[str, str, bool, bool, str, bool] | None:
    """A stipulation, a FEN, the attacker, whether quodlibet is asked for, a restriction, and whether it is postkey play; nothing where they do not fit."""
    if family == "dia":
        return proof_game(rng)
    text = stipulation(rng, family)
    board = shut_in(rng) if "##" in text else diagram(rng)
    if board is None or enumeration.illegal(board):
        return None
    try:
        enumeration.Stipulation.parse(text)
    except ValueError:
        return None
    with_keys = is_battle(text) and text[0] != "p"
    restriction = random_restriction(rng) if with_keys and rng.random() < 0.4 else ""
    postkey = with_keys and rng.random() < 0.3
    return text, board.fen(en_passant="fen"), rng.random() < 0.8, rng.random() < 0.1, restriction, postkey


def main(program: pathlib.Path, diagrams: int = 200, seed: int = 1) -> int:
    rng = random.Random(seed)
    different = compared = 0
    while compared < diagrams:
        case = random_case(rng, rng.choice([*FAMILIES, "dia"]))
        if case is None:
            continue
        compared += 1
        if wrong := differences(program, *case):
            different += 1
            print(*case)
            print("\n".join(f"  {line[:400]}" for line in wrong))
    print(f"{compared} diagrams, {different} told differently")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), *map(int, sys.argv[2:])))
