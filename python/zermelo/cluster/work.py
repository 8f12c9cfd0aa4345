# SPDX-License-Identifier: GPL-3.0-or-later
"""What a worker does: the tables that a tier needs are fetched, a child process solves it, and its table goes to the store.

The child is `zermelo solve --tier`: its memory is given back when it ends, it can be killed, and it ends with its worker, whose
end closes a pipe (`--stop-at-eof`).
"""

import contextlib
import errno
import hashlib
import json
import signal
import subprocess
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from distributed import Worker, WorkerPlugin, get_worker
from distributed.system import MEMORY_LIMIT

from .._program import program
from .graph import Tier, rule_options
from .store import NotWholeError, Store

MEMORY = "zermelo_memory"
"""The resource that says how many bytes a tier may take: nine tenths of a worker's memory limit, unless it was started with
`--resources "zermelo_memory=64e9"`."""
SLOT = "zermelo_tier"
"""The resource that makes a worker take one tier at a time, with all its threads."""
PROCESS_BYTES = 64 << 20
"""The bytes that the program takes beside its tables."""


@dataclass(frozen=True)
class Job:
    """What all tiers of a run have in common."""

    variant: str
    store: Store
    rules: Mapping[str, str] = field(default_factory=dict[str, str])
    """The texts of files of rules, by the names of the files."""
    threads: int | None = None
    folder: str | None = None
    """The folder in which a worker keeps tables; beside Dask's own files if absent."""
    check: bool = False
    """Whether all bytes of tables that are there are read, and damaged ones made anew."""
    outcomes: bool = False
    """Whether tables have outcomes alone, without distances."""


@dataclass
class Outcome:
    """What came of a tier."""

    tier: str
    worker: str
    trouble: Literal["", "disk", "damaged", "killed", "store", "refused"] = ""
    """What went wrong, if anything did. ``disk``: this worker's disk has no room, or does not take files. ``damaged``: a table that the tier
    needs is damaged. ``killed``: the child was killed. ``store``: the store failed. ``refused``: the program refuses the tier, and would on
    every worker."""
    message: str = ""
    damaged: str = ""
    """The tier whose table is damaged."""
    made: bool = False
    """Whether the tier was solved in this run, and not found in the store."""
    entries: int = 0
    plies: int = 0
    solving: float = 0
    """The seconds that solving and verifying took; `seconds` has all that the tier took."""
    seconds: float = 0
    fetched: int = 0
    put: int = 0
    record: str = ""
    """The line of `runs.jsonl`, if there is one."""
    notes: list[str] = field(default_factory=list[str])


class Resources(WorkerPlugin):
    """Tells the scheduler what resources a worker has, where nobody has told it."""

    name = "zermelo-resources"

    async def setup(self, worker: Worker) -> None:
        limit = worker.memory_manager.memory_limit or MEMORY_LIMIT
        known = worker.state.total_resources
        missing = {MEMORY: limit * 9 // 10, SLOT: 1}
        missing = {name: amount for name, amount in missing.items() if name not in known}
        if missing:
            await worker.set_resources(**missing)


def needed(tier: Tier) -> dict[str, float]:
    """The resources that a worker must have for a tier."""
    return {MEMORY: tier.memory + PROCESS_BYTES, SLOT: 1}


def solve_tier(job: Job, tier: Tier) -> Outcome:
    """Makes a tier's table in the store, if it is not there. The outcome says what went wrong."""
    begun = time.monotonic()
    worker = get_worker()
    outcome = Outcome(tier.name, worker.address, entries=tier.entries)
    folder = Path(job.folder or Path(worker.local_directory).parent / "zermelo-tables")
    folder /= hashlib.sha256(f"{job.store.url} {sorted(job.rules.values())} {job.outcomes}".encode()).hexdigest()[:16]
    task = _Task(job, tier, folder, outcome)
    try:
        task.tables.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        outcome.trouble, outcome.message = "disk", str(error)
    try:
        if not outcome.trouble:
            task.run(job.threads or worker.state.nthreads)
    except OSError as error:
        outcome.trouble = "disk" if error.errno == errno.ENOSPC else "store"
        outcome.message = str(error)
    outcome.notes += job.store.notes
    job.store.notes.clear()
    outcome.seconds = time.monotonic() - begun
    return outcome


class _Task:
    """One tier at work on one worker."""

    def __init__(self, job: Job, tier: Tier, folder: Path, outcome: Outcome) -> None:
        self.job, self.tier, self.outcome = job, tier, outcome
        self.folder = folder
        self.tables = folder / job.variant

    def file(self, tier: str) -> Path:
        return self.tables / f"{tier}.zt"

    def run(self, threads: int) -> None:
        own = self.file(self.tier.name)
        there = self.job.store.has(self.tier.name)
        if there and not self.job.check:
            return
        own.unlink(missing_ok=True)
        if there:
            with contextlib.suppress(NotWholeError):  # then it is made anew, as if it were damaged otherwise
                self.outcome.fetched += self.job.store.fetch(self.tier.name, own)
        for need in self.tier.needs:
            if self.file(need).exists():
                continue
            try:
                self.outcome.fetched += self.job.store.fetch(need, self.file(need))
            except NotWholeError as error:
                self.outcome.trouble, self.outcome.damaged, self.outcome.message = "damaged", need, str(error)
                return
        self.child(threads)
        if self.outcome.trouble or (there and not self.outcome.made):
            return
        self.outcome.made = True  # if not by this child, then by that of a lost worker, which ended its work meanwhile
        self.outcome.record = self.record()
        if there:
            self.job.store.remove(self.tier.name)
        try:
            self.outcome.put += self.job.store.put(self.tier.name, own)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise
            self.outcome.trouble, self.outcome.message = "refused", f"the store has no room: {error}"
            return
        if self.job.store.folder is not None:
            own.unlink()  # the store's own file serves this machine, too

    def child(self, threads: int) -> None:
        words = [program(), "solve", self.job.variant, "--tier", self.tier.name, "--tables", str(self.folder), "--json",
                 "--memory", str(self.tier.memory), "--threads", str(threads), "--stop-at-eof", *self.rules()]
        if not self.job.check:
            words.append("--trust")  # the child checks what it reads, all the same
        if self.job.outcomes:
            words.append("--outcomes")
        child = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            assert child.stdout is not None and child.stderr is not None
            output = child.stdout.read()
            errors = child.stderr.read()
            status = child.wait()
        finally:
            child.kill()
            child.wait()
            for pipe in (child.stdin, child.stdout, child.stderr):
                if pipe is not None:
                    pipe.close()
        objects = {o["type"]: o for o in map(json.loads, output.splitlines())}
        if status == 0:
            self.succeeded(objects)
        elif status < 0:
            self.outcome.trouble = "killed"
            self.outcome.message = f"the child process ended by {signal.Signals(-status).name}"
        else:
            message = objects.get("error", {}).get("message") or errors.strip()
            self.failed(message, status)

    def rules(self) -> list[str]:
        """Writes the files of rules for the child, and names them."""
        files: list[Path] = []
        for name, text in self.job.rules.items():
            file = self.folder / f"{hashlib.sha256(text.encode()).hexdigest()[:16]}-{name}"
            if not file.exists():
                part = file.with_name(f"{file.name}.{time.monotonic_ns()}.part")
                part.write_text(text, encoding="utf-8")
                part.replace(file)
            files.append(file)
        return rule_options(files)

    def succeeded(self, objects: Mapping[str, Any]) -> None:
        solved = objects.get("tier_solved")
        if solved is None:  # it was there, and whole
            return
        self.outcome.made = True
        self.outcome.plies = solved["plies"]
        self.outcome.solving = solved["solve_seconds"] + solved["verify_seconds"]

    def record(self) -> str:
        """What was noted about how the tier was solved; empty if who solved it was killed before that."""
        try:
            records = (self.tables / "runs.jsonl").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return ""
        return next((line for line in reversed(records) if f'"{self.tier.name}"' in line), "")

    def failed(self, message: str, status: int) -> None:
        self.outcome.message = message
        if "No space left" in message or "that are free there" in message:
            self.outcome.trouble = "disk"
            return
        for need in self.tier.needs:
            if f"/{need}.zt: " in message and "damaged" in message:
                self.outcome.trouble, self.outcome.damaged = "damaged", need
                self.file(need).unlink(missing_ok=True)
                return
        self.outcome.trouble = "refused" if status == 2 else "killed"


