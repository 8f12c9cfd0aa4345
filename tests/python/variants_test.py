# SPDX-License-Identifier: GPL-3.0-or-later
"""Variants and positions."""

import copy
import pickle

import numpy as np
import pytest

import zermelo
from own_rules import TINY
from zermelo import InputError, Outcome, Position, Variant


def test_all_shipped_variants_load_and_pickle() -> None:
    for name in zermelo.variants():
        variant = Variant(name)
        assert variant.name == name
        again = pickle.loads(pickle.dumps(variant))
        assert again == variant and hash(again) == hash(variant)
        assert Position(variant).fen.split()[0] == variant.start_fen.split()[0]


def test_variants_by_family_size_and_whether_they_are_solved() -> None:
    assert zermelo.variants(family="boards", size="5x5") == ["breakthrough5x5", "connect4-5x5"]
    assert zermelo.variants(family="losing", solved=True) == ["antichess"]
    assert set(zermelo.variants(size="8x8")) < set(zermelo.variants())
    with pytest.raises(InputError, match="no family 'smal', expected perhaps small"):
        zermelo.variants(family="smal")
    with pytest.raises(InputError, match="'5' is no size of a board"):
        zermelo.variants(size="5")


def test_a_variant_is_read_from_text_and_from_a_file(tmp_path: object) -> None:
    variant = Variant(TINY)
    assert (variant.name, variant.files, variant.ranks) == ("tiny", 3, 3)
    path = tmp_path / "tiny.ini"  # type: ignore[operator]
    path.write_text(TINY)
    assert Variant(path) == variant
    assert Variant(variant.ini()) == variant
    two = TINY + "\n[tinier:tiny]\nrook = -\nstartFen = k2/3/1K1 w - - 0 1\n"
    assert Variant(two, "tinier").name == "tinier"
    with pytest.raises(InputError, match="rules of 2 variants, expected one of tiny, tinier"):
        Variant(two)
    with pytest.raises(InputError, match="no variant 'other' in these rules"):
        Variant(two, name="other")


def test_all_that_is_wrong_with_rules_is_said() -> None:
    with pytest.raises(InputError) as caught:
        Variant(TINY + "colour = red\nrook = 7\n")
    assert [(reason.input, reason.line) for reason in caught.value.reasons] == [("rules", 8), ("rules", 9)]
    two = "[other:chess]\npass = 1\n" + TINY
    assert Variant(two, "tiny").name == "tiny"
    with pytest.raises(InputError) as caught:
        Variant(two, "other")
    assert [(reason.input, reason.line) for reason in caught.value.reasons] == [("rules", 2)]
    with pytest.raises(InputError, match="no variant 'ches', expected perhaps"):
        Variant("ches")
    with pytest.raises(OSError, match="nowhere.ini"):
        Variant("nowhere.ini")
    with pytest.raises(TypeError):
        Variant(7)  # type: ignore[arg-type]


def test_a_position_that_is_not_legal_has_all_its_reasons() -> None:
    chess = Variant("chess")
    with pytest.raises(ValueError) as caught:
        Position(chess, "P6k/8/8/8/8/8/8/8 w - - 0 1")
    assert isinstance(caught.value, InputError)
    messages = [reason.message for reason in caught.value.reasons]
    assert len(messages) == 2 and any("royal" in message for message in messages)
    with pytest.raises(InputError, match="FEN:1:"):
        Position(chess, "8/8/x")


def test_a_position_plays_and_never_changes() -> None:
    start = Position(Variant("chess"))
    assert len(start.legal_moves) == 20 and start.legal_moves == sorted(start.legal_moves)
    after = start.play("e2e4")
    assert after.turn == "black" and start.turn == "white"
    assert start.san("g1f3") == "Nf3" and start.parse_san("Nf3") == "g1f3"
    assert start.perft(3) == 8902
    with pytest.raises(InputError, match="'e2e5' is not legal in"):
        start.play("e2e5")
    with pytest.raises(InputError, match="no legal move is written 'Nf4'"):
        start.parse_san("Nf4")
    with pytest.raises(ValueError, match="251 plies, expected at most 250"):
        start.perft(251)


def test_ends_are_known() -> None:
    chess = Variant("chess")
    mate = Position(chess, "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
    assert mate.is_game_over and mate.is_checkmate and mate.is_check and not mate.is_stalemate
    assert mate.outcome is Outcome.LOSS and mate.legal_moves == []
    stalemate = Position(chess, "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
    assert stalemate.is_stalemate and stalemate.outcome is Outcome.DRAW
    assert Position(chess).outcome is None


def test_positions_are_values() -> None:
    chess = Variant("chess")
    a, b = Position(chess), Position(Variant("chess"))
    assert a == b and hash(a) == hash(b) and a != a.play("e2e4") and a != "x"
    assert pickle.loads(pickle.dumps(a.play("e2e4"))) == a.play("e2e4")
    assert copy.deepcopy(a) == a
    assert repr(a).startswith("Position(Variant('chess'), 'rnbq") and "a b c d e f g h" in str(a)


def test_a_pass_before_is_part_of_a_position() -> None:
    rules = TINY.replace("[tiny]", "[tiny]\npass = true")
    position = Position(Variant(rules))
    passes = [move for move in position.legal_moves if move[:2] == move[2:4]]
    assert len(passes) == 1
    after = position.play(passes[0])
    assert after != Position(Variant(rules), after.fen)
    again = pickle.loads(pickle.dumps(after))
    assert again == after and again.legal_moves == after.legal_moves


def test_arrays_are_the_board() -> None:
    chess = Variant("chess")
    start = Position(chess)
    board = start.array()
    assert board.dtype == np.uint8 and board.shape == (64,)
    letters = "".join(chess.symbols[byte] for byte in board)
    assert letters[:16] == "RNBQKBNRPPPPPPPP" and letters[48:] == "pppppppprnbqkbnr"
    bare = Position(chess, start.fen.replace("KQkq", "-"))
    assert Position.from_array(chess, board, 0) == bare
    board.flags.writeable = False
    assert Position.from_array(chess, board, 0) == bare
    with pytest.raises(ValueError, match="a board of 63 squares, expected 64"):
        Position.from_array(chess, np.zeros(63, np.uint8), 0)
    with pytest.raises(ValueError, match="to_move 2, expected 0 for White or 1 for Black"):
        Position.from_array(chess, board, 2)
    with pytest.raises(InputError, match="royal"):
        Position.from_array(chess, np.zeros(64, np.uint8), 0)
    with pytest.raises(InputError, match="77 on a1, expected at most"):
        Position.from_array(chess, np.full(64, 77, np.uint8), 0)


def test_planes_have_each_man_once() -> None:
    gardner = Variant("gardner")
    boards = np.stack([Position(gardner).array()] * 3)
    planes = zermelo.planes(gardner, boards, [0, 1, 0])
    names = zermelo.plane_names(gardner)
    assert planes.shape == (3, len(names), 5, 5) and planes.dtype == np.uint8
    assert planes[0, names.index("P")].sum() == 5 and planes[0, names.index("P"), 1].all()
    to_move = names.index("to_move")
    assert planes[:, to_move].reshape(3, -1).any(axis=1).tolist() == [False, True, False]
    assert planes[:, :to_move].sum() == 3 * 20
    with pytest.raises(ValueError, match="boards of shape"):
        zermelo.planes(gardner, boards[:, :24], 0)
    with pytest.raises(ValueError, match="a byte 112 of a board"):
        zermelo.planes(gardner, boards + 100, 0)


def test_pictures_are_svg() -> None:
    chess = Variant("chess")
    for svg in (chess.svg(), chess._repr_svg_(), Position(chess).svg(), Position(chess)._repr_svg_()):
        assert svg.startswith("<svg") or svg.startswith("<?xml")
    assert Position(chess).svg(["e2e4", "e7e5"]) != Position(chess).svg()
    dobutsu = Position(Variant("dobutsu"))
    assert "piece-dobutsu-lion" in dobutsu.svg()
    assert "piece-dobutsu-lion" not in dobutsu.svg(western=True)
    with pytest.raises(InputError, match="not legal"):
        Position(chess).svg(["e2e5"])


def test_positions_with_the_same_moves_are_one() -> None:
    """A square for a capture en passant that a pin forbids makes no other position."""
    chess = Variant("chess")
    pinned = Position(chess, "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1")
    plain = Position(chess, "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1")
    assert pinned == plain and hash(pinned) == hash(plain) and pinned.fen == plain.fen
    legal = Position(chess, "4k3/8/8/8/r2pP2K/8/8/8 b - e3 0 1")
    assert legal != Position(chess, "4k3/8/8/8/r2pP2K/8/8/8 b - - 0 1") and " e3 " in legal.fen
