#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""A plain solver of `cheesy`, as a contestant writes one. `--wrong=NAME` puts one classic mistake into it:

above     the rows of the board are counted from above
kept      squares that the pawn made dangerous stay so when it has moved on
capture   the pawn may be captured on a dangerous square
unguarded the squares that the pawn guards are open to the king
below     the king may not enter the square below the pawn
"""
import sys

WRONG = sys.argv[1].removeprefix("--wrong=") if len(sys.argv) > 1 else ""
STEPS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


def winner(marks, king, pawn):
    kings = {king}  # all the squares where the king can be when White is to move
    x, y = pawn
    watched = set()
    while True:
        if WRONG != "kept":
            watched.clear()
        if WRONG != "unguarded":
            watched |= {(x - 1, y - 1), (x + 1, y - 1)}
        reached = set()
        for kx, ky in kings:
            for dx, dy in STEPS:
                to = (kx + dx, ky + dy)
                if to == (x, y):
                    if marks[to] == "." or (WRONG == "capture" and marks[to] == "D"):
                        return "White"
                elif marks.get(to) == "." and to not in watched and not (WRONG == "below" and to == (x, y - 1)):
                    reached.add(to)
        if not reached:
            return "Black"
        below = (x, y - 1)
        if y == 1:
            return "Black"
        if marks[below] == "F" or below in reached:
            return "White"
        kings, y = reached, y - 1


def main():
    words = iter(sys.stdin.read().split())
    for _ in range(int(next(words))):
        rows = [next(words) for _ in range(8)]
        if WRONG != "above":
            rows.reverse()
        marks = {(x + 1, y + 1): mark for y, row in enumerate(rows) for x, mark in enumerate(row)}
        king = (int(next(words)), int(next(words)))
        pawn = (int(next(words)), int(next(words)))
        print(winner(marks, king, pawn))


main()
