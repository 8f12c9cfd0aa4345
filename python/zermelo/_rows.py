# SPDX-License-Identifier: GPL-3.0-or-later
"""Games of the judged puzzles as arrays."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo import _core
from zermelo._core import Variant
from zermelo.errors import InputError

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

AT_ONCE = 1 << 15
"""Games that are written as text at a time."""


def judge_many(puzzle: str, boards: ArrayLike, numbers: ArrayLike = ()) -> NDArray[np.bytes_]:
    """The verdicts of many games, as bytes: ``judge_many("simplified", boards, m) == b"YES"`` is an array of bool.

    `boards`, and `numbers` that stand beside them:

    - ``simplified``: uint8 [n, 16] or [n, 4, 4] as `Position.array` of that variant has them, a1 first; m, [n] or one for all;
    - ``cheesy``: uint8 [n, 8, 8] of the characters ``.``, ``F``, ``D``, the top line first; the king's x and y and the
      pawn's, [n, 4], as the statement counts;
    - ``cstate1``, ``cstate2``, ``cstate3``: uint8 [n, size, size] of the characters of ``cstate1``, ``.`` an empty square, the
      top row first; no numbers.

    Ctrl-C ends it. Raises InputError: no such puzzle; a game that is none, the message says which, from 0. ValueError: a
    wrong shape, a byte or a number that means nothing. Cost: that of writing the games as text, some µs each, and of judging
    them.
    """
    write = WRITERS.get(puzzle)
    if write is None:
        raise InputError(f"no puzzle '{puzzle}', expected one of {', '.join(WRITERS)}")
    board = np.asarray(boards)
    if board.dtype != np.uint8:
        raise ValueError(f"boards of {board.dtype}, expected uint8")
    beside = np.asarray(numbers, dtype=np.int64)
    if puzzle == "simplified":
        if board.shape[1:] not in ((16,), (4, 4)):
            raise ValueError(f"boards of shape {board.shape}, expected [n, 16] or [n, 4, 4]")
        board = board.reshape(len(board), 16)
        beside = np.broadcast_to(beside, (len(board),))[:, None]
    else:
        if board.ndim != 3 or board.shape[1] != board.shape[2] or (puzzle in ("cheesy", "cstate1") and board.shape[1] != 8):
            size = "8, 8" if puzzle in ("cheesy", "cstate1") else "size, size"
            raise ValueError(f"boards of shape {board.shape}, expected [n, {size}]")
        expected = (len(board), 4) if puzzle == "cheesy" else (0,)
        if beside.shape != expected:
            raise ValueError(f"numbers of shape {beside.shape}, expected {list(expected)}")
    verdicts: list[str] = []
    for first in range(0, len(board), AT_ONCE):
        part, some = board[first : first + AT_ONCE], beside[first : first + AT_ONCE]
        try:
            verdicts += _core.judge(puzzle, f"{len(part)}\n" + write(part, some), False, 0, None)
        except InputError:
            _raise_by_number(puzzle, part, some, first, write)
            raise
    return np.array(verdicts, dtype=np.bytes_)


Write = Callable[[Bytes, Numbers], str]


def _raise_by_number(puzzle: str, part: Bytes, some: Numbers, first: int, write: Write) -> None:
    """Raises the error of the first game that has one, with its number."""
    for i in range(len(part)):
        try:
            _core.judge(puzzle, "1\n" + write(part[i : i + 1], some[i : i + 1]), False, 1, None)
        except InputError as error:
            reasons = [reason._replace(message=f"game {first + i}: {reason.message}") for reason in error.reasons]
            raise InputError(reasons) from None


def _hunts(boards: Bytes, numbers: Numbers) -> str:
    symbols = Variant("simplified").symbols
    if boards.size and boards.max() >= len(symbols):
        raise ValueError(f"a byte {boards.max()} of a board, expected at most {len(symbols) - 1}")
    count = len(boards)
    sides = np.stack([(boards % 2 == 1), (boards != 0) & (boards % 2 == 0)], axis=1)  # White's, Black's
    # A line for each square of each side; those of pieces that there are are kept.
    lines = np.empty((count, 2, 16, 6), np.uint8)
    letters = np.frombuffer(symbols.upper().encode(), np.uint8)
    lines[..., 0] = letters[boards][:, None]
    lines[..., 2] = np.frombuffer(b"ABCD", np.uint8)[np.arange(16) % 4]
    lines[..., 4] = np.frombuffer(b"1234", np.uint8)[np.arange(16) // 4]
    lines[..., [1, 3]] = ord(" ")
    lines[..., 5] = ord("\n")
    header = _lines(np.concatenate([sides.sum(axis=2), numbers], axis=1))
    text = np.concatenate([header, lines.reshape(count, -1)], axis=1)
    keep = np.concatenate([header != 0, np.repeat(sides.reshape(count, 32), 6, axis=1)], axis=1)
    return _text(text[keep])


def _king_pawn(boards: Bytes, numbers: Numbers) -> str:
    text = np.concatenate([_rows(boards), _lines(numbers[:, :2]), _lines(numbers[:, 2:])], axis=1)
    return _text(text[text != 0])


def _check_boards(boards: Bytes, numbers: Numbers) -> str:
    return _text(_rows(boards))


def _check_lists(boards: Bytes, numbers: Numbers) -> str:
    size = boards.shape[1]
    game, row, column = np.nonzero(boards != ord("."))
    letters = boards[game, row, column][:, None]
    pieces = np.concatenate(
        [_lines(np.stack([column + 1, row + 1], axis=1))[:, :-1], np.full_like(letters, ord(" ")), letters, np.full_like(letters, ord("\n"))],
        axis=1,
    )
    counts = np.bincount(game, minlength=len(boards))
    header = _lines(np.stack([np.full(len(boards), size), counts], axis=1))
    parts = np.split(pieces, np.cumsum(counts)[:-1])
    return "".join(
        _text(line[line != 0]) + _text(part[part != 0]) for line, part in zip(header, parts, strict=True)
    )


def _text(characters: Bytes) -> str:
    return bytes(characters).decode("latin-1")


def _rows(boards: Bytes) -> Bytes:
    """The characters of boards, a line each row: [n, rows × (columns + 1)]. Zeros would be left out of a text."""
    if boards.size and boards.min() == 0:
        raise ValueError("a byte 0 of a board, expected characters")
    ends = np.full((*boards.shape[:2], 1), ord("\n"), np.uint8)
    return np.concatenate([boards, ends], axis=2).reshape(len(boards), -1)


def _lines(numbers: Numbers) -> Bytes:
    """The numbers of a row with a blank between them and a line end, [n, width]: a byte 0 is none."""
    if numbers.size and numbers.min() < 0:
        raise ValueError(f"a number {numbers.min()}, expected none below 0")
    digits = len(str(numbers.max())) if numbers.size else 1
    powers = 10 ** np.arange(digits - 1, -1, -1, dtype=np.int64)
    found = (numbers[..., None] // powers % 10 + ord("0")).astype(np.uint8)
    leading = numbers[..., None] < powers
    leading[..., -1] = False  # of 0 itself one digit stays
    found[leading] = 0
    ends = np.full((*numbers.shape, 1), ord(" "), np.uint8)
    ends[:, -1] = ord("\n")
    return np.concatenate([found, ends], axis=2).reshape(len(numbers), -1)


WRITERS: dict[str, Write] = {
    "simplified": _hunts,
    "cheesy": _king_pawn,
    "cstate1": _check_boards,
    "cstate2": _check_lists,
    "cstate3": _check_lists,
}
