#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/catalogue finds ten shipped variants to be Fairy-Stockfish's, finds a planted difference, and tells why a section does
not load. With `all`: every built-in variant that is shipped, at length.

Usage: catalogue.py SOURCE_DIR PROGRAM [all]. Needs pyffish of PyPI (exit status 77 without it).
"""
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

TEN = ("breakthrough", "clobber", "fox-and-hounds", "gardner", "georgian", "horde", "losers", "omicron", "racingkings", "shatranj")

# What docs/rules.md tells of as a difference: parts in one direction add up. And a key that neither side knows.
PLANTED = """[adds-up]
customPiece1 = w:W4fW2
startFen = 7w/8/8/8/8/8/8/W7 w - - 0 1
castling = false

[waits:chess]
noSuchKey = true
"""


def catalogue(source, *words):
    return subprocess.run([sys.executable, source / "tools/catalogue", *words], capture_output=True, text=True)


def main(source, program, amount="ten"):
    if not importlib.util.find_spec("pyffish"):
        print("catalogue.py: Skipped\npyffish of PyPI is missing, 'tools/bootstrap test' installs it")
        return 77
    if amount == "all":
        done = catalogue(source, program)
        print(done.stdout + done.stderr)
        return done.returncode
    problems = []
    done = catalogue(source, program, "--nodes", "20000", "--only", *TEN)
    rows = [line.split(" | ") for line in done.stdout.splitlines() if " | shipped | perft " in line]
    if done.returncode or sorted(row[0].removeprefix("| ") for row in rows) != sorted(TEN):
        problems.append(f"of ten variants: status {done.returncode}\n{done.stdout}{done.stderr}")
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "planted.ini"
        path.write_text(PLANTED, encoding="utf-8")
        done = catalogue(source, program, "--nodes", "2000", "--ini", path, "--only", "adds-up", "waits")
    for expected in ("adds-up: only here: a1a4 a1a5; only there: -\n  at 7w/8/8/8/8/8/8/W7 w - - 0 1",
                     "**differences: 1**", "| waits | fairy | no: waits: unknown key", "| noSuchKey | 1 | 1 | 1 |"):
        if expected not in done.stdout:
            problems.append(f"'{expected}' is missing in\n{done.stdout}{done.stderr}")
    if done.returncode != 1:
        problems.append(f"a difference, and the status is {done.returncode}")
    print("\n".join(problems) or "ten variants agree, and what differs is found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
