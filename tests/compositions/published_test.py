# SPDX-License-Identifier: GPL-3.0-or-later
"""Published problems of tests/data/problems/problems.tsv: the plain enumeration finds what their authors intended.

The problems that are marked `slow` take more than a second each; they are solved where ZERMELO_TEST_SCALE is at least 10. Those marked `popeye` are
too long for the enumeration.
"""

import os
import re
from pathlib import Path
from typing import NamedTuple

import chess
import pytest

from enumeration import Options, Stipulation, illegal, solve, with_turn

TABLE = Path(__file__).parents[1] / "data" / "problems" / "problems.tsv"
COLUMNS = "id stipulation fen options twins author source solution count slow note".split()
SCALE = float(os.environ.get("ZERMELO_TEST_SCALE", "1"))
OPTIONS = ("set_play", "duplex", "quodlibet", "attacker=black")
MIRRORS = {"a1h1": chess.flip_horizontal, "a1a8": chess.flip_vertical, "a1h8": chess.flip_anti_diagonal, "h1a8": chess.flip_diagonal}
TURNS = {"rotate 90": ("a1a8", "a1h8"), "rotate 180": ("a1h8", "h1a8"), "rotate 270": ("a1h8", "a1a8")}  # clockwise, as two mirrors
HOMES = {"K": ("e1", "h1"), "Q": ("e1", "a1"), "k": ("e8", "h8"), "q": ("e8", "a8")}  # where king and rook stand for a castling right


class Problem(NamedTuple):
    """One line of the table, the columns as they are written."""

    id: str
    stipulation: str
    fen: str
    options: str
    twins: str
    author: str
    source: str
    solution: str
    count: str
    slow: str
    note: str

    def attacker(self) -> chess.Color:
        return "attacker=black" not in self.options.split()

    def sides(self) -> list[chess.Color]:
        """Who attacks, in the order of the parts: both with `duplex`."""
        attacker = self.attacker()
        return [attacker, not attacker] if "duplex" in self.options.split() else [attacker]

    def parts(self) -> list[tuple[chess.Board, chess.Color]]:
        """Diagram and twins, each with who attacks; with `duplex` all of them once more with the parts exchanged."""
        return [(board, side) for side in self.sides() for board in positions(self.fen, self.twins)]


def problems() -> list[Problem]:
    lines = [line for line in TABLE.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    rows = [line.split("\t") for line in lines]
    assert all(len(row) == len(COLUMNS) for row in rows), "a line has as many columns as the README says"
    return [Problem(*row) for row in rows]


# Twins ---------------------------------------------------------------------------------------------------------------------------------


def at_home(board: chess.Board, right: str) -> bool:
    king, rook = (board.piece_at(chess.parse_square(name)) for name in HOMES[right])
    side = right.isupper()
    return king == chess.Piece(chess.KING, side) and rook == chess.Piece(chess.ROOK, side)


def put(board: chess.Board, change: str) -> None:
    """Makes one change of a twin, such as `move h3 h4`."""
    verb, *words = change.split()
    if verb in ("mirror", "rotate"):
        for mirror in TURNS.get(change.strip(), words):
            board.apply_transform(MIRRORS[mirror])
        return
    if verb in ("add", "substitute"):
        square = chess.parse_square(words[0][1:])
        assert (board.piece_at(square) is None) == (verb == "add"), change
        board.set_piece_at(square, chess.Piece.from_symbol(words[0][0]))
        return
    squares = [chess.parse_square(word) for word in words]
    men = [board.remove_piece_at(square) for square in squares]
    assert men[0] is not None, change
    if verb == "move":
        board.set_piece_at(squares[1], men[0])
    elif verb == "exchange":
        assert men[1] is not None, change
        board.set_piece_at(squares[0], men[1])
        board.set_piece_at(squares[1], men[0])
    else:
        assert verb == "remove", change


def twin(start: chess.Board, changes: str) -> chess.Board:
    """A twin of a diagram. A king and a rook that the twin has brought home may castle; en passant is lost."""
    board = start.copy(stack=False)
    for change in changes.split(","):
        put(board, change)
    before = start.fen().split()[2]
    rights = "".join(right for right in HOMES if at_home(board, right) and (right in before or not at_home(start, right)))
    return chess.Board(f"{board.board_fen()} {'w' if board.turn else 'b'} {rights or '-'} - 0 1")


def positions(fen: str, twins: str) -> list[chess.Board]:
    """The diagram and its twins in order; without the diagram where it is a zeroposition."""
    boards = [chess.Board(fen)]
    for text in [part for part in twins.split(";") if part.strip()]:
        changes = text.partition(":")[2].strip()
        goes_on = changes.startswith("continued ")
        boards.append(twin(boards[-1 if goes_on else 0], changes.removeprefix("continued ")))
    return boards[1:] if twins.startswith("zero:") else boards


# Tests ---------------------------------------------------------------------------------------------------------------------------------

PROBLEMS = problems()
NAMES = [problem.id for problem in PROBLEMS]


KINDS = set("# s# h# h#. r# hs# h= h=. ser-h# ser-h= ser-# ser-= ser-s# ser-r# ser-r+ pser-h# dia dia.".split())  # stipulations without their lengths
CHANGES = set("move remove exchange substitute mirror rotate continued zero:".split())


def test_names_differ() -> None:
    assert len(set(NAMES)) == len(NAMES)


def test_table_holds_each_kind() -> None:
    assert KINDS <= {re.sub(r"\d", "", problem.stipulation) for problem in PROBLEMS}
    assert CHANGES <= {word for problem in PROBLEMS for word in problem.twins.split()}
    assert {"set_play", "duplex", "attacker=black"} <= {option for problem in PROBLEMS for option in problem.options.split()}


@pytest.mark.parametrize("problem", PROBLEMS, ids=NAMES)
def test_line_is_well_formed(problem: Problem) -> None:
    stipulation = Stipulation.parse(problem.stipulation)
    assert problem.author and problem.source
    assert all(option in OPTIONS or option.startswith("tries=") for option in problem.options.split())
    assert problem.slow in ("", "slow", "popeye")
    parts = problem.parts()
    begins = problem.attacker() if stipulation.attacker_begins() else not problem.attacker()
    assert parts[0][0].turn == begins
    assert len(problem.solution.split("|")) == len(problem.count.split("|")) == len(parts)
    for board, attacker in parts:
        assert not illegal(with_turn(board, attacker if stipulation.attacker_begins() else not attacker))


def expected_time(problem: Problem) -> pytest.MarkDecorator | tuple:
    too_slow = problem.slow == "popeye" or (problem.slow == "slow" and SCALE < 10)
    return pytest.mark.skip(reason=f"marked {problem.slow}") if too_slow else ()


@pytest.mark.parametrize("problem", [pytest.param(problem, marks=expected_time(problem), id=problem.id) for problem in PROBLEMS])
def test_enumeration_finds_what_is_intended(problem: Problem) -> None:
    options = Options(quodlibet="quodlibet" in problem.options.split())
    for (board, attacker), count, solution in zip(problem.parts(), problem.count.split("|"), problem.solution.split("|"), strict=True):
        answer = solve(problem.stipulation, board.fen(), attacker, options)
        assert answer["solution_count"] == int(count)
        intended = {line.strip() for line in solution.split("/")}
        found = set(answer["keys"] if "keys" in answer else answer["solutions"])
        assert intended <= found if problem.note.startswith("cooked") else intended == found
