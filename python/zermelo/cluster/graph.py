# SPDX-License-Identifier: GPL-3.0-or-later
"""The graph of tiers, as `zermelo solve --plan --json` prints it, and the order in which its tiers matter."""

import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .._commands import run, solve_words
from ..errors import FileError, InputError, Reason


class ClusterError(RuntimeError):
    """Says why tables cannot be made. Those that were made stay in the store, and the same call goes on from there."""


class ClusterInputError(ClusterError, InputError):
    """What was asked for is wrong: an InputError, as of `zermelo.solve`."""

    def __init__(self, reasons: str | list[Reason]) -> None:
        InputError.__init__(self, reasons)


@dataclass(frozen=True)
class Tier:
    """A tier to be solved. Sizes are bytes; disk and seconds are estimates."""

    name: str
    needs: tuple[str, ...]
    """The tiers to which moves out of this one lead."""
    entries: int
    memory: int
    """The bytes of memory that `zermelo solve --tier` takes for it, with the tables of `needs`, but without the program itself."""
    disk: int
    seconds: float


def rule_options(files: Iterable[Path]) -> list[str]:
    """The options of a command line that name files of rules."""
    return [word for file in files for word in ("--variant-path", str(file))]


def plan(variant: str, *, men: int | None = None, tiers: str | Sequence[str] = (), files: Sequence[Path] = (),
         memory: int | None = None, outcomes: bool = False, runs: str = "") -> list[Tier]:
    """The tiers asked for and all that they lead to, each after all that it needs.

    `memory` is the number of bytes that the largest machine has for one tier; it decides how tiers are solved. `outcomes` is that of
    `zermelo.solve`. `runs` has lines
    of the machines' `runs.jsonl`, by which times are estimated. Raises ClusterError, which is an InputError
    where what was asked for is wrong: what the program refuses, except that this machine has no room for the tables.
    Cost: a start of the program, and some milliseconds a tier.
    """
    with tempfile.TemporaryDirectory() as folder:
        if runs:
            (Path(folder) / variant).mkdir()
            (Path(folder) / variant / "runs.jsonl").write_text(runs, encoding="utf-8")
        words = solve_words(variant, folder, "--plan", *rule_options(files), men=men, tiers=tiers, memory=memory,
                            outcomes=outcomes)
        objects: list[dict[str, Any]] = []
        failed: InputError | FileError | None = None
        try:
            for found in run(words):
                objects.append(found)
        except (InputError, FileError) as error:
            failed = error
    graph = [Tier(o["tier"], tuple(o["needs"]), o["entry_count"], o["memory_bytes"], o["disk_bytes"], o["seconds"])
             for o in objects if o["type"] == "tier_plan"]
    summary = next((o for o in objects if o["type"] == "solve_plan"), None)
    if summary is None or summary["tier_count"] != len(graph):
        if isinstance(failed, InputError):
            raise ClusterInputError(failed.reasons)
        raise ClusterError(failed.reasons[0].message if failed else "the plan is not whole")
    return graph


def critical_seconds(tiers: Sequence[Tier]) -> dict[str, float]:
    """The time from the beginning of each tier to the end of the last tier that waits for it, however many machines there are.
    The tier with the longest time goes first.

    Precondition: each of `tiers` comes after all that it needs. Cost: O(tiers and what they need).
    """
    longest: dict[str, float] = {}
    behind: dict[str, float] = {}
    for tier in reversed(tiers):
        longest[tier.name] = tier.seconds + behind.get(tier.name, 0)
        for need in tier.needs:
            behind[need] = max(behind.get(need, 0), longest[tier.name])
    return longest


