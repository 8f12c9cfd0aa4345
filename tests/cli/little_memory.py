#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""However little address space there is (`ulimit -v`), every command ends by itself: with the right answer, or with a documented
exit status and a message that says what lacks.

The program's own loader comes first: what has no room for its libraries ends with the loader's message, and is no matter of
ours. From the least space in which `--version` answers on, each command is run in spaces up to 80 MB, or as much more as it
takes to begin; the last run of each, with room enough, must give the right answer.
Usage: little_memory.py SOURCE_DIR PROGRAM STRESSED_PROGRAM [STEPS]
"""
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import urllib.error
import urllib.request

import examples
import help_tree

MEBIBYTE = 1 << 20
LACKS = re.compile(r"out of memory|no memory|Cannot allocate memory|Resource temporarily unavailable")
LOADER = re.compile(r"error while loading shared libraries|cannot (?:allocate|create|apply|map)|failed to map")
PATIENCE = 300  # seconds until a run counts as one that never ends
MATE = "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1"
# What is said to an engine, and what each line waits for: the next one would end a search or a count.
DIALOGS = {
    "uci": [("uci", "uciok"), (f"position fen {MATE}\ngo depth 3", "bestmove"), ("isready", "readyok"),
            ("position startpos\ngo perft 3", "Nodes searched"), ("setoption name Threads value 3\ngo depth 2", "bestmove")],
    "usi": [("usi", "usiok"), ("position startpos\ngo depth 1", "bestmove")],
    "ucci": [("ucci", "ucciok"), ("position startpos\ngo depth 1", "bestmove")],
    "xboard": [("xboard\nprotover 2", "done=1"), ("new\nst 1\nsd 2\npost\nusermove e2e4\nping 1", "pong 1"),
               ("hint\nforce\nanalyze\nexit", None)],
}

# Each command that does something, with small inputs of its own; `CHECK` stands before those that end as checkers do.
COMMANDS = [
    "judge simplified hunts.in", "judge cstate2 boards.in --threads 3", "judge cheesy --json < pawns.in",
    "judge simplified hunts.in --tables hunt_tables", "games", "games cheesy", "explain simplified hunts.in",
    "explain cstate2 boards.in --json", "prove small4x4 --plies 3", "prove small4x4 --plies 3 --threads 3 --certificate proof-LIMIT",
    "problem chess '6B1/8/5Q2/8/2K1k3/8/8/8 w' '#3' --json",
    "value small3x3 --seconds 100000", "value tictactoe --threads 3", "verify proof", "perft chess 3 --divide", "draw chess",
    "draw small4x4 --svg picture-LIMIT", "rules list", "rules show crazyhouse", "rules check mine.ini",
    "solve small3x3 --men 3 --threads 3 --tables tables-LIMIT", "probe chess '8/8/8/8/8/2k5/1R6/K7 w' --tables tables --line",
    "probe chess - --tables tables < fens", "stats chess --tables tables", "stats chess --tables tables --tier KRvK",
    "stress simplified --games 20 --threads 3 --save found-LIMIT --time-limit 300 -- STRESSED", "generate cstate2 --count 20",
    "generate cheesy --set set-LIMIT", "generate cheesy --package LIMIT", "validate simplified hunts.in",
    "validate cheesy --testlib < pawns.in", "check simplified hunts.in output hunts.ans", "check simplified hunts.in hunts.ans output",
    "check --kattis simplified hunts.in hunts.ans tmp < output", "serve --port 0", "uci", "usi", "ucci", "xboard", "help prove", "help --man",
    "completion bash",
]
# All that two runs have in common of what depends on times and threads.
COMMON = {
    "uci": rb"^(?:bestmove|readyok|Nodes searched.*)", "usi": rb"^(?:bestmove|usiok)", "ucci": rb"^(?:bestmove|ucciok)", "xboard": rb"^(?:pong|feature done=1).*", "solve": rb"^[\d,]+ positions",
    "stress": rb"^No failure: 20 games", "prove": rb"\A.*", "value": rb"\A.*",
}


def name_of(limit):
    """What is in the names of files that a run makes."""
    return "inplenty" if limit is None else f"in{limit // MEBIBYTE}"


class Machine:
    """The folder with all inputs, and how a command is run in it."""

    def __init__(self, folder, program, stressed):
        self.folder, self.program, self.stressed = folder, program, stressed

    def start(self, command, limit, **streams):
        words = command.replace("LIMIT", name_of(limit)).replace("STRESSED", str(self.stressed))

        def bound():
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
            if limit is not None:
                resource.setrlimit(resource.RLIMIT_AS, (limit, limit))

        line, _, source = words.partition(" < ")
        arguments = re.findall(r"'[^']*'|\S+", line)
        if source:
            streams["stdin"] = (self.folder / source).open("rb")
        return subprocess.Popen([self.program, *[a.strip("'") for a in arguments]], cwd=self.folder, preexec_fn=bound,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, **{"stdin": subprocess.DEVNULL, **streams})

    def run(self, command, limit):
        """Exit status, output and errors."""
        if command.startswith("serve"):
            return self.serve(command, limit)
        if command in DIALOGS:
            status, output, errors = self.talk(command, limit)
        else:
            with self.start(command, limit) as process:
                output, errors = process.communicate(timeout=PATIENCE)
            status = process.returncode
        if common := COMMON.get(command.split()[0]):
            lacking = re.findall(rb"^.*out of memory.*$", output, re.M)  # an engine says it there
            output = b"\n".join(re.findall(common, output, re.M) + lacking)
        return status, re.sub(rb"\b%s\b" % name_of(limit).encode(), b"LIMIT", output), errors.decode(errors="replace")

    def talk(self, command, limit):
        """Says each line when the one before it has been answered, or cannot be for lack of memory."""
        output = b""
        with self.start(command, limit, stdin=subprocess.PIPE) as process:
            impatience = threading.Timer(PATIENCE, process.kill)  # a status that no run may end with
            impatience.start()
            try:
                for said, awaited in DIALOGS[command]:
                    process.stdin.write(f"{said}\n".encode())
                    process.stdin.flush()
                    while awaited and (line := process.stdout.readline()):
                        output += line
                        if awaited.encode() in line or b"out of memory" in line:
                            break
            except BrokenPipeError:
                pass  # it has ended; its output says why
            rest, errors = process.communicate()
            impatience.cancel()
        return process.returncode, output + rest, errors

    def serve(self, command, limit):
        """Asks a question, if it comes to that, and ends the server."""
        with self.start(command, limit) as process:
            address = process.stdout.readline().decode().strip()
            answer = b""
            if address:
                body = b'{"text": "1\\n4 4 3\\nK a1 white\\n"}'
                try:
                    with urllib.request.urlopen(address + "api/v1/puzzles/simplified/judge", body, timeout=PATIENCE) as asked:
                        answer = asked.read()
                except urllib.error.HTTPError as refused:
                    answer = refused.read()
                except OSError:
                    pass  # it may close the connection of a request for which it has no memory
                process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
        return process.returncode, answer, errors.decode(errors="replace")


def wrong_end(command, found, expected):
    """What is wrong with the end of a run under a limit; nothing if it is as it should be."""
    status, output, errors = found
    if status == 127 and LOADER.search(errors):
        return ""
    if status == expected[0] and output == expected[1]:
        return ""
    if command.startswith("serve") and status == 0:
        return ""  # it has served, and refused what it had no memory for
    if command in ("uci", "usi", "ucci", "xboard") and status == 0 and b"out of memory" in output:
        return ""
    lacking = {3} if command.startswith("check") else {1}
    if status not in lacking:
        return f"status {status}, expected {expected[0]} or {lacking}"
    if command.startswith("check") and not errors.startswith("FAIL "):
        return "no message that begins with FAIL"
    return "" if LACKS.search(errors) else "a message that does not say what lacks"


def least_room(room):
    """The least space, in MiB, in which the program says its version."""
    for limit in range(1, 1 << 12):
        try:
            if room.run("--version", limit * MEBIBYTE)[0] == 0:
                return limit
        except OSError:  # not even the new process could begin
            pass
    raise AssertionError("it never begins")


def prepare(folder, source, program):
    examples.prepare(folder, source, program)
    for words in (["prove", "small4x4", "--plies", "7", "--certificate", "proof"],
                  ["solve", "simplified", "--men", "2", "--tables", "hunt_tables"]):
        subprocess.run([program, *words], cwd=folder, check=True, capture_output=True)


def main(source, program, stressed, steps=6):
    tree = help_tree.read(program)
    untried = {c.words[0] for c in tree.commands} - {c.split()[0] for c in COMMANDS}
    assert not untried, f"no run of {untried}"
    wrong, runs, lacking = [], 0, 0
    with tempfile.TemporaryDirectory() as scratch:
        room = Machine(pathlib.Path(scratch), program, stressed)
        prepare(room.folder, source, program)
        least = least_room(room)
        # 10 MB are less than its libraries take, and the most leaves room for an arena of `malloc` or two.
        limits = sorted({10, max(least - 2, 1), least} | {round(least + (80 - least) * i / steps) for i in range(steps + 1)})
        for command in COMMANDS:
            expected = room.run(command, None)
            for limit in limits:
                found = room.run(command, limit * MEBIBYTE)
                runs += 1
                lacking += found[0] != expected[0]
                if problem := wrong_end(command, found, expected):
                    wrong.append(f"{command}, in {limit} MiB: {problem}\n  {found[2][-300:]!r}\n  {found[1][-200:]!r}")
    print("\n".join(wrong) or f"{runs} runs from {least} MiB on, of which {lacking} found too little, ended by themselves")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3]).resolve(),
                  *map(int, sys.argv[4:])))
