# SPDX-License-Identifier: GPL-3.0-or-later
"""What is called wrongly raises, and never ends the interpreter: run under the address sanitizer, too."""

import gc
import importlib
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from zermelo import Position, Tables, Variant, _core

CHESS = Variant("chess")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    zermelo.solve(CHESS, path, tiers=["KvK", "KNvK"])
    return path


NATIVE: list[Any] = [Variant, Position, _core.Tables, _core.Tier]


@pytest.mark.parametrize("cls", NATIVE)
def test_objects_that_were_never_made_are_refused(cls: Any) -> None:
    try:
        empty = cls.__new__(cls)
    except TypeError:
        return
    for name in dir(cls):
        if name.startswith("__") and name not in ("__repr__", "__str__", "__hash__", "__getstate__"):
            continue
        with pytest.raises((TypeError, RuntimeError)):
            member = getattr(empty, name)
            member() if callable(member) else None
            raise TypeError  # a static method, or one without self


def test_arguments_of_other_types_are_refused(folder: Path) -> None:
    start = Position(CHESS)
    tables = Tables(folder)
    calls: list[Callable[[], Any]] = [
        lambda: Position(None),  # type: ignore[arg-type]
        lambda: Position("nochess"),
        lambda: Position(b"chess"),  # type: ignore[arg-type]
        lambda: start.piece_at(4),  # type: ignore[arg-type]
        lambda: start.piece_at("\udc80"),
        lambda: start.in_hand(2),
        lambda: start.is_capture("a1a1"),
        lambda: start.gives_check(None),  # type: ignore[arg-type]
        lambda: Position.from_board(None),  # type: ignore[arg-type]
        lambda: Position(CHESS, 7),  # type: ignore[arg-type]
        lambda: Variant(None),  # type: ignore[arg-type]
        lambda: start.play(None),  # type: ignore[arg-type]
        lambda: start.perft(-1),
        lambda: start.perft("x"),  # type: ignore[arg-type]
        lambda: start.svg([None]),  # type: ignore[list-item]
        lambda: Position.from_array(CHESS, np.zeros(64), 0),  # type: ignore[arg-type]
        lambda: Position.from_array(CHESS, np.zeros((8, 8), np.uint8), 0),
        lambda: Position.from_array(CHESS, np.zeros(128, np.uint8)[::2], 0),
        lambda: zermelo.prove(None, 3),  # type: ignore[arg-type]
        lambda: zermelo.prove(start, -1),
        lambda: zermelo.prove(start, 3, memory=-1),
        lambda: zermelo.problem(None, None, "#2"),  # type: ignore[arg-type]
        lambda: zermelo.problem(CHESS, None, None),  # type: ignore[arg-type]
        lambda: zermelo.problem(CHESS, None, "#2", twins="b: move a8 a7"),
        lambda: zermelo.problem(CHESS, None, "#2", tries=-1),
        lambda: zermelo.problem(CHESS, None, "#2", memory=-1),
        lambda: zermelo.problem(CHESS, None, "#2", seconds=0),
        lambda: zermelo.value(None),  # type: ignore[arg-type]
        lambda: zermelo.value(start, nodes=-1),
        lambda: tables.probe(None),  # type: ignore[arg-type]
        lambda: tables.probe_many(CHESS, None, 0),  # type: ignore[call-overload]
        lambda: tables.probe_many(CHESS, np.zeros((2, 2, 2), np.uint8), 0),
        lambda: tables.probe_many(CHESS, np.zeros((1, 64), object), 0),
        lambda: tables.probe_many(CHESS, np.zeros((1, 64), np.uint8), [[0]]),
        lambda: tables.probe_many(None, np.zeros((1, 64), np.uint8), 0),  # type: ignore[call-overload]
        lambda: tables.tier(CHESS, None),  # type: ignore[arg-type]
        lambda: tables.tier(CHESS, "KNvK").positions(-1, 0, 1),
        lambda: tables.tier(CHESS, "KNvK").probe_many([-1]),
        lambda: _core.judge("simplified", b"1", False, 0, None),  # type: ignore[arg-type]
        lambda: zermelo.judge("simplified", "\udc80"),
        lambda: zermelo.judge("simplified", "0\n", threads=100_000),
        lambda: Position.from_array(CHESS, np.zeros(64, np.int64) + 256, 0),  # type: ignore[arg-type]
        lambda: zermelo.prove(start, 3, seconds=-1),
        lambda: zermelo.value(start, seconds=0),
        lambda: zermelo.generate("simplified", games=0),
        lambda: zermelo.generate("simplified", games=-1),
        lambda: zermelo.explain("simplified", "1\n1 1 1\nQ A 1\nQ B 1\n", -1),
    ]
    for call in calls:
        with pytest.raises((TypeError, ValueError, IndexError)):
            call()


def test_other_things_are_not_equal() -> None:
    for one in (CHESS, Position(CHESS)):
        assert one != None and not one == None  # noqa: E711
        assert one != 5 and one in [None, one]


START = "zermelo.Position(zermelo.Variant('chess'))"
ENDS = {
    "the end of the program": "",
    "exit": "sys.exit(0)",
    "what was not caught": "raise SystemExit(0)",
    "an interrupt": "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
    "try: zermelo.value(start)\nexcept KeyboardInterrupt: pass",
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("work", ["zermelo.value(start, threads=2)", "start.perft(2)"])
def test_what_is_at_work_does_not_stop_the_interpreter_from_ending(work: str, end: str) -> None:
    program = f"""
import os, signal, sys, threading, zermelo
start = {START}
begun = threading.Barrier(4)
def search():
    begun.wait()
    while True: {work}
for _ in range(3): threading.Thread(target=search, daemon=True).start()
begun.wait()
{ENDS[end]}
"""
    ended = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True, timeout=300)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")


def work_in_a_child(work: Callable[[], Any]) -> str:
    """What the work says in a process that is forked here: its result or its error. It ends whatever happens."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(120)
        try:
            said = str(work())
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
        os.write(write, said.encode())
        os._exit(0)
    os.close(write)
    with open(read, encoding="utf-8") as pipe:
        said = pipe.read()
    os.waitpid(child, 0)
    return said


FORKS = "ignore:.*multi-threaded, use of fork:DeprecationWarning"


@pytest.mark.filterwarnings(FORKS)
def test_a_child_works_where_nothing_was_at_work(folder: Path) -> None:
    tables = Tables(folder)
    position = Position(CHESS, "8/8/8/8/8/4k3/8/N3K3 w - - 0 1")
    rows = np.stack([position.array()] * 3000)

    def work() -> int:
        tables.probe(position)
        tables.probe_many(CHESS, rows, 0)
        zermelo.prove(Position(Variant("chess")), 3, threads=2)
        return len(zermelo.judge("cheesy", zermelo.generate("cheesy", games=20), threads=2))

    for _ in range(5):
        assert work() == 20
        assert work_in_a_child(work) == "20"


def test_no_thread_is_left_where_a_child_is_forked(folder: Path) -> None:
    program = f"""
import os
forked_beside = []
os.register_at_fork(before=lambda: forked_beside.append(len(os.listdir("/proc/self/task"))))  # which is called last
import numpy as np, zermelo
tables = zermelo.Tables({str(folder)!r})
variant = zermelo.Variant("chess")
rows = np.stack([zermelo.Position(variant, "8/8/8/8/8/4k3/8/N3K3 w - - 0 1").array()] * 3000)
for _ in range(20):
    tables.probe_many(variant, rows, 0)
    zermelo.prove(zermelo.Position(variant), 3, threads=2)
    child = os.fork()
    if child == 0: os._exit(0)
    os.waitpid(child, 0)
print(forked_beside)
"""
    alone = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # numpy has threads, too
    said = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True, env=alone)
    assert said.stdout == f"{[1] * 20}\n"


@pytest.mark.filterwarnings(FORKS)
def test_a_child_says_that_it_was_forked_while_a_thread_was_at_work(folder: Path) -> None:
    tables = Tables(folder)
    position = Position(CHESS, "8/8/8/8/8/4k3/8/N3K3 w - - 0 1")
    start = Position(CHESS)
    calls: list[Callable[[], Any]] = [
        lambda: tables.probe(position),
        lambda: start.perft(2),
        lambda: zermelo.prove(start, 3),
        lambda: zermelo.problem(CHESS, None, "#1"),
        lambda: zermelo.judge("cheesy", "1\n"),
        lambda: Variant("losalamos"),
        lambda: zermelo.variants(),
        lambda: pickle.loads(pickle.dumps(CHESS)),
    ]
    stopping = threading.Event()
    begun = threading.Event()

    def search() -> None:
        while not stopping.is_set():
            begun.set()
            zermelo.value(start, seconds=0.5)

    searching = threading.Thread(target=search)
    searching.start()
    begun.wait()
    time.sleep(0.05)  # between two searches nothing is at work, and the child may be used
    try:
        for call in calls:
            said = ""
            for _ in range(20):
                said = work_in_a_child(call)
                if said.startswith("ZermeloError: this process was forked while another thread was at work"):
                    break
            assert said.startswith("ZermeloError: this process was forked"), said
    finally:
        stopping.set()
        searching.join()
    assert work_in_a_child(lambda: start.perft(2)) == "400"


@pytest.mark.parametrize("text", ["\udc80", "\ud800", "x\udfff\x1b"])
def test_lone_surrogates_are_refused_by_who_reads_them(text: str, tmp_path: Path) -> None:
    start = Position(CHESS)
    refused: list[Callable[[], Any]] = [
        lambda: Variant(text),
        lambda: Variant(f"[a]\n{text} = 1\n"),
        lambda: zermelo.variants(family=text),
        lambda: zermelo.variants(size=text),
        lambda: Position(CHESS, text),
        lambda: start.play(text),
        lambda: start.san(text),
        lambda: start.parse_san(text),
        lambda: start.svg([text]),
        lambda: zermelo.prove(start, 1, restrict=text),
        lambda: zermelo.problem(CHESS, text, "#2"),
        lambda: zermelo.problem(CHESS, None, text),
        lambda: zermelo.problem(CHESS, None, "#2", twins=[text]),
        lambda: zermelo.Certificate(text, CHESS).check(),
        lambda: zermelo.judge("cheesy", text),
        lambda: zermelo.judge(text, "1\n"),
        lambda: zermelo.judge_objects("cheesy", text),
        lambda: zermelo.explain("cheesy", text, 0),
        lambda: zermelo.validate("cheesy", text),
        lambda: zermelo.generate("cheesy", family=text),
        lambda: zermelo.families(text),
        lambda: zermelo.solve(CHESS, tmp_path, tiers=[text]),
        lambda: zermelo.plan(CHESS, tmp_path, tiers=[text]),
        lambda: zermelo.stress(text, ["true"]),
    ]
    for call in refused:
        with pytest.raises(zermelo.InputError) as error:
            call()
        assert str(error.value)
    for name in (f"{text}.ini", os.path.join(tmp_path, text, "x.ini")):
        with pytest.raises(zermelo.FileError):
            Variant(name)
    with pytest.raises(zermelo.FileError):
        zermelo.prove(start, 1, tables=os.path.join(tmp_path, text))


def test_names_of_files_may_be_any_bytes(tmp_path: Path) -> None:
    path = os.fsdecode(os.fsencode(tmp_path) + b"/\x80\xff.ini")
    Path(path).write_text("[mine:chess]\n", encoding="utf-8")
    assert Variant(path).name == "mine"


def test_texts_of_all_kinds_are_read_or_refused() -> None:
    texts = ["", "\0", "\n", "[", "[]\n", "[x]\n\0=1\n", "é" * 100, "[a]\n" * 1000, "x" * 100_000, "[a]\nmaxFile=99\n"]
    for text in texts:
        with pytest.raises((ValueError, OSError)):
            Variant(text)
        with pytest.raises(ValueError):
            Position(CHESS, text or " ")
        with pytest.raises(ValueError):
            zermelo.Certificate(text, CHESS).check()
        for puzzle in zermelo.puzzles():
            with pytest.raises(ValueError):
                zermelo.judge(puzzle, text)


def test_states_that_are_none_do_not_unpickle() -> None:
    good = pickle.dumps(Position(CHESS))
    for i in range(0, len(good), 3):
        bad = bytearray(good)
        bad[i] ^= 1
        try:
            pickle.loads(bytes(bad))
        except Exception as error:  # whatever pickle says of garbage
            assert not isinstance(error, SystemError)


def test_what_is_freed_is_not_used(folder: Path) -> None:
    tables = Tables(folder)
    tier = tables.tier(CHESS, "KNvK")
    chunk = tier.positions(0, 0, 2000)
    board = Position(CHESS).array()
    tables.close()
    del tables, tier
    gc.collect()
    assert len(chunk) == len(chunk.boards) and chunk.boards.sum() > 0 and board.sum() > 0
    position = Position(Variant("gardner"))
    gc.collect()
    assert position.variant.name == "gardner" and position.play(position.legal_moves[0]).turn == "black"


def test_threads_share_everything(folder: Path) -> None:
    tables = Tables(folder)
    position = Position(CHESS, "8/8/8/8/8/4k3/8/N3K3 w - - 0 1")
    rows = np.stack([position.array()] * 3000)
    wrong: list[BaseException] = []

    def work(number: int) -> None:
        try:
            for _ in range(5):
                tables.probe(position)
                tables.probe_many(CHESS, rows, 0)
                tables.tier(CHESS, "KNvK").positions(0, 0, 500)
                zermelo.judge("cheesy", zermelo.generate("cheesy", games=20, seed=number))
                pickle.loads(pickle.dumps(position)).legal_moves  # noqa: B018
            if number == 0:
                tables.close()
        except ValueError as error:
            if "closed" not in str(error):
                wrong.append(error)
        except BaseException as error:
            wrong.append(error)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


@pytest.mark.parametrize("isolated", [True, False])
def test_subinterpreters_are_refused(isolated: bool) -> None:
    if sys.version_info >= (3, 13):
        interpreters = importlib.import_module("_interpreters")
        other = interpreters.create("isolated" if isolated else "legacy")
    else:
        interpreters = importlib.import_module("_xxsubinterpreters")
        other = interpreters.create(isolated=isolated)
    # What is raised there, 3.13 and later return, and those before raise here.
    code = "try:\n    import zermelo._core\nexcept ImportError as error:\n    assert 'does not support' in str(error)\nelse:\n    assert False"
    assert interpreters.run_string(other, code) is None
    interpreters.destroy(other)
    assert Position(CHESS).perft(2) == 400  # which goes on as before
