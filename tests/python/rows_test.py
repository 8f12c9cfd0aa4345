# SPDX-License-Identifier: GPL-3.0-or-later
"""Games of the judged puzzles as arrays."""

import numpy as np
import pytest
from numpy.typing import NDArray

import zermelo
from zermelo import InputError, Variant, judge_many

SYMBOLS = Variant("simplified").symbols


def hunts(text: str) -> tuple[NDArray[np.uint8], list[int]]:
    words = iter(text.split())
    count = int(next(words))
    boards = np.zeros((count, 16), np.uint8)
    bounds = []
    for game in range(count):
        sizes = int(next(words)), int(next(words))
        bounds.append(int(next(words)))
        for side, size in enumerate(sizes):
            for _ in range(size):
                kind, column, row = next(words), next(words), next(words)
                letter = kind if side == 0 else kind.lower()
                boards[game, 4 * (int(row) - 1) + "ABCD".index(column)] = SYMBOLS.index(letter)
    return boards, bounds


def test_hunts() -> None:
    text = zermelo.generate("simplified", games=2000, seed=9)
    boards, bounds = hunts(text)
    verdicts = zermelo.judge("simplified", text)
    assert judge_many("simplified", boards, bounds).astype(str).tolist() == verdicts
    assert judge_many("simplified", boards.reshape(-1, 4, 4)[:, :], bounds).astype(str).tolist() == verdicts
    same = judge_many("simplified", boards[:5], 11)
    assert same.tolist() == judge_many("simplified", boards[:5], [11] * 5).tolist()
    boards[1234] = 0
    with pytest.raises(InputError, match="game 1234: "):
        judge_many("simplified", boards, bounds)
    assert len(judge_many("simplified", np.zeros((0, 16), np.uint8), 3)) == 0


def characters(text: str, rows: int, skip: int) -> tuple[NDArray[np.uint8], list[list[int]]]:
    lines = [line for line in text.splitlines() if line][1:]
    size = rows + skip
    games = [lines[i : i + size] for i in range(0, len(lines), size)]
    boards = np.array([[list(row.encode()) for row in game[:rows]] for game in games], np.uint8)
    return boards, [[int(word) for line in game[rows:] for word in line.split()] for game in games]


def test_boards_of_characters() -> None:
    text = zermelo.generate("cheesy", games=1000, seed=9)
    boards, numbers = characters(text, 8, 2)
    assert judge_many("cheesy", boards, numbers).astype(str).tolist() == zermelo.judge("cheesy", text)
    numbers[7] = [9, 1, 1, 1]
    with pytest.raises(InputError, match="game 7: "):
        judge_many("cheesy", boards, numbers)
    text = zermelo.generate("cstate1", games=1000, seed=9)
    boards, _ = characters(text, 8, 0)
    verdicts = zermelo.judge("cstate1", text)
    assert judge_many("cstate1", boards).astype(str).tolist() == verdicts
    counted = judge_many("cstate2", boards).astype(str).tolist()
    assert [verdict.split(":")[0].split()[0] for verdict in counted] == [verdict.split()[0] for verdict in verdicts]
    large = np.full((3, 20, 20), ord("."), np.uint8)
    large[:, 4, 11], large[:, 19, 11], large[1:, 4, 2], large[2, 5, 3] = (ord(letter) for letter in "kKRb")
    pieces = ["12 5 k\n12 20 K\n", "3 5 R\n12 5 k\n12 20 K\n", "3 5 R\n12 5 k\n4 6 b\n12 20 K\n"]
    text = f"{len(pieces)}\n" + "".join(f"20 {each.count(chr(10))}\n{each}" for each in pieces)
    assert judge_many("cstate3", large).astype(str).tolist() == zermelo.judge("cstate3", text)


def test_what_is_wrong_is_refused() -> None:
    with pytest.raises(InputError, match="no puzzle 'chess'"):
        judge_many("chess", [])
    with pytest.raises(ValueError, match="float64, expected uint8"):
        judge_many("simplified", np.zeros((1, 16)), 1)
    with pytest.raises(ValueError, match="numbers of float64"):
        judge_many("simplified", np.zeros((1, 16), np.uint8), 1.9)
    with pytest.raises(ValueError, match="expected \\[n, 16\\]"):
        judge_many("simplified", np.zeros((1, 15), np.uint8), 1)
    with pytest.raises(ValueError, match="byte 99"):
        judge_many("simplified", np.full((1, 16), 99, np.uint8), 1)
    with pytest.raises(ValueError, match="expected \\[1, 4\\]"):
        judge_many("cheesy", np.full((1, 8, 8), ord("."), np.uint8), [1, 1])
    with pytest.raises(ValueError, match="below 0"):
        judge_many("cheesy", np.full((1, 8, 8), ord("."), np.uint8), [[1, 1, -3, 4]])
    with pytest.raises(ValueError, match="expected \\[n, 8, 8\\]"):
        judge_many("cstate1", np.zeros((1, 9, 9), np.uint8))
    with pytest.raises(InputError, match="game 0: "):
        judge_many("cstate1", np.full((1, 8, 8), ord("x"), np.uint8))
