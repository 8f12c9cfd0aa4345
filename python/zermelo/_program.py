# SPDX-License-Identifier: GPL-3.0-or-later
"""The command `zermelo` that the package carries."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def program() -> str:
    """The path of the program `zermelo`: the environment variable ZERMELO_PROGRAM if it is set, else the package's own
    program, else the first one on PATH. Raises FileNotFoundError if there is none."""
    chosen = os.environ.get("ZERMELO_PROGRAM")
    if chosen:
        return chosen
    own = Path(__file__).parent / "bin" / "zermelo"
    if own.is_file():
        return str(own)
    found = next(filter(None, map(_program_in, os.get_exec_path())), None)
    if found is None:
        raise FileNotFoundError("no program 'zermelo': expected it in the package, or on PATH")
    return found


def _program_in(folder: str) -> str | None:
    """The program in a folder of PATH, but not the package's own command, which asks for it here."""
    found = shutil.which("zermelo", path=folder)
    if found is None:
        return None
    try:
        with open(found, "rb") as file:
            head = file.read(1000)
    except OSError:
        return found
    return None if head.startswith(b"#!") and b"python" in head else found


def main() -> None:
    """Replaces this process by the program, with the same arguments."""
    path = program()
    os.execv(path, ["zermelo", *sys.argv[1:]])
