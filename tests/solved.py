#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The record of the solved 4×4 game in docs/solved/: that it holds every tier, that its counts are those of
the armies, and that tiers of up to five men, solved here and now, come out with the same checksums.

Usage: solved.py SOURCE_DIR PROGRAM
"""
import json
import math
import pathlib
import subprocess
import sys
import tempfile

MINORS = ["", "N", "B", "NN", "BN", "BB"]
ARMIES = ["Q" + "R" * rooks + minors for rooks in range(3) for minors in MINORS]


def placements(white, black):
    """In how many ways the two armies stand on sixteen squares, equal men counted once."""
    free = 16
    ways = 1
    for army in (white, black):
        for letter in "QRBN":
            ways *= math.comb(free, army.count(letter))
            free -= army.count(letter)
    return ways


def main(source, program):
    lines = (source / "docs/solved/checksums.tsv").read_text().splitlines()
    recorded = {tuple(line.split("\t")[:2]): line.split("\t")[2:] for line in lines[1:]}
    problems = []
    expected = {(f"{w}v{b}", mover) for w in ARMIES for b in ARMIES for mover in ("white", "black")}
    if set(recorded) != expected or len(lines) - 1 != len(expected):
        problems.append(f"{len(recorded)} tiers and sides are recorded, expected {len(expected)}, each once")
    for (tier, mover), (positions, unique, checksum) in recorded.items():
        if int(positions) != placements(*tier.split("v")):
            problems.append(f"{tier}, {mover} to move: {positions} positions, expected {placements(*tier.split('v'))}")
    with tempfile.TemporaryDirectory() as folder:
        tool = [sys.executable, source / "tools/solved"]
        subprocess.run([*tool, "run", program, folder, "--men", "5"], check=True, capture_output=True)
        record = json.loads((pathlib.Path(folder) / "record.json").read_text())
        if len(record) != 1 or not record[0]["finished"] or record[0]["peak_bytes"] <= 0:
            problems.append(f"the record of the run is {record}")
        report = subprocess.run([*tool, "report", program, folder, folder], capture_output=True, text=True)
        if report.returncode != 1 or "expected all of 324 pairs" not in report.stderr:
            problems.append(f"a report of some tiers only: status {report.returncode}, {report.stderr}")
        command = [program, "stats", "simplified", "--tables", folder, "--json"]
        stats = [json.loads(line) for line in subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()]
    for data in stats:
        now = [str(data[key]) for key in ("position_count", "unique_position_count", "checksum")]
        then = recorded.get((data["tier"], data["to_move"]))
        if now != then:
            problems.append(f"{data['tier']}, {data['to_move']} to move: {now} now, and {then} is recorded")
    if len(stats) < 100:
        problems.append(f"only {len(stats)} tiers were solved")
    print("\n".join(problems) or f"{len(recorded)} tiers and sides are recorded, {len(stats)} solved again")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2]))
