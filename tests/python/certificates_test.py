# SPDX-License-Identifier: GPL-3.0-or-later
"""Certificates of chess are good by the rules of python-chess, too, and what is changed in them is refused."""

import os
import random
import re
from pathlib import Path

import pytest
import second_checker

import zermelo

MATES = Path(os.environ["ZERMELO_SOURCE"]) / "tests" / "data" / "long_mates"
STORED = sorted((MATES / "certificates").glob("chess_*.txt"))
RULES = zermelo.Variant("chess").hash


def lengths() -> dict[str, int]:
    """The moves of the mate of each position of the collection."""
    found = re.findall(r"^(\S+ [wb] \S+ \S+) bm #(\d+);", (MATES / "chess.epd").read_text(), re.MULTILINE)
    return {fen: int(moves) for fen, moves in found}


def test_what_is_stored_is_good_by_both_checkers() -> None:
    assert len(STORED) > 30
    known = lengths()
    for path in STORED:
        position, claim, plies, moves = second_checker.check(str(path), RULES)
        assert claim == "win", path
        assert plies is not None, path
        assert known[position.rsplit(" ", 2)[0]] == (plies + 1) // 2, path
        assert moves >= plies, path
        assert zermelo.Certificate(path.read_text(), zermelo.Variant("chess")).check() > 0, path


def test_what_is_changed_is_refused(tmp_path: Path) -> None:
    draw = random.Random(20)
    for path in draw.sample([path for path in STORED if path.stat().st_size > 3000], 6):
        lines = path.read_text().splitlines(keepends=True)
        # Where the loser has a choice.
        losses = [i for i, line in enumerate(lines) if line.startswith("loss") and len(line.split("|")[2].split()) > 2]
        wins = [i for i, line in enumerate(lines) if i > 6 and line.startswith("win")]
        assert losses and wins, path
        changed = []
        for at in draw.choices(losses, k=3):
            changed.append((at, re.sub(r" \S+ \d+\n$", "\n", lines[at])))  # the last reply left out
            changed.append((at, re.sub(r" (\S+ \d+) \S+ (\d+)\n$", r" \1 \1\n", lines[at])))  # one twice
            changed.append((at, re.sub(r"loss (\d+)", lambda plies: f"loss {int(plies[1]) + 2}", lines[at])))
        for at in draw.choices(wins, k=3):
            changed.append((at, re.sub(r" (\d+)\n$", lambda node: f" {(int(node[1]) + 1) % (len(lines) - 6)}\n", lines[at])))
            changed.append((at, lines[at].replace(" w ", " b ")))
            changed.append((at, re.sub(r"\| [a-h]", "| x", lines[at])))
        changed.append((1, "variant crazyhouse\n"))
        changed.append((len(lines) - 1, lines[-1].rstrip("\n")))
        for at, line in changed:
            assert line != lines[at], lines[at]
            (tmp_path / "changed.txt").write_text("".join([*lines[:at], line, *lines[at + 1 :]]))
            with pytest.raises(second_checker.Refused):
                second_checker.check(str(tmp_path / "changed.txt"), RULES)


# Pawns that block each other for ever; a bishop alone; who is stalemated at once.
DRAWS = ["8/8/8/1p1p1p1k/1P1P1P2/8/8/K7 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1"]


def test_that_there_is_no_win_is_good_by_both_checkers(tmp_path: Path) -> None:
    draw = random.Random(21)
    chess = zermelo.Variant("chess")
    for fen in DRAWS:
        proof = zermelo.prove(zermelo.Position(chess, fen), certificate=True, ideal=True)
        assert proof.verdict is zermelo.Verdict.NO_WIN, fen
        assert proof.certificate is not None, fen
        assert proof.certificate.check() > 0
        file = tmp_path / "held.txt"
        proof.certificate.save(file)
        assert second_checker.check(str(file), RULES)[:3] == (fen, "no win", None)
        lines = file.read_text().splitlines(keepends=True)
        moving = [i for i, line in enumerate(lines) if i > 5 and line.split("|")[2].strip()]
        for at in draw.choices(moving, k=5) if moving else []:
            for line in (
                re.sub(r" \S+ \d+\n$", "\n", lines[at]),  # the last move left out
                re.sub(r" (\d+)\n$", lambda node: f" {(int(node[1]) + 1) % (len(lines) - 6)}\n", lines[at]),
            ):
                file.write_text("".join([*lines[:at], line, *lines[at + 1 :]]))
                with pytest.raises(second_checker.Refused):
                    second_checker.check(str(file), RULES)
                with pytest.raises(zermelo.InputError):
                    zermelo.Certificate(file.read_text(), chess).check()


# Won, lost and drawn positions, by the rules and by search; pawns that block each other, of which the king may leave.
OUTCOMES = {
    "7k/5K2/8/8/8/8/8/6R1 w - - 0 1": "win",
    "7k/5K2/8/8/8/8/8/6R1 b - - 0 1": "loss",
    "8/8/8/8/8/5k2/8/q6K w - - 0 1": "loss",
    "8/8/8/8/8/1k6/1p6/1K6 w - - 0 1": "draw",
    "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1": "draw",
    "4k3/8/p1p1p1p1/P1P1P1P1/8/8/8/4K3 w - - 0 1": "draw",
}


@pytest.mark.parametrize("fen", OUTCOMES)
def test_who_wins_is_good_by_both_checkers(fen: str, tmp_path: Path) -> None:
    draw = random.Random(22)
    chess = zermelo.Variant("chess")
    found = zermelo.value(zermelo.Position(chess, fen), certificate=True, ideal=True)
    assert found.category == OUTCOMES[fen]
    assert found.certificate is not None
    assert found.certificate.check() > 0
    file = tmp_path / "who_wins.txt"
    found.certificate.save(file)
    assert second_checker.check(str(file), RULES)[:3] == (fen, OUTCOMES[fen], found.plies)
    lines = file.read_text().splitlines(keepends=True)
    moving = [i for i, line in enumerate(lines) if line.count("|") == 2 and line.split("|")[2].strip()]
    for at in draw.choices(moving, k=6) if moving else []:
        file.write_text("".join([*lines[:at], re.sub(r" \S+ \d+\n$", "\n", lines[at]), *lines[at + 1 :]]))
        with pytest.raises(second_checker.Refused):
            second_checker.check(str(file), RULES)
        with pytest.raises(zermelo.InputError):
            zermelo.Certificate(file.read_text(), chess).check()


def test_what_is_not_proved_has_no_certificate() -> None:
    assert zermelo.value(zermelo.Position("chess"), nodes=1000, certificate=True).certificate is None
    assert zermelo.value(zermelo.Position("tictactoe")).certificate is None
