# SPDX-License-Identifier: GPL-3.0-or-later
"""zermelo.cluster while everything fails: in the end the files are those of one process, and nothing is half written.

Slow: ctest gives it that label.
"""

import contextlib
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cluster_stores
import pytest
from cluster_support import WORKER_MEMORY, by_one_process, leavings, local_cluster, quiet, tables
from distributed import Client
from zermelo.cluster import ClusterError, solve

GAMES = [("small4x4", 5), ("simplified", 6)]
KILLS = 50


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, bytes]]:
    return {variant: by_one_process(tmp_path_factory.mktemp("one"), variant, men) for variant, men in GAMES}


@pytest.mark.parametrize(("variant", "men"), GAMES)
def test_processes_with_little_memory(variant: str, men: int, expected: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    with local_cluster(tmp_path / "workers", 3) as (_, client):
        done = solve(client, variant, men=men, store=str(tmp_path / "store"), report=quiet)
    assert tables(tmp_path / "store", variant) == expected[variant]
    assert leavings(tmp_path / "store", variant) == []
    assert done.made == len(expected[variant]) and done.notes == []
    print(f"\n{variant} to {men} men: {done}")


def test_a_store_that_fails_every_tenth_call(expected: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    cluster_stores.register()
    with local_cluster(tmp_path / "workers") as (_, client):
        client.register_plugin(cluster_stores.Register())
        done = solve(client, "small4x4", men=5, store=f"tenth://{tmp_path}/store", report=quiet)
    assert tables(tmp_path / "store", "small4x4") == expected["small4x4"]
    assert leavings(tmp_path / "store", "small4x4") == []
    assert any("the store did not" in note and "fails" in note for note in done.notes)
    print(f"\n{len(done.notes)} failures; fetched {done.fetched} bytes, put {done.put}")


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextlib.contextmanager
def dask(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's command line, killed at the end."""
    here = dict(os.environ, PYTHONPATH=str(Path(__file__).parent))  # for `cluster_stores`
    child = subprocess.Popen([sys.executable, "-m", "dask", *words], env=here, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        yield child
    finally:
        child.kill()
        child.wait()


def start_scheduler(port: int) -> contextlib.AbstractContextManager[subprocess.Popen[bytes]]:
    return dask("scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard", "--no-show")


def start_worker(port: int, folder: Path) -> contextlib.AbstractContextManager[subprocess.Popen[bytes]]:
    return dask("worker", f"tcp://127.0.0.1:{port}", "--nthreads", "1", "--memory-limit", str(WORKER_MEMORY), "--no-dashboard",
                "--local-directory", str(folder), "--no-nanny")


def children(pid: int, what: str, generations: int) -> list[int]:
    """The processes that a process and its children have started, whose command line has a word in it."""
    found = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                with contextlib.suppress(OSError):
                    if what.encode() in Path(f"/proc/{child}/cmdline").read_bytes():
                        found.append(int(child))
                if generations > 1:
                    found += children(int(child), what, generations - 1)
    return found


def programs_below(folder: Path) -> list[int]:
    """The solving programs that work in a folder."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            words = (process / "cmdline").read_bytes()  # other programs' words need not be text
            if b"--stop-at-eof" in words and os.fsencode(folder) in words:
                found.append(int(process.name))
    return found


class Killer(threading.Thread):
    """Kills a worker, or the program that it has started, at random moments, until it is told to end or has done it often enough.
    It starts a worker for each that it has killed: Dask's nannies give up where one is killed while it starts."""

    def __init__(self, client: Any, workers: list[contextlib.ExitStack], start: Callable[[contextlib.ExitStack], None],
                 most: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.client, self.workers, self.start_worker, self.most = client, workers, start, most
        self.random = random.Random(seed)
        self.kills = self.child_kills = 0
        self.end = threading.Event()

    def workers_at_work(self) -> int:
        return int(self.client.run_on_scheduler(lambda dask_scheduler: len(dask_scheduler.workers)))

    def run(self) -> None:
        while self.kills < self.most and not self.end.wait(self.random.uniform(0.2, 1)):
            programs = children(os.getpid(), "--stop-at-eof", 2)
            if programs and self.random.random() < 0.2:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self.random.choice(programs), signal.SIGKILL)
                    self.child_kills += 1
            elif self.workers_at_work() > 1:  # where workers are slow to start, one is left all the same
                worker = self.random.choice(self.workers)
                worker.close()
                self.start_worker(worker)
                self.kills += 1


def test_workers_are_killed_at_random(expected: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    kills = child_kills = runs = 0
    notes: list[str] = []
    port = free_port()
    connect: Any = Client
    with contextlib.ExitStack() as all_of_it:
        all_of_it.enter_context(start_scheduler(port))
        workers = [all_of_it.enter_context(contextlib.ExitStack()) for _ in range(3)]

        def start(worker: contextlib.ExitStack) -> None:
            worker.enter_context(start_worker(port, tmp_path / "workers"))

        for worker in workers:
            start(worker)
        client = all_of_it.enter_context(connect(f"tcp://127.0.0.1:{port}", timeout=600))
        while kills < KILLS:
            variant, men = GAMES[runs % 2]
            store = tmp_path / f"store{runs}"
            killer = Killer(client, workers, start, min(KILLS // 2, KILLS - kills), runs)
            killer.start()
            try:
                notes += solve(client, variant, men=men, store=str(store), tries=1000, patience=600, report=quiet).notes
            finally:
                killer.end.set()
                killer.join()
            kills += killer.kills
            child_kills += killer.child_kills
            runs += 1
            assert tables(store, variant) == expected[variant]
            assert leavings(store, variant) == []
    while programs_below(tmp_path):  # what killed workers had started ends by itself
        time.sleep(0.1)
    print(f"\n{kills} workers and {child_kills} of their programs killed in {runs} runs; {len(notes)} notes")
    assert any("is gone; what it was at is done again elsewhere" in note for note in notes)


def test_the_scheduler_is_started_again(expected: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    port = free_port()
    store = tmp_path / "store"
    connect: Any = Client

    def begin(stack: contextlib.ExitStack) -> list[subprocess.Popen[bytes]]:
        """A scheduler, and workers after it."""
        return [stack.enter_context(start_scheduler(port)), *(stack.enter_context(start_worker(port, tmp_path / f"worker{n}")) for n in range(2))]

    with contextlib.ExitStack() as stack:
        begun = [begin(stack)]

        def restart() -> None:
            while len(tables(store, "small4x4")) < 20:
                time.sleep(0.01)
            begun[-1][0].kill()
            for process in begun[-1]:  # the workers end with their scheduler
                process.wait(timeout=600)
            begun.append(begin(stack))

        restarter = threading.Thread(target=restart)
        said = []
        made = 0
        restarter.start()
        for _ in range(2):  # it goes on by itself, or says that the same call does
            with connect(f"tcp://127.0.0.1:{port}", timeout=600) as client:
                try:
                    done = solve(client, "small4x4", men=5, store=str(store), report=quiet)
                    made += done.made
                    said += done.notes
                    break
                except ClusterError as error:
                    said.append(str(error))
        restarter.join()
    assert len(begun) == 2
    assert tables(store, "small4x4") == expected["small4x4"]
    assert leavings(store, "small4x4") == []
    assert any("scheduler" in text for text in said), said
    print(f"\n{said[:3]} …")


@contextlib.contextmanager
def small_disk(folder: Path, size: str) -> Iterator[None]:
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True, check=False)
    if mounted.returncode != 0:
        pytest.skip("a small disk cannot be mounted here: this needs root")
    try:
        yield
    finally:
        subprocess.run(["umount", "-l", str(folder)], check=True)


def test_one_worker_has_a_full_disk(expected: dict[str, dict[str, bytes]], tmp_path: Path) -> None:
    port = free_port()
    cluster_stores.register()
    connect: Any = Client
    with small_disk(tmp_path / "small", "200k"), start_scheduler(port), start_worker(port, tmp_path / "small"), \
            start_worker(port, tmp_path / "large"), connect(f"tcp://127.0.0.1:{port}", timeout=600) as client:
        client.wait_for_workers(2, timeout=600)
        client.register_plugin(cluster_stores.Register())
        # A store that is no folder: workers keep what they fetch and make.
        done = solve(client, "small4x4", men=5, store=f"tenth://{tmp_path}/store", report=quiet)
    assert tables(tmp_path / "store", "small4x4") == expected["small4x4"]
    assert leavings(tmp_path / "store", "small4x4") == []
    full = [note for note in done.notes if " to its disk and takes no more tiers: " in note]
    assert len(full) == 1, done.notes
    print(f"\n{full[0]}")
