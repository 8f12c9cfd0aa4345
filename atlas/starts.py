# SPDX-License-Identifier: GPL-3.0-or-later
"""Who wins small games from their start."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import ClassVar

import zermelo

from atlas.family import Family, Game

NODES = 500_000  # positions whose moves are tried, for each start: what needs more is left unsettled
MOVE_NODES = 20_000  # for each of its moves that the search for the start's value left open; fewer where there are many
PLAIN = "doubleStep = false\ncastling = false\nnMoveRule = 0\nnFoldRule = 0\n"
ENDS = {
    "mate": "king = k\n",
    "mate, stalemate loses": "king = k\nstalemateValue = loss\n",
    "capture": "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n",
}


def empty(files: int, ranks: int) -> list[str]:
    return [str(files)] * ranks


def board(files: int, ranks: int, rows: list[str], hands: str = "") -> str:
    """The keys of a board with these ranks, the last one first."""
    return f"maxFile = {files}\nmaxRank = {ranks}\nstartFen = {'/'.join(rows)}{hands} w - - 0 1\n"


def facing(files: int, ranks: int, armies: list[str], hands: str = "") -> str:
    """The keys of a board on which each side has these ranks before it, its own last one first; no more than fit."""
    between = empty(files, ranks - 2 * len(armies))
    return board(files, ranks, [row.lower() for row in armies] + between + armies[::-1], hands)


def line_ups(files: int) -> Iterator[str]:
    """All ways to put a king and men of the usual kinds on a rank, of two mirror images one."""
    for men in itertools.product("KQRBN", repeat=files):
        if men.count("K") == 1 and men <= men[::-1]:
            yield "".join(men)


def chess(files: int, ranks: int, line_up: str, pawns: bool, end: str) -> str:
    """Kings and men that face one another, with or without a rank of pawns, which step one square and turn into any man."""
    armies = [line_up, "P" * files] if pawns else [line_up]
    kinds = "queen = q\nrook = r\nbishop = b\nknight = n\n"
    pawn = (
        f"pawn = p\nenPassantTypes = -\npromotionRegionWhite = *{ranks}\npromotionRegionBlack = *1\n"
        "promotionPieceTypes = qrbn\n"
    )
    return kinds + (pawn if pawns else "") + ENDS[end] + facing(files, ranks, armies) + PLAIN


def all_games() -> Iterator[tuple[str, str, str, str, str]]:
    """Game, board, line-up, end, and rules."""

    def size(files: int, ranks: int) -> str:
        return f"{files}x{ranks}"

    goals = "flagPiece = p\nflagRegionBlack = *1\n"
    for files, ranks in itertools.product(range(1, 7), range(3, 8)):
        race = f"{goals}flagRegionWhite = *{ranks}\nstalemateValue = loss\n"
        if files * ranks <= 30:
            rules = f"customPiece1 = p:mfWcfF\n{race}{facing(files, ranks, ['P' * files])}{PLAIN}"
            yield "hexapawn", size(files, ranks), "one rank", "race", rules
        for deep in (1, 2):
            if files > 1 and 2 * deep <= ranks and files * ranks <= 30:
                rules = f"breakthrough = p\n{race}{facing(files, ranks, ['P' * files] * deep)}{PLAIN}"
                yield "breakthrough", size(files, ranks), "one rank" if deep == 1 else "two ranks", "race", rules
    loses = "stalemateValue = loss\n"
    for files, ranks in itertools.product(range(1, 7), range(1, 7)):
        if 2 <= files * ranks <= 20 and files <= ranks:
            rows = ["".join("pP"[(i + j) % 2] for i in range(files)) for j in range(ranks)]
            yield "clobber", size(files, ranks), "full", "no move", f"clobber = p\n{loses}{board(files, ranks, rows)}{PLAIN}"
    for files, ranks in itertools.product(range(3, 7), range(3, 7)):
        if files > ranks or files * ranks > 25:
            continue
        corners = f"p{files - 2 or ''}p"
        lone = board(files, ranks, [f"{files - 1}p", *empty(files, ranks - 2), f"P{files - 1}"])
        both = board(files, ranks, [corners, *empty(files, ranks - 2), corners.upper()])
        for name, moves, walls in (("amazons", "Q", "arrow"), ("kings that shoot", "K", "arrow"), ("snail trail", "K", "past"),
                                   ("joust", "N", "past"), ("trail of queens", "Q", "past")):  # fmt: skip
            for line_up, start in (("one in a corner", lone), ("two in corners", both)):
                rules = f"customPiece1 = p:m{moves}\nwallingRule = {walls}\n{loses}{start}{PLAIN}"
                yield name, size(files, ranks), line_up, "no move", rules
    for files, ranks, row in itertools.product(range(2, 6), range(2, 6), range(3, 6)):
        if files * ranks > 20 or row > max(files, ranks):
            continue
        connect = f"immobile = p\npieceDrops = true\nfreeDrops = true\nconnectN = {row}\n{PLAIN}"
        if files <= ranks:
            yield "row", size(files, ranks), "empty", f"{row} in a row", connect + board(files, ranks, empty(files, ranks))
        yield "falling row", size(files, ranks), "empty", f"{row} in a row", (
            connect + "enclosingDrop = top\n" + board(files, ranks, empty(files, ranks))
        )
    for files, ranks in itertools.product(range(2, 7), range(2, 7)):
        if files % 2 or ranks % 2 or files > ranks or files * ranks > 24:
            continue
        left, low, stones = "abcdef"[files // 2 - 1], ranks // 2, files * ranks // 2
        right = chr(ord(left) + 1)
        pad = str(files // 2 - 1) if files > 2 else ""
        rows = empty(files, ranks)
        rows[ranks // 2 - 1 : ranks // 2 + 1] = [f"{pad}pP{pad}", f"{pad}Pp{pad}"]
        yield "reversi", size(files, ranks), "four in the middle", "most stones", (
            "immobile = p\npieceDrops = true\nenclosingDrop = reversi\nflipEnclosedPieces = reversi\nstalematePieceCount = true\n"
            f"enclosingDropStart = {left}{low} {right}{low} {left}{low + 1} {right}{low + 1}\npassOnStalemate = true\n"
            f"materialCounting = unweighted\nadjudicateFullBoard = true\n{loses}"
            + board(files, ranks, rows, f"[{'P' * 2 * stones}{'p' * 2 * stones}]")
            + PLAIN
        )
    for files, ranks in ((3, 3), (3, 4), (3, 5), (3, 6), (4, 4)):
        for line_up, pawns, end in itertools.product(line_ups(files), (False, True), ENDS):
            if pawns and ranks < 4:
                continue
            yield "chess with pawns" if pawns else "chess", size(files, ranks), line_up, end, chess(files, ranks, line_up, pawns, end)


def outcome_of_move(start: zermelo.Position, move: str, known: zermelo.ProvedOutcome) -> zermelo.Outcome:
    """What a first move gets, asked by itself where the search for the start's value did not need it."""
    if known.outcome != zermelo.Outcome.UNKNOWN:
        return known.outcome
    nodes = min(MOVE_NODES, NODES // len(start.legal_moves))
    reply = zermelo.value(start.play(move), nodes=nodes, threads=1).outcome
    return {zermelo.Outcome.WIN: zermelo.Outcome.LOSS, zermelo.Outcome.LOSS: zermelo.Outcome.WIN}.get(reply, reply)


class Starts(Family):
    """Key: the game, its board, how the men stand, and what ends it."""

    name: ClassVar = "starts"
    key: ClassVar = ("game", "board", "line_up", "end")
    by: ClassVar = ("game", "board", "end")
    results: ClassVar = (
        "outcome", "plies", "no_win_within", "no_loss_within", "first_moves", "winning", "drawing", "losing", "source", "nodes", "position",
    )  # fmt: skip

    def games(self) -> Iterator[Game]:
        for *key, rules in all_games():
            yield Game(tuple(key), f"[atlas]\n{rules}")

    def row(self, game: Game) -> Mapping[str, str]:
        def told(plies: int | None) -> str:
            return "" if plies is None else str(plies)

        try:
            start = zermelo.Position(zermelo.Variant(game.rules))
        except zermelo.InputError as error:
            return dict.fromkeys(self.results, "") | {"outcome": "no start", "source": str(error).splitlines()[0].split(": ", 1)[-1]}
        found = zermelo.value(start, nodes=NODES, threads=1)
        each = [outcome_of_move(start, move, known) for move, known in found.moves.items()]
        return {
            "outcome": str(found.category),
            "plies": told(found.plies),
            "no_win_within": told(found.no_win_within),
            "no_loss_within": told(found.no_loss_within),
            "first_moves": str(len(each)),
            "winning": str(each.count(zermelo.Outcome.WIN)),
            "drawing": str(each.count(zermelo.Outcome.DRAW)),
            "losing": str(each.count(zermelo.Outcome.LOSS)),
            "source": found.source or "",
            "nodes": str(found.node_count),
            "position": start.fen,
        }
