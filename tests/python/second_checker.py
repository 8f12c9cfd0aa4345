#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks certificates of chess once more: docs/certificates.md read anew, with python-chess for the rules.

Nothing of zermelo is used. Time is linear in the moves of a certificate, memory in its nodes. That the rules' hash is that of
chess it takes from the caller, for python-chess knows no other chess; a variant of another name is refused.
Usage: second_checker.py CERTIFICATE..., or - for standard input: `zstd -dc FILE.zst | second_checker.py -`
"""
import re
import sys
from collections.abc import Iterator

import chess

WIN = ("zermelo certificate 1", "variant ", "rules ", "position ", "plies ", "nodes ")
NO_WIN = ("zermelo certificate 2", "variant ", "rules ", "position ", "no win", "nodes ")
WHOLE_LINES = (WIN[0], NO_WIN[0], NO_WIN[4])
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
    __slots__ = ("attacks", "edges", "key", "line", "plies")

    def __init__(self, text: str, line: int, of_win: bool) -> None:
        begin = r"(win|loss) ([0-9]+)" if of_win else r"(attacker|defender)()"
        parts = re.fullmatch(begin + r" \| ([^|]+) \|((?: [^ |]+ [0-9]+)*)", text)
        if not parts:
            raise Refused(f"line {line}: no node")
        self.line, self.attacks = line, parts[1] in ("win", "attacker")
        self.plies = number(parts[2], line) if of_win else 0
        words = parts[4].split()
        self.edges = [(move, number(to, line)) for move, to in zip(words[::2], words[1::2], strict=True)]
        self.key = parts[3]


def lines_of(path: str) -> Iterator[str]:
    with open(0 if path == "-" else path, encoding="ascii", newline="\n") as file:
        for line in file:
            if not line.endswith("\n"):
                raise Refused("the last line has no end")
            yield line[:-1]


def parts(path: str) -> Iterator[tuple[int, list[str]]]:
    """The certificates of a file, each with the number of its first line: after one of no win another may begin."""
    part: list[str] = []
    first = 1
    for n, line in enumerate(lines_of(path), 1):
        if part and line == part[0] == NO_WIN[0]:
            yield first, part
            first, part = n, []
        part.append(line)
    yield first, part


def check(path: str, rules: str | None = None) -> tuple[str, str, int | None, int]:
    """(position, "win", "loss", "draw", "no win" or "no loss" of the side to move, plies of a win or a loss, moves that were
    checked). Raises `Refused`."""
    found = [(first, check_part(part, first, rules)) for first, part in parts(path)]
    first, (position, claim, plies, moves) = found[0]
    if len(found) == 1:
        return position, claim, plies, moves
    line, (other_position, other_claim, _, other_moves) = found[1]
    if len(found) > 2 or claim != "no win" or other_claim != "no loss" or other_position != position:
        raise Refused(f"line {line}: not the other half of a draw")
    return position, "draw", None, moves + other_moves


def check_part(lines: list[str], first: int, rules: str | None) -> tuple[str, str, int | None, int]:
    """The same of one certificate."""
    head = lines[: len(WIN)]
    of_win = head[0] != NO_WIN[0]
    if len(head) < len(WIN):
        raise Refused(f"line {first + len(head)}: the end of the header")
    for i, (line, begin) in enumerate(zip(head, WIN if of_win else NO_WIN, strict=True)):
        if not line.startswith(begin) or (begin in WHOLE_LINES and line != begin):
            raise Refused(f"line {first + i}: expected {begin!r}")
    _, variant, hashed, position, plies, count = (line.removeprefix(begin) for line, begin in zip(head, WIN if of_win else NO_WIN, strict=True))
    if variant != "chess" or (rules is not None and hashed != rules):
        raise Refused(f"lines 2 and 3: {variant} with the rules {hashed}, not chess")
    nodes = [Node(text, first + 6 + i, of_win) for i, text in enumerate(lines[len(WIN) :])]
    if len(nodes) != number(count, first + 5) or not nodes:
        raise Refused(f"line {first + 5}: {len(nodes)} nodes")
    root = nodes[0]
    if root.key != position or (of_win and root.plies != number(plies, first + 4)):
        raise Refused(f"line {first + 6}: not what the header claims")
    boards = [key(board_of(node.key, node.line)) for node in nodes]
    moves = 0
    for node in nodes:
        board = board_of(node.key, node.line)
        legal = list(board.legal_moves)
        # Whoever is checkmated has lost; nobody has who is stalemated or cannot be mated any more.
        if (node.plies == 0) if of_win else not legal:
            if node.edges or legal or (board.is_check() and not node.attacks) != of_win:
                raise Refused(f"line {node.line}: {'no checkmate' if of_win else 'checkmate'}")
            continue
        named = {move.uci(): move for move in legal}
        told = [move for move, _ in node.edges]
        one = node.attacks == of_win
        if not legal or len(set(told)) != len(told) or not named.keys() >= set(told) or len(told) != (1 if one else len(legal)):
            raise Refused(f"line {node.line}: {'one legal move' if one else 'every legal move once'} was expected")
        longest = 0
        for move, to in node.edges:
            if to >= len(nodes):
                raise Refused(f"line {node.line}: there is no node {to}")
            board.push(named[move])
            if key(board) != boards[to] or nodes[to].attacks == node.attacks:
                raise Refused(f"line {node.line}: {move} does not lead to node {to}")
            board.pop()
            longest = max(longest, nodes[to].plies)
            moves += 1
        if of_win and node.plies != longest + 1:
            raise Refused(f"line {node.line}: {node.plies} plies, but the moves give {longest + 1}")
    reached = {0}
    to_do = [0]
    while to_do:
        found = {to for _, to in nodes[to_do.pop()].edges} - reached
        reached |= found
        to_do += found
    if len(reached) != len(nodes):
        raise Refused("there are nodes that the first one does not lead to")
    claim = ("win" if root.attacks else "loss") if of_win else ("no win" if root.attacks else "no loss")
    return position, claim, root.plies if of_win else None, moves


def main(paths: list[str]) -> int:
    status = 0
    for path in paths:
        try:
            position, claim, plies, moves = check(path)
            length = "at any length" if plies is None else f"within {plies} plies"
            print(f"{path}: good: '{position}' is a {claim} {length} ({moves} moves)")
        except Refused as refused:
            print(f"{path}: {refused}")
            status = 2
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
