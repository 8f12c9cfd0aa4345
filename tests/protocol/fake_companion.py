#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""An engine that speaks UCI and behaves as it is told: fake_companion.py WAY LOG. It writes its process and what it hears to LOG.

- good:     expects and plays the last of the moves that it may choose
- dead:     ends at once
- dies:     ends when it is asked for a move
- silent:   never says anything
- hangs:    expects the last of its moves, and never answers
- stubborn: the same, and reads nothing any more
- illegal:  plays what is no move
- garbage:  says what is no text before it plays as the good one does
- flood:    says lines without end
- endless:  says one line without end
- family:   as the good one, with a process of its own that would outlive it
"""
import os
import random
import subprocess
import sys
import time


def main(way, log):
    out = sys.stdout.buffer

    def say(line):
        out.write(line + b"\n")
        out.flush()

    def note(text):
        with open(log, "a", encoding="utf-8") as file:
            file.write(text + "\n")

    note(f"process {os.getpid()}")
    if way == "dead":
        return
    if way == "family":
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(1000)"], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        note(f"process {child.pid}")
    dice = random.Random(1)
    for line in sys.stdin:
        note(line.rstrip("\n"))
        words = line.split()
        if way == "silent" or not words:
            continue
        if words[0] == "uci":
            say(b"id name Fake\noption name UCI_Variant type combo default chess var chess var losalamos\nuciok")
        elif words[0] == "isready":
            say(b"readyok")
        elif words[0] == "quit":
            return
        elif words[0] == "go":
            if way == "dies":
                sys.exit(1)
            if way == "garbage":
                say(b"\0\xff\xfe" + bytes(dice.randrange(256) for _ in range(5000)))
                say(b"bestmove\x01\ninfo\ninfo pv\ninfo score\nbest move\n\n")
            last = words[-1].encode()
            while way == "flood":
                say(b"info depth 1 score cp 1 pv " + last + b"\n" + b"nonsense " * 100)
            while way == "endless":
                out.write(b"x" * 65536)
            say(b"info depth 3 score mate 7 nodes 1 pv " + last)
            if way == "stubborn":
                time.sleep(1000)
            if way != "hangs":
                say(b"bestmove " + (b"a1a9" if way == "illegal" else last) + b" ponder e7e5")


if __name__ == "__main__":
    main(*sys.argv[1:])
