#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the sessions that the documents show and compares what they print.

A session is a fenced block marked `console`: lines that begin with `$ ` are run by a shell, with the built `zermelo`
on the path, in a folder that looks like the project's; what follows up to the next `$ ` or the block's end must be
what they print, standard error included, but for lines `zermelo: 5 s: …` that say how far long work is. A line `…` stands for any
number of lines. What they write, in that folder
or in /tmp, goes to a place of its own that is gone at the end: nobody else meets it.
Usage: documents.py SOURCE_DIR PROGRAM
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

PROGRESS = re.compile(r"^zermelo: \d+ s: ")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.M | re.S)


def matches(expected: list[str], found: list[str]) -> bool:
    if not expected:
        return not found
    if expected[0] == "…":
        return any(matches(expected[1:], found[i:]) for i in range(len(found) + 1))
    return bool(found) and expected[0] == found[0] and matches(expected[1:], found[1:])


def commands(block: str):
    """The commands of a block, each with the lines it should print."""
    current = None
    for line in block.splitlines():
        if line.startswith("$ "):
            if current:
                yield current
            current = (line[2:], [])
        elif current:
            current[1].append(line)
    if current:
        yield current


def main(source: pathlib.Path, program: pathlib.Path) -> int:
    with tempfile.TemporaryDirectory() as scratch:
        project, temporary = pathlib.Path(scratch, "project"), f"{scratch}/tmp/"
        project.mkdir()
        os.mkdir(temporary)
        for entry in source.iterdir():
            project.joinpath(entry.name).symlink_to(entry.resolve())
        return run_all(source, program, project, temporary)


def run_all(source: pathlib.Path, program: pathlib.Path, project: pathlib.Path, temporary: str) -> int:
    environment = dict(os.environ, PATH=f"{program.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
    run = failed = 0
    for document in [source / "README.md", *sorted((source / "docs").glob("*.md"))]:
        for block in BLOCK.findall(document.read_text(encoding="utf-8")):
            for command, expected in commands(block):
                if command.startswith(("make ", "git ", "cd ", "sudo ")):
                    continue  # the set-up itself
                # On the busiest machine, too, a program that is not slow is in time.
                patient = command.replace("zermelo stress", "zermelo stress --time-limit 300")
                done = subprocess.run(["sh", "-c", patient.replace("/tmp/", temporary)], cwd=project, env=environment, text=True,
                                      stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
                found = [line.rstrip() for line in done.stdout.replace(temporary, "/tmp/").splitlines() if not PROGRESS.match(line)]
                run += 1
                if not matches([line.rstrip() for line in expected], found):
                    failed += 1
                    print(f"{document.name}: $ {command}\nshown:\n" + "\n".join(expected) + "\nfound:\n" + "\n".join(found))
    print(f"{run} commands run, {failed} differ")
    return 1 if failed or run < 5 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()))
