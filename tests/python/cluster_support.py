# SPDX-License-Identifier: GPL-3.0-or-later
"""What the tests of zermelo.cluster share: tables by one process, and clusters on this machine."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from distributed import Client, LocalCluster
from zermelo._program import program

WORKER_MEMORY = 192 << 20


def tables(folder: Path, variant: str) -> dict[str, bytes]:
    """The tables in a store's folder, by name."""
    return {file.name: file.read_bytes() for file in sorted((folder / variant).glob("*.zt"))}


def lay_out(folder: Path, variant: str, found: dict[str, bytes]) -> None:
    """Puts tables, by name, into a store's folder."""
    (folder / variant).mkdir(parents=True, exist_ok=True)
    for name, data in found.items():
        (folder / variant / name).write_bytes(data)


def leavings(folder: Path, variant: str) -> list[str]:
    """What else lies there, but for what is known of the runs."""
    return [file.name for file in (folder / variant).iterdir()
            if file.suffix != ".zt" and not file.name.startswith("runs")]


def by_one_process(folder: Path, variant: str, men: int, *options: str) -> dict[str, bytes]:
    subprocess.run([program(), "solve", variant, "--men", str(men), "--tables", str(folder), *options], check=True,
                   stdout=subprocess.DEVNULL)
    return tables(folder, variant)


@contextmanager
def local_cluster(folder: Path, workers: int = 2, **options: Any) -> Iterator[tuple[LocalCluster, Client]]:
    """Worker processes on this machine with little memory each, which write into a folder."""
    make: Any = LocalCluster
    connect: Any = Client
    with make(n_workers=workers, threads_per_worker=1, memory_limit=WORKER_MEMORY, dashboard_address="127.0.0.1:0",
              local_directory=str(folder), **options) as cluster, connect(cluster) as client:
        yield cluster, client


def quiet(_: object) -> None:
    """Takes progress and says nothing."""
