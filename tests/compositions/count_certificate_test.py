# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates of numbers of solutions against a checker of its own: python-chess plays the moves of each line.

It knows helpmates and series that end with the attacker's goal, whose sums need no more than legal moves. Every line of a certificate is checked,
and that all lines are there; random diagrams, and several times as many where ZERMELO_TEST_SCALE is greater.
"""
import os
import random
import subprocess
from pathlib import Path

import agreement
import chess
import enumeration
import pytest

PROGRAM = Path(os.environ["ZERMELO_BUILD"]) / "zermelo"
SCALE = float(os.environ.get("ZERMELO_TEST_SCALE", "1"))


def steps(board: chess.Board, series: bool, goal: enumeration.Goal, at_turn: bool) -> list[chess.Board]:
    """The positions where the next move of a solution is made."""
    found = []
    for move in list(board.legal_moves):
        if at_turn and goal.reached_by(board, move):
            continue
        after = board.copy(stack=False)
        after.push(move)
        if series and after.is_check():
            continue
        if series:
            after.push(chess.Move.null())
        found.append(after)
    return found


def text_of(board: chess.Board) -> str:
    copy = board.copy(stack=False)
    copy.halfmove_clock, copy.fullmove_number = 0, 1
    return copy.fen(en_passant="legal")


def check(text: str) -> tuple[int, int]:
    """The number that is proved, and how many lines prove it."""
    lines = text.splitlines()
    assert lines[0] == "zermelo certificate 3" and lines[1] == "variant chess"
    count, _, words = lines[4].removeprefix("solutions ").split(" ")
    asked = enumeration.Stipulation.parse(words)
    series, helps = asked.family.startswith("ser-"), asked.family == "ser-h"
    known = {}
    for line in lines[6:]:
        number, left, position = line.split(" | ")
        assert (int(left), position) not in known
        known[int(left), position] = int(number)
    assert len(known) == int(lines[5].removeprefix("nodes "))

    def last(board: chess.Board) -> int:
        if not helps:
            return len(asked.goal.moves(board))
        total = 0
        for move in list(board.legal_moves):
            board.push(move)
            total += len(asked.goal.moves(board))
            board.pop()
        return total

    for (left, position), number in known.items():
        board = chess.Board(position)
        if left == 1:
            assert number == last(board), position
            continue
        at_turn = not helps and (series or left % 2 == 1)
        after = steps(board, series, asked.goal, at_turn)
        assert number == sum(last(one) if left == 2 else known[left - 1, text_of(one)] for one in after), position
    length = max(left for left, _ in known)
    assert length == (asked.moves if series else 2 * asked.moves + asked.half)
    assert known[length, lines[3].removeprefix("position ")] == int(count)
    return int(count), len(known)


@pytest.mark.parametrize("family", ["h", "ser-", "ser-h"])
def test_every_line_is_right(family: str, tmp_path: Path) -> None:
    rng = random.Random(f"certificates of {family}")
    file = tmp_path / "certificate"
    certificates = solved = lines = 0
    while certificates < max(10, 20 * SCALE) or solved == 0:
        case = agreement.random_case(rng, family)
        if case is None or "->" in case[0] or enumeration.Stipulation.parse(case[0]).goal.sign in ("ct", "##", "##!"):
            continue
        stipulation, fen, attacker = case[:3]
        told = subprocess.run([PROGRAM, "problem", "chess", fen, stipulation, "--certificate", file, "--attacker", chess.COLOR_NAMES[attacker]],
                              check=False, capture_output=True, text=True)
        if "illegal" in told.stdout:
            continue
        assert told.returncode == 0, (case, told.stderr)
        count, size = check(file.read_text())
        verified = subprocess.run([PROGRAM, "verify", file], check=False, capture_output=True, text=True)
        assert verified.returncode == 0 and f"exactly {count} solution" in verified.stdout, (case, verified.stderr)
        certificates, solved, lines = certificates + 1, solved + (count > 0), lines + size
    assert lines > certificates  # else nothing but single lines was checked
