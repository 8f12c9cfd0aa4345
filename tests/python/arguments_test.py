# SPDX-License-Identifier: GPL-3.0-or-later
"""What is called with arguments of other types says so in Python's words."""

import re
from collections.abc import Callable
from typing import Any

import chess
import numpy as np
import pytest

import zermelo
from zermelo import Certificate, Game, InputError, Position, Tables, Variant
from zermelo.envs import Actions, VectorEnv

START = Position("chess")
WRONG: Any = None
CALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: zermelo.value("tictactoe"), "value(): position of type str, expected Position"),  # type: ignore[arg-type]
    (lambda: zermelo.prove("chess", 3), "prove(): position of type str, expected Position"),  # type: ignore[arg-type]
    (lambda: zermelo.variants(family=3), "variants(): family of type int, expected str or None"),  # type: ignore[arg-type]
    (lambda: START.piece_at(chess.D7), "Position.piece_at(): square of type int, expected str"),  # type: ignore[arg-type]
    (lambda: START.play(5), "Position.play(): move of type int, expected str or a move with a method uci"),  # type: ignore[arg-type]
    (lambda: START.perft("x"), "Position.perft(): depth of type str, expected int"),  # type: ignore[arg-type]
    (lambda: START.svg([None]), "Position.svg(): line of type list, expected Sequence[str]"),  # type: ignore[list-item]
    (lambda: Position.from_array("chess", START.array(), WRONG), "Position.from_array(): to_move of type NoneType, expected int or str"),
    (lambda: Position("chess", 7), "Position(): fen of type int, expected str or None"),  # type: ignore[arg-type]
    (lambda: Position(WRONG), "a variant of type NoneType, expected zermelo.Variant or a name"),
    (lambda: Variant(WRONG), "expected str, bytes or os.PathLike object, not NoneType"),
    (lambda: Variant("chess", 5), "Variant(): name of type int, expected str or None"),  # type: ignore[arg-type]
    (lambda: Game("chess"), "Game(): start of type str, expected Position"),  # type: ignore[arg-type]
    (lambda: Game(WRONG), "Game(): start of type NoneType, expected Position"),
    (lambda: Game(START).play(WRONG), "Game.play(): move of type NoneType, expected str or a move with a method uci"),
    (lambda: VectorEnv("tictactoe", 2.5), "games=2.5, expected a whole number"),  # type: ignore[arg-type]
    (lambda: zermelo.judge("simplified", b"0\n"), "judge(): text of type bytes, expected str"),  # type: ignore[arg-type]
    (lambda: Certificate(5, "chess").check(), "Certificate.check(): text of type int, expected str"),  # type: ignore[arg-type]
    (lambda: START.in_hand(True), "side of bool"),
]


@pytest.mark.parametrize(("call", "told"), CALLS)
def test_arguments_of_other_types_are_told(call: Callable[[], Any], told: str) -> None:
    with pytest.raises(TypeError) as caught:
        call()
    assert str(caught.value).startswith(told) and "_core" not in str(caught.value) and caught.value.__cause__ is None


def test_tables_tell_their_own_functions(tables: Tables) -> None:
    wrong: Any = START.fen
    for function in (tables.probe, tables.get, tables.moves, tables.line):
        with pytest.raises(TypeError, match=re.escape(f"Tables.{function.__name__}(): position of type str, expected Position")):
            function(wrong)


def test_numbers_that_are_out_of_range_are_told() -> None:
    for number, told in ((-1, "depth=-1, expected 0 or more"), (2**64, "depth=18446744073709551616, expected 18446744073709551615 or less")):
        with pytest.raises(InputError, match=told):
            START.perft(number)
    assert START.perft(np.int64(1)) == 20 == START.perft(True)  # type: ignore[arg-type]


def test_errors_of_users_functions_stay_as_they_are() -> None:
    class Odd:
        def uci(self) -> str:
            raise KeyError("e2e4")

    with pytest.raises(TypeError, match="move of type Odd, expected str or a move with a method uci"):
        START.play(Odd())
    with pytest.raises(TypeError, match="missing 1 required positional argument: 'move'"):
        START.play()  # type: ignore[call-arg]


def test_moves_of_other_programs_are_played() -> None:
    move = chess.Move.from_uci("e2e4")
    moves: list[Any] = [move, 5, None]
    assert [one in START.legal_moves for one in moves] == [True, False, False]
    assert START.play(move) == START.play("e2e4") and START.san(move) == "e4" and START.is_legal(move)
    assert not START.is_capture(move) and not START.gives_check(move)
    assert not START.is_legal(chess.Move.from_uci("e2e5"))
    game = Game(START)
    game.play(move)
    assert game.moves == ["e2e4"]


def test_certificates_are_read_by_a_name() -> None:
    mate = Position("chess", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1")
    made = zermelo.prove(mate, 5, certificate=True).certificate
    assert made is not None
    again = Certificate(made.text, "chess")
    assert again == made and hash(again) == hash(made) and again.check() == made.check()
    with pytest.raises(InputError, match="nochess"):
        Certificate(made.text, "nochess")


def test_suicide_boards_lose_their_castling() -> None:
    import chess.variant

    board = chess.variant.SuicideBoard()
    assert Position.from_board(board) == Position("suicide") and board.castling_rights
    board.push_uci("e2e4")
    assert Position.from_board(board).halfmove_clock == board.halfmove_clock == 0


def test_actions_tell_their_own_functions() -> None:
    with pytest.raises(TypeError, match="a position of type str"):
        Actions("chess").moves("x")  # type: ignore[arg-type]
