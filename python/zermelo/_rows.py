# SPDX-License-Identifier: GPL-3.0-or-later
"""Games of the judged puzzles as arrays."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from zermelo import _core
from zermelo._core import Variant
from zermelo.errors import InputError

Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]

AT_ONCE = 1 << 15
"""The number of games that are written as text at a time."""


def judge_many(puzzle: str, boards: ArrayLike, numbers: ArrayLike = ()) -> NDArray[np.bytes_]:
    """The verdicts of many games, as bytes: ``judge_many("simplified", boards, m) == b"YES"`` is an array of bool.

    What `boards`, and the `numbers` beside them, are depends on the puzzle:

    - ``simplified``: boards are uint8 [n, 16] or [n, 4, 4], as `Position.array` of that variant has them, a1 first; the numbers
      are m, [n] or one for all games;
    - ``cheesy``: boards are uint8 [n, 8, 8] of the characters ``.``, ``F``, ``D``, the top line first; the numbers are the x
      and y of the king and those of the pawn, [n, 4], as the statement counts them;
    - ``cstate1``, ``cstate2``, ``cstate3``: boards are uint8 [n, size, size] of the characters of ``cstate1``, where ``.`` is
      an empty square, the top row first; there are no numbers.

    Ctrl-C ends the call. Raises InputError: no such puzzle; a game that is not allowed, whose number, counted from 0, the
    message says. ValueError: a wrong shape, a byte or a number that means nothing. Cost: some µs a game to write it as text,
    and the judging.
    """
    layout = FORMATS.get(puzzle)
    if layout is None:
        raise InputError(f"no puzzle '{puzzle}', expected one of {', '.join(FORMATS)}")
    board = np.asarray(boards)
    if board.dtype != np.uint8:
        raise ValueError(f"boards of {board.dtype}, expected uint8")
    some = np.asarray(numbers)
    if some.size and not np.issubdtype(some.dtype, np.integer):
        raise ValueError(f"numbers of {some.dtype}, expected integers")
    board, beside = layout.arrange(board, some.astype(np.int64))
    verdicts: list[str] = []
    for first in range(0, len(board), AT_ONCE):
        part, some = board[first : first + AT_ONCE], beside[first : first + AT_ONCE]
        try:
            verdicts += _core.judge(puzzle, f"{len(part)}\n" + layout.write(part, some), False, 0, None)
        except InputError:
            _raise_by_number(puzzle, part, some, first, layout.write)
            raise
    return np.array(verdicts, dtype=np.bytes_)


Write = Callable[[Bytes, Numbers], str]


class Format(NamedTuple):
    """How a puzzle's games stand in arrays."""

    arrange: Callable[[Bytes, Numbers], tuple[Bytes, Numbers]]
    """Brings boards and the numbers beside them into rows, one for each game. Raises ValueError: shapes that are wrong."""
    write: Write
    """Writes the text of such games."""


def _raise_by_number(puzzle: str, part: Bytes, some: Numbers, first: int, write: Write) -> None:
    """Raises the error of the first game that has one, with its number."""
    for i in range(len(part)):
        try:
            _core.judge(puzzle, "1\n" + write(part[i : i + 1], some[i : i + 1]), False, 1, None)
        except InputError as error:
            reasons = [reason._replace(message=f"game {first + i}: {reason.message}") for reason in error.reasons]
            raise InputError(reasons) from None


def _arrange_hunts(boards: Bytes, numbers: Numbers) -> tuple[Bytes, Numbers]:
    _expect("boards", boards, boards.shape[1:] in ((16,), (4, 4)), "[n, 16] or [n, 4, 4]")
    return boards.reshape(len(boards), 16), np.broadcast_to(numbers, (len(boards),))[:, None]


def _arrange_king_pawn(boards: Bytes, numbers: Numbers) -> tuple[Bytes, Numbers]:
    _expect("boards", boards, boards.shape[1:] == (8, 8), "[n, 8, 8]")
    _expect("numbers", numbers, numbers.shape == (len(boards), 4), f"[{len(boards)}, 4]")
    return boards, numbers


def _arrange_small_boards(boards: Bytes, numbers: Numbers) -> tuple[Bytes, Numbers]:
    _expect("boards", boards, boards.shape[1:] == (8, 8), "[n, 8, 8]")
    _expect("numbers", numbers, numbers.shape == (0,), "[0]")
    return boards, numbers


def _arrange_large_boards(boards: Bytes, numbers: Numbers) -> tuple[Bytes, Numbers]:
    _expect("boards", boards, boards.ndim == 3 and boards.shape[1] == boards.shape[2], "[n, size, size]")
    _expect("numbers", numbers, numbers.shape == (0,), "[0]")
    return boards, numbers


def _expect(name: str, array: Bytes | Numbers, good: bool, shape: str) -> None:
    if not good:
        raise ValueError(f"{name} of shape {array.shape}, expected {shape}")


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
    """The characters of boards, a line for each row: [n, rows × (columns + 1)]. Raises ValueError: a zero, which no text
    can have."""
    if boards.size and boards.min() == 0:
        raise ValueError("a byte 0 of a board, expected characters")
    ends = np.full((*boards.shape[:2], 1), ord("\n"), np.uint8)
    return np.concatenate([boards, ends], axis=2).reshape(len(boards), -1)


def _lines(numbers: Numbers) -> Bytes:
    """The numbers of each row with a blank between them and a line end, as [n, width] bytes; a byte 0 stands for no
    character."""
    if numbers.size and numbers.min() < 0:
        raise ValueError(f"a number {numbers.min()}, expected none below 0")
    digits = len(str(numbers.max())) if numbers.size else 1
    powers = 10 ** np.arange(digits - 1, -1, -1, dtype=np.int64)
    found = (numbers[..., None] // powers % 10 + ord("0")).astype(np.uint8)
    leading = numbers[..., None] < powers
    leading[..., -1] = False  # one digit of 0 itself stays
    found[leading] = 0
    ends = np.full((*numbers.shape, 1), ord(" "), np.uint8)
    ends[:, -1] = ord("\n")
    return np.concatenate([found, ends], axis=2).reshape(len(numbers), -1)


FORMATS = {
    "simplified": Format(_arrange_hunts, _hunts),
    "cheesy": Format(_arrange_king_pawn, _king_pawn),
    "cstate1": Format(_arrange_small_boards, _check_boards),
    "cstate2": Format(_arrange_large_boards, _check_lists),
    "cstate3": Format(_arrange_large_boards, _check_lists),
}
