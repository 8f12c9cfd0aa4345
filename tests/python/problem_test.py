# SPDX-License-Identifier: GPL-3.0-or-later
"""Composed problems from Python."""

import json
import os
import pickle
import signal
import subprocess
import threading
from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

import pytest

import zermelo
from zermelo import Continuation, InputError, SolvedDiagram, SolvedProblem, Variant

CHESS = Variant("chess")
HELPMATE = "8/8/8/8/8/1K6/7R/1k6 b"


def sans(moves: Sequence[Continuation]) -> list[str]:
    return [each.move.san for each in moves]


def the_diagram(problem: SolvedProblem) -> SolvedDiagram:
    (diagram,) = problem.diagrams
    return diagram


def test_keys_and_the_tree_after_them() -> None:
    problem = zermelo.problem(CHESS, "6B1/8/5Q2/8/2K1k3/8/8/8 w", "#3", variations=True)
    assert problem.variant == CHESS and problem.solution_count == 1 and problem.complete and problem.intended is None
    diagram = the_diagram(problem)
    assert (diagram.stipulation, diagram.attacker, diagram.begins, diagram.twin) == ("#3", "white", "white", None)
    assert diagram.illegal is None and diagram.complete_moves == 3 and diagram.stopped_by is None and diagram.node_count > 0
    assert diagram.tree_whole and diagram.tries == () and diagram.solutions == () and diagram.set_solutions is None
    (key,) = diagram.keys
    assert key.length == 3 and not key.goal and key.move.side == "white"
    after = zermelo.Position(CHESS, diagram.fen).play(key.move.uci)
    assert [defence.move.uci for defence in key.defences if defence.move] == list(after.legal_moves)
    for defence in key.defences:
        assert defence.continuations and not defence.goal
        assert all(next_move.length <= 2 for next_move in defence.continuations)
    assert str(problem).startswith("#3, White begins: 1 key\n1." + str(key.move) + "!")
    assert the_diagram(zermelo.problem(CHESS, diagram.fen, "#3")).keys[0].defences == ()


def test_a_picture_as_journals_print_it() -> None:
    problem = zermelo.problem(CHESS, "8/8/8/3k1K2/8/8/8/B6R b", "h#3", intended=2, authors=["A. <Nonym>", "B"], title="Echo", source="Nowhere, 2000", award="1st Prize")
    told = [zermelo.program(), "problem", "chess", "8/8/8/3k1K2/8/8/8/B6R b", "h#3", "--intended", "2", "--author", "A. <Nonym>", "--author", "B"]
    told += ["--title", "Echo", "--source", "Nowhere, 2000", "--award", "1st Prize"]
    assert problem.svg == problem._repr_svg_() == subprocess.run([*told, "--svg"], capture_output=True, text=True, check=True).stdout
    assert str(problem) == subprocess.run(told, capture_output=True, text=True, check=True).stdout
    assert "A. &lt;Nonym&gt; &amp; B" in problem.svg and "(3+1)" in problem.svg


def test_tries_and_set_play() -> None:
    diagram = the_diagram(zermelo.problem(CHESS, "k7/8/2K5/8/8/8/8/7R w", "#2", tries=1, set_play=True))
    assert diagram.tries
    for each in diagram.tries:
        assert len(each.refutations) == 1 and each.refutations[0].side == "black" and each.defences == ()
    more = the_diagram(zermelo.problem(CHESS, "k7/8/2K5/8/8/8/8/7R w", "#2", tries=1000))
    assert len(more.tries) > len(diagram.tries)


def test_play_after_a_key() -> None:
    diagram = the_diagram(zermelo.problem(CHESS, "7k/4K3/6p1/8/8/8/8/6R1 b", "#3", postkey=True))
    play = diagram.postkey_play
    assert play is not None and not play.solves and not play.check and diagram.begins == "black"
    assert [threat.move.san for threat in play.threats] == ["Kf7", "Kf8"] and play.threats[0].defences
    assert {str(defence.move): len(defence.continuations) for defence in play.defences} == {"Kg7": 0, "Kh7": 0, "Kg8": 0, "g5": 1}
    assert [defence.idle for defence in play.defences] == [False] * 4
    assert diagram.duals == zermelo.Duals(major=0, mating=0)
    with pytest.raises(zermelo.InputError, match="h#2: postkey play"):
        zermelo.problem(CHESS, HELPMATE, "h#2", postkey=True)


def test_solutions_of_help_play_are_counted_beyond_those_that_are_told() -> None:
    problem = zermelo.problem(CHESS, HELPMATE, "h#2", max_lines=2, intended=2, set_play=True)
    diagram = the_diagram(problem)
    assert (problem.solution_count, problem.intended, diagram.soundness) == (20, 2, "cooked")
    assert [str(line) for line in diagram.solutions] == ["Ka1 Rd2 Kb1 Rd1#", "Ka1 Re2 Kb1 Re1#"]
    assert [move.side for move in diagram.solutions[0].moves] == ["black", "white"] * 2 and diagram.solutions[0].ends == ()
    (short,) = diagram.short_solutions
    assert (short.length, short.count, short.complete, short.introduction) == (2, 1, True, 0)
    assert diagram.set_solutions is not None and diagram.set_solutions.length == 3
    assert diagram.keys == () and diagram.set_play == () and diagram.tree_whole
    assert len(the_diagram(zermelo.problem(CHESS, HELPMATE, "h#2")).solutions) == 20


def test_what_is_forced_at_the_end_is_no_part_of_the_solution() -> None:
    diagram = the_diagram(zermelo.problem(CHESS, "8/8/8/8/2R5/kp1B4/8/K7 w", "ser-s#1"))
    (line,) = diagram.solutions
    assert str(line) == "Bb1" and [[move.san for move in end] for end in line.ends] == [["b2#"]]


def test_play_that_comes_to_a_diagram() -> None:
    diagram = "rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1"
    game = the_diagram(zermelo.problem(CHESS, diagram, "dia1.0", verify=True))
    assert [str(line) for line in game.solutions] == ["e4 c6"] and game.verified
    assert (game.target, game.fen) == (diagram, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
    black = the_diagram(zermelo.problem(CHESS, diagram, "a=>b1", start=game.fen, attacker="black"))
    assert [str(line) for line in black.solutions] == ["c6 e4"]
    with pytest.raises(InputError, match="start"):
        zermelo.problem(CHESS, diagram, "a=>b1")


def test_twins_duplex_and_parts() -> None:
    twins = zermelo.problem(CHESS, HELPMATE, "h#1", twins=["b: move h2 a2", "continued, stipulation h=1"], duplex=True)
    assert [(each.twin, each.attacker, each.stipulation) for each in twins.diagrams] == [
        (name, side, stipulation)
        for name, stipulation in (("a", "h#1"), ("b", "h#1"), ("c", "h=1"))
        for side in ("white", "black")
    ]
    assert twins.diagrams[4].changes == ("continued", "stipulation h=1")
    black = the_diagram(zermelo.problem(CHESS, "8/8/8/8/8/1k6/7r/1K6 w", "h#1", attacker="black"))
    assert black.begins == "white" and [str(line) for line in black.solutions] == ["Ka1 Rh1#"]
    selfmate = "8/8/8/8/8/1K6/7R/1k6 w"
    assert sans(the_diagram(zermelo.problem(CHESS, "k7/8/1K6/8/8/8/8/7R w", "s#1")).keys) == []
    assert sans(the_diagram(zermelo.problem(CHESS, "k7/8/1K6/8/8/8/8/7R w", "s#1", quodlibet=True)).keys) == ["Rh8#"]
    assert the_diagram(zermelo.problem(CHESS, selfmate, "h#1")).fen.split()[1] == "b"


def test_variants_of_a_text_and_illegal_diagrams() -> None:
    variant = Variant("[mine:chess]\nstalemateValue = loss\n")
    assert zermelo.problem(variant, HELPMATE, "h#1").solution_count == 1
    hexapawn = Variant("hexapawn")
    start = the_diagram(zermelo.problem(hexapawn, None, "~1"))
    position = zermelo.Position(hexapawn, start.fen)
    assert position == zermelo.Position(hexapawn)
    assert sorted(key.move.uci for key in start.keys) == sorted(position.legal_moves)
    illegal = the_diagram(zermelo.problem(CHESS, "k6R/8/2K5/8/8/8/8/8 b", "#1"))
    assert illegal.illegal is not None and illegal.keys == ()


def test_limits_are_told() -> None:
    problem = zermelo.problem(CHESS, HELPMATE, "h=4", nodes=500, intended=1, verify=True)
    diagram = the_diagram(problem)
    assert not problem.complete and not diagram.complete and diagram.stopped_by == "nodes" and diagram.complete_moves < 4
    assert diagram.verified is None and diagram.soundness == "not decided"
    assert the_diagram(zermelo.problem(CHESS, HELPMATE, "h=2", verify=True)).verified is True
    timed = the_diagram(zermelo.problem(CHESS, None, "h#8", seconds=0.01))
    assert timed.stopped_by == "time"


def test_results_are_values() -> None:
    problem = zermelo.problem(CHESS, HELPMATE, "h#2", twins=["b: move h2 g2"])
    assert pickle.loads(pickle.dumps(problem)) == problem and hash(problem) == hash(pickle.loads(pickle.dumps(problem)))
    with pytest.raises(AttributeError):
        problem.diagrams[0].solutions[0].moves[0].san = "x"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: zermelo.problem(CHESS, HELPMATE, "h#0"), "h#0"),
        (lambda: zermelo.problem(CHESS, "nonsense", "#2"), "FEN"),
        (lambda: zermelo.problem(CHESS, HELPMATE, "#2", twins=["b: move a8 a7"]), "a8"),
        (lambda: zermelo.problem(CHESS, HELPMATE, "#2", attacker="green"), "'green', expected white or black"),  # type: ignore[arg-type]
        (lambda: zermelo.problem(CHESS, HELPMATE, "#2", seconds=0), "0 seconds, expected more than 0"),
        (lambda: zermelo.problem(CHESS, HELPMATE, "\udc80"), "1:1"),
        (lambda: zermelo.problem(CHESS, HELPMATE, "h#2", title="\udc80"), "title"),
        (lambda: zermelo.problem(CHESS, HELPMATE, "h#2", authors=["A", "\ud800"]), "author"),
    ],
)
def test_what_is_wrong_is_told(call: Callable[[], Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()


def test_ctrl_c_ends_a_search() -> None:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt) as raised:
        zermelo.problem(CHESS, None, "h#9")
    timer.join()
    signal.signal(signal.SIGINT, before)
    found = vars(raised.value)["found"]
    assert isinstance(found, zermelo.SolvedProblem) and not found.complete and found.diagrams[0].stopped_by == "request"
    assert f"{found.solution_count} solutions" in raised.value.__notes__[0]


@pytest.mark.parametrize(
    ("fen", "stipulation", "options", "arguments"),
    [
        ("6B1/8/5Q2/8/2K1k3/8/8/8 w", "#3", {"variations": True, "tries": 2}, ["--variations", "--tries", "2"]),
        (HELPMATE, "h#2", {"set_play": True, "duplex": True, "verify": True}, ["--set-play", "--duplex", "--verify"]),
        ("8/8/8/8/2R5/kp1B4/8/K7 w", "s#1", {"twins": ["b: move d3 b1"], "set_play": True}, ["--twin", "b: move d3 b1", "--set-play"]),
        ("8/8/8/8/8/1k6/2p5/K7 b", "ser-h#3", {"intended": 1}, ["--intended", "1"]),
    ],
)
def test_it_says_what_the_command_says(fen: str, stipulation: str, options: dict[str, Any], arguments: list[str]) -> None:
    said = subprocess.run(
        [zermelo.program(), "problem", "chess", fen, stipulation, "--max-lines", "1000", "--json", *arguments],
        check=True,
        capture_output=True,
        text=True,
    )
    expected = json.loads(said.stdout)
    problem = zermelo.problem(CHESS, fen, stipulation, **options)
    found = json.loads(json.dumps([asdict(diagram) for diagram in problem.diagrams]))
    for diagram in expected["diagrams"]:
        diagram["node_count"] = diagram.pop("nodes")
        for name in ("keys", "short_keys", "tries", "set_play", "solutions", "short_solutions"):
            diagram[name] = diagram[name] or []  # nothing that play of this kind has
        diagram["tree_whole"] = diagram["tree_whole"] is not False
    assert found == expected["diagrams"]
    assert (problem.solution_count, problem.complete, problem.intended) == (
        expected["solution_count"],
        expected["complete"],
        expected["intended"],
    )
