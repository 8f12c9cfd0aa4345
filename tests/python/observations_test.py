# SPDX-License-Identifier: GPL-3.0-or-later
"""Planes tell all that a position holds, arrays what they can, and sides to move are never guessed."""

import pickle
import random
from typing import Any

import numpy as np
import pytest

import zermelo
from zermelo import Color, Game, InputError, Position, Variant

CHESS = Variant("chess")
# Positions of what random games seldom come to.
RARE = {
    "chess": ["rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1"],
    "berolina": ["4k3/8/8/8/2p5/8/4P3/4K3 w - - 0 1"],
    "fischerandom": ["1rr1k1r1/8/8/8/8/8/8/1RR1K1R1 w BGbg - 0 1", "1rr1k1r1/8/8/8/8/8/8/1RR1K1R1 w CGcg - 0 1"],
    "crazyhouse": ["4k3/8/8/8/8/8/8/Q3K3[Nn] w - - 0 1", "4k3/8/8/8/8/8/8/Q~3K3[Nn] w - - 0 1", "4k3/8/8/8/8/8/8/Q3K3[NNn] w - - 0 1"],
}


@pytest.mark.parametrize("name", zermelo.variants())
def test_equal_planes_are_equal_positions(name: str) -> None:
    variant = Variant(name)
    meanings = zermelo.plane_meanings(variant)
    assert list(meanings) == zermelo.plane_names(variant) and all(meanings.values())
    generator = random.Random(1)
    position = Position(variant)
    seen: dict[bytes, Position] = {}
    planes_of: dict[Position, bytes] = {}

    def look(position: Position) -> None:
        planes = position.planes()
        assert planes.shape == (len(meanings), variant.ranks, variant.files) and planes.dtype == np.uint8
        key = planes.tobytes()
        assert seen.setdefault(key, position) == position
        assert planes_of.setdefault(position, key) == key
        assert Position.from_planes(variant, planes) == position
        board, side = position.array(), position.turn
        try:
            again = Position.from_array(variant, board, side)
        except InputError as error:
            told = str(error)
            assert "rows do not tell" in told or "not a position" in told  # a check that a pass has left, …
            return
        assert (zermelo.planes(variant, board[None], side)[0] == again.planes()).all()
        assert again.array().tolist() == board.tolist()

    for _ in range(100):
        look(position)
        moves = position.legal_moves
        position = position.play(generator.choice(moves)) if moves else Position(variant)
    for fen in RARE.get(name, ()):
        rare = Position(variant, fen)
        look(rare)
        for move in rare.legal_moves:
            look(rare.play(move))


def test_walls_are_in_arrays() -> None:
    amazons = Variant("amazons")
    position = Position(amazons)
    for _ in range(4):
        position = position.play(position.legal_moves[0])
    assert amazons.symbols[-1] == "*" and (position.array() == len(amazons.symbols) - 1).sum() == 4
    again = Position.from_array(amazons, position.array(), position.turn)
    assert again == position and len(again.legal_moves) == len(position.legal_moves)


@pytest.mark.parametrize(
    ("name", "what"), [("crazyhouse", "men in hand"), ("3check", "how many checks are left"), ("minishogi", "men in hand")]
)
def test_what_an_array_cannot_say_is_refused(name: str, what: str) -> None:
    variant = Variant(name)
    board = Position(variant).array()
    with pytest.raises(InputError, match=what):
        Position.from_array(variant, board, "white")
    with pytest.raises(InputError, match=what):
        zermelo.planes(variant, board[None], "white")


def test_planes_that_mean_nothing_are_refused() -> None:
    crazyhouse = Variant("crazyhouse")
    names = zermelo.plane_names(crazyhouse)
    start = Position(crazyhouse).planes()

    def changed(name: str, at: tuple[int, ...], byte: int) -> np.ndarray:
        planes = start.copy()
        planes[(names.index(name), *at)] = byte
        return planes

    for planes, message in (
        (changed("P", (1, 0), 2), "a2: 2 on plane P, expected 0 or 1"),
        (changed("N", (1, 0), 1), "a2: a second man, of plane N"),
        (changed("to_move", (), 2), "2 on plane to_move, expected at most 1"),
        (changed("hand_P", (0, 1), 1), "0 on plane hand_P and 1 on b1, expected one number everywhere"),
        (changed("promoted_pawns", (3, 3), 1), "d4: no man stands there"),
        (changed("promoted_pawns", (1, 3), 1), "'P' of White cannot be a promoted pawn"),
        (changed("k", (), 0), "not a position of crazyhouse"),
    ):
        with pytest.raises(InputError, match=message):
            Position.from_planes(crazyhouse, planes)
    for wrong in (start[1:], start[None], start[:, 1:], np.zeros(3, np.uint8)):
        with pytest.raises(ValueError, match="planes of another shape"):
            Position.from_planes(crazyhouse, wrong)
    with pytest.raises(TypeError, match="float64"):
        Position.from_planes(crazyhouse, start.astype(float))
    with pytest.raises(InputError, match="holes or barred squares"):
        Position(CHESS, "k7/8/8/3*4/8/8/8/K7 w - - 0 1").planes()


def test_a_side_is_named_or_numbered() -> None:
    board = Position(CHESS).array()
    whites: list[Any] = ["white", "w", Color.WHITE, 0, np.uint8(0), np.int64(0)]
    for white in whites:
        turn: str = Position.from_array(CHESS, board, white).turn
        assert turn == Color.WHITE
    blacks: list[Any] = ["black", "b", Color.BLACK, 1, np.int8(1)]
    for black in blacks:
        assert Position.from_array(CHESS, board, black).turn == "black"
    for wrong in (True, False, np.True_, [True, 0]):
        with pytest.raises(TypeError, match="to_move of bool, .*'white' if board.turn else 'black'"):
            Position.from_array(CHESS, board, wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="to_move of bool"):
            zermelo.planes(CHESS, board[None], wrong)
    for unknown in ("White", "", "1"):
        with pytest.raises(ValueError, match="expected 'white', 'w', 'black' or 'b'"):
            Position.from_array(CHESS, board, unknown)
    with pytest.raises(ValueError, match="to_move with several sides, expected one"):
        Position.from_array(CHESS, board, [0, 1])  # type: ignore[arg-type]
    sides = zermelo.planes(CHESS, np.stack([board] * 3), ["w", "black", Color.BLACK])[:, zermelo.plane_names(CHESS).index("to_move")]
    assert sides.all(axis=(1, 2)).tolist() == [False, True, True]


def test_planes_of_a_game_tell_its_history() -> None:
    counted = Variant("[counted:chess]\nnFoldRule = 3\nnMoveRule = 50\n")
    game = Game(Position(counted, "4k3/8/8/8/8/8/8/R3K3 w - - 7 30"))
    names = zermelo.plane_names(counted, history=True)
    assert names == [*zermelo.plane_names(counted), "occurrences", "without_progress"]
    for move in ("a1a2", "e8e7", "a2a1", "e7e8"):
        game.play(move)
    planes = game.planes()
    assert (planes[-2] == 2).all() and (planes[-1] == 11).all()
    assert (planes[:-2] == game.position.planes()).all()
    again = pickle.loads(pickle.dumps(game))
    assert (again.planes() == planes).all() and again.moves == game.moves
    assert zermelo.plane_names(Variant("makruk"), history=True)[-2:] == ["counted", "counting_limit"]


@pytest.mark.parametrize(("name", "square", "rank"), [("seirawan", (1, 1), "b2: a gate of White, expected on rank 1 alone"), ("shouse", (6, 4), "e7: a gate of Black, expected on rank 8 alone")])
def test_gates_that_no_fen_names_are_refused(name: str, square: tuple[int, int], rank: str) -> None:
    planes = Position(name).planes().copy()
    planes[(zermelo.plane_names(name).index("gates"), *square)] = 1
    with pytest.raises(InputError, match=rank):
        Position.from_planes(name, planes)


@pytest.mark.parametrize("name", ["cambodian", "chess", "fischerandom", "janggi", "seirawan", "shatar", "shouse"])
def test_what_planes_are_read_as_can_be_written_and_read(name: str) -> None:
    generator = random.Random(2)
    variant = Variant(name)
    position = Position(variant)
    for _ in range(300):
        moves = position.legal_moves
        position = position.play(generator.choice(moves)) if moves else Position(variant)
        planes = position.planes().copy()
        planes[generator.randrange(len(planes)), generator.randrange(variant.ranks), generator.randrange(variant.files)] ^= 1
        try:
            read = Position.from_planes(variant, planes)
        except InputError:
            continue
        assert pickle.loads(pickle.dumps(read)) == read
