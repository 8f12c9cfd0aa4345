# SPDX-License-Identifier: GPL-3.0-or-later
"""What notebooks show: boards and tables, which are HTML, and short texts elsewhere; and that a winning move is never beside *unknown*."""

import base64
import random
import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from zermelo import Category, Outcome, Position, Tables, Verdict
from zermelo.evaluation import evaluate


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables:
    folder = tmp_path_factory.mktemp("tables")
    zermelo.solve("chess", folder, tiers=["KRvK"])
    return Tables(folder)


MATE = Position("chess", "7k/8/5K2/8/8/8/8/Q7 w - - 0 1")


def shown(thing: Any) -> ElementTree.Element:
    """What a notebook shows, as XML: each tag is closed, and texts are escaped."""
    text = thing._repr_html_()
    for picture in re.findall(r'src="data:image/svg\+xml;base64,([^"]*)"', text):
        assert ElementTree.fromstring(base64.b64decode(picture)).tag.endswith("svg")
    return ElementTree.fromstring("<div>" + re.sub(r"(<img [^>]*)>", r"\1/>", text) + "</div>")


def words(thing: Any) -> str:
    return " ".join("".join(shown(thing).itertext()).split())


def test_results_are_boards_and_tables(tables: Tables) -> None:
    proof = zermelo.prove(MATE, 5)
    assert len(shown(proof).findall(".//img")) == 1 and len(shown(proof).findall(".//tr")) == 1 + len(MATE.legal_moves)
    assert "win in 3 plies" in words(proof) and "Kg6+" in words(proof)
    value = zermelo.value(Position("tictactoe"), seconds=60)
    assert len(shown(value).findall(".//tr")) == 10 and "draw" in words(value)
    rook = Position("chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1")
    moves = tables.moves(rook)
    assert isinstance(moves, list) and len(shown(moves).findall(".//tr")) == 1 + len(moves) and "win in 31 plies" in words(moves)
    assert words(tables.probe(rook)) == "win in 31 plies"
    assert f"{len(rook.legal_moves)} moves: a1a2" in words(rook.legal_moves)
    tier = tables.tier(rook.variant, "KRvK")
    assert "KRvK" in words(tier)
    chunk = next(tier.chunks())
    assert len(shown(chunk).findall(".//tr")) == 41 and f"{len(chunk) - 40:,} more" in words(chunk)
    assert len(shown(zermelo.benchmark("tictactoe")).findall(".//tr")) == 41
    assert "chess" in words(tables) and "2" in words(tables)
    report = evaluate(lambda position: position.legal_moves[0], [rook, MATE.play("a1a2").play("h8h7")][:1], tables)
    assert "value kept" in words(report)


def test_texts_are_short_and_escaped(tables: Tables) -> None:
    chunk = next(tables.tier(MATE.variant, "KRvK").chunks())
    start = Position("chess")
    for thing in (zermelo.prove(MATE, 5), zermelo.prove(start, 1), zermelo.value(start, nodes=50), chunk, tables.tier(MATE.variant, "KRvK"), zermelo.benchmark("chess"), zermelo.shipped):
        assert len(repr(thing)) < 300, repr(thing)
    assert repr(zermelo.prove(MATE, 5)) == f"<Proof: win in 3 plies, {MATE.fen}>"
    assert repr(zermelo.prove(start, 1)) == f"<Proof: no win within 1 ply, {start.fen}>"
    assert repr(zermelo.value(start, nodes=50)).startswith("<FoundValue: unknown, stopped by nodes, 20 moves")
    assert repr(chunk) == f"<Chunk of {len(chunk):,} positions, {('white', 'black')[chunk.to_move]} to move>"
    large = zermelo.LegalMoves(f"<b>{number}" for number in range(1000))
    assert len(large._repr_html_()) < 10_000 and "<b>1" in words(large)


# A winning move makes its position won: no face says otherwise.


def positions(name: str, count: int) -> list[Position]:
    drawn = random.Random(name)
    found: list[Position] = []
    while len(found) < count:
        position = Position(name)
        for _ in range(drawn.randrange(4, 60)):
            if position.is_game_over:
                break
            position = position.play(drawn.choice(position.legal_moves))
        if not position.is_game_over:
            found.append(position)
    return found


@pytest.mark.parametrize("name", ["chess", "small4x4", "small5x5", "crazyhouse", "duck", "tictactoe", "connect4-4x4", "hexapawn4x4", "xiangqi", "kingofthehill", "atomic", "antichess"])
def test_no_unknown_stands_beside_a_winning_move(name: str) -> None:
    won = 0
    for nodes in (1, 30, 1000):
        for position in positions(name, 20):
            found = zermelo.value(position, nodes=nodes)
            best = [move for move, known in found.moves.items() if known.category is Category.WIN]
            if best:
                won += 1
                assert found.category is Category.WIN and found.outcome is Outcome.WIN, (position.fen, nodes)
                assert found.plies is None or min(found.moves[move].plies or 0 for move in best) <= found.plies
            if found.moves and all(known.category is Category.LOSS for known in found.moves.values()):
                assert found.category is Category.LOSS, (position.fen, nodes)
            proof = zermelo.prove(position, 3, nodes=nodes)
            if proof.winning_moves:
                assert proof.verdict is Verdict.WIN, (position.fen, nodes)
    assert won > 0 or name not in ("tictactoe", "hexapawn4x4", "connect4-4x4"), "the test met no winning move"


def test_tables_tell_a_win_wherever_a_move_wins(tmp_path: Path) -> None:
    # Tables with distances, and of outcomes alone.
    for outcomes in (False, True):
        folder = tmp_path / str(outcomes)
        zermelo.solve("small4x4", folder, men=3, outcomes=outcomes)
        with Tables(folder) as tables:
            variant = Position("small4x4").variant
            met = 0
            for name in tables.tiers(variant):
                chunk = next(tables.tier(variant, name).chunks())
                for row in np.random.default_rng(1).choice(len(chunk), min(len(chunk), 60), replace=False):
                    position = Position.from_array(variant, chunk.boards[row], chunk.to_move)
                    moves = tables.moves(position)
                    if any(move.value.outcome is Outcome.WIN for move in moves):
                        met += 1
                        assert tables.probe(position).outcome is Outcome.WIN
                        assert all(move.keeps_result is not None for move in moves if move.value.outcome is not Outcome.UNKNOWN), position.fen
            assert met > 50
            # A position beyond the tables, a move of which leads into them and wins there.
            beyond = Position(variant, "k3/2q1/2R1/K3 w - - 0 1")
            wins = {move.move: move for move in tables.moves(beyond) if move.value.outcome is Outcome.WIN}
            assert set(wins) == {"c2c3"} and wins["c2c3"].keeps_result is True
            found = zermelo.value(beyond, nodes=1, tables=folder)
            assert found.category is Category.WIN and found.moves["c2c3"].category is Category.WIN
            assert zermelo.prove(beyond, nodes=1, tables=folder).verdict is Verdict.WIN
