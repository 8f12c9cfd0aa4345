#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks certificates of chess once more: docs/certificates.md read anew, with python-chess for the rules.

Nothing of zermelo is used. Time is linear in the moves of a certificate, memory in its nodes. That the rules' hash is that of
chess it takes from the caller, for python-chess knows no other chess; a variant of another name is refused.
Usage: second_checker.py CERTIFICATE...
"""
import re
import sys
from collections.abc import Iterator

import chess

HEADER = ("zermelo certificate 1", "variant ", "rules ", "position ", "plies ", "nodes ")
NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")


class Refused(Exception):
    """What is wrong, with the line."""


def number(text: str, line: int) -> int:
    if not NUMBER.fullmatch(text):
        raise Refused(f"line {line}: {text!r} is no number")
    return int(text)


def board_of(position: str, line: int) -> chess.Board:
    try:
        board = chess.Board(position)
    except ValueError as error:
        raise Refused(f"line {line}: {error}") from error
    # Whoever has just moved is not in check, each side has one king, rights to castle have their men.
    wrong = board.status() & ~(chess.STATUS_TOO_MANY_WHITE_PAWNS | chess.STATUS_TOO_MANY_BLACK_PAWNS | chess.STATUS_TOO_MANY_WHITE_PIECES
                               | chess.STATUS_TOO_MANY_BLACK_PIECES | chess.STATUS_TOO_MANY_CHECKERS | chess.STATUS_IMPOSSIBLE_CHECK)
    if wrong:
        raise Refused(f"line {line}: no legal position: {wrong!r}")
    return board


def key(board: chess.Board) -> str:
    """One text for each position: an en passant square only where a pawn may capture there."""
    return board.epd(en_passant="legal")


class Node:
    __slots__ = ("edges", "key", "line", "plies", "wins")

    def __init__(self, text: str, line: int) -> None:
        parts = re.fullmatch(r"(win|loss) ([0-9]+) \| ([^|]+) \|((?: [^ |]+ [0-9]+)*)", text)
        if not parts:
            raise Refused(f"line {line}: no node")
        self.line, self.wins, self.plies = line, parts[1] == "win", number(parts[2], line)
        words = parts[4].split()
        self.edges = [(move, number(to, line)) for move, to in zip(words[::2], words[1::2], strict=True)]
        self.key = parts[3]


def lines_of(path: str) -> Iterator[str]:
    with open(path, encoding="ascii", newline="\n") as file:
        for line in file:
            if not line.endswith("\n"):
                raise Refused("the last line has no end")
            yield line[:-1]


def check(path: str, rules: str | None = None) -> tuple[str, int, int]:
    """(position, plies, moves that were checked). Raises `Refused`."""
    lines = lines_of(path)
    head = [next(lines, "") for _ in HEADER]
    for i, (line, begin) in enumerate(zip(head, HEADER, strict=True)):
        if not line.startswith(begin) or (i == 0 and line != begin):
            raise Refused(f"line {i + 1}: expected {begin!r}")
    _, variant, hashed, position, plies, count = (line.removeprefix(begin) for line, begin in zip(head, HEADER, strict=True))
    if variant != "chess" or (rules is not None and hashed != rules):
        raise Refused(f"lines 2 and 3: {variant} with the rules {hashed}, not chess")
    nodes = [Node(text, 7 + i) for i, text in enumerate(lines)]
    if len(nodes) != number(count, 6) or not nodes:
        raise Refused(f"line 6: {len(nodes)} nodes")
    root = nodes[0]
    if not root.wins or root.key != position or root.plies != number(plies, 5):
        raise Refused("line 7: not the win of the header")
    boards = [key(board_of(node.key, node.line)) for node in nodes]
    reached = {0}
    moves = 0
    for node in nodes:
        board = board_of(node.key, node.line)
        legal = list(board.legal_moves)
        if node.plies == 0:
            if node.wins or legal or not board.is_check() or node.edges:
                raise Refused(f"line {node.line}: no checkmate")
            continue
        named = {move.uci(): move for move in legal}
        told = [move for move, _ in node.edges]
        if not legal or len(set(told)) != len(told) or not named.keys() >= set(told) or len(told) != (1 if node.wins else len(legal)):
            raise Refused(f"line {node.line}: {'one legal move' if node.wins else 'every legal move once'} was expected")
        longest = 0
        for move, to in node.edges:
            if to >= len(nodes):
                raise Refused(f"line {node.line}: there is no node {to}")
            board.push(named[move])
            if key(board) != boards[to] or nodes[to].wins == node.wins:
                raise Refused(f"line {node.line}: {move} does not lead to node {to}")
            board.pop()
            reached.add(to)
            longest = max(longest, nodes[to].plies)
            moves += 1
        if node.plies != longest + 1:
            raise Refused(f"line {node.line}: {node.plies} plies, but the moves give {longest + 1}")
    if len(reached) != len(nodes):
        raise Refused("there are nodes that no move leads to")
    return position, root.plies, moves


def main(paths: list[str]) -> int:
    status = 0
    for path in paths:
        try:
            position, plies, moves = check(path)
            print(f"{path}: good: '{position}' is won within {plies} plies ({moves} moves)")
        except Refused as refused:
            print(f"{path}: {refused}")
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
