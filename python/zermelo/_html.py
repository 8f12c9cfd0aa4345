# SPDX-License-Identifier: GPL-3.0-or-later
"""What notebooks show of results: boards and tables, as HTML."""

from __future__ import annotations

import base64
import html
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from zermelo._core import Position

if TYPE_CHECKING:
    from zermelo._proofs import Proof
    from zermelo._tables import Chunk, MoveValue, Tier
    from zermelo._values import FoundValue

ROWS = 40  # shown of a table at most
CELLS = 'style="text-align:left"'


def table(head: Sequence[str], rows: Iterable[Sequence[object]], *, count: int | None = None) -> str:
    """A table of the first rows; under it how many there are, if they are more."""
    listed: list[Sequence[object]] = []
    total = 0
    for total, row in enumerate(rows, 1):
        if total <= ROWS:
            listed.append(row)
    total = count if count is not None else total
    lines = ["".join(f"<th {CELLS}>{html.escape(name)}</th>" for name in head)]
    lines += ["".join(f"<td {CELLS}>{html.escape('' if cell is None else str(cell))}</td>" for cell in row) for row in listed]
    more = f"<p>{total - len(listed):,} more</p>" if total > len(listed) else ""
    return f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>{more}"


def board(position: Position) -> str:
    """The picture of a position, which has no names in common with others of a page."""
    data = base64.b64encode(position.svg().encode()).decode()
    return f'<img alt="{html.escape(position.fen)}" style="max-width:22em" src="data:image/svg+xml;base64,{data}">'


def beside(position: Position, words: str, rest: str) -> str:
    """A board with words and a table to its right."""
    text = f"<div><p><b>{html.escape(words)}</b></p>{rest}</div>"
    return f'<div style="display:flex;flex-wrap:wrap;gap:1em">{board(position)}{text}</div>'


def moves(names: Sequence[str]) -> str:
    shown = ", ".join(f"<code>{html.escape(name)}</code>" for name in names[: 4 * ROWS])
    return f"<p>{len(names):,} moves: {shown}{', …' if len(names) > 4 * ROWS else ''}</p>"


def proof(found: Proof) -> str:
    rows: list[tuple[object, ...]] = [(found.position.san(move), "wins", plies, None) for move, plies in found.winning_moves.items()]
    rows += [(found.position.san(move), "does not", None, reply) for move, reply in found.tries.items()]
    return beside(found.position, found.words, table(("move", "", "plies", "reply"), rows) if rows else "")


def found_value(found: FoundValue) -> str:
    rows = [(found.position.san(move), known.category, known.plies) for move, known in found.moves.items()]
    return beside(found.position, found.words, table(("move", "for who makes it", "plies"), rows) if rows else "")


def move_values(known: Sequence[MoveValue]) -> str:
    rows = [(move.san, move.move, move.value, {True: "yes", False: "no", None: "not known"}[move.keeps_result]) for move in known]
    return table(("move", "UCI", "value", "keeps the result"), rows)


def tier(shown: Tier) -> str:
    rows = [(side, f"{shown.entries(number):,}") for number, side in enumerate(("white", "black")[: shown.tables])]
    return f"<p>Tier <b>{html.escape(shown.name)}</b></p>{table(('to move', 'entries'), rows)}"


def chunk(shown: Chunk) -> str:
    from zermelo._values import Outcome

    rows = ((int(shown.indices[i]), Outcome(shown.outcomes[i]), None if shown.plies[i] < 0 else int(shown.plies[i])) for i in range(min(len(shown), ROWS)))
    return table(("number", "outcome", "plies"), rows, count=len(shown))


def tables(folder: str) -> str:
    """The games of a folder of tables, each with how many there are and what they take."""
    rows: list[Sequence[object]] = []
    for game in sorted(Path(folder).iterdir()):
        sizes = [file.stat().st_size for file in game.glob("*.zt")]
        if sizes:
            rows.append((game.name, f"{len(sizes):,}", f"{sum(sizes):,}"))
    return f"<p>Tables of <b>{html.escape(folder)}</b></p>{table(('game', 'tables', 'bytes'), rows)}"
