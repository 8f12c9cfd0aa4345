# SPDX-License-Identifier: GPL-3.0-or-later
"""The judged puzzles."""

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import zermelo
from zermelo import InputError

GAME = "1\n1 1 1\nQ A 1\nQ B 1\n"


def test_judge_explain_validate() -> None:
    assert zermelo.judge("simplified", GAME) == ["YES"]
    (found,) = zermelo.judge_objects("simplified", GAME)
    assert found["verdict"] == "YES" and found["plies"] == 1
    reason = zermelo.explain("simplified", GAME)
    assert reason.verdict == "YES" and "Qa1xb1" in str(reason) and "<svg" in reason._repr_svg_()
    assert zermelo.validate("simplified", GAME) == 1
    with pytest.raises(InputError) as caught:
        zermelo.judge("simplified", "1\n1 1 1\nQ A 1\nX B 1\n")
    (wrong,) = caught.value.reasons
    assert (wrong.input, wrong.line, wrong.column) == ("input", 4, 1)
    with pytest.raises(InputError, match="there is no game 2"):
        zermelo.explain("simplified", GAME, 2)
    with pytest.raises(InputError, match="cheesy"):
        zermelo.judge("chesy", GAME)
    assert zermelo.judge("cheesy", "0\n") == []


def test_every_puzzle_is_generated_and_judged() -> None:
    assert "simplified" in zermelo.puzzles()
    for puzzle in zermelo.puzzles():
        assert zermelo.families(puzzle)
        text = zermelo.generate(puzzle, games=20, seed=3)
        assert text == zermelo.generate(puzzle, games=20, seed=3)
        assert zermelo.validate(puzzle, text) == 20
        assert len(zermelo.judge(puzzle, text, limits=True)) == 20
        assert zermelo.judge(puzzle, text, threads=1) == zermelo.judge(puzzle, text)
    text = zermelo.generate("simplified", family="win", plies=5, games=3)
    assert len(zermelo.judge("simplified", text)) == 3
    with pytest.raises(InputError, match="family"):
        zermelo.generate("simplified", family="nothing")


def test_a_function_is_stressed(tmp_path: Path) -> None:
    def always_no(text: str) -> str:
        return "NO\n" * int(text.split()[0])

    report = zermelo.stress("simplified", always_no, seconds=600, time_limit=60)
    assert report.failure is not None and report.failure.fault == "wrong_answer"
    assert report.failure.expected == ["YES"] and report.failure.found == "NO" and report.failure.smallest
    assert zermelo.judge("simplified", report.failure.text) == ["YES"]

    def crashes(text: str) -> str:
        raise RuntimeError("it does not do")

    report = zermelo.stress("cheesy", crashes, games=5, time_limit=60)
    assert report.failure is not None and "it does not do" in report.failure.members["standard_error"]


def test_a_right_function_and_a_command_pass() -> None:
    def right(text: str) -> str:
        import zermelo as solver

        return "".join(verdict + "\n" for verdict in solver.judge("cheesy", text, threads=1))

    report = zermelo.stress("cheesy", right, games=50, time_limit=60, memory_limit=0)
    assert report.failure is None and report.games >= 50
    command = [zermelo.program(), "judge", "cstate1"]
    report = zermelo.stress("cstate1", command, games=50, time_limit=60, memory_limit=0, sizes={"men": 6})
    assert report.failure is None and not report.undecided
    with pytest.raises(InputError, match="no-such-program"):
        zermelo.stress("cheesy", "no-such-program")
    with pytest.raises(InputError):
        zermelo.stress("cheesy", [sys.executable], sizes={"men": 3})


def test_what_is_tried_ends_with_the_interpreter_however_that_ends() -> None:
    word = f"3000.{os.getpid()}"
    code = f"import zermelo; zermelo.stress('cheesy', ['sleep', '{word}'], seconds=3000, time_limit=1000)"
    interpreter = subprocess.Popen([sys.executable, "-c", code])

    def commands() -> list[bytes]:
        """The first words of what runs with this word, but for the interpreter."""
        found = []
        for process in Path("/proc").glob("[0-9]*"):
            with contextlib.suppress(OSError):
                words = (process / "cmdline").read_bytes().split(b"\0")
                if word.encode() in words and process.name != str(interpreter.pid):
                    found.append(words[0])
        return found

    def wait_until(come: Callable[[], bool]) -> None:
        end = time.monotonic() + 120
        while not come():
            assert time.monotonic() < end, commands()
            time.sleep(0.01)

    wait_until(lambda: any(first.endswith(b"sleep") for first in commands()))
    interpreter.kill()
    interpreter.wait()
    wait_until(lambda: not commands())
