#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""With a companion there is a legal answer whatever that does, what is proved overrides it, and nothing of it is left.

Usage: companion.py SOURCE_DIR PROGRAM
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

WAYS = ["good", "dead", "dies", "silent", "hangs", "stubborn", "illegal", "garbage", "flood", "endless", "family"]
ANSWER = {"good", "garbage", "family"}
NEVER_ANSWER = {"silent", "hangs", "stubborn", "flood", "endless"}


class Engine:
    def __init__(self, program, fake, way, log):
        self.process = subprocess.Popen([program, "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.say(f"setoption name Companion value {sys.executable} {fake} {way} {log}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def until(self, word):
        lines = []
        while True:
            line = self.process.stdout.readline()
            assert line, f"it has ended before {word}"
            lines.append(line.strip())
            if line.startswith(word):
                return lines

    def ask(self, position, go):
        self.say(f"position {position}")
        self.say(go)
        return self.until("bestmove")

    def moves(self, position):
        self.say(f"position {position}")
        self.say("go perft 1")
        return {line.split(":")[0] for line in self.until("Nodes searched") if ": " in line and " " not in line.split(":")[0]}


def asked(log):
    return [line for line in log.read_text().splitlines() if line.startswith("go ")]


def processes(log):
    return [int(line.split()[1]) for line in log.read_text().splitlines() if line.startswith("process ")]


def is_there(process):
    try:
        state = pathlib.Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0]
    except OSError:
        return False
    return state != "Z"


def expect_gone(log, what):
    for _ in range(3000):
        left = [process for process in processes(log) if is_there(process)]
        if not left:
            return []
        time.sleep(0.01)
    for process in left:
        os.kill(process, 9)
    return [f"{what}: {len(left)} processes are left"]


def try_way(program, fake, way, folder):
    wrong = []
    log = folder / way
    log.touch()
    engine = Engine(program, fake, way, log)
    for position in ("startpos", "startpos moves e2e4", "fen r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1"):
        legal = engine.moves(position)
        # Who never answers is waited for as long as a time says; the others have all the time that they need.
        said = engine.ask(position, "go movetime 300" if way in NEVER_ANSWER else "go depth 2")
        move = said[-1].split()[1]
        if move not in legal:
            wrong.append(f"{way}: {move} in {position}")
        if any("score mate 7" in line for line in said):
            wrong.append(f"{way}: a mate that is not proved: {said}")
        if way in ANSWER:
            wanted = asked(log)[-1].split()[-1]
            if move != wanted:
                wrong.append(f"{way}: {move}, but the companion chose {wanted}")
            if not any("score cp 10000" in line for line in said):
                wrong.append(f"{way}: its thinking was not passed on: {said}")
        if way == "illegal" and not any("the companion's move 'a1a9'" in line for line in said):
            wrong.append(f"{way}: nothing is said of its move: {said}")
        if way in ("dead", "dies") and position == "startpos" and not any("has ended" in line for line in said):
            wrong.append(f"{way}: nothing is said of its end: {said}")
    if way == "hangs":
        # What it expected last is played where it is stopped.
        engine.say("position startpos")
        engine.say("go infinite")
        engine.until("info depth 3 score cp 10000")
        engine.say("stop")
        move = engine.until("bestmove")[-1].split()[1]
        if move != asked(log)[-1].split()[-1]:
            wrong.append(f"{way}: {move}, but it expected {asked(log)[-1].split()[-1]}")
    # A mate that is proved is played, and who is not asked chooses nothing.
    before = len(asked(log))
    said = engine.ask("fen k7/8/1K6/8/8/8/8/7R w - - 0 1", "go depth 3")
    if said[-1].split()[1] != "h1h8":
        wrong.append(f"{way}: the mate is not played: {said[-1]}")
    if len(asked(log)) != before:
        wrong.append(f"{way}: it was asked although all is proved")
    # It stops when it is told to.
    engine.say("position startpos")
    engine.say("go infinite")
    engine.say("stop")
    engine.until("bestmove")
    # Killed, we leave nothing.
    if way in ("hangs", "family", "flood", "endless", "stubborn"):
        engine.process.kill()
    else:
        engine.say("quit")
    engine.process.wait(60)
    return wrong + expect_gone(log, way)


def try_losing_moves(program, fake, folder):
    """Moves after which a mate is proved are not offered."""
    log = folder / "losing"
    log.touch()
    engine = Engine(program, fake, "good", log)
    # The rook has to stay on its rank, or the king to have room.
    position = "fen 3r2k1/5ppp/8/8/8/8/P4PPP/R5K1 w - - 0 1"
    said = engine.ask(position, "go depth 3")
    engine.say("quit")
    engine.process.wait(60)
    lost = {words[0] for line in said if line.startswith("info string proved: ") for part in line[20:].split(", ")
            if len(words := part.split()) > 1 and words[1] == "loss"}
    offered = set(asked(log)[-1].split("searchmoves ")[1].split())
    if not lost or not offered or lost & offered:
        return [f"losing: proved to lose {lost}, offered {offered}"]
    return []


def try_clocks(program, fake, folder):
    """It shares out what the clocks leave after the proofs; a time for one move is given as that."""
    log = folder / "clocks"
    log.touch()
    engine = Engine(program, fake, "good", log)
    wrong = []
    for go, least, most in (
        # So much time that it is asked however busy the machine is.
        ("go wtime 60000 btime 7000 winc 5000 binc 40 movestogo 9", {"wtime": 50000, "winc": 5000}, {"wtime": 59980, "winc": 5000}),
        ("go wtime 60000 btime 7000", {"wtime": 50000, "winc": 0}, {"wtime": 59980, "winc": 0}),
    ):
        engine.ask("startpos", go)
        told = asked(log)[-1].split()
        number = {name: int(told[told.index(name) + 1]) for name in ("wtime", "btime", "winc", "binc")}
        given = go.split()
        if number["btime"] != 7000 or number["binc"] != (40 if "binc" in given else 0) or ("movestogo" in told) != ("movestogo" in given):
            wrong.append(f"clocks: {given}, told as {told}")
        if any(not least[name] <= number[name] <= most[name] for name in least) or "movetime" in told:
            wrong.append(f"clocks: {given}, told as {told}")
    engine.ask("startpos", "go movetime 10000")
    if "wtime" in asked(log)[-1] or "movetime" not in asked(log)[-1]:
        wrong.append(f"clocks: movetime, told as {asked(log)[-1]}")
    engine.say("quit")
    engine.process.wait(60)
    return wrong


def main(source, program):
    fake = pathlib.Path(source) / "tests/protocol/fake_companion.py"
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        for way in WAYS:
            wrong += try_way(program, fake, way, pathlib.Path(folder))
        wrong += try_losing_moves(program, fake, pathlib.Path(folder))
        wrong += try_clocks(program, fake, pathlib.Path(folder))
    print("\n".join(wrong) or f"{len(WAYS)} companions: a legal answer, and nothing left")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
