# SPDX-License-Identifier: GPL-3.0-or-later
"""Works through a graph of tiers on the workers of a Dask cluster."""

import contextlib
import itertools
import math
import queue
import sys
import tempfile
import time
import uuid
from collections import Counter
from collections.abc import Callable, Collection, Generator, Sequence
from concurrent.futures import CancelledError
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from distributed import Client, KilledWorker

from .._commands import is_shipped, rules_file
from .._commands import run as run_program
from .._core import Variant
from ..errors import FileError, InputError
from .dashboard import KEY, Dashboard, Row, page
from .graph import ClusterError, Tier, critical_seconds, plan, rule_options
from .store import Store, has_outcomes_alone
from .work import MEMORY, PROCESS_BYTES, Job, Outcome, Resources, needed, solve_tier


@dataclass
class Summary:
    """What came of a run. Times are seconds, sizes bytes."""

    tiers: int = 0
    """The number of tiers of the graph."""
    made: int = 0
    """The number of tiers that this run solved."""
    entries: int = 0
    """The number of entries of the tiers that this run solved."""
    seconds: float = 0
    solving: float = 0
    """The time that all child processes together took to solve and verify."""
    working: float = 0
    """The time of all tasks together."""
    fetched: int = 0
    """The bytes of tables that workers took from the store."""
    put: int = 0
    """The bytes of tables that workers gave to the store."""
    notes: list[str] = field(default_factory=list[str])
    """What happened on the way, in words."""


@dataclass(frozen=True)
class Progress:
    """How far a run is."""

    done: int
    tiers: int
    share: float
    """The share of the work that is done, from 0 to 1, by the plan's estimates."""
    entries_per_second: float
    seconds_left: float
    """An estimate, no less than the longest path that is left takes."""
    workers: int
    note: str = ""
    """What has just happened, if anything did."""

    def __str__(self) -> str:
        return (f"{self.done} of {self.tiers} tiers, {100 * self.share:.1f} %, {self.entries_per_second / 1e6:.2f} M/s, "
                f"{_time(self.seconds_left)} left, {self.workers} workers")


def _time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s" if minutes else f"{rest} s"


def on_terminal(progress: Progress) -> None:
    """Keeps one line of standard error, if that is a terminal; what happened stays above it."""
    if sys.stderr.isatty():
        if progress.note:
            print(f"\r\x1b[K{progress.note}", file=sys.stderr)
        print(f"\r\x1b[K{progress}", end="\n" if progress.done == progress.tiers else "", file=sys.stderr, flush=True)
    elif progress.note:
        print(f"zermelo: {progress.note}", file=sys.stderr, flush=True)


def solve(client: Client, variant: Variant | str, *, store: str, men: int | None = None, tiers: str | Sequence[str] = (),
          variant_path: Sequence[str | Path] = (), threads: int | None = None, folder: str | None = None,
          outcomes: bool = False, check: bool = False, tries: int = 10, patience: float = 60, storage_options: dict[str, Any] | None = None,
          report: Callable[[Progress], None] = on_terminal) -> Summary:
    """Makes the tables of a variant, which may be given by its name, on the workers of a cluster: those of the tiers asked for
    and of all that they lead to.

    `store` is a folder that every worker sees under this name, or the URL of a store that fsspec knows (`s3://bucket/tables`,
    with `storage_options`). The tables are put into `store/VARIANT/TIER.zt`, and have the bytes that `zermelo solve` writes.
    `men`, `tiers` and `outcomes` are those of `zermelo.solve`, but that a store has tables of one kind, with distances or
    without. `variant_path` has files of rules on this machine. `threads` is the number of threads that work on a tier; those of
    the worker if absent. `folder` is where each worker keeps tables that it fetched or made. `check` reads all bytes of the
    tables that are there, and makes damaged ones anew; without it a damaged table is found when it is used. `tries` is the
    number of times that a tier is begun, if workers are lost or the store fails, before the run gives up. `patience` is the
    number of seconds to wait for a worker, or for the scheduler to come back.

    A worker takes one tier at a time, if its memory is enough: the resource `zermelo_memory`, by default nine tenths of its
    memory limit. Tiers on which the longest path of work waits go first. Raises ClusterError, which says what happened, and is an InputError where the variant or the tiers are wrong. Whatever
    ends the call, the same call goes on with the tables that are there. Memory: some kilobytes a tier. Cost: some 50 ms a tier,
    beside solving it.
    """
    files = [Path(file) for file in variant_path]
    with contextlib.ExitStack() as stack:
        if isinstance(variant, Variant):
            if not is_shipped(variant):
                files.append(Path(stack.enter_context(rules_file(variant))))
            variant = variant.name
        run = _Run(client, Store(store, variant, storage_options or {}), tries, patience, report)
        job = Job(variant, run.store, {f"{i}-{file.name}": file.read_text(encoding="utf-8") for i, file in enumerate(files)}, threads, folder, check, outcomes)
        run.prepare()
        with run.asking_store():
            runs = run.store.read_runs()
        graph = plan(variant, men=men, tiers=tiers, files=files, memory=run.largest() - PROCESS_BYTES, outcomes=outcomes, runs=runs)
        with run.asking_store():
            run.store.sweep()
            there = run.store.sizes()
        check_kind(run.store, files, {tier.name: there[tier.name] for tier in graph if tier.name in there}, outcomes)
        return run.solve(job, graph, there)


def check_kind(store: Store, files: Sequence[Path], there: dict[str, int], outcomes: bool) -> None:
    """Checks on one of the tables that are there whether they are of these rules, and of the kind that is asked for. Raises ClusterError
    if they are not."""
    if not there:
        return
    tier = min(there, key=lambda name: there[name])
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / store.variant).mkdir()
        try:
            store.fetch(tier, Path(folder) / store.variant / f"{tier}.zt")
        except OSError:
            return  # whoever needs it finds out
        if has_outcomes_alone(Path(folder) / store.variant / f"{tier}.zt") != outcomes:
            raise ClusterError(f"{store.url}: {tier}.zt has {'distances' if outcomes else 'outcomes alone'}, expected a store of its own for tables "
                               f"{'of outcomes alone' if outcomes else 'with distances'}")
        try:
            for _ in run_program(["stats", store.variant, "--tier", tier, "--tables", folder, "--json", *rule_options(files)]):
                pass
        except (InputError, FileError) as error:
            if "other rules" in str(error):
                raise ClusterError(f"{store.url}: {tier}.zt is a table of other rules of {store.variant}, expected a store of its own for each") from error


class _Run:
    def __init__(self, client: Client, store: Store, tries: int, patience: float, report: Callable[[Progress], None]) -> None:
        self.client: Any = client
        self.store, self.tries, self.patience, self.report = store, tries, patience, report
        self.name = f"{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}-{uuid.uuid4().hex[:6]}"
        self.summary = Summary()
        self.begun: Counter[str] = Counter()
        self.at_work: dict[str, Any] = {}
        self.ended: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self.workers: set[str] = set()
        self.stranded: set[str] = set()
        self.worker_of: dict[str, str] = {}
        """The worker that is at work on the task of each key."""
        self.shown = -math.inf
        self.full: set[str] = set()
        """The workers whose disks have no room."""
        self.looked = 0.0
        self.short_since = math.inf
        """When all that is at work began to wait for a larger worker."""
        self.numbers = itertools.count(1)
        self.records: list[str] = []
        self.start = time.monotonic()
        self.graph: list[Tier] = []

    @contextlib.contextmanager
    def asking_store(self) -> Generator[None]:
        try:
            yield
        except OSError as error:
            raise ClusterError(f"the store {self.store.url} fails: {error}; the same call goes on with the tables that are there") from error

    # --- the cluster

    def prepare(self) -> None:
        """Waits for a scheduler and a worker, and has all workers say what they have."""
        end = time.monotonic() + self.patience
        while True:
            try:
                if self.client.status == "running":
                    self.client.wait_for_workers(1, timeout=max(1, end - time.monotonic()))
                    self.client.register_plugin(Resources())
                    self.open_page()
                    self.look_at_workers()
                    return
                raise TimeoutError("it is not connected")
            except (TimeoutError, OSError, ValueError, CancelledError) as error:
                if self.client.status not in ("running", "connecting") or time.monotonic() > end:
                    raise ClusterError(f"no scheduler with a worker within {self.patience:.0f} s, expected one ({error}); the same "
                                       "call goes on with the tables that are there") from error
            time.sleep(0.2)

    def open_page(self) -> None:
        """Has the scheduler serve the page of the run, if it can."""
        try:
            self.client.register_plugin(Dashboard())
        except (ImportError, AttributeError, ValueError) as error:
            self.note(f"the scheduler does not show the run under /zermelo: {error}")

    def look_at_workers(self) -> None:
        self.looked = time.monotonic()
        resources = self.resources()
        for lost in sorted(self.workers - set(resources)):
            self.note(f"worker {lost} is gone; what it was at is done again elsewhere")
        self.workers = set(resources)
        self.begin_stranded()

    def resources(self) -> dict[str, float]:
        """The memory of each worker, 0 until it has said so."""
        while True:
            info = self.client.scheduler_info(n_workers=-1)
            # What is told may be the client's own look every two seconds, which counts workers and leaves them out.
            if len(info["workers"]) == info.get("n_workers", len(info["workers"])):
                return {address: worker["resources"].get(MEMORY, 0) for address, worker in info["workers"].items()}

    def begin_stranded(self) -> None:
        """Begins tasks again that no worker has now, and none had at the last look. The scheduler looks for work for a worker when
        it joins, but not when the worker says, a moment later, what memory it has; and a task that is submitted while the
        scheduler is lost never gets there."""
        known: set[str] = set()
        if self.at_work:
            self.worker_of = {key: worker for worker, keys in self.client.processing().items() for key in keys}
            # In this order: what has ended meanwhile is here.
            ended = {key for key, holders in self.client.who_has(list(self.at_work.values())).items() if holders}
            known = ended | self.worker_of.keys()
        stranded = {name for name, future in self.at_work.items() if future.key not in known and not future.done()}
        for name in stranded & self.stranded:
            self.client.cancel([self.at_work.pop(name)])
            self.begun[name] -= 1
            self.submit(name)
        self.stranded = stranded - self.stranded

    def largest(self) -> int:
        """Waits until workers have said how much memory they have, and returns the most that one has. Raises ClusterError."""
        end = time.monotonic() + self.patience
        while True:
            found = self.resources()
            most = max(found.values(), default=0)
            if most > PROCESS_BYTES:
                return int(most)
            if time.monotonic() > end:
                raise ClusterError(f"of {len(found)} workers none has more than {PROCESS_BYTES} bytes of {MEMORY}, expected one that has")
            time.sleep(0.05)

    def note(self, text: str) -> None:
        self.summary.notes.append(text)
        self.tell(text)

    # --- the graph

    def solve(self, job: Job, graph: list[Tier], there: Collection[str]) -> Summary:
        """Makes the tables of the graph but those of the tiers in `there`, which the store has."""
        self.job, self.graph = job, graph
        self.tiers = {tier.name: tier for tier in graph}
        self.critical = critical_seconds(graph)
        self.check_memory()
        self.done: set[str] = set() if job.check else {name for name in self.tiers if name in there}
        self.to_do = {name: tier for name, tier in self.tiers.items() if name not in self.done}
        self.leads_to: dict[str, list[str]] = {name: [] for name in self.tiers}
        for tier in graph:
            for need in tier.needs:
                self.leads_to[need].append(tier.name)
        self.summary.tiers = len(graph)
        self.start = time.monotonic()
        try:
            for tier in graph:
                self.submit(tier.name)
            while len(self.done) < len(self.tiers):
                self.wait()
        finally:
            with contextlib.suppress(OSError, CancelledError):
                self.client.cancel(list(self.at_work.values()))
            self.end()
        self.tell()
        return self.summary

    def end(self) -> None:
        self.summary.seconds = time.monotonic() - self.start
        self.summary.notes += self.store.notes
        self.store.notes.clear()
        try:
            if self.records:
                self.store.write_runs(self.name, "".join(line + "\n" for line in self.records))
            self.store.sweep()
        except OSError as error:
            self.note(f"the store takes no record of this run: {error}")

    def check_memory(self) -> None:
        most = self.largest()
        large = [tier for tier in self.graph if tier.memory + PROCESS_BYTES > most]
        if large:
            worst = max(large, key=lambda tier: tier.memory)
            raise ClusterError(f"{worst.name} takes {worst.memory} bytes of memory and {PROCESS_BYTES} for the program ({len(large)} tiers "
                               f"take too much), expected at most the {most} that the largest worker has")

    def check_waiting(self) -> None:
        """Gives up where all that is to be done waits for a worker with more memory than any has, and none comes."""
        least = min((self.tiers[name] for name in self.at_work), key=lambda tier: tier.memory, default=None)
        most = max(self.resources().values(), default=0)
        if least is None or least.memory + PROCESS_BYTES <= most:
            self.short_since = math.inf
            return
        self.short_since = min(self.short_since, time.monotonic())
        if time.monotonic() > self.short_since + self.patience:
            self.check_memory()

    def submit(self, name: str) -> None:
        """Begins a tier, if it is to be made and all that it needs is there."""
        if name in self.done or name in self.at_work or any(need not in self.done for need in self.tiers[name].needs):
            return
        self.begun[name] += 1
        key = f"{name}-{self.name}-{next(self.numbers)}"
        future = self.client.submit(solve_tier, self.job, self.tiers[name], key=key, pure=False,
                                    resources=needed(self.tiers[name]), priority=round(1e6 * self.critical[name]))
        self.watch(name, future)

    def watch(self, name: str, future: Any) -> None:
        self.at_work[name] = future

        def put(ended: Any) -> None:
            self.ended.put((name, ended))

        future.add_done_callback(put)

    def wait(self) -> None:
        """Takes what comes next, or looks around after a second."""
        try:
            self.take_next()
        except (OSError, CancelledError) as error:
            self.scheduler_lost(str(error))

    def take_next(self) -> None:
        if time.monotonic() > self.looked + 1:
            self.look_at_workers()
        try:
            name, future = self.ended.get(timeout=1)
        except queue.Empty:
            if not self.workers:
                self.prepare()
                self.largest()
            self.check_waiting()
            self.tell()
            return
        if name not in self.at_work or self.at_work[name] is not future:
            return
        del self.at_work[name]
        if future.status == "finished":
            try:
                outcome = future.result(timeout=5)
            except TimeoutError:  # slow, or its worker was lost with the result and the scheduler has it done again
                self.watch(name, future)
                return
            except KilledWorker as error:  # its worker was lost with the result, and so were those that did it again
                self.failed(name, error)
                return
            self.take(outcome)
        elif future.status == "error":
            self.failed(name, future.exception())
        else:
            self.scheduler_lost(f"{name} is {future.status}")

    def take(self, outcome: Outcome) -> None:
        self.summary.working += outcome.seconds
        self.summary.fetched += outcome.fetched
        self.summary.put += outcome.put
        for note in outcome.notes:
            self.note(f"{outcome.worker}, {outcome.tier}: {note}")
        if outcome.trouble:
            self.trouble(outcome)
            return
        self.done.add(outcome.tier)
        if outcome.made:
            self.summary.made += 1
            self.summary.entries += outcome.entries
            self.summary.solving += outcome.solving
            if outcome.record:
                self.records.append(outcome.record)
        for above in self.leads_to[outcome.tier]:
            self.submit(above)
        self.tell()

    def trouble(self, outcome: Outcome) -> None:
        tier, worker = outcome.tier, outcome.worker
        if outcome.trouble == "refused":
            raise ClusterError(f"{worker}: {outcome.message}")
        if outcome.trouble == "disk":
            self.begun[tier] -= 1
            if worker not in self.full:  # what it had begun before it was retired fails likewise
                self.full.add(worker)
                if not self.resources().keys() - self.full:
                    raise ClusterError(f"{worker} cannot write {tier} to its disk, and no other worker is left: {outcome.message}")
                self.note(f"{worker} cannot write {tier} to its disk and takes no more tiers: {outcome.message}")
                self.client.retire_workers([worker])
                self.prepare()
                self.check_memory()
        elif outcome.trouble == "damaged":
            self.note(f"{outcome.message}: it is made anew")
            try:
                self.store.remove(outcome.damaged)
            except OSError as error:
                raise ClusterError(f"the store keeps a damaged table of {outcome.damaged}: {error}") from error
            self.done.discard(outcome.damaged)
            self.submit(outcome.damaged)
        else:
            self.note(f"{worker}, {tier}: {outcome.message}: begun again")
        self.again(tier, outcome.message)

    def failed(self, name: str, error: BaseException | None) -> None:
        """A task that ended in an exception: the scheduler gave it up, or there is a mistake here."""
        if not isinstance(error, KilledWorker):
            raise ClusterError(f"{name}: {error!r}") from error
        self.note(f"{name} was at work on {error.allowed_failures + 1} workers when they were lost: begun again")
        self.again(name, "the workers that were at it were lost")

    def scheduler_lost(self, why: str) -> None:
        """Waits for the scheduler, or another one in its place, and begins again all that was at work."""
        self.note(f"the scheduler does not know what is at work ({why}): begun again")
        self.at_work.clear()
        self.prepare()
        self.largest()
        for tier in self.graph:
            self.submit(tier.name)

    def again(self, name: str, why: str) -> None:
        if self.begun[name] >= self.tries:
            raise ClusterError(f"{name} was begun {self.begun[name]} times and never came to an end: {why}")
        self.submit(name)

    def tell(self, note: str = "") -> None:
        """Says how far the run is. Work is counted by the plan's estimates, and time by how fast they have come true."""
        if not self.graph:
            return
        passed = time.monotonic() - self.start
        left = [tier for name, tier in self.to_do.items() if name not in self.done]
        all_work = sum(tier.seconds for tier in self.to_do.values())
        share = 1 - sum(tier.seconds for tier in left) / all_work if all_work else 1
        # At the beginning the time that tiers take beside solving would stand for all.
        by_pace = passed / share * (1 - share) if share > 0.01 else all_work / max(len(self.workers), 1)
        path = max((self.critical[tier.name] for tier in left), default=0)
        progress = Progress(len(self.done), len(self.tiers), share, self.summary.entries / max(passed, 1e-9), max(by_pace, path),
                            len(self.workers), note)
        self.report(progress)
        if time.monotonic() > self.shown + 1 or not left:
            self.show(progress, left)

    def show(self, progress: Progress, left: list[Tier]) -> None:
        """Writes the page that the scheduler serves: what is at work first, then what most waits for."""
        rows = [Row(tier.name, tier.entries, tier.seconds, self.state(tier))
                for tier in sorted(left, key=lambda tier: (tier.name not in self.at_work, -self.critical[tier.name]))]
        title = f"Zermelo: tables of {self.store.variant}"
        with contextlib.suppress(OSError, CancelledError):  # whoever waits for the scheduler finds out
            self.client.set_metadata(KEY, page(title, str(progress), progress.share, rows))
        self.shown = time.monotonic()

    def state(self, tier: Tier) -> str:
        future = self.at_work.get(tier.name)
        if future is not None:
            worker = self.worker_of.get(future.key)
            return f"at work on {worker}" if worker else "waits for a worker"
        missing = sum(need not in self.done for need in tier.needs)
        return f"waits for {missing} {'tier' if missing == 1 else 'tiers'}"
