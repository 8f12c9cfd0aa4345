# SPDX-License-Identifier: GPL-3.0-or-later
"""A store that fails, for the tests of zermelo.cluster."""

import errno
import itertools
import shutil
from pathlib import Path
from typing import Any

import fsspec  # type: ignore[import-untyped]
from distributed import Worker, WorkerPlugin
from fsspec.implementations.local import LocalFileSystem  # type: ignore[import-untyped]

_calls = itertools.count(1)


class TenthFails(LocalFileSystem):  # type: ignore[misc]
    """A folder as `tenth://PATH`, of which every tenth call in a process fails; files that it then copies are cut in half."""

    protocol = "tenth"
    cachable = False

    @classmethod
    def _strip_protocol(cls, path: Any) -> Any:
        if isinstance(path, list):
            return [cls._strip_protocol(each) for each in path]
        return str(path).removeprefix("tenth://").rstrip("/")

    def _fails(self, what: str) -> bool:
        return next(_calls) % 10 == 0

    def _check(self, what: str) -> None:
        if self._fails(what):
            raise OSError(errno.EIO, f"the tenth call, {what}, fails")

    def _copy(self, what: str, source: str, target: str) -> None:
        if self._fails(what):
            whole = Path(source).read_bytes()
            Path(target).write_bytes(whole[:len(whole) // 2])
            raise OSError(errno.EIO, f"the tenth call, {what}, fails half way")
        shutil.copyfile(source, target)

    def ls(self, path: str, detail: bool = False, **options: Any) -> Any:
        self._check("ls")
        return super().ls(path, detail, **options)

    def exists(self, path: str, **options: Any) -> bool:
        self._check("exists")
        return Path(self._strip_protocol(path)).exists()

    def get_file(self, path1: str, path2: str, callback: Any = None, **options: Any) -> None:
        self._copy("get", self._strip_protocol(path1), path2)

    def put_file(self, path1: str, path2: str, callback: Any = None, **options: Any) -> None:
        self._copy("put", path1, self._strip_protocol(path2))

    def mv(self, path1: str, path2: str, recursive: bool = False, maxdepth: Any = None, **options: Any) -> None:
        self._check("mv")
        Path(self._strip_protocol(path1)).replace(self._strip_protocol(path2))

    def pipe_file(self, path: str, value: bytes, mode: str = "overwrite", **options: Any) -> None:
        self._check("pipe")
        Path(self._strip_protocol(path)).write_bytes(value)


def register() -> None:
    fsspec.register_implementation("tenth", TenthFails, clobber=True)


class Register(WorkerPlugin):
    """Makes workers know `tenth://`."""

    name = "tenth"

    def setup(self, worker: Worker) -> None:
        register()
