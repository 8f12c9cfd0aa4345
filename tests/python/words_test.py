# SPDX-License-Identifier: GPL-3.0-or-later
"""What is wrong is told in Python's words, and is an InputError."""

import pickle
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import zermelo
from zermelo import FileError, InputError, Position, Tables, Variant
from zermelo._words import in_python
from zermelo.envs import Actions

CHESS = Variant("chess")
# Words of the command line, which no message has: options, and the program's name as that of a command.
COMMAND_LINE = re.compile(r"(?<![\w-])--[a-z]|`zermelo|'zermelo |zermelo: error|zermelo help")


def wrong_calls(folder: Path) -> list[tuple[Callable[[], Any], str]]:
    start = Position("chess")
    return [
        (lambda: zermelo.solve("chess", folder, men=3, tiers="KRvK"), "men=3 beside tiers='KRvK', expected one of them"),
        (lambda: zermelo.solve("chess", folder, men=-1), "men=-1, expected 0 or more"),
        (lambda: zermelo.solve("chess", folder, men=2**70), f"men={2**70}, expected {2**64 - 1} or less"),
        (lambda: zermelo.solve("chess", folder, men=0), "no position of chess has at most 0 men"),
        (lambda: zermelo.solve("chess", folder, men=2, threads=0), "threads=0, expected 1 or more"),
        (lambda: zermelo.solve("chess", folder, men=2, threads=10**6), "threads=1000000, expected 1024 or less"),
        (lambda: zermelo.solve("chess", folder, men=2, memory=-1), "memory=-1, expected 0 or more"),
        (lambda: zermelo.solve("chess", folder, tiers="KXvK"), "'X' is no piece of chess"),
        (lambda: zermelo.solve("chess", folder), "expected a number of men or named tiers"),
        (lambda: zermelo.solve("nochess", folder, men=2), r"no variant 'nochess', .*\(zermelo.variants\(\) lists all\)"),
        (lambda: zermelo.plan("chess", folder, men=-1), "men=-1"),
        (lambda: zermelo.prove(start, -1), "plies=-1, expected 0 or more"),
        (lambda: zermelo.prove(start, 3, nodes=-1), "nodes=-1"),
        (lambda: zermelo.prove(start, 3, memory=-1), "memory=-1"),
        (lambda: zermelo.prove(start, 3, threads=-1), "threads=-1"),
        (lambda: zermelo.value(start, nodes=-1), "nodes=-1"),
        (lambda: zermelo.value(start, seconds=0), "0 seconds, expected more than 0"),
        (lambda: zermelo.problem("chess", None, "#2", tries=-1), "tries=-1"),
        (lambda: zermelo.problem("chess", None, "#0"), "stipulation:1:3: '#0'"),
        (lambda: zermelo.generate("simplified", games=-1), "games=-1"),
        (lambda: zermelo.explain("simplified", "0\n", 0), "game=0, expected 1 or more"),
        (lambda: zermelo.judge("simplified", "0\n", threads=-1), "threads=-1"),
        (lambda: zermelo.stress("simplified", "false", seconds=-1), "seconds=-1, expected a number from"),
        (lambda: zermelo.stress("simplified", "false", time_limit=-1), "time_limit=-1, expected a number from"),
        (lambda: zermelo.stress("simplified", "false", memory_limit=-1), "memory_limit=-1"),
        (lambda: zermelo.stress("simplified", "false", seed=-1), "seed=-1"),
        (lambda: zermelo.stress("simplified", "false", sizes={"x": 3}), "no measure 'x' of games for sizes"),
        (lambda: zermelo.stress("simplified", "false", sizes={"men": -1}), r"sizes\['men'\]=-1"),
        (lambda: zermelo.generate("simplified", family="x"), "unknown family 'x'"),
        (lambda: zermelo.benchmark("x"), "no benchmark 'x', expected one of antichess, "),
    ]


def test_what_is_wrong_is_told_in_words_of_python(tmp_path: Path) -> None:
    for number, (call, message) in enumerate(wrong_calls(tmp_path)):
        with pytest.raises(InputError, match=message) as caught:
            call()
            raise AssertionError(f"call {number} is taken")
        assert not COMMAND_LINE.search(str(caught.value)), str(caught.value)
        again = pickle.loads(pickle.dumps(caught.value))
        assert str(again) == str(caught.value) and again.reasons == caught.value.reasons


def test_what_is_missing_is_told_with_the_call_that_makes_it(tmp_path: Path) -> None:
    zermelo.solve("chess", tmp_path, tiers="KvK")
    tables = Tables(tmp_path)
    with pytest.raises(FileError, match=re.escape(f"zermelo.solve('chess', {str(tmp_path)!r}, tiers=['KRvK']) makes it")):
        tables.tier(CHESS, "KRvK")
    empty = tmp_path / "a b"
    empty.mkdir()
    with pytest.raises(FileError, match=re.escape(f"zermelo.solve('chess', {str(empty)!r}) makes them")):
        zermelo.prove(Position("chess"), 1, tables=empty)


def test_arguments_of_other_types_are_named() -> None:
    calls: list[Callable[[], Any]] = [
        lambda: zermelo.solve("chess", "x", men=2.5),  # type: ignore[arg-type]
        lambda: zermelo.solve("chess", "x", men="3"),  # type: ignore[arg-type]
        lambda: zermelo.solve("chess", "x", threads="2", men=2),  # type: ignore[arg-type]
    ]
    for call in calls:
        with pytest.raises(TypeError, match="(men|threads)=.*, expected a whole number"):
            call()
    with pytest.raises(TypeError, match="a variant of type int, expected zermelo.Variant or a name"):
        zermelo.solve(3, "x", men=2)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Variant | str"):
        Position(None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "words"),
    [
        ("no option here - nor -- here, e2-e4", "no option here - nor -- here, e2-e4"),
        ("zermelo: error: --men: 'x', expected one ('zermelo help solve' tells more)", "men=x, expected one"),
        ("more --seconds or a lower --time-limit", "more seconds= or a lower time_limit="),
        ("`zermelo solve chess --tiers KRvK --outcomes --tables '/a b'` makes it", "zermelo.solve('chess', '/a b', tiers=['KRvK'], outcomes=True) makes it"),
        ("`zermelo solve --variant-path my.ini mine --tables DIR …` makes them", "zermelo.solve(zermelo.Variant('my.ini:mine'), 'DIR') makes them"),
        ("`zermelo solve 'open --tables X` makes it", "`zermelo solve 'open tables= X` makes it"),
        ("", ""),
    ],
)
def test_commands_become_calls(said: str, words: str) -> None:
    assert in_python(said) == words and in_python(words) == words


def test_a_name_goes_where_a_variant_goes(tmp_path: Path) -> None:
    assert Position("chess") == Position(CHESS)
    assert Position("[tiny:chess]\nmaxRank = 8\nstartFen = k7/8/8/8/8/8/8/K6R w - - 0 1\n").variant.name == "tiny"
    by_name = zermelo.solve("chess", tmp_path, tiers="KRvK,KNvK")
    assert by_name.positions > 0 and zermelo.solve(CHESS, tmp_path, tiers=["KRvK", "KNvK"]).positions == 0
    assert zermelo.plan("chess", tmp_path, tiers="KQvK").tiers_to_do == 1
    assert zermelo.problem("chess", "8/8/8/8/8/1K6/7R/1k6 b", "h#1").solution_count == 1
    assert zermelo.plane_names("chess") == zermelo.plane_names(CHESS)
    assert zermelo.plane_meanings("chess") == zermelo.plane_meanings(CHESS)
    board = Position("chess", "8/8/8/8/8/2k5/1R6/K7 w - - 0 1").array()
    assert (zermelo.planes("chess", board[None], "white") == zermelo.planes(CHESS, board[None], "white")).all()
    rook = Position.from_array("chess", board, "white")
    assert Position.from_planes("chess", rook.planes()) == rook == Position.from_array(CHESS, board, "white")
    with Tables(tmp_path) as tables:
        assert tables.tiers("chess") == tables.tiers(CHESS) and tables.tier("chess", "KRvK").name == "KRvK"
        assert tables.stats("chess", "KRvK") == tables.stats(CHESS, "KRvK")
        assert tables.probe_many("chess", board[None], "white")[1].tolist() == [31]
    assert Actions("chess").count == Actions(CHESS).count
