# SPDX-License-Identifier: GPL-3.0-or-later
"""Making tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from zermelo import _commands
from zermelo._arguments import variant_of
from zermelo._core import Variant


@dataclass(frozen=True)
class Solved:
    """What a run of `solve` did."""

    positions: int
    """The number of placements that this run solved; 0 if all tables were there."""
    unique_positions: int
    """The same number with symmetric copies counted once."""
    seconds: float


@dataclass(frozen=True)
class Plan:
    """What `solve` would do, and how much memory and disk that would take."""

    tiers: int
    """The number of tiers that are asked for or led to."""
    entries: int
    """The number of entries of their tables."""
    tiers_to_do: int
    """The number of tiers whose tables are not there yet."""
    entries_to_do: int
    """The number of entries of those tables."""
    memory_bytes: int
    disk_bytes: int


Progress = Callable[[dict[str, Any]], None]
"""Gets each object that ``zermelo solve --json`` writes, as docs/json.md describes them."""


def solve(
    variant: Variant | str,
    folder: str | os.PathLike[str],
    *,
    men: int | None = None,
    tiers: str | Sequence[str] = (),
    threads: int | None = None,
    memory: int | None = None,
    outcomes: bool = False,
    progress: Progress | bool | None = None,
) -> Solved:
    """Solves, verifies and writes tables: those of all tiers of at most `men` men, or of `tiers` (``"KRvK"``, or a list of names)
    and those that they lead to, or of all tiers to which the variant's start can lead. Tables that are there are checked and kept, so
    that a run that was ended goes on when it is started again.

    `threads` is the number of threads that work, one for each processor if absent; `memory` is the number of bytes that
    tables may take. With `outcomes` the tables have who wins alone, without distances, in about an eighth of the space; those with
    distances that are there will do, too, and take the place of the others when they are asked for. `progress` is a function that gets each event, or True for a bar of tqdm, if that is installed. The
    work is done in a process of its own, which Ctrl-C ends; nothing is left half written.

    `variant` may be a name. Raises InputError: a tier that the variant does not have, tables that do not fit into memory or on the disk; FileError:
    a file that cannot be read or written.
    """
    bar = _Bar() if progress is True else None
    hear = bar if bar is not None else progress if callable(progress) else None
    done: Solved | None = None
    try:
        with _commands.variant_word(variant_of(variant)) as word:
            words = _commands.solve_words(word, folder, men=men, tiers=tiers, threads=threads, memory=memory,
                                          outcomes=outcomes)
            for event in _commands.run(words):
                if hear is not None:
                    hear(event)
                if event["type"] == "solve_done":
                    done = Solved(event["position_count"], event["unique_position_count"], event["seconds"])
    finally:
        if bar is not None:
            bar.close()
    assert done is not None
    return done


def plan(
    variant: Variant | str,
    folder: str | os.PathLike[str],
    *,
    men: int | None = None,
    tiers: str | Sequence[str] = (),
    memory: int | None = None,
    outcomes: bool = False,
) -> Plan:
    """What `solve` would do, without doing it. Raises the errors that `solve` raises before it begins."""
    with _commands.variant_word(variant_of(variant)) as word:
        events = list(_commands.run(_commands.solve_words(word, folder, "--plan", men=men, tiers=tiers, memory=memory,
                                                          outcomes=outcomes)))
    found = next(event for event in events if event["type"] == "solve_plan")
    return Plan(
        found["tier_count"],
        found["entry_count"],
        found["to_do_tier_count"],
        found["to_do_entry_count"],
        found["memory_bytes"],
        found["disk_bytes"],
    )


class _Bar:
    """Shows progress as a bar of tqdm, or not at all where that is not installed."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError:
            self._bar = None
        else:
            self._bar = tqdm(total=1.0, bar_format="{desc}{percentage:3.0f}% |{bar}| {elapsed}<{remaining}")

    def __call__(self, event: dict[str, Any]) -> None:
        if self._bar is None or event["type"] != "tier_solved":
            return
        self._bar.set_description(event["tier"], refresh=False)
        self._bar.update(event["share_done"] - self._bar.n)

    def close(self) -> None:
        if self._bar is not None:
            self._bar.close()
