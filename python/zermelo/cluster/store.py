# SPDX-License-Identifier: GPL-3.0-or-later
"""Where the tables of a cluster lie: a folder that all machines see, or any store that fsspec knows."""

import errno
import hashlib
import os
import shutil
import time
import uuid
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import fsspec  # type: ignore[import-untyped]

T = TypeVar("T")

MAGIC = b"\x89ZTB\r\n\x1a\n"
OUTCOMES_ALONE = 3
"""The version of the format of tables without distances."""
ATTEMPTS = 6
FIRST_PAUSE = 0.05
"""The first pause, in seconds; each further one is twice the one before."""
ATOMIC = {"s3", "s3a", "gs", "gcs", "abfs", "abfss", "az"}
"""The protocols of stores in which an object has its name only when all of it is there."""


class NotWholeError(OSError):
    """A table is cut off in the store."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(errno.EIO, f"{path} is not whole")


def is_whole(path: Path) -> bool:
    """Whether a table's length is the one in its header. Nothing is said about damaged bytes: whoever reads them finds those."""
    with path.open("rb") as file:
        head = file.read(24)
        return head[:8] == MAGIC and int.from_bytes(head[16:24], "little") == file.seek(0, os.SEEK_END)


def has_outcomes_alone(path: Path) -> bool:
    """Whether a table has no distances. Precondition: it is whole."""
    with path.open("rb") as file:
        return int.from_bytes(file.read(12)[8:], "little") == OUTCOMES_ALONE


@contextmanager
def in_place(path: Path) -> Generator[Path]:
    """Gives a name beside `path` to write to. What was written takes the place of `path` at once, or is removed if anything fails."""
    part = path.with_name(f"{path.name}.{uuid.uuid4().hex}.part")
    try:
        yield part
        os.replace(part, path)
    finally:
        part.unlink(missing_ok=True)


def digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest()


@dataclass
class Store:
    """The tables of one variant. It may be sent to other processes.

    Calls that fail are made again, up to six times within three seconds, and noted; then the last error is raised (OSError).
    A table gets its name only when it is whole: files are renamed, objects are put, where the store can do that on condition
    that there is none yet.
    """

    url: str
    variant: str
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    notes: list[str] = field(default_factory=list[str])
    """Notes of what went wrong and was done again."""

    @cached_property
    def _fs(self) -> Any:
        """The file system of the store. It is made when it is first used: a process that only hands the store on need not know its kind."""
        return fsspec.core.url_to_fs(self.url, **self.options)[0]

    @cached_property
    def _root(self) -> str:
        root = fsspec.core.url_to_fs(self.url, **self.options)[1]
        return f"{str(root).rstrip('/')}/{self.variant}"

    @cached_property
    def _protocols(self) -> set[str]:
        protocol = self._fs.protocol
        return {protocol} if isinstance(protocol, str) else set(protocol)

    def __reduce__(self) -> Any:
        return Store, (self.url, self.variant, self.options)

    @property
    def folder(self) -> Path | None:
        """The folder in which the tables lie as files of this machine; None where they do not."""
        return Path(self._root) if self._protocols & {"file", "local"} else None

    def path(self, name: str) -> str:
        return f"{self._root}/{name}"

    def sizes(self) -> dict[str, int]:
        """The tiers that are there, and the bytes of each."""
        def listed() -> list[dict[str, Any]]:
            self._fs.invalidate_cache()
            try:
                return list(self._fs.ls(self._root, detail=True))
            except FileNotFoundError:
                return []
        found: dict[str, int] = {}
        for entry in self._again("list the tables", listed):
            name = str(entry["name"]).rsplit("/", 1)[-1]
            if name.endswith(".zt"):
                found[name[:-3]] = int(entry["size"])
        return found

    def has(self, tier: str) -> bool:
        def there() -> bool:
            self._fs.invalidate_cache()
            return bool(self._fs.exists(self.path(f"{tier}.zt")))
        return self._again(f"look for {tier}", there)

    def fetch(self, tier: str, target: Path) -> int:
        """Makes a table a file of this machine, or a link where the store is one of its folders. Returns the bytes that it
        took, none for a link. Raises OSError; NotWholeError, and nothing is taken, where it is cut off."""
        def link() -> int:
            source = Path(self.path(f"{tier}.zt")).resolve()
            if not is_whole(source):
                raise NotWholeError(source)
            with in_place(target) as part:
                part.symlink_to(source)
            return 0

        def copy() -> int:
            with in_place(target) as part:
                self._fs.get_file(self.path(f"{tier}.zt"), str(part))
                if not is_whole(part):
                    path = self.path(f"{tier}.zt")
                    self._check_size(path, part.stat().st_size)  # else it was cut off on its way
                    raise NotWholeError(path)
            return target.stat().st_size
        return self._again(f"fetch {tier}", copy if self.folder is None else link)

    def put(self, tier: str, source: Path) -> int:
        """Gives a table away. Where another one has its name already, that one stays: both have the same bytes. Returns the
        bytes that were moved. Raises OSError."""
        size = source.stat().st_size
        final = self.path(f"{tier}.zt")

        def copy() -> int:
            target = Path(final)
            target.parent.mkdir(parents=True, exist_ok=True)
            with in_place(target) as part:
                with source.open("rb") as read, part.open("wb") as write:
                    shutil.copyfileobj(read, write, 1 << 20)
                    write.flush()
                    os.fsync(write.fileno())
                if digest(part) != digest(source):
                    raise OSError(errno.EIO, f"{part} reads otherwise than it was written")
            return size

        def upload() -> int:
            if self._protocols & ATOMIC:
                only_new = {"mode": "create"} if self._protocols & {"s3", "s3a"} else {}
                try:
                    self._fs.put_file(str(source), final, **only_new)
                except FileExistsError:
                    return size
                self._check_size(final, size)
            else:
                part = f"{final}.{uuid.uuid4().hex}.part"
                self._fs.makedirs(self._root, exist_ok=True)
                try:
                    self._fs.put_file(str(source), part)
                    self._check_size(part, size)
                    self._fs.mv(part, final)
                except BaseException:
                    self._quietly_remove(part)
                    raise
            return size
        return self._again(f"put {tier}", upload if self.folder is None else copy)

    def remove(self, tier: str) -> None:
        """Takes a table away, if it is there. Raises OSError."""
        def gone() -> None:
            try:
                self._fs.rm_file(self.path(f"{tier}.zt"))
            except FileNotFoundError:
                pass
        self._again(f"remove {tier}", gone)

    def sweep(self) -> None:
        """Removes what killed workers have left half written, under other names than tables have. A worker that is at such a
        file now writes it once more. Raises OSError."""
        def swept() -> None:
            self._fs.invalidate_cache()
            for name in self._fs.glob(f"{self._root}/*.part"):
                self._quietly_remove(name)
        self._again("remove what was half written", swept)

    def read_runs(self) -> str:
        """All that runs have noted about how tiers were solved. Raises OSError."""
        def read() -> str:
            self._fs.invalidate_cache()
            names = self._fs.glob(f"{self._root}/runs*.jsonl")
            return "".join(self._fs.cat_file(name).decode("utf-8", "replace") for name in names)
        return self._again("read the runs", read)

    def write_runs(self, name: str, text: str) -> None:
        """Notes how tiers were solved. Raises OSError."""
        def write() -> None:
            if not self._protocols & ATOMIC:
                self._fs.makedirs(self._root, exist_ok=True)
            self._fs.pipe_file(self.path(f"runs-{name}.jsonl"), text.encode())
        self._again("note the run", write)

    def _check_size(self, path: str, size: int) -> None:
        self._fs.invalidate_cache()
        found = self._fs.info(path)["size"]
        if found != size:
            raise OSError(errno.EIO, f"{path} has {found} bytes, expected {size}")

    def _quietly_remove(self, path: str) -> None:
        try:
            self._fs.rm_file(path)
        except OSError:
            pass

    def _again(self, what: str, call: Callable[[], T]) -> T:
        pause = FIRST_PAUSE
        for attempt in range(1, ATTEMPTS + 1):
            try:
                return call()
            except Exception as raised:  # file systems of fsspec have errors of their own kinds
                error = raised if isinstance(raised, OSError) else OSError(errno.EIO, f"{type(raised).__name__}: {raised}")
                if attempt == ATTEMPTS or error.errno == errno.ENOSPC:
                    if error is raised:
                        raise
                    raise error from raised
                self.notes.append(f"the store did not {what}: {error}; tried again")
            time.sleep(pause)
            pause *= 2
        raise AssertionError
