#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs every example that the help of a command shows.

The examples of one help are run by bash, in their order, in a folder with files as its reader may have them, and must end
with exit status 0, or with that of "exit status N" in what they show. What begins to serve is ended after its first line;
engines find that nobody speaks to them.
Usage: examples.py SOURCE_DIR PROGRAM
"""
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

import help_tree


def prepare(folder: pathlib.Path, source: pathlib.Path, program: pathlib.Path) -> None:
    """The files that examples name."""
    samples = source / "examples"
    hunt = (samples / "simplified.in").read_text().split("\n", 1)[1]
    (folder / "hunts.in").write_text("2\n" + hunt + hunt)
    answer = (samples / "simplified.ans").read_text()
    for name in ("hunts.ans", "output"):
        (folder / name).write_text(answer + answer)
    shutil.copy(samples / "cstate2.in", folder / "boards.in")
    shutil.copy(samples / "cheesy.in", folder / "pawns.in")
    (folder / "fens").write_text("8/8/8/8/8/2k5/1R6/K7 w\nk7/8/2K5/8/8/8/8/7R w\n")
    (folder / "problems.inp").write_text("BeginProblem Pieces White Kf6 Rg1 Black Kh8 Stipulation #2 EndProblem\n")
    (folder / "mine.ini").write_text("[mine:chess]\n")
    (folder / "bad.ini").write_text("[bad:chess]\nmaxFile = 99\n")
    (folder / "tmp").mkdir()
    for name, game in (("mine", "cstate2"), ("pawns", "cheesy")):
        (folder / name).write_text(f"#!/bin/sh\nexec '{program}' judge {game}\n")
        (folder / name).chmod(0o755)
    (folder / "mine.py").write_text(f"import subprocess\nsubprocess.run([{str(program)!r}, 'judge', 'simplified'], check=True)\n")
    subprocess.run([program, "solve", "chess", "--tiers", "KRvK", "--tables", "tables"], cwd=folder, check=True, capture_output=True)


def patient(command: str) -> str:
    """The same, on the busiest machine and under a sanitizer, too: limits of time and memory that nothing reaches, and a
    hunt for failures that ends after some games."""
    if command.startswith("zermelo stress"):
        games = "" if "--games" in command else " --games 20"
        return command.replace("zermelo stress", "zermelo stress --time-limit 300 --memory-limit 0" + games)
    return re.sub(r"--seconds \d+", "--seconds 100000", command)


def serves(command: str, folder: pathlib.Path, environment: dict[str, str]) -> str:
    """Runs a server up to its first line; says what is wrong with it."""
    if "--port" not in command:
        command += " --port 0"
    with subprocess.Popen(["bash", "-c", "exec " + command], cwd=folder, env=environment, text=True, stdout=subprocess.PIPE) as server:
        address = server.stdout.readline().strip()
        opened = (folder / "opened").open().read().strip() if "--open" in command else address
        server.send_signal(signal.SIGINT)
        status = server.wait()
    if not address.startswith("http://127.0.0.1:") or status != 0:
        return f"said {address!r} and ended with {status}"
    return "" if opened == address else f"opened {opened!r} instead of {address!r}"


def runs(command: str, shows: str, folder: pathlib.Path, environment: dict[str, str]) -> str:
    """Says what is wrong with an example."""
    if command.startswith("zermelo serve"):
        return serves(command, folder, environment)
    said = re.search(r"exit status (\d+)", shows)
    expected = int(said[1]) if said else 0
    done = subprocess.run(["bash", "-c", "set -o pipefail; " + patient(command)], cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    return "" if done.returncode == expected else f"ended with {done.returncode}, expected {expected}\n{done.stdout}"


def main(source: pathlib.Path, program: pathlib.Path) -> int:
    run = failed = 0
    with tempfile.TemporaryDirectory() as scratch:
        programs, prepared = pathlib.Path(scratch, "bin"), pathlib.Path(scratch, "prepared")
        programs.mkdir()
        prepared.mkdir()
        prepare(prepared, source, program)
        # A desktop's browser: it says what it was asked to open, to whoever reads that.
        (programs / "xdg-open").write_text('#!/bin/sh\necho "$1" >opened\n')
        (programs / "xdg-open").chmod(0o755)
        environment = dict(os.environ, PATH=f"{programs}:{program.parent}:{os.environ['PATH']}", LC_ALL="C.UTF-8")
        for command in help_tree.read(program).all():
            folder = pathlib.Path(scratch, "-".join(["of", *command.words]))
            shutil.copytree(prepared, folder)
            os.mkfifo(folder / "opened")
            if not command.examples:
                failed += 1
                print(f"zermelo {' '.join(command.words)}: its help has no examples")
            for example, shows in command.examples:
                run += 1
                if problem := runs(example, shows, folder, environment):
                    failed += 1
                    print(f"zermelo {' '.join(command.words)}: $ {example}\n{problem}")
    print(f"{run} examples run, {failed} problems")
    return 1 if failed or run < 60 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()))
