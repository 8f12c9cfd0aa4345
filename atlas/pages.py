# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes docs/atlas from the rows: a page a family, with plots and the most striking games."""

from __future__ import annotations

import collections
import dataclasses
import itertools
import tempfile
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import zermelo

from atlas import rows
from atlas.family import Family, Game
from atlas.hunts import BOARDS, BOUNDS, Hunts
from atlas.mating import SIZES, Mating, Pairs
from atlas.rows import Key, Row
from atlas.starts import ENDS, MOVE_NODES, NODES, Starts

MADE = "<!-- made by tools/atlas pages -->\n"
BLUE, ORANGE, GREEN, GREY = "#0072b2", "#e69f00", "#009e73", "#999999"  # Okabe and Ito (2008)


def share(row: Row) -> float:
    return int(row["won"]) / int(row["positions"])


def can(row: Row) -> bool:
    """Whether the piece can force mate: whoever has it and the move wins more than half of the positions."""
    return share(row) > 0.5


def table(header: Sequence[str], lines: Iterable[Sequence[object]]) -> str:
    all_lines = [header, ["---"] * len(header), *lines]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in all_lines)


def plot(path: Path, draw: Callable[..., None], size: tuple[float, float] = (8, 4)) -> None:
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "zermelo", "svg.fonttype": "none", "font.family": "sans-serif"})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=size)
    draw(axes)
    figure.tight_layout()
    figure.savefig(path, metadata={"Date": None})
    pyplot.close(figure)


@dataclasses.dataclass
class Striking:
    """A game to be drawn and played through."""

    file: str
    title: str
    why: str
    position: zermelo.Position
    line: list[str]

    def text(self, folder: Path) -> str:
        (folder / self.file).write_text(self.position.svg(), encoding="utf-8")
        words, position = [], self.position
        for ply, move in enumerate(self.line):
            number = f"{(ply + (self.position.turn == 'black')) // 2 + 1}."
            if position.turn == "white":
                words.append(number)
            elif ply == 0:
                words.append(f"{number} …")
            words.append(position.san(move))
            position = position.play(move)
        played = f"\n\n    {' '.join(words)}\n" if words else "\n"
        plain = self.title.replace("`", "")
        return f"### {self.title}\n\n{self.why}\n\n![{plain}]({self.file})\n\n`{self.position.fen}`{played}\n"


def longest_win(family: Family, key: Key, tier: str) -> tuple[zermelo.Position, list[str]]:
    """The position of an ending's longest win, and best play from there."""
    game = game_of(family, key)
    variant = zermelo.Variant(game.rules)
    with tempfile.TemporaryDirectory() as folder:
        zermelo.solve(variant, folder, tiers=[tier])
        with zermelo.Tables(folder) as tables:
            stats = next(each for each in tables.stats(variant, tier) if each["to_move"] == "white")
            position = zermelo.Position(variant, stats["longest_win"]["fen"])
            return position, tables.line(position)


def game_of(family: Family, key: Key) -> Game:
    return next(game for game in family.games() if game.key == key)


def sizes_of(there: dict[Key, Row]) -> dict[str, dict[int, Row]]:
    """The rows of each piece by the board's size, the pieces in order."""
    found: dict[str, dict[int, Row]] = collections.defaultdict(dict)
    for (piece, size), row in there.items():
        found[piece][int(size)] = row
    return dict(found)


def cell(row: Row | None) -> str:
    if row is None:
        return ""
    if can(row):
        return row["longest"]
    return f"({100 * share(row):.1f} %)" if int(row["won"]) else "–"


def mating(folder: Path, there: dict[Key, Row]) -> str:
    family = Mating()
    pieces = sizes_of(there)
    powers = {piece: [size for size, row in by_size.items() if can(row)] for piece, by_size in pieces.items()}
    always = [piece for piece, sizes in powers.items() if len(sizes) == len(SIZES)]
    never = [piece for piece, sizes in powers.items() if not sizes]
    some = {piece: sizes for piece, sizes in powers.items() if sizes and len(sizes) < len(SIZES)}
    losing = {piece: sizes for piece, sizes in some.items() if max(sizes) < max(SIZES)}
    by_size = {size: sum(size in sizes for sizes in powers.values()) for size in SIZES}

    def bars(axes: Any) -> None:
        axes.bar(list(by_size), list(by_size.values()), color=BLUE)
        axes.set_xlabel("squares on a side of the board")
        axes.set_ylabel(f"pieces of {len(pieces)} that force mate")

    def lengths(axes: Any) -> None:
        for piece in always:
            axes.plot(list(SIZES), [int(pieces[piece][size]["longest"]) for size in SIZES], color=BLUE, alpha=0.3)
        axes.plot(list(SIZES), [int(pieces["R"][size]["longest"]) for size in SIZES], color=ORANGE, label="rook")
        axes.set_xlabel("squares on a side of the board")
        axes.set_ylabel("plies of the longest win")
        axes.legend()

    plot(folder / "mating-sizes.svg", bars)
    plot(folder / "mating-lengths.svg", lengths)

    def longest_on(size: int) -> str:
        return max((piece for piece in pieces if can(pieces[piece][size])), key=lambda piece: int(pieces[piece][size]["longest"]))

    chosen: list[tuple[str, int, str]] = [
        (longest_on(8), 8, "Of all pieces that force mate on 8×8 it takes longest."),
        (longest_on(12), 12, "The longest win on 12×12."),
    ]
    if losing:
        last = max(losing, key=lambda piece: (max(losing[piece]), int(pieces[piece][max(losing[piece])]["longest"])))
        first = min(losing, key=lambda piece: (max(losing[piece]), piece))
        chosen.append((last, max(losing[last]), f"It forces mate up to {max(losing[last])}×{max(losing[last])}, the largest board of all pieces that lose the power."))
        chosen.append((first, max(losing[first]), f"It forces mate on {' and '.join(f'{size}×{size}' for size in losing[first])} and on no larger board."))
    quick = min(always, key=lambda piece: (int(pieces[piece][12]["longest"]), piece))
    chosen.append((quick, 12, "The quickest on 12×12."))
    striking = ""
    for number, (piece, size, why) in enumerate(chosen, 1):
        position, line = longest_win(family, (piece, str(size)), "KAvK")
        striking += Striking(f"mating-{number}.svg", f"`{piece}` on {size}×{size}: {len(line)} plies", why, position, line).text(folder)

    text = f"""# Mating power

{MADE}
Can a king and one piece force mate on a bare king? {len(pieces)} pieces on every square board from {min(SIZES)}×{min(SIZES)} to {max(SIZES)}×{max(SIZES)}, each by the
complete table of the ending: {sum(int(row["positions"]) + int(row["positions_lost_side"]) for row in there.values()):,} positions with their exact values. The pieces are written in
[Betza's notation](../rules.md#betza-notation): leapers of up to four squares, their riders, lame leapers, hoppers, and pairs of them. Rules are those of chess: stalemate is a draw, kings may not touch.

A piece *can* force mate on a board if whoever has it and is to move wins more than half of all positions. A cell of the tables has the plies of the longest win where it can, in parentheses the
share of positions that are won where it cannot, and – where there is no win at all.

![How many pieces force mate, by the size of the board](mating-sizes.svg)

## What was found

- Of {len(pieces)} pieces {len(always)} force mate on all these boards, {len(never)} on none, and {len(some)} on some. {len(losing)} of these lose the power as boards grow: {last_boards(losing)}. The other {len(some) - len(losing)} force mate on 12×12
  and not on all smaller boards.
- {share_gap(there)}
- {colour_bound(pieces)}

![The longest win by the size of the board](mating-lengths.svg)

## The most striking

{striking}## Pieces that force mate on some boards

{table(["piece", *(f"{size}×{size}" for size in SIZES)], ([f"`{piece}`", *(cell(pieces[piece].get(size)) for size in SIZES)] for piece in some))}
## Pieces that force mate on every board

{table(["piece", *(f"{size}×{size}" for size in SIZES)], ([f"`{piece}`", *(cell(pieces[piece].get(size)) for size in SIZES)] for piece in always))}
## Pieces that do not

{", ".join(f"`{piece}`" for piece in never)}

"""
    return text


def last_boards(losing: dict[str, list[int]]) -> str:
    """On which board each of these forces mate last."""
    last = collections.Counter(max(sizes) for sizes in losing.values())
    return ", ".join(f"{last[size]} after {size}×{size}" for size in sorted(last))


def share_gap(there: dict[Key, Row]) -> str:
    """How far the shares of those that can and of those that cannot are apart."""
    yes = [share(row) for row in there.values() if can(row)]
    no = [share(row) for row in there.values() if not can(row)]
    return (
        f"There is little between: where a piece can, the side with it and the move wins at least {100 * min(yes):.1f} % of all positions;"
        f" where it cannot, at most {100 * max(no):.1f} %."
    )


def colour_bound(pieces: dict[str, dict[int, Row]]) -> str:
    """Whether a piece that stays on squares of one colour ever forces mate."""

    def stays(piece: str) -> bool:
        men = zermelo.Variant(game_of(Mating(), (piece, "8")).rules)
        position = zermelo.Position(men, "7k/8/8/8/8/3A4/8/K7 w - - 0 1")
        squares = [move[2:4] for move in position.legal_moves if move.startswith("d3")]
        return all((ord(square[0]) + int(square[1])) % 2 == (ord("d") + 3) % 2 for square in squares)

    bound = [piece for piece in pieces if stays(piece)]
    able = [piece for piece in bound if any(can(row) for row in pieces[piece].values())]
    said = "None of them forces mate on any board" if not able else f"{len(able)} of them force mate on some board: {', '.join(able)}"
    return f"{len(bound)} of the pieces stay on squares of one colour. {said}."


def pairs(folder: Path, there: dict[Key, Row]) -> str:
    tiers = {size: [row for (_, _, at), row in there.items() if at == size] for size in ("6", "8")}
    able = {size: sum(map(can, each)) for size, each in tiers.items()}
    names = list(dict.fromkeys(name for one, other, _ in there for name in (one, other)))

    def grid(size: str) -> str:
        return table(
            ["", *(f"`{name}`" for name in names)],
            (
                [f"`{one}`", *(cell(there.get((one, other, size)) or there.get((other, one, size))) for other in names)]
                for one in names
            ),
        )

    key = max((key for key, row in there.items() if can(row)), key=lambda key: int(there[key]["longest"]))
    position, line = longest_win(Pairs(), key, "KAAvK" if key[0] == key[1] else "KABvK")
    striking = Striking("pairs-1.svg", f"{key[0]} and {key[1]} on {key[2]}×{key[2]}: {len(line)} plies", "The longest win of all pairs.", position, line)
    return f"""# Two pieces against a bare king

{MADE}
The pieces of [the first page](mating.md) that cannot force mate alone, two at a time, with the usual minor pieces among them, on 6×6 and 8×8. Cells are as there: plies of the longest win, a
share of positions in parentheses where the pair cannot force mate, – where nothing is won.

- On 6×6 {able["6"]} of {len(tiers["6"])} pairs force mate, on 8×8 {able["8"]} of {len(tiers["8"])}.
- A piece that stays on squares of one colour goes together with another such piece on a part of the positions alone: two bishops win nearly all positions in which they stand on squares of different colours, which are
  about half of all, and so their 49.3 % on 8×8 is as good as a win. The same holds for the other shares above a quarter.

## The longest win

{striking.text(folder)}## 8×8

{grid("8")}
## 6×6

{grid("6")}
"""


def bounds_of(row: Row) -> str:
    """What is known of a game that is not settled."""
    return ", ".join(
        f"no {name} within {row[f'no_{name}_within']}" if row[f"no_{name}_within"] else f"no {name}" for name in ("win", "loss")
    )


OUTCOMES = {"win": "the first player", "loss": "the second player", "draw": "nobody"}


def starts(folder: Path, there: dict[Key, Row]) -> str:
    played = {key: row for key, row in there.items() if row["outcome"] != "no start"}
    settled = {key: row for key, row in played.items() if row["outcome"] in OUTCOMES}
    counts = collections.Counter(row["outcome"] for row in settled.values())
    armies = {key: row for key, row in settled.items() if key[0].startswith("chess")}
    others = {key: row for key, row in played.items() if not key[0].startswith("chess")}

    def by_board() -> Iterable[Sequence[object]]:
        groups = collections.defaultdict(list)
        for (game, board, _, end), row in played.items():
            if game.startswith("chess"):
                groups[game, board, end].append(row)
        for (game, board, end), each in groups.items():
            outcomes = collections.Counter(row["outcome"] for row in each)
            open_ones = len(each) - sum(outcomes[name] for name in OUTCOMES)
            longest = max((int(row["plies"]) for row in each if row["plies"]), default="")
            yield game, board, end, len(each), outcomes["win"], outcomes["draw"], outcomes["loss"], open_ones, longest

    def small() -> Iterable[Sequence[object]]:
        for (game, board, line_up, end), row in others.items():
            bounds = row["plies"] or ("" if row["outcome"] == "draw" else bounds_of(row))
            yield game, board, line_up, end, row["outcome"], bounds, row["winning"], row["drawing"], row["losing"], row["first_moves"]

    chosen = sorted((key for key in settled if settled[key]["plies"]), key=lambda key: -int(settled[key]["plies"]))
    striking, seen = "", set()
    for key in chosen:
        kind = key[0], key[3]
        if kind in seen:
            continue
        seen.add(kind)
        start = zermelo.Position(zermelo.Variant(game_of(Starts(), key).rules))
        found = zermelo.value(start, nodes=NODES, threads=1)
        title = f"{key[0].capitalize()} on {key[1].replace('x', '×')}, {key[2]}: {settled[key]['outcome']} in {settled[key]['plies']} plies"
        striking += Striking(f"starts-{len(seen)}.svg", title, f"The longest of this kind that is settled; it ends by {key[3]}.", start, list(found.line)).text(folder)
        if len(seen) == 5:
            break

    def parity(axes: Any) -> None:
        games = list(dict.fromkeys(key[0] for key in others))
        bottom = [0] * len(games)
        for name, color in (("win", BLUE), ("draw", GREY), ("loss", ORANGE)):
            heights = [sum(row["outcome"] == name for key, row in others.items() if key[0] == game) for game in games]
            axes.barh(games, heights, left=bottom, color=color, label=OUTCOMES[name])
            bottom = [a + b for a, b in zip(bottom, heights, strict=True)]
        axes.set_xlabel("boards")
        axes.legend(title="wins")

    plot(folder / "starts-games.svg", parity)
    return f"""# Who wins small games

{MADE}
{len(played):,} small games from their start: who wins under best play, in how many plies, and by how many first moves. {len(settled):,} are settled: the first player wins {counts["win"]:,}, the second {counts["loss"]:,}, and
{counts["draw"]:,} are drawn. {len(played) - len(settled):,} are not settled by a search of {NODES:,} positions; their bounds are in `atlas/starts.csv`.

The games: hexapawn and breakthrough with one rank or two of pawns; clobber on a full board; men that shoot walls from where they come to, as queens (amazons) or kings do, or leave one where they were (as king, knight, queen); rows of marks that are
put anywhere or fall; reversi; and chess with every line-up of a king and men of the usual kinds on the first rank, of two mirror images one, with or without a rank of pawns, Black's men facing White's, with three ends:
mate, mate where stalemate loses, too, and the capture of the king. Pawns step one square and turn into any man. A move whose outcome was left open by the search is asked by itself, with {MOVE_NODES:,} positions.

![Who wins, by game](starts-games.svg)

## What was found

{statements(played)}
## The most striking

{striking}## Chess with every line-up

{table(["game", "board", "end", "line-ups", "first wins", "drawn", "second wins", "not settled", "longest, plies"], by_board())}
## The other games

{table(["game", "board", "line-up", "end", "outcome", "plies", "winning", "drawing", "losing", "of first moves"], small())}
"""


def statements(played: dict[Key, Row]) -> str:
    """Regularities with their counts."""
    said = []

    def count(of: Iterable[Row], outcome: str) -> int:
        return sum(row["outcome"] == outcome for row in of)

    for game in ("hexapawn", "breakthrough", "clobber"):
        each = {key: row for key, row in played.items() if key[0] == game}
        first, second = count(each.values(), "win"), count(each.values(), "loss")
        said.append(f"In {game} the first player wins {first} of {len(each)} boards, the second {second}.")
        even = [row for key, row in each.items() if int(key[1].split("x")[1]) % 2 == 0]
        odd = [row for key, row in each.items() if int(key[1].split("x")[1]) % 2 == 1]
        said.append(
            f"On boards of an even number of ranks the second player of {game} wins {count(even, 'loss')} of {len(even)}, on others {count(odd, 'loss')} of {len(odd)}."
        )
    for end in ENDS:
        each = [row for key, row in played.items() if key[0].startswith("chess") and key[3] == end]
        settled = sum(count(each, name) for name in OUTCOMES)
        if settled:
            said.append(
                f"Chess that ends by {end.replace(', stalemate loses', ', and stalemate loses')}: {100 * count(each, 'win') / settled:.0f} % of {settled:,} settled line-ups are won by the first player, {100 * count(each, 'loss') / settled:.0f} % by the second."
            )
    falling = {key: row for key, row in played.items() if key[0] == "falling row"}
    said.append(f"{count(falling.values(), 'draw')} of {len(falling)} games of falling marks are drawn, {count(falling.values(), 'win')} won by the first player, {count(falling.values(), 'loss')} by the second.")
    return "".join(f"- {each}\n" for each in said)


def times(board: str) -> str:
    return board.replace("x", "×")


def hunts(folder: Path, there: dict[Key, Row]) -> str:
    family = Hunts()
    boards = [f"{files}x{ranks}" for files, ranks in BOARDS]
    all_keys = [game.key for game in family.games()]
    missing = sum(key not in there for key in all_keys)

    def men(key: Key) -> int:
        return len(key[1]) + len(key[2])

    def of(board: str, number: int) -> list[Row]:
        """The rows of a board with this number of men, if all of them are there."""
        keys = [key for key in all_keys if key[0] == board and men(key) == number]
        return [there[key] for key in keys] if all(key in there for key in keys) else []

    def part(each: Iterable[Row], column: str) -> float:
        """The share of placements, in per cent."""
        each = list(each)
        return 100 * sum(int(row[column]) for row in each) / sum(int(row["placements"]) for row in each)

    common = min(BOARDS.values())
    numbers = [number for number in range(2, common + 1) if all(of(board, number) for board in boards)]
    alike = {board: [row for number in numbers for row in of(board, number)] for board in boards}
    squares = [files * ranks for files, ranks in BOARDS]

    def decided(axes: Any) -> None:
        def neither(each: list[Row]) -> float:
            return 100 - part(each, "won") - part(each, "lost")

        lines: list[tuple[str, str, Callable[[list[Row]], float]]] = [
            ("who moves first wins", BLUE, lambda each: part(each, "won")),
            ("it takes the queen at once", ORANGE, lambda each: part(each, "won_in_1")),
            ("whichever side moves first wins", GREEN, lambda each: part(each, "mover_wins")),
            ("neither side can force a win", GREY, neither),
        ]
        for words, color, value in lines:
            axes.plot(squares, [value(alike[board]) for board in boards], "-o", markersize=4, color=color, label=words)
        axes.set_xticks(squares, [times(board) for board in boards], rotation=45)
        axes.set_ylabel("% of placements")
        axes.set_ylim(0, 100)
        axes.legend(loc="center left", fontsize=8, bbox_to_anchor=(0.01, 0.42))

    plot(folder / "hunts-decided.svg", decided)

    def by_board() -> Iterable[Sequence[object]]:
        for board in boards:
            for number in range(2, max(BOARDS.values()) + 1):
                each = of(board, number)
                if not each:
                    continue
                longest = max((key for key in all_keys if key[0] == board and men(key) == number), key=lambda key: int(there[key]["longest"] or 0))
                drawn = 100 - part(each, "won") - part(each, "lost")
                yield (
                    times(board), number, len(each), f"{sum(int(row['placements']) for row in each):,}", *(f"{part(each, f'won_in_{plies}'):.1f}" for plies in BOUNDS),
                    f"{part(each, 'won'):.1f}", f"{part(each, 'lost'):.1f}", f"{drawn:.1f}", f"{part(each, 'mover_wins'):.1f}", there[longest]["longest"], f"{longest[1]}v{longest[2]}",
                )  # fmt: skip

    striking = ""
    longest_keys = {board: max((key for key in there if key[0] == board), key=lambda key: (int(there[key]["longest"] or 0), -men(key))) for board in boards}
    chosen = sorted(longest_keys.values(), key=lambda key: -int(there[key]["longest"]))[:5]
    for number, key in enumerate(chosen, 1):
        position, line = longest_win(family, key, f"{key[1]}v{key[2]}")
        title = f"{key[1]} against {key[2]} on {times(key[0])}: {len(line)} plies"
        striking += Striking(f"hunts-{number}.svg", title, f"The longest win on {times(key[0])}, of the armies that are here.", position, line).text(folder)

    def shares() -> Iterable[Sequence[object]]:
        for board in boards:
            each = alike[board]
            later = sum(int(row["won"]) - int(row["won_in_1"]) for row in each)
            long = sum(int(row["won"]) - int(row["won_in_9"]) for row in each)
            told = part(each, "mover_wins"), part(each, "won_in_1"), part(each, "won") - part(each, "won_in_1"), 100 - part(each, "won") - part(each, "lost"), 100 * long / later
            yield times(board), *(f"{value:.1f}" for value in told)

    whole = [row for key, row in there.items() if key[0] == "5x5"]
    only_once = sum(row["won"] == row["won_in_1"] for row in whole)
    elsewhere = sum(row["won"] == row["won_in_1"] for key, row in there.items() if key[0] != "5x5")
    others = len(there) - len(whole)
    compared = [(one, other) for one, other in itertools.combinations(zip(squares, boards, strict=True), 2) if one[0] != other[0]]
    fewer = sum(part(alike[smaller], "mover_wins") > part(alike[larger], "mover_wins") for (_, smaller), (_, larger) in map(sorted, compared))
    pairs_of_boards = len(compared)
    better = {board: [(there[key], there[key[0], key[2], key[1]]) for key in there if key[0] == board and men(key) <= numbers[-1] and len(key[1]) > len(key[2])] for board in boards}
    more_wins = {board: sum(int(one["won"]) * int(other["placements"]) > int(other["won"]) * int(one["placements"]) for one, other in better[board]) for board in boards}
    return f"""# Queen hunts on small boards

{MADE}
Each side has a queen, at most two rooks and at most two bishops or knights, and no king. Who takes the other's queen has won: [the hunt on 4×4](../queen-hunt.md), of which
[every position is solved](../solved/README.md), on boards from 3×3 to 5×5. {len(there):,} rows: a board, the army of the side that moves first, and the other army, as many men as the table below
says; {sum(int(row["placements"]) for row in there.values()):,} placements, each with its exact value{f" ({missing} rows are still missing)" if missing else ""}. A side that cannot move draws.

*Whoever begins wins* are the placements that either side wins if it moves first: the first move decides them.

![Shares of placements of at most {numbers[-1]} men, by board](hunts-decided.svg)

## What was found

Per cent of the placements of at most {numbers[-1]} men, all armies together, and of the wins that are not there at once:

{table(["board", "whoever begins wins", "won at once", "won later", "neither can force a win", "later wins of more than nine plies"], shares())}
- The first move decides less on larger boards: of two boards the one with more squares has the smaller share in {fewer} of {pairs_of_boards} pairs.
- On 5×5 {only_once} of {len(whole)} pairs of armies have no win but at once; on the other boards {elsewhere} of {others} have none.
- Of two armies, the one with more men wins a larger share of placements when it begins than the other one does when that begins in {sum(more_wins.values())} of {sum(map(len, better.values()))} pairs of a board and unequal armies.

## The most striking

{striking}## By the number of men

Per cent of placements, the first army to move: won within {", ".join(map(str, BOUNDS))} plies, and in all.

{table(["board", "men", "pairs", "placements", *(f"m = {plies}" for plies in BOUNDS), "won", "lost", "neither", "whoever begins wins", "longest, plies", "in"], by_board())}
Each pair of armies is in `atlas/hunts.csv`.
"""


PAGES: dict[str, Callable[[Path, dict[Key, Row]], str]] = {"mating": mating, "pairs": pairs, "starts": starts, "hunts": hunts}


def write(families: dict[str, Family], rows_folder: Path, folder: Path) -> None:
    """Writes the pages of the families that have rows."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, page in PAGES.items():
        there = rows.read(families[name], rows_folder)
        if there:
            (folder / f"{name}.md").write_text(page(folder, there), encoding="utf-8")
