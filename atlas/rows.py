# SPDX-License-Identifier: GPL-3.0-or-later
"""The file of a family's rows, which keeps what was done when a run is ended."""

from __future__ import annotations

import csv
import json
import os
import time
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from pathlib import Path

from atlas.family import Family, Game

Key = tuple[str, ...]
Row = dict[str, str]


def columns(family: Family) -> list[str]:
    return [*family.key, *family.results, "seconds"]


def read(family: Family, folder: Path) -> dict[Key, Row]:
    """The rows of a family's file by their keys; none if there is no file. Raises ValueError: other columns."""
    path = folder / f"{family.name}.csv"
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        reader = csv.DictReader(file)
        if reader.fieldnames != columns(family):
            raise ValueError(f"{path}: columns {reader.fieldnames}, expected {columns(family)}")
        whole = [row for row in reader if None not in row.values() and None not in row]
    return {tuple(row[name] for name in family.key): row for row in whole}


def write(family: Family, folder: Path, rows: dict[Key, Row]) -> None:
    """Writes the rows in the order of the family's games; rows of games that it no longer has are left out."""
    path = folder / f"{family.name}.csv"
    new = path.with_suffix(".new")
    with new.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, columns(family), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows[game.key] for game in family.games() if game.key in rows)
    os.replace(new, path)


def patterns(family: Family) -> dict[str, object]:
    """The patterns of a family's rules by the columns that they depend on. Raises ValueError: they depend on more."""
    texts: dict[str, str] = {}
    for game in family.games():
        key = " ".join(value for name, value in zip(family.key, game.key, strict=True) if name in family.by)
        if texts.setdefault(key, family.pattern(game)) != family.pattern(game):
            raise ValueError(f"{family.name} {key}: rules depend on more than {', '.join(family.by)}")
    return {"by": list(family.by), "texts": texts}


def write_patterns(families: Iterable[Family], folder: Path) -> None:
    """Writes the file by which the page makes the rules of a row's game."""
    (folder / "rules.json").write_text(json.dumps({family.name: patterns(family) for family in families}, indent=0) + "\n", encoding="utf-8")


def timed(family: Family, game: Game) -> Row:
    """The whole row of a game."""
    begin = time.monotonic()
    results = family.row(game)
    return dict(zip(family.key, game.key, strict=True)) | dict(results) | {"seconds": f"{time.monotonic() - begin:.2f}"}


def fill(family: Family, folder: Path, jobs: int, seconds: float, done: Callable[[int, int], None]) -> bool:
    """Adds the rows that are missing, `jobs` at a time, until all are there or `seconds` are over; says whether all are.

    Each row is in the file as soon as it is known, so that a run that was killed goes on where it was. `done` is told
    how many rows there are and how many there will be. Raises what a row raises, after the rows under way.
    """
    rows = read(family, folder)
    games = list(family.games())
    write(family, folder, rows)
    end = time.monotonic() + seconds
    todo = iter([game for game in games if game.key not in rows])
    with (
        ThreadPoolExecutor(jobs) as pool,
        (folder / f"{family.name}.csv").open("a", newline="", encoding="utf-8") as file,
    ):
        writer = csv.DictWriter(file, columns(family), lineterminator="\n")
        under_way: set[Future[Row]] = set()

        def begin() -> None:
            game = next(todo, None) if time.monotonic() < end else None
            if game is not None:
                under_way.add(pool.submit(timed, family, game))

        for _ in range(2 * jobs):
            begin()
        while under_way:
            ready, under_way = wait(under_way, return_when=FIRST_COMPLETED)
            for future in ready:
                row = future.result()
                rows[tuple(row[name] for name in family.key)] = row
                writer.writerow(row)
                begin()
            file.flush()
            done(len(rows), len(games))
    write(family, folder, rows)
    return len(rows) >= len(games)


def differences(family: Family, rows: dict[Key, Row], games: Iterable[Game]) -> list[str]:
    """What is no longer as the file has it, when these games are asked again: one text a game that differs."""
    wrong = []
    for game in games:
        told, found = rows[game.key], family.row(game)
        bad = [f"{name} {told[name]}, found {found[name]}" for name in family.results if told[name] != found[name]]
        if bad:
            wrong.append(f"{family.name} {' '.join(game.key)}: {', '.join(bad)}")
    return wrong
