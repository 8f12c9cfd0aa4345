# SPDX-License-Identifier: GPL-3.0-or-later
"""What people know of python-chess works here, too, and says the same."""

import inspect
import pickle
import random
from pathlib import Path
from typing import Any

import chess
import chess.variant
import pytest

import zermelo
import zermelo.cluster
import zermelo.envs.gymnasium
import zermelo.envs.pettingzoo
import zermelo.evaluation
import zermelo.players
from zermelo import Game, InputError, Position, Tables, Variant
from zermelo._boards import BOARDS


def written(board: chess.Board, san: str) -> str:
    """A move as we write it: python-chess drops a pawn as @e4."""
    return f"P{san}" if san.startswith("@") else san


@pytest.mark.parametrize("name", BOARDS)
def test_positions_are_those_of_boards(name: str) -> None:
    drawn = random.Random(name)
    for _ in range(5):
        board = Position(name).to_board()
        if name == "fischerandom":
            board = chess.Board.from_chess960_pos(drawn.randrange(960))
        position = Position.from_board(board)
        for _ in range(60):
            if position.is_game_over or board.is_variant_end():
                break
            again = Position.from_board(board)
            assert again == position and again.fullmove_number == position.fullmove_number == board.fullmove_number
            if name != "crazyhouse":  # where a drop is progress
                assert again.halfmove_clock == position.halfmove_clock == board.halfmove_clock
            assert position.to_board().epd() == board.epd()
            assert {written(board, board.san(move)) for move in board.legal_moves} == set(map(position.san, position.legal_moves))
            assert {chess.square_name(square): man.symbol() for square, man in board.piece_map().items()} == position.piece_map()
            assert position.is_check == board.is_check()
            for move in board.legal_moves:
                ours = position.parse_san(board.san(move))
                assert position.is_capture(ours) == board.is_capture(move)
                assert position.gives_check(ours) == board.gives_check(move) or name in ("atomic", "antichess", "giveaway", "suicide", "racingkings")
            chosen = drawn.choice(list(board.legal_moves))
            position = position.play(position.parse_san(board.san(chosen)))
            board.push(chosen)


def test_boards_of_other_games_are_refused() -> None:
    for other in (Position("gardner"), Position("[mine:chess]\nstartFen = k7/8/8/8/8/8/8/K6R w - - 0 1\n"), Position("duck")):
        with pytest.raises(InputError, match="expected one of antichess, "):
            other.to_board()

    class Duck(chess.Board):
        uci_variant = "duck"

    with pytest.raises(InputError, match="a board of duck"):
        Position.from_board(Duck())
    with pytest.raises(TypeError, match="a board of type str, expected chess.Board"):
        Position.from_board("rnbqkbnr/8")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="royal"):
        Position.from_board(chess.Board("8/8/8/8/8/8/8/8 w - - 0 1"))


def test_squares_tell_what_stands_on_them() -> None:
    position = Position("chess")
    assert [position.piece_at(square) for square in ("e1", "e8", "a2", "e4")] == ["K", "k", "P", None]
    for wrong in ("e9", "i1", "", "e", "E4", "e4 ", "\udc80"):
        with pytest.raises(InputError, match="expected a square of 8 files and 8 ranks"):
            position.piece_at(wrong)
    large = Position("small10x10")
    assert large.piece_at("j10") == large.variant.symbols[large.array()[-1]] != "."
    duck = Position("duck").play(Position("duck").legal_moves[0])
    assert list(duck.piece_map().values()).count("*") == 1
    held = Position("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[PNNn] w - - 0 1")
    assert held.in_hand("white") == {"P": 1, "N": 2} and held.in_hand("b") == {"N": 1} and position.in_hand(0) == {}
    with pytest.raises(TypeError, match="bool"):
        held.in_hand(True)


def test_moves_are_looked_for() -> None:
    position = Position("chess", "r3k2r/3q4/8/8/8/8/P2Q4/R3K2R w KQkq - 3 17")
    moves = position.legal_moves
    assert "e1g1" in moves and "e1e8" not in moves
    assert chess.Move.from_uci("e1g1") in moves and chess.Move.from_uci("e1e8") not in moves  # type: ignore[comparison-overlap]
    assert moves == sorted(moves) and isinstance(moves, list) and len(moves) == sum(1 for _ in moves)
    assert pickle.loads(pickle.dumps(moves)) == moves
    assert 5 not in moves and None not in moves  # type: ignore[comparison-overlap]
    assert "e1g1" in Game(position).legal_moves
    assert position.is_legal("e1g1") and not position.is_legal("e1e8") and not position.is_legal("")
    assert position.is_capture("d2d7") and not position.is_capture("e1g1")
    assert position.gives_check("d2d7") is True and position.gives_check("a2a3") is False
    for wrong in (position.is_capture, position.gives_check):
        with pytest.raises(InputError, match="is not legal"):
            wrong("e1e8")


def test_counters_go_on() -> None:
    position = Position("chess", "r3k2r/3q4/8/8/8/8/P2Q4/R3K2R w KQkq - 3 17")
    seen = []
    game = Game(position)
    for move in ("e1f1", "e8f8", "d2d7", "f8g8", "f1g1"):
        game.play(move)
        position = position.play(move)
        seen.append((position.halfmove_clock, position.fullmove_number))
        assert (game.position.halfmove_clock, game.position.fullmove_number) == seen[-1]
        assert (pickle.loads(pickle.dumps(position)).halfmove_clock, pickle.loads(pickle.dumps(position)).fullmove_number) == seen[-1]
    assert seen == [(4, 17), (5, 18), (0, 18), (1, 19), (2, 19)]
    most = 2**64 - 1
    late = Position("chess", f"4k3/8/8/8/8/8/8/4K3 b - - 0 {most}").play("e8e7")
    assert late.fullmove_number == most
    assert Position("chess", "4k3/8/8/8/8/8/8/4K3 w - - 0 1") == Position("chess", "4k3/8/8/8/8/8/8/4K3 w - - 9 50")


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("0-0", "e1g1"), ("O-O-O", "e1c1"), ("0-0-0!?", "e1c1"), ("e1g1", "e1g1"), ("Qd2xd7", "d2d7"), ("Qd2xd7+", "d2d7"), ("Qdxd7", "d2d7"),
        ("Q2xd7", "d2d7"), ("Qd2d7", "d2d7"), ("Qd7", "d2d7"), ("a3!", "a2a3"), ("a2-a3", "a2a3"), ("a4??", "a2a4"), ("Qd1xd7", None), ("Qd3", "d2d3"),
        ("Qxd3", None), ("@f6", None), ("Q@f6", None), ("axd7", None), ("b3", None), ("", None), ("Q", None), ("d7", None), ("Qd2xd7=Q", None), ("x", None),
    ],
)  # fmt: skip
def test_moves_are_read_as_people_write_them(text: str, move: str | None) -> None:
    position = Position("chess", "r3k2r/3q4/8/8/8/8/P2Q4/R3K2R w KQkq - 0 1")
    if text == "Qxd3":
        assert position.parse_san(text) == "d2d3"  # told too much, as of a capture: no other move is meant
        return
    if move is None:
        with pytest.raises(InputError, match="no legal move is written"):
            position.parse_san(text)
    else:
        assert position.parse_san(text) == move


def test_what_could_be_two_moves_is_refused() -> None:
    position = Position("chess", "k7/8/8/8/8/1N3N2/8/K7 w - - 0 1")
    assert position.parse_san("Nbd4") == "b3d4" and position.parse_san("Nb3d4") == "b3d4"
    with pytest.raises(InputError, match="no legal move is written 'Nd4'"):
        position.parse_san("Nd4")
    crazyhouse = Position("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[PNn] w - - 0 1")
    assert [crazyhouse.parse_san(text) for text in ("@f6", "P@f6", "N@f6")] == ["P@f6", "P@f6", "N@f6"]
    with pytest.raises(InputError):
        Position("crazyhouse", "4k3/8/8/8/8/8/8/Q3K3[Nn] w - - 0 1").parse_san("@f6")
    shogi = Position("minishogi", "1k3/5/5/R3R/K4[P] w - - 0 1")
    assert shogi.parse_san("Ra2b2") == "a2b2" == shogi.parse_san("Rab2")


def test_men_that_cannot_win_end_no_game(tmp_path: Path) -> None:
    zermelo.solve("chess", tmp_path, men=3)
    zermelo.solve("chess", tmp_path, tiers="KNvKN")
    with Tables(tmp_path) as tables:

        def tells(fen: str) -> bool | None:
            return tables.insufficient_material(Position("chess", fen))

        for fen in ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 b - - 0 1", "4kn2/8/8/8/8/8/8/4K3 w - - 0 1", "4kb2/8/8/8/8/8/8/4K3 w - - 0 1"):
            assert tells(fen) is True and chess.Board(fen).is_insufficient_material()
            position = Position("chess", fen)
            assert not position.is_game_over and position.legal_moves and position.outcome is None and not Game(position).is_over
        # A drawn position of men that win elsewhere; a win that needs help, which python-chess asks after, is not one by force.
        assert tells("8/8/8/8/8/1k6/1P6/K7 b - - 0 1") is False
        assert tells("4kr2/8/8/8/8/8/8/4K3 w - - 0 1") is False
        fen = "4kn2/8/8/8/8/8/8/4KN2 w - - 0 1"
        assert tells(fen) is False and not chess.Board(fen).is_insufficient_material()
        assert tells("4k3/8/8/8/8/8/8/3QKN2 w - - 0 1") is None
        assert tables.insufficient_material(Position("3check", "4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1")) is None


def public_callables() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for module in (zermelo, zermelo.cluster, zermelo.envs, zermelo.envs.gymnasium, zermelo.envs.pettingzoo, zermelo.evaluation, zermelo.players):
        names = getattr(module, "__all__", None) or [name for name, value in vars(module).items() if not name.startswith("_") and getattr(value, "__module__", "") == module.__name__]
        for name in names:
            value = getattr(module, name)
            if callable(value) and not isinstance(value, type(zermelo.evaluation.Policy)):
                found[f"{module.__name__}.{name}"] = value
            inherited = {name for base in (int, str, list, tuple, BaseException) for name in dir(base)}
            for member in dir(value) if isinstance(value, type) else ():
                if member in inherited and member not in vars(value):
                    continue
                attribute = inspect.getattr_static(value, member)
                if not member.startswith("_") and (callable(attribute) or isinstance(attribute, (staticmethod, classmethod))):
                    found[f"{module.__name__}.{name}.{member}"] = getattr(value, member)
    return found


def test_every_signature_is_told() -> None:
    found = public_callables()
    assert {"zermelo.variants", "zermelo.puzzles", "zermelo.Position", "zermelo.Position.play", "zermelo.Position.from_array", "zermelo.Game.copy"} <= set(found)
    for name, value in found.items():
        if isinstance(value, type) and issubclass(value, (int, str, tuple, list, RuntimeError)):
            continue  # called as those are
        try:
            signature = inspect.signature(value)
        except ValueError as error:
            raise AssertionError(f"{name}: {error}") from error
        assert inspect.getdoc(value) or isinstance(value, type), name
        for parameter in signature.parameters.values():
            assert parameter.annotation is not inspect.Parameter.empty or parameter.name == "self" or not name.startswith("zermelo.Position"), name
    assert str(inspect.signature(Position)) == "(variant: 'Variant | str', fen: 'str | None' = None)"
    assert list(inspect.signature(Position("chess").svg).parameters) == ["line", "flipped", "western"]
    assert inspect.signature(zermelo.variants).parameters["solved"].default is False
    assert Position.play(Position("chess"), "e2e4") == Position("chess").play(move="e2e4")
    assert "small5x6" in zermelo.variants(size="5x6")


def test_variants_are_completed() -> None:
    from IPython.core.completer import provisionalcompleter
    from IPython.core.interactiveshell import InteractiveShell

    assert list(zermelo.shipped) == zermelo.variants() and len(zermelo.shipped) == len(zermelo.variants())
    assert zermelo.shipped["connect4-4x4"] == Variant("connect4-4x4") and zermelo.shipped.gardner == Variant("gardner")
    assert "nochess" not in zermelo.shipped and repr(zermelo.shipped).endswith("shipped variants>")
    with pytest.raises(KeyError):
        zermelo.shipped["nochess"]
    with pytest.raises(AttributeError, match="no shipped variant 'nochess'"):
        zermelo.shipped.nochess
    assert pickle.loads(pickle.dumps(zermelo.shipped))["chess"] == Variant("chess")
    shell = InteractiveShell.instance()
    shell.user_ns["zermelo"] = zermelo
    shell.Completer.use_jedi = False
    with provisionalcompleter():
        assert any(found.endswith("gardner") for found in shell.Completer.complete(line_buffer="zermelo.shipped.gar")[1])
        assert any("connect4-4x4" in found for found in shell.Completer.complete(line_buffer="zermelo.shipped['connect4-4")[1])
