#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Says to the engine what real clients have said, and compares what it answers.

A transcript in tests/data/protocol/ is named after its protocol and its client. `> ` is what the client says and `< ` what the engine
answers; `< …` stands for any number of lines. Times, nodes and speeds are not compared, nor the version. Lines without either are
comments. `--record`: writes the answers of today in their place; read them before you commit.
Usage: transcripts.py SOURCE_DIR PROGRAM [--record]
"""
import contextlib
import pathlib
import re
import subprocess
import sys
import threading

PATIENCE = 120  # seconds until an engine that does not say what is expected is ended
NUMBERS = re.compile(r"\b(nodes|nps|time) \d+")
THINKING = re.compile(r"^(\d+ -?\d+) \d+ \d+ ")
STATISTICS = re.compile(r"^stat01: \d+ \d+ ")
VERSION = re.compile(r"Zermelo \d+\.\d+\.\d+")


def masked(line):
    line = NUMBERS.sub(r"\1 N", line)
    line = THINKING.sub(r"\1 N N ", line)
    line = STATISTICS.sub("stat01: N N ", line)
    return VERSION.sub("Zermelo VERSION", line)


class Engine:
    def __init__(self, program, protocol):
        self.process = subprocess.Popen([program, protocol], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.patience = threading.Timer(PATIENCE, self.process.kill)
        self.patience.daemon = True
        self.patience.start()

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def line(self):
        line = self.process.stdout.readline()
        return masked(line.rstrip("\n")) if line else None

    def end(self):
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        rest = self.process.stdout.read()
        status = self.process.wait()
        self.patience.cancel()
        return status, rest


def play(program, path):
    """What is wrong, and the transcript as it is now."""
    engine = Engine(program, path.stem.split("-")[0])
    now, wrong, anything = [], [], False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        now.append(line)
        if line.startswith("> "):
            try:
                engine.say(line[2:])
            except BrokenPipeError:
                wrong.append(f"{path.name}:{number}: the engine has ended")
                break
        elif line == "< …":
            anything = True
        elif line.startswith("< "):
            found = engine.line()
            while anything and found is not None and found != line[2:]:
                found = engine.line()
            anything = False
            now[-1] = f"< {found}"
            if found != line[2:]:
                wrong.append(f"{path.name}:{number}: expected {line[2:]!r}, found {found!r}")
    status, rest = engine.end()
    if status != 0 or rest:
        wrong.append(f"{path.name}: at its end status {status}, and {rest!r}")
    return wrong, "\n".join(now) + "\n"


def main(source, program, record=None):
    transcripts = sorted((pathlib.Path(source) / "tests/data/protocol").glob("*.txt"))
    assert transcripts, "no transcripts"
    wrong = []
    for path in transcripts:
        found, now = play(program, path)
        wrong += found
        if record:
            path.write_text(now, encoding="utf-8")
    print("\n".join(wrong) or f"{len(transcripts)} transcripts: the same answers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
