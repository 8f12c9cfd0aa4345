# SPDX-License-Identifier: GPL-3.0-or-later
"""Forced wins and their certificates."""

import os
import pickle
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import Category, Certificate, InputError, Outcome, Position, Variant, Verdict

CHESS = Variant("chess")
MATE_IN_TWO = Position(CHESS, "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1").play("g5g1").play("h8h7")


def test_a_restricted_win_is_a_bound() -> None:
    mate_in_three = Position(CHESS, "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1")
    proof = zermelo.prove(mate_in_three, certificate=True, restrict="checks")
    assert proof.verdict is Verdict.WIN and proof.plies == 17 and not proof.exact and proof.tries == {}
    assert proof.certificate is not None and proof.certificate.check() > 0
    assert proof.restriction == zermelo.RestrictedProof("checks", Verdict.WIN, 16)
    none = zermelo.prove(mate_in_three, 5, restrict="checks")
    assert none.verdict is Verdict.UNKNOWN
    assert none.restriction == zermelo.RestrictedProof("checks", Verdict.NO_WIN, 5)
    with pytest.raises(InputError):
        zermelo.prove(mate_in_three, 5, restrict="check")


def test_a_win_is_proved_and_its_certificate_checks(tmp_path: Path) -> None:
    proof = zermelo.prove(MATE_IN_TWO, 5, certificate=True)
    assert proof and proof.verdict is Verdict.WIN and proof.plies is not None
    assert len(proof.line) == proof.plies and proof.line[0] in proof.winning_moves
    assert next(iter(proof.winning_moves.values())) == proof.plies
    assert proof.certificate is not None and proof.certificate.check() > 0
    proof.certificate.save(tmp_path / "win.txt")
    assert (tmp_path / "win.txt").read_text() == proof.certificate.text
    assert pickle.loads(pickle.dumps(proof)) == proof
    broken = Certificate(proof.certificate.text.replace("w - -", "b - -", 1), CHESS)
    with pytest.raises(InputError):
        broken.check()


def test_no_win_and_unknown_are_different() -> None:
    start = Position(CHESS)
    proof = zermelo.prove(start, 3)
    assert proof.verdict is Verdict.NO_WIN and not proof and proof.no_win_within == 3
    assert set(proof.tries) == set(start.legal_moves)
    unknown = zermelo.prove(start, 250, nodes=1000)
    assert unknown.verdict is Verdict.UNKNOWN and unknown.stopped_by
    with pytest.raises(InputError, match="251 plies"):
        zermelo.prove(start, 251)
    with pytest.raises(OSError, match="nowhere"):
        zermelo.prove(start, 3, tables="nowhere")


def test_who_wins() -> None:
    found = zermelo.value(Position(Variant("hexapawn")))
    assert (found.category, found.outcome, found.plies, found.exact) == (Category.LOSS, Outcome.LOSS, 6, True)
    assert found.no_win_within is None and found.source == "search" and len(found.line) == 6
    assert found.moves["b1b2"].plies == 6 and set(found.moves) == set(found.position.legal_moves)
    assert pickle.loads(pickle.dumps(found)) == found
    draw = zermelo.value(Position(Variant("tictactoe")), threads=2)
    assert draw.category is Category.DRAW and draw.exact and draw.plies is None


def test_who_wins_is_unknown_under_a_limit_and_gone_on_with(tmp_path: Path) -> None:
    state = tmp_path / "state"
    start = Position(Variant("small3x3"))
    unknown = zermelo.value(start, nodes=100, state=state)
    assert unknown.category is Category.UNKNOWN and unknown.outcome is Outcome.UNKNOWN and not unknown.exact
    assert unknown.stopped_by == "nodes" and unknown.win_search is None and state.stat().st_size > 0
    found = zermelo.value(start, state=state)
    assert (found.category, found.plies, found.unsaved) == (Category.WIN, 31, None)
    with pytest.raises(InputError, match="small3x3, expected chess"):
        zermelo.value(Position(CHESS), state=state)
    with pytest.raises(InputError, match="1025 threads"):
        zermelo.value(start, threads=1025)
    with pytest.raises(OSError, match="nowhere"):
        zermelo.value(start, tables="nowhere")


def interrupted(search: Callable[[], Any]) -> KeyboardInterrupt:
    """What a search raises at Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored by what a shell runs in the background
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt) as raised:
        search()
    timer.join()
    signal.signal(signal.SIGINT, before)
    return raised.value


def test_ctrl_c_ends_a_search_and_has_what_it_found() -> None:
    interrupt = interrupted(lambda: zermelo.prove(Position(CHESS), 250))
    found = vars(interrupt)["found"]
    assert isinstance(found, zermelo.Proof) and (found.verdict, found.stopped_by) == (Verdict.UNKNOWN, "request")
    assert found.no_win_within is not None and f"no win within {found.no_win_within} pl" in interrupt.__notes__[0]
    interrupt = interrupted(lambda: zermelo.value(Position(CHESS)))
    found = vars(interrupt)["found"]
    assert isinstance(found, zermelo.FoundValue) and (found.category, found.stopped_by) == (Category.UNKNOWN, "request")
    assert found.no_win_within is not None and f"no win within {found.no_win_within} pl" in interrupt.__notes__[0]
    interrupt = interrupted(lambda: Position(CHESS).perft(40))
    assert not hasattr(interrupt, "found")


def test_what_is_found_at_ctrl_c_stands_whether_its_certificate_was_finished_or_not() -> None:
    # A win in at most 31 plies, soon found, whose least length is not.
    position = Position(CHESS, "8/pp5p/qrp4p/rkP4p/b6R/Bp1P3P/1P5K/8 w - - 0 1")
    found = vars(interrupted(lambda: zermelo.prove(position, certificate=True)))["found"]
    assert isinstance(found, zermelo.Proof) and found.stopped_by == "request"
    assert found.certificate is None or found.certificate.check() > 0


def test_other_signals_raise_what_their_handlers_do() -> None:
    def expire(_number: int, _frame: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, expire)
    signal.setitimer(signal.ITIMER_REAL, 0.2)
    with pytest.raises(TimeoutError) as raised:
        zermelo.value(Position(CHESS))
    signal.signal(signal.SIGALRM, before)
    assert not hasattr(raised.value, "found")


def test_other_threads_run_while_one_searches() -> None:
    thread = threading.Thread(target=lambda: zermelo.prove(Position(CHESS), 250, seconds=0.5))
    thread.start()
    turns = 0
    while thread.is_alive():
        turns += 1
    thread.join()
    assert turns > 100
