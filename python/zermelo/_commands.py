# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs commands of the program as processes of their own. The memory that they take is given back when they end, and if
they are killed or run out of memory, only they end."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from zermelo import _core
from zermelo._arguments import tier_names, whole
from zermelo._core import Variant
from zermelo.errors import FileError, InputError, Reason, ZermeloError
from zermelo._program import program

BAD_INPUT = 2
THREADS = 1024


def is_shipped(variant: Variant) -> bool:
    """Whether the variant's name alone means it, so that a command line needs no rules."""
    return variant.name in _core.variants() and Variant(variant.name) == variant


@contextmanager
def rules_file(variant: Variant) -> Generator[str, None, None]:
    """A file with the rules of the variant, which is removed at the end."""
    with tempfile.NamedTemporaryFile("w", suffix=".ini", encoding="utf-8") as file:
        file.write(variant.ini())
        file.flush()
        yield file.name


@contextmanager
def variant_word(variant: Variant) -> Generator[str, None, None]:
    """The word for the variant on a command line: its name if it is shipped, else the path of a file of its rules."""
    if is_shipped(variant):
        yield variant.name
        return
    with rules_file(variant) as path:
        try:
            yield path
        except ZermeloError as error:  # the file is gone when somebody reads what to do
            raise type(error)([reason._replace(message=reason.message.replace(repr(path), "variant")) for reason in error.reasons]) from None


def solve_words(
    word: str,
    folder: str | os.PathLike[str],
    *more: str,
    men: int | None = None,
    tiers: str | Sequence[str] = (),
    threads: int | None = None,
    memory: int | None = None,
    outcomes: bool = False,
) -> list[str]:
    """The command line that solves a variant, for `run`."""
    whole(men=men, memory=memory)
    whole(1, THREADS, threads=threads)
    if men is not None and tiers:
        raise InputError(f"men={men} beside tiers={tiers!r}, expected one of them")
    words = ["solve", word, "--tables", os.fspath(folder), "--json", "--stop-at-eof", *more]
    if men is not None:
        words += ["--men", str(men)]
    if tiers:
        words += ["--tiers", ",".join(tier_names(tiers))]
    if threads is not None:
        words += ["--threads", str(threads)]
    if memory is not None:
        words += ["--memory", str(memory)]
    if outcomes:
        words.append("--outcomes")
    return words


def _argument(word: str) -> bytes:
    """The word as the program gets it: any str, also one that stands for no text at all."""
    try:
        return os.fsencode(word)
    except UnicodeEncodeError:
        return word.encode("utf-8", "surrogatepass")


def run(arguments: Sequence[str], good: Sequence[int] = (0,)) -> Iterator[dict[str, Any]]:
    """Runs the program and gives the JSON objects that it writes, as they come. The program is ended if they are not wanted
    any more, for example after Ctrl-C. Raises InputError or FileError, as the program's exit status says, unless that is
    one of `good`."""
    process = subprocess.Popen(
        [program(), *map(_argument, arguments)],
        # A pipe that ends with this process, however that ends: `--stop-at-eof` looks at it.
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        errors="surrogateescape",  # names of files may be no UTF-8
        start_new_session=True,  # Ctrl-C is for this process, which ends the other
    )
    assert process.stdout is not None
    error: dict[str, Any] | None = None
    with process:
        try:
            for line in process.stdout:
                found: dict[str, Any] = json.loads(line)
                if found["type"] == "error":
                    error = found
                else:
                    yield found
            assert process.stderr is not None
            said = process.stderr.read().strip()
        except BaseException:
            process.terminate()
            raise
    if process.returncode in good:
        return
    reason = Reason(said or f"'zermelo {arguments[0]}' ended with status {process.returncode}")
    if error is not None:
        reason = Reason(error["message"], error["input"] or "", error["line"], error["column"])
    raise (InputError if process.returncode == BAD_INPUT else FileError)([reason])
