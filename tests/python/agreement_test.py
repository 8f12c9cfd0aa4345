# SPDX-License-Identifier: GPL-3.0-or-later
"""Python and the command line say the same: values, proofs, perft and verdicts of random positions of every variant.

A thousand of them and more where ZERMELO_TEST_SCALE is 7, as in the slow run.
"""

import json
import os
import random
import subprocess
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import zermelo
from zermelo import MissingTableError, Position, Tables, Variant

SCALE = float(os.environ.get("ZERMELO_TEST_SCALE", "1"))


def run(*arguments: str, text: str = "") -> str:
    done = subprocess.run([zermelo.program(), *arguments], input=text, text=True, capture_output=True)
    assert done.returncode in (0, 3), done.stderr
    return done.stdout


def random_positions() -> dict[str, list[Position]]:
    generator = random.Random(17)
    names = zermelo.variants()
    found: dict[str, list[Position]] = {name: [] for name in names}
    for i in range(round(len(names) * SCALE)):
        name = names[i % len(names)]
        position = Position(Variant(name))
        for _ in range(generator.randrange(40)):
            if position.is_game_over:
                break
            position = position.play(generator.choice(position.legal_moves))
        # Without what a FEN does not say: a pass before.
        found[name].append(Position(position.variant, position.fen))
    return found


POSITIONS_OF = random_positions()


def test_proofs_agree() -> None:
    for name, positions in POSITIONS_OF.items():
        if not positions:
            continue
        fens = "".join(position.fen + "\n" for position in positions)
        # With a wall each there are thousands of moves.
        plies = 3 if max(len(position.legal_moves) for position in positions) < 200 else 1
        lines = run("prove", name, "-", "--plies", str(plies), "--json", "--tries", text=fens).splitlines()
        assert len(lines) == len(positions)
        for position, line in zip(positions, lines, strict=True):
            told = json.loads(line)
            proof = zermelo.prove(position, plies)
            assert (proof.verdict, proof.plies, proof.no_win_within) == (
                told["category"],
                told["plies"],
                told["no_win_within"],
            )
            assert proof.winning_moves == {move["move"]: move["plies"] for move in told["winning_moves"]}
            assert len(proof.tries) == len(told["tries"])


def test_who_wins_agrees() -> None:
    for name, fen in (("hexapawn", None), ("tictactoe", None), ("small3x3", "k2/1p1/K1R w"), ("chess", None)):
        position = Position(Variant(name), fen)
        told = json.loads(run("value", name, *([fen] if fen else []), "--nodes", "5000", "--json"))
        found = zermelo.value(position, nodes=5000)
        members = ("category", "plies", "no_win_within", "no_loss_within")
        assert [getattr(found, member) for member in members] == [told[member] for member in members]
        assert (found.source, found.stopped_by, found.complete) == (told["source"], told["stopped_by"], told["complete"])
        assert list(found.line) == [move["move"] for move in told["line"]] and found.node_count == told["node_count"]
        moves = [{"move": name} | {each: getattr(move, each) for each in members} for name, move in found.moves.items()]
        assert moves == told["moves"]


def test_perft_agrees() -> None:
    def of_program(position: Position) -> int:
        return int(run("perft", position.variant.name, position.fen, "2").split()[-1])

    every = [position for positions in POSITIONS_OF.values() for position in positions]
    with ThreadPoolExecutor(3) as pool:
        for position, nodes in zip(every, pool.map(of_program, every), strict=True):
            assert position.perft(2) == nodes


def test_values_agree(tmp_path: Path) -> None:
    for name, men in (("small3x3", 5), ("simplified", 4), ("gardner", 3)):
        variant = Variant(name)
        zermelo.solve(variant, tmp_path, men=men)
        with Tables(tmp_path) as tables:
            positions = []
            generator = random.Random(5)
            for tier in tables.tiers(variant):
                chunk = next(tables.tier(variant, tier).chunks(4000), None)
                for i in generator.sample(range(len(chunk or ())), min(20, len(chunk or ()))):
                    assert chunk is not None
                    positions.append(Position.from_array(variant, chunk.boards[i], chunk.to_move))
            fens = "".join(position.fen + "\n" for position in positions)
            lines = run("probe", name, "-", "--tables", str(tmp_path), "--json", "--line", text=fens).splitlines()
            for position, line in zip(positions, lines, strict=True):
                told = json.loads(line)
                value = tables.probe(position)
                assert (str(value.outcome), value.plies) == (told["category"], told["plies"])
                moves = [(move.move, str(move.value.outcome), move.value.plies) for move in tables.moves(position)]
                assert moves == [(move["move"], move["category"], move["plies"]) for move in told["moves"]]
                assert tables.line(position) == [move["move"] for move in told["line"]]
            start = Position(variant)
            if name != "small3x3":
                try:
                    tables.probe(start)
                    raise AssertionError("the start has more men")
                except MissingTableError:
                    pass


def test_verdicts_agree() -> None:
    games = round(50 * SCALE)
    for puzzle in zermelo.puzzles():
        text = zermelo.generate(puzzle, games=games, seed=23)
        assert text == run("generate", puzzle, "--count", str(games), "--seed", "23")
        assert "".join(verdict + "\n" for verdict in zermelo.judge(puzzle, text)) == run("judge", puzzle, text=text)
        objects = [json.loads(line) for line in run("judge", puzzle, "--json", text=text).splitlines()]
        assert zermelo.judge_objects(puzzle, text) == objects
        assert str(zermelo.explain(puzzle, text, 7)) == run("explain", puzzle, "-", "7", text=text).split("\n", 1)[1]
