#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Stop means stop: every command that may run for long, and every kind of job, is stopped at random moments (Ctrl-C, SIGTERM,
DELETE). It ends soon, with the status that its kind has, says so, and leaves nothing half written.

A new command must be named here, among those that may run for long or among those that do not. What is asserted leaves room for
busy machines; the slowest ends are printed, and what is meant is a tenth of a second.
Usage: stops.py SOURCE_DIR PROGRAM [SEED]
"""
import contextlib
import dataclasses
import os
import pathlib
import random
import re
import shlex
import signal
import string
import subprocess
import sys
import tempfile
import time

import help_tree

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
import serving  # noqa: E402

PATIENCE = 60  # seconds until an end is taken for none
INTERRUPTED = re.compile(r"[Ii]nterrupted")
FEN = "8/8/8/8/8/2k5/1R6/K7 w"
NEVER_ENDING = "100000000"

# Commands that end within a second or so whatever they are asked, and those whose ends have tests of their own.
SHORT = {"games", "draw", "rules list", "rules show", "stats", "help", "completion"}
ELSEWHERE = {"uci", "usi", "ucci", "xboard"}  # tests/protocol/ends.py: a GUI stops them by their protocol


@dataclasses.dataclass
class Long:
    """A command line that would take minutes, and how it ends when it is stopped."""
    line: str
    status: int | None = 3  # nothing: it ends by the signal
    feed: str = ""  # a command whose output it reads; nothing comes from standard input, and no end, where it is empty
    told: bool = True  # whether it says that it was interrupted


LONG = {
    "judge": [Long("judge cheesy", None, feed=f"zermelo generate cheesy --count {NEVER_ENDING}", told=False),
              Long("judge simplified --json", None, told=False)],
    "explain": [Long("explain simplified", feed=f"zermelo generate simplified --count {NEVER_ENDING}")],
    "prove": [Long("prove chess"), Long("prove chess --certificate proof"), Long("prove heavy.ini:queens"), Long("prove heavy.ini:ducks"),
              Long("prove heavy.ini:kinds --plies 9", 0, told=False), Long("prove heavy.ini:hands --plies 9", 0, told=False),
              Long("prove chess -", feed="yes 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'"), Long("prove chess - --json")],
    "problem": [Long("problem chess h#9"), Long("problem chess s#9 --json", told=False), Long("problem chess ser-=9 --set-play"),
                *[Long(f"problem heavy.ini:{name} {text}") for name in ("queens", "ducks", "kinds", "hands") for text in ("h#9", "win9", "x9", "ser-sx9")]],
    "value": [Long("value chess"), Long("value chess --threads 2 --state state"), Long("value heavy.ini:queens"),
              Long("value heavy.ini:ducks"), Long("value heavy.ini:ducks --state state --json", told=False),
              Long("value many.ini:v7")],
    "verify": [Long("verify -")],
    "perft": [Long("perft chess 20"), Long("perft chess 20 --json"), Long("perft heavy.ini:queens 9"), Long("perft heavy.ini:kinds 9"),
              Long("perft heavy.ini:hands 9")],
    "rules check": [Long("rules check -")],
    "solve": [Long("solve chess --men 5 --tables tables"), Long("solve chess --men 5 --tables tables --json")],
    "probe": [Long("probe chess - --tables ready", feed=f"yes '{FEN}'")],
    # No limit of memory: sanitizers take more address space than any leaves.
    "stress": [Long("stress cheesy --seconds 3000 --memory-limit 0 -- zermelo judge cheesy"),
               Long("stress cstate2 --seconds 3000 --time-limit 1000 -- sleep 999"),
               Long("stress cstate3 --family largest --memory-limit 0 --json -- zermelo judge cstate3", told=False)],
    "generate": [Long(f"generate cheesy --count {NEVER_ENDING}"), Long(f"generate simplified --count {NEVER_ENDING} --json"),
                 Long("generate cstate2 --set set" + " --family mix=200" * 300)],
    "validate": [Long("validate cheesy"), Long("validate cheesy --testlib", 1), Long("validate cheesy --kattis", 1)],
    "check": [Long("check --kattis cheesy games verdicts feedback", 1), Long("check cheesy games /dev/stdin verdicts", 3)],
    "serve": [Long("serve --port 0", 0, told=False)],
}


def scattered(draw: random.Random, men: int, letters: str) -> str:
    """The board field of a FEN of 16 by 16 squares: kings, or what stands for them, in two corners and men of both sides between."""
    squares: dict[tuple[int, int], str] = {(0, 0): "k", (15, 15): "K"}
    for count in range(men):
        while (square := (draw.randrange(2, 14), draw.randrange(16))) in squares:
            pass
        letter = draw.choice(letters)
        squares[square] = letter.upper() if count % 2 else letter
    ranks = ["".join(squares.get((rank, file), "1") for file in range(16)) for rank in range(16)]
    return "/".join(re.sub("1+", lambda ones: str(len(ones[0])), rank) for rank in ranks)


def wait_until_it_listens(run: subprocess.Popen[bytes]) -> None:
    """Until a thread of the program blocks SIGTERM, to leave it to another; before, it ends by the signal, as if it had not begun."""
    bit = 1 << (signal.SIGTERM - 1)
    patience = time.monotonic() + PATIENCE
    while run.poll() is None and time.monotonic() < patience:
        with contextlib.suppress(OSError):  # a thread that has just ended
            for thread in pathlib.Path(f"/proc/{run.pid}/task").glob("*/status"):
                mask = re.search(r"^SigBlk:\s*(\w+)$", thread.read_text(), re.MULTILINE)
                if mask and int(mask[1], 16) & bit:
                    return
        time.sleep(0.002)


def heavy_rules(draw: random.Random) -> str:
    """Variants whose positions have hundreds of moves, thousands, and most of them drops, and tens of thousands, with a wall each."""
    letters = string.ascii_lowercase.replace("k", "")
    head = "maxFile = 16\nmaxRank = 16\ncastling = false\ndoubleStep = false\n"
    pieces = "".join(f"customPiece{number} = {letter}:NNAADDZZCCWWFFpRpBgQ\n" for number, letter in enumerate(letters[:25], 1))
    goal = "commoner = k\nextinctionValue = loss\nextinctionPieceTypes = k\n"
    ranks = ["q" * 7 + "k" + "q" * 8, "q" * 16]
    queens = "/".join([*ranks, *["16"] * 12, ranks[1].upper(), ranks[0].upper()])
    hands = "".join(letter * 2 + letter.upper() * 2 for letter in letters)
    return (f"[queens]\n{head}king = k\nqueen = q\nstartFen = {queens} w - - 0 1\n"
            "[ducks:queens]\nwallingRule = duck\n"
            f"[kinds]\n{head}{goal}{pieces}startFen = {scattered(draw, 120, letters)} w - - 0 1\n"
            f"[hands:kinds]\npieceDrops = true\ncapturesToHand = true\nstartFen = {scattered(draw, 60, letters)}[{hands}] w - - 0 1\n")


# What a command shows on a terminal while it works; its other output goes to a file.
SHOWN = {
    "judge cheesy": "MB/s", "explain simplified hunts": "games/s", "prove chess": "million positions", "value chess": "million positions",
    "perft chess 20": "M nodes/s", "stress cheesy --seconds 3000 --memory-limit 0 -- zermelo judge cheesy": "games right",
}


class Stops:
    def __init__(self, program: pathlib.Path, seed: int):
        self.draw = random.Random(seed)
        self.program = program
        self.slowest: list[tuple[float, str]] = []
        self.wrong: list[str] = []

    def note(self, what: str, seconds: float) -> None:
        self.slowest.append((seconds, what))

    def expect(self, good: bool, what: str) -> None:
        if not good:
            self.wrong.append(what)
            print(f"WRONG: {what}", flush=True)

    def every_command_is_named(self) -> None:
        """So that nobody adds one without asking how it ends."""
        leaves = {" ".join(each.words) for each in help_tree.read(self.program).all() if each.words and not each.commands}
        self.expect(leaves == set(LONG) | SHORT | ELSEWHERE,
                    f"these commands are in no list of this test, or in one too many: {sorted(leaves ^ (set(LONG) | SHORT | ELSEWHERE))}")

    def stop(self, long: Long, how: signal.Signals) -> None:
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        for shared in ("heavy.ini", "many.ini", "ready", "games", "verdicts"):
            (folder / shared).symlink_to(self.folder / shared)
        for made in ("feedback", "set", "tmp"):
            (folder / made).mkdir()
        before = {path.name for path in folder.iterdir()}
        shown = f"zermelo {long.line[:100]} ({how.name})"
        words = [str(self.program) if word == "zermelo" else word for word in shlex.split(f"zermelo {long.line}")]
        if long.feed:
            source = subprocess.Popen([str(self.program) if word == "zermelo" else word for word in shlex.split(long.feed)],
                                      stdout=subprocess.PIPE)
            given = source.stdout
        else:
            source, given = None, subprocess.PIPE
        with open(folder / "out", "wb") as out, open(folder / "err", "wb") as err:
            run = subprocess.Popen(words, cwd=folder, stdin=given, stdout=out, stderr=err,
                                   env={**os.environ, "TMPDIR": str(folder / "tmp")})
        if long.status is not None:
            wait_until_it_listens(run)
        time.sleep(0.05 + 0.4 * self.draw.random())
        self.expect(run.poll() is None, f"{shown}: it has ended by itself with the status {run.returncode}")
        begun = time.monotonic()
        run.send_signal(how)
        try:
            status = run.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            run.kill()
            status = run.wait()
            self.expect(False, f"{shown}: it does not end")
        self.note(shown, time.monotonic() - begun)
        if run.stdin:
            run.stdin.close()
        if source:
            source.stdout.close()
            source.kill()
            source.wait()
        output, said = (folder / "out").read_bytes(), (folder / "err").read_text()
        # A command that has not begun yet to search has nothing to say but that.
        early = bool(INTERRUPTED.search(said))
        expected = -how if long.status is None else long.status
        self.expect(status == expected or (early and status == 3), f"{shown}: the status {status}, expected {expected}: {said[-300:]}")
        told = INTERRUPTED.search(said + output.decode(errors="replace")) or '"stopped_by":"interrupt"' in output.decode(errors="replace")
        self.expect(bool(told) or not long.told, f"{shown}: it does not say that it was interrupted: {said[-300:]}")
        self.expect(output == b"" or output.endswith(b"\n"), f"{shown}: its last line is half written: {output[-80:]!r}")
        left = {str(path.relative_to(folder)) for path in folder.rglob("*")
                if path.relative_to(folder).parts[0] not in before | {"out", "err"} or path.parent.name in ("feedback", "set", "tmp")}
        kept = {name for name in left if name == "state" or re.fullmatch(r"tables(/chess(/(\w+\.zt|runs\.jsonl|\.lock))?)?", name)}
        self.expect(left == kept, f"{shown}: it leaves {sorted(left - kept)}")

    def commands(self) -> None:
        for lines in LONG.values():
            for long in lines:
                self.stop(long, self.draw.choice([signal.SIGINT, signal.SIGTERM]))

    def tells_what_is_known(self) -> None:
        """An answer to a line of many is told as soon as it is known, whatever the lines after it take."""
        mate, start = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
        for line, given, answer in ((f"prove chess - --threads {threads}", f"{mate}\n{start}\n{mate}\n", b"win in 1 ply\n") for threads in (1, 2, 3)):
            run = subprocess.Popen([self.program, *line.split()], cwd=self.folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE)
            run.stdin.write(given.encode())
            run.stdin.flush()
            # Who waits for it to end by itself waits for ever: then this test is ended.
            first = run.stdout.readline()
            run.send_signal(signal.SIGINT)
            rest, said = run.communicate(timeout=PATIENCE)
            self.expect((first, rest, run.returncode) == (answer, b"", 3), f"zermelo {line}: {first!r}, {rest!r}, {run.returncode}, {said[-200:]!r}")

    def shows(self, line: str, shown: str) -> None:
        """On a terminal a command tells how far it is, and takes that away before the last that it says."""
        words = [str(self.program) if word == "zermelo" else word for word in shlex.split(f"zermelo {line}")]
        feed = subprocess.Popen([self.program, "generate", "cheesy", "--count", NEVER_ENDING], stdout=subprocess.PIPE)
        master, terminal = os.openpty()
        run = subprocess.Popen(words, cwd=self.folder, stdin=feed.stdout, stdout=subprocess.DEVNULL, stderr=terminal)
        os.close(terminal)
        said = b""
        try:
            with contextlib.suppress(OSError):  # the end of a terminal
                while more := os.read(master, 4096):
                    said += more
                    if shown.encode() in said and run.returncode is None:
                        run.send_signal(signal.SIGINT)
                        run.wait(PATIENCE)
            run.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.expect(False, f"zermelo {line}: it does not end")
        finally:  # whoever waits for the output of this test would wait for theirs
            os.close(master)
            for each in (run, feed):
                each.kill()
                each.wait()
        self.expect(shown.encode() in said, f"zermelo {line}: it shows {said[-200:]!r}, expected {shown}")
        ended = said.decode(errors="replace").rsplit("\r\x1b[K", 1)[-1]
        self.expect(line.startswith("judge") or shown not in ended, f"zermelo {line}: the last line of progress stays: {ended!r}")

    def jobs(self) -> None:
        """One job at a time: the next one ends only when the one before it has."""
        with serving.Serving(self.program, "--variant-path", str(self.folder / "heavy.ini"), "--jobs", "1", "--job-seconds", "3000",
                             "--job-nodes", "1000000000000") as server:
            refused = server.post("/api/v1/jobs", {"kind": "?", "variant": "chess"}, 400)["message"]
            kinds = re.findall(r"\w+", refused.split("expected ")[1].replace(" or ", " "))
            self.expect(len(kinds) >= 3, f"the kinds of jobs: {refused}")
            for kind in kinds:
                for variant in ("chess", "queens", "ducks", "kinds", "hands"):
                    more = {"value": {}, "problem": {"stipulation": "h=9"}}.get(kind, {"plies": 9})
                    shown = f"a job {kind} of {variant}"
                    job = server.post("/api/v1/jobs", {"kind": kind, "variant": variant, **more}, 202)
                    time.sleep(0.05 + 0.4 * self.draw.random())
                    begun = time.monotonic()
                    status, _, answer = server.ask("DELETE", f"/api/v1/jobs/{job['id']}")
                    self.expect(status == 200 or status == 204, f"{shown}: DELETE: {status} {answer[:200]!r}")
                    small = server.post("/api/v1/jobs", {"kind": "prove", "variant": "small4x4", "plies": 1}, 202)["id"]
                    while (state := server.get(f"/api/v1/jobs/{small}")["state"]) in ("queued", "running"):
                        if time.monotonic() - begun > PATIENCE:
                            break
                        time.sleep(0.002)
                    self.expect(state == "done", f"{shown}: after DELETE the next job is {state}")
                    self.note(shown, time.monotonic() - begun)
            server.post("/api/v1/jobs", {"kind": "value", "variant": "hands"}, 202)
            time.sleep(0.3)
            begun = time.monotonic()
            self.expect(server.stop() == 0, "a server that is at a job ends with another status than 0")
            self.note("a server that is at a job", time.monotonic() - begun)

    def run(self) -> int:
        self.every_command_is_named()
        with tempfile.TemporaryDirectory() as folder:
            self.folder = pathlib.Path(folder)
            (self.folder / "heavy.ini").write_text(heavy_rules(random.Random(1)))
            # Seconds of reading.
            (self.folder / "many.ini").write_text("".join(f"[v{number}:chess]\npass = true\n" for number in range(90_000)))
            subprocess.run([self.program, "solve", "chess", "--tiers", "KRvK", "--tables", self.folder / "ready"], check=True, capture_output=True)
            for name, line in (("games", "generate cheesy --count 1"), ("verdicts", "judge cheesy games")):
                done = subprocess.run([self.program, *line.split()], cwd=self.folder, check=True, capture_output=True)
                (self.folder / name).write_bytes(done.stdout)
            hunts = subprocess.run([self.program, "generate", "simplified", "--count", "100000"], check=True, capture_output=True)
            (self.folder / "hunts").write_bytes(hunts.stdout)
            self.commands()
            self.tells_what_is_known()
            for line, shown in SHOWN.items():
                self.shows(line, shown)
            self.jobs()
        for seconds, what in sorted(self.slowest, reverse=True)[:8]:
            print(f"{1000 * seconds:6.0f} ms  {what[:110]}")
        print(f"{len(self.slowest)} stops, {len(self.wrong)} wrong")
        return 1 if self.wrong else 0


if __name__ == "__main__":
    seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
    print(f"seed {seed}")
    sys.exit(Stops(pathlib.Path(sys.argv[2]).resolve(), seed).run())
