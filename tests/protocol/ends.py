#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Wherever a conversation breaks off, and whatever was said before, the engine ends by itself and with a good status; so it does
when its GUI is gone in the middle of work that would take years, and when it is told to stop that, whatever the rules.

Usage: ends.py PROGRAM
"""
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import stops  # noqa: E402

UCI = b"""uci
setoption name UCI_Variant value losalamos
position startpos moves d2d3
go depth 2
isready
go infinite
stop
go ponder wtime 1000 btime 1000
ponderhit
position startpos
go movetime 30
quit
"""
USI = b"""usi
isready
usinewgame
position startpos moves 7g7f
go byoyomi 30
position sfen 4k4/9/4P4/9/9/9/9/9/4K4 b 2G 1
go mate 1000
go infinite
gameover win
quit
"""
UCCI = b"""ucci
setoption usemillisec true
position startpos moves h2e2
banmoves h9g7
go time 100 increment 0
go depth 1
go ponder time 1000 increment 0
ponderhit
stop
quit
"""
XBOARD = b"""xboard
protover 2
new
variant gardner
level 40 5 0
post
st 1
sd 2
usermove a2a3
undo
analyze
exit
force
usermove a2a3
go
?
quit
"""


def run(program, protocol, said):
    done = subprocess.run([program, protocol], input=said, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=600)
    return done.returncode, done.stderr


def closed_output(program, protocol, said):
    """Nobody reads what it says any more: it ends as a program in a pipeline does."""
    engine = subprocess.Popen([program, protocol], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    engine.stdout.close()
    try:
        engine.stdin.write(said)
        engine.stdin.flush()
    except BrokenPipeError:
        pass
    status = engine.wait(600)
    return status, engine.stderr.read()


YEARS = {
    "uci": ["go depth 40", "go nodes 1000000000000", "go movetime 1000000000", "go mate 50", "go infinite", "go ponder",
            "go wtime 100000000000 btime 100000000000", "go perft 40", "go depth 40 searchmoves a2a3"],
    "usi": ["go mate infinite", "go byoyomi 1000000000"],
    "ucci": ["go depth infinite", "go time 1000000 increment 0"],
    "xboard": ["st 100000\npost\ngo", "st 100000\nsd 40\npost\ngo", "level 0 1000000 0\npost\ngo", "analyze"],
}


def gone(program, protocol, said, both):
    """The GUI goes while the engine works: of its pipes both are closed, or the one alone that it read."""
    engine = subprocess.Popen([program, protocol], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        engine.stdin.write(f"new\n{said}\n".encode() if protocol == "xboard" else f"{said}\nisready\n".encode())
        engine.stdin.flush()
        begun = b"1 " if protocol == "xboard" else b"readyok"
        while not engine.stdout.readline().startswith(begun):
            pass
        engine.stdout.close()
        if both:
            engine.stdin.close()
        return engine.wait(300), engine.stderr.read()
    except subprocess.TimeoutExpired:
        return "it works on", b""
    finally:
        engine.kill()
        engine.wait()


ENDLESS = {"uci": ("go infinite", "stop", "bestmove "), "usi": ("go mate infinite", "stop", "checkmate "),
           "ucci": ("go depth infinite", "stop", "bestmove "), "xboard": ("st 100000\ngo", "?", "move ")}
HEAVY = ("queens", "ducks", "kinds", "hands")  # stops.heavy_rules: up to tens of thousands of moves
MOST_MOVES = ("amazons", "duck", "isolation", "clobber10", "shouse", "sittuyin", "grand", "tictacchec", "shako", "pocketknight")  # in the catalogue


def stopped(program, protocol, rules, variant, pause):
    """It is told to stop while it looks at positions with many moves: it answers, and ends. Status, what is wrong, and the seconds that took."""
    go, stop, answer = ENDLESS[protocol]
    engine = subprocess.Popen([program, protocol, "--variant-path", rules], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                              text=True, bufsize=1)
    choose = f"new\nvariant {variant}\nping 1" if protocol == "xboard" else \
        f"setoption{'' if protocol == 'ucci' else ' name'} UCI_Variant{'' if protocol == 'ucci' else ' value'} {variant}\nposition startpos\nisready"
    try:
        engine.stdin.write(choose + "\n")
        while not engine.stdout.readline().startswith(("pong", "readyok")):
            pass
        engine.stdin.write(go + "\n")
        time.sleep(pause)
        told = time.monotonic()
        engine.stdin.write(f"{stop}\nquit\n")
        said, error = engine.communicate(timeout=300)
        if not error and answer not in said:
            error = f"no answer in {said[-200:]!r}"
        return engine.returncode, error, time.monotonic() - told
    except subprocess.TimeoutExpired:
        return "it works on", "", 300
    finally:
        engine.kill()
        engine.wait()


def main(program):
    wrong = []
    rng = random.Random(18)
    for protocol, said in (("uci", UCI), ("usi", USI), ("ucci", UCCI), ("xboard", XBOARD)):
        cuts = {0, len(said)} | {rng.randrange(len(said)) for _ in range(40)}
        garbage = [bytes(rng.randrange(256) for _ in range(rng.randrange(400))) for _ in range(20)]
        # XBoard's `go` thinks for seconds unless it is told not to.
        first = [b"st 1"] if protocol == "xboard" else []
        some = said.split(b"\n")[:-2]
        shuffled = [b"\n".join(first + rng.sample(some, min(10, len(some)))) for _ in range(20)]
        for text in [said[:cut] for cut in sorted(cuts)] + garbage + shuffled + [b"\0\n" * 1000, b"x" * 3_000_000, b"\r\n\r\n"]:
            found = run(program, protocol, text)
            if found != (0, b""):
                wrong.append(f"{protocol} after {text[-60:]!r}: {found}")
        for text in (said, b"isready\nuci\nping 1\n" * 1000):
            status, error = closed_output(program, protocol, text)
            if status != -signal.SIGPIPE or error:
                wrong.append(f"{protocol}, output closed: status {status}, {error!r}")
        for text in YEARS[protocol]:
            for both in (True, False):
                status, error = gone(program, protocol, text, both)
                if status not in (0, -signal.SIGPIPE) or error:
                    wrong.append(f"{protocol}, gone after {text!r}: status {status}, {error!r}")
    with tempfile.TemporaryDirectory() as folder:
        rules = pathlib.Path(folder) / "heavy.ini"
        rules.write_text(stops.heavy_rules(random.Random(1)))
        for protocol in ENDLESS:
            for variants in (HEAVY, MOST_MOVES):
                slowest = (0.0, "")
                for variant in variants:
                    status, error, seconds = stopped(program, protocol, rules, variant, 0.5 * rng.random())
                    slowest = max(slowest, (seconds, variant))
                    if status != 0 or error:
                        wrong.append(f"{protocol} {variant}, stopped: status {status}, {error!r}")
                print(f"{protocol}: the slowest of {len(variants)} ended {1000 * slowest[0]:.0f} ms after it was told to stop and quit: {slowest[1]}")
    print("\n".join(wrong) or "it ends wherever it is")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
