#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plain solver of `cstate1`, as a contestant writes one. `--wrong=NAME` puts one classic mistake into it:

pawns     pawns move the other way
adjacent  a king does not threaten the squares next to it
leaper    a knight is stopped by a piece in its way
"""
import sys

WRONG = sys.argv[1].removeprefix("--wrong=") if len(sys.argv) > 1 else ""
STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
LEAPS = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)]
LINES = {"q": STRAIGHT + DIAGONAL, "r": STRAIGHT, "b": DIAGONAL}


def forward(piece):
    return 1 if piece.islower() != (WRONG == "pawns") else -1


def targets(board, x, y):
    """Where a piece can move, and the squares that it could capture on."""
    piece = board[x, y]
    kind = piece.lower()
    if kind == "p":
        if board.get((x, y + forward(piece))) == ".":
            yield x, y + forward(piece), False
        for dx in (-1, 1):
            if (x + dx, y + forward(piece)) in board:
                yield x + dx, y + forward(piece), True
    elif kind == "h":
        for dx, dy in LEAPS:
            leg = (x + int(dx / 2), y + int(dy / 2))
            if (x + dx, y + dy) in board and not (WRONG == "leaper" and board[leg] != "."):
                yield x + dx, y + dy, True
    elif kind == "k":
        for dx, dy in STRAIGHT + DIAGONAL:
            if (x + dx, y + dy) in board:
                yield x + dx, y + dy, True
    else:
        for dx, dy in LINES[kind]:
            to = (x + dx, y + dy)
            while to in board:
                yield *to, True
                if board[to] != ".":
                    break
                to = (to[0] + dx, to[1] + dy)


def threatened(board, white):
    king = "k" if white else "K"
    for (x, y), piece in board.items():
        if piece == "." or piece.islower() == white or (WRONG == "adjacent" and piece in "kK"):
            continue
        if any(takes and board[tx, ty] == king for tx, ty, takes in targets(board, x, y)):
            return True
    return False


def rescued(board, white):
    for (x, y), piece in list(board.items()):
        if piece == "." or piece.islower() != white:
            continue
        for tx, ty, takes in list(targets(board, x, y)):
            there = board[tx, ty]
            if there == "." and takes and piece in "pP":
                continue
            if there != "." and there.islower() == white:
                continue
            after = dict(board)
            after[x, y], after[tx, ty] = ".", piece
            if not threatened(after, white):
                return True
    return False


def main():
    words = iter(sys.stdin.read().split())
    for _ in range(int(next(words))):
        rows = [next(words) for _ in range(8)]
        board = {(x, y): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        white, black = threatened(board, True), threatened(board, False)
        if white == black:
            print("Impossible" if white else "Safe")
        else:
            print("White" if white else "Black", "Check" if rescued(board, white) else "Checkmate")


main()
