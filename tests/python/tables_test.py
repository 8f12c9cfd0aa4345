# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables: made, asked, read whole."""

import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import zermelo
from zermelo import FileError, InputError, MissingTableError, Outcome, Position, Tables, Value, Variant

CHESS = Variant("chess")
WIN = Position(CHESS, "8/8/8/8/8/4k3/8/R3K3 w - - 0 1")


def test_solve_says_what_it_does(tmp_path: Path) -> None:
    variant = Variant("gardner")
    events: list[dict[str, Any]] = []
    plan = zermelo.plan(variant, tmp_path, men=3)
    assert plan.tiers == plan.tiers_to_do == 6
    done = zermelo.solve(variant, tmp_path, men=3, progress=events.append)
    assert done.positions == 87990
    assert [event["type"] for event in events] == ["solve_plan", *["tier_solved"] * 6, "solve_done"]
    assert zermelo.solve(variant, tmp_path, men=3).positions == 0
    with pytest.raises(InputError, match="'X' is no piece of gardner"):
        zermelo.solve(variant, tmp_path, tiers=["KXvK"])
    with pytest.raises(InputError, match="memory"):
        zermelo.solve(CHESS, tmp_path, tiers=["KQRvKRB"], memory=1000)


def test_a_game_of_ones_own_is_solved(tmp_path: Path) -> None:
    tiny = Variant("[tiny]\nmaxFile = 3\nmaxRank = 3\ncastling = false\nking = k\nrook = r\nstartFen = k2/3/1KR w - - 0 1\n")
    zermelo.solve(tiny, tmp_path, men=3)
    value = Tables(tmp_path).probe(Position(tiny))
    proof = zermelo.prove(Position(tiny), 20)
    assert value == Value(Outcome.WIN, proof.plies)


def test_probe_knows_values_moves_and_lines(tables: Tables) -> None:
    value = tables.probe(WIN)
    assert value.outcome is Outcome.WIN and value.plies is not None
    moves = tables.moves(WIN)
    assert [move.move for move in sorted(moves, key=lambda move: move.move)] == WIN.legal_moves
    assert moves[0].optimal and moves[0].value == value
    line = tables.line(WIN)
    assert len(line) == value.plies
    position = WIN
    for move in line:
        position = position.play(move)
    assert position.is_checkmate
    assert str(value) == f"win in {value.plies} plies" and str(Value(Outcome.DRAW, None)) == "draw"


def test_what_no_table_holds(tables: Tables) -> None:
    start = Position(CHESS)
    assert tables.get(start) is None and tables.get(start, 7) == 7
    with pytest.raises(MissingTableError) as caught:
        tables.probe(start)
    assert isinstance(caught.value, KeyError) and "zermelo.solve" in str(caught.value)
    with pytest.raises(MissingTableError):
        tables.line(start)
    assert {move.value.outcome for move in tables.moves(start)} == {Outcome.UNKNOWN}
    assert tables.tiers(Variant("shatranj")) == []


def test_closed_and_missing_folders(folder: Path) -> None:
    with pytest.raises(FileNotFoundError, match="nowhere"):
        Tables("nowhere")
    tables = Tables(folder)
    tables.close()
    for call in (lambda: tables.probe(WIN), lambda: tables.tiers(CHESS), lambda: tables.stats(CHESS)):
        with pytest.raises(ValueError, match="closed"):
            call()


def test_a_folder_stays_the_same_when_the_process_moves(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder.parent)
    with Tables(folder.name) as tables:
        monkeypatch.chdir("/")
        assert tables.probe(WIN).outcome is Outcome.WIN


def test_chunks_without_positions_have_the_shape_of_others(tables: Tables) -> None:
    chunks = list(tables.tier(CHESS, "KRvK").chunks(7))
    assert any(len(chunk) == 0 for chunk in chunks)
    assert {chunk.boards.shape[1] for chunk in chunks} == {64}
    for empty in [chunk for chunk in chunks if len(chunk) == 0][:2]:
        assert len(tables.probe_many(CHESS, empty.boards, empty.to_move)[0]) == 0
        assert zermelo.planes(CHESS, empty.boards, empty.to_move).shape[0] == 0


def test_a_tier_outlives_its_tables(folder: Path) -> None:
    with Tables(folder) as tables:
        tier = tables.tier(CHESS, "KRvK")
    assert len(tier.positions(0, 0, 1000)) > 0


def test_a_whole_tier_agrees_with_probe_many(tables: Tables) -> None:
    for variant, name in ((CHESS, "KRvK"), (Variant("simplified"), "QRvQN")):
        tier = tables.tier(variant, name)
        counts: dict[int, int] = {}
        for chunk in tier.chunks(20_000):
            assert len(chunk) == len(chunk.boards) == len(chunk.outcomes) == len(chunk.plies)
            outcomes, plies = tables.probe_many(variant, chunk.boards, chunk.to_move)
            assert (outcomes == chunk.outcomes).all() and (plies == chunk.plies).all()
            again, plies_again = tier.probe_many(chunk.indices, chunk.to_move)
            assert (again == chunk.outcomes).all() and (plies_again == chunk.plies).all()
            counts[chunk.to_move] = counts.get(chunk.to_move, 0) + len(chunk)
        assert set(counts) == set(range(tier.tables))
    with pytest.raises(IndexError, match="table 2, expected less than 2"):
        tier.positions(2, 0, 1)
    with pytest.raises(InputError, match="names no position"):
        tier.probe_many([2**60])
    with pytest.raises(InputError):
        tables.tier(CHESS, "KXvK")
    with pytest.raises(FileError):
        tables.tier(CHESS, "KQvKR")


def test_probe_many_takes_what_arrays_there_are(tables: Tables) -> None:
    board = WIN.array()
    value = tables.probe(WIN)
    rows = np.stack([board] * 5)
    expected = ([1] * 5, [value.plies] * 5)
    backwards = np.asfortranarray(rows)
    wide = rows.astype(np.int64)
    strided = np.repeat(rows, 2, axis=1)[:, ::2]
    frozen = rows.copy()
    frozen.flags.writeable = False
    for boards in (rows, backwards, wide, strided, frozen, rows.tolist()):
        outcomes, plies = tables.probe_many(CHESS, boards, 0)
        assert (outcomes.tolist(), plies.tolist()) == expected
        assert outcomes.dtype == np.int8 and plies.dtype == np.int16
    start = Position(CHESS).array()
    outcomes, plies = tables.probe_many(CHESS, [start], [1])
    assert outcomes[0] == Outcome.UNKNOWN and plies[0] == -1
    outcomes, _ = tables.probe_many(CHESS, np.empty((0, 64), np.uint8), 0)
    assert len(outcomes) == 0


def test_probe_many_refuses_what_is_wrong(tables: Tables) -> None:
    board = WIN.array()
    with pytest.raises(TypeError, match="float64, expected uint8"):
        tables.probe_many(CHESS, board[None].astype(float), 0)
    with pytest.raises(ValueError, match="from 300 to 300|from 0 to 300"):
        tables.probe_many(CHESS, np.full((1, 64), 300), 0)
    with pytest.raises(ValueError, match="1 dimensions"):
        tables.probe_many(CHESS, board, 0)
    with pytest.raises(ValueError, match="boards of 63 squares, expected 64"):
        tables.probe_many(CHESS, board[None, :63], 0)
    with pytest.raises(ValueError):
        tables.probe_many(CHESS, board[None], [0, 1])
    with pytest.raises(ValueError, match="to_move 2, expected 0 for White or 1 for Black"):
        tables.probe_many(CHESS, board[None], 2)
    for sides in (True, [True], np.array([False])):
        with pytest.raises(TypeError, match="to_move of bool, .*'white' if board.turn else 'black'"):
            tables.probe_many(CHESS, board[None], sides)
    rows = np.stack([board] * 10_000)
    rows[9_000] = 0
    rows[5_000] = 0
    with pytest.raises(InputError, match="row 5000: not a position of chess"):
        tables.probe_many(CHESS, rows, 0)
    # Rows tell nothing of hands, or of checks that are left.
    with pytest.raises(InputError, match="rows do not tell men in hand, which positions of dobutsu hold"):
        tables.probe_many(Variant("dobutsu"), Position(Variant("dobutsu")).array()[None], 0)
    with pytest.raises(InputError, match="rows do not tell how many checks are left, which positions of 3check hold"):
        tables.probe_many(Variant("3check"), Position(Variant("3check")).array()[None], 0)


def test_statistics_are_those_of_the_program(tables: Tables) -> None:
    (white, black, *_) = tables.stats(CHESS, "KRvK")
    assert white["longest_win"]["plies"] == 31 and black["to_move"] == "black"
    assert tables.tiers(CHESS) == ["KvK", "KRvK"]


def test_a_damaged_table_is_an_os_error(tmp_path: Path) -> None:
    zermelo.solve(CHESS, tmp_path, tiers=["KvK"])
    path = tmp_path / "chess" / "KvK.zt"
    path.write_bytes(path.read_bytes()[:-1])
    with Tables(tmp_path) as tables, pytest.raises(OSError, match="KvK.zt: damaged"):
        tables.tier(CHESS, "KvK")


def test_many_threads_ask_at_once(tables: Tables) -> None:
    boards = np.stack([WIN.array()] * 2000)
    wrong: list[object] = []

    def ask() -> None:
        try:
            for _ in range(20):
                assert (tables.probe_many(CHESS, boards, 0)[0] == 1).all()
                assert tables.probe(WIN).outcome is Outcome.WIN
                assert zermelo.prove(WIN, 3).plies is None
        except BaseException as error:  # told to the test's own thread
            wrong.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert wrong == []


def test_tables_that_are_closed_while_they_are_asked(folder: Path) -> None:
    tables = Tables(folder)
    boards = np.stack([WIN.array()] * 50_000)
    results: list[object] = []

    def ask() -> None:
        try:
            results.append(tables.probe_many(CHESS, boards, 0)[0].sum())
        except ValueError as error:
            results.append("closed" in str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    tables.close()
    thread.join()
    assert results in ([50_000], [True])  # asked before or after it was closed


def test_tables_of_outcomes_alone_tell_no_plies(tmp_path: Path) -> None:
    events: list[dict[str, Any]] = []
    plan = zermelo.plan(CHESS, tmp_path, tiers=["KRvK"])
    assert zermelo.plan(CHESS, tmp_path, tiers=["KRvK"], outcomes=True).disk_bytes < plan.disk_bytes
    zermelo.solve(CHESS, tmp_path, tiers=["KRvK"], outcomes=True, progress=events.append)
    assert [event["plies"] for event in events if event["type"] == "tier_solved"] == [None, None]
    tables = Tables(tmp_path)
    assert tables.probe(WIN) == Value(Outcome.WIN, None) and str(tables.probe(WIN)) == "win"
    assert tables.line(WIN) == []
    moves = tables.moves(WIN)
    assert moves[0].value == Value(Outcome.WIN, None)
    assert moves[0].keeps_result is True and moves[0].optimal is None
    outcomes, plies = tables.probe_many(CHESS, WIN.array()[np.newaxis], 0)
    assert outcomes.tolist() == [Outcome.WIN] and plies.tolist() == [-1]
    first = next(tables.tier(CHESS, "KRvK").chunks())
    assert set(first.plies.tolist()) == {-1} and Outcome.WIN in first.outcomes
    assert {count["plies"] for tier in tables.stats(CHESS, "KRvK") for count in tier["wins"] + tier["losses"]} == {None}
    proof = zermelo.prove(WIN, tables=tmp_path, ideal=True)
    assert proof.verdict == "win" and proof.plies is None and not proof.exact
    assert set(proof.winning_moves.values()) == {None}
    found = zermelo.value(WIN, tables=tmp_path, ideal=True)
    assert found.outcome is Outcome.WIN and found.plies is None and not found.exact
    # Where distances are asked for they take their place.
    zermelo.solve(CHESS, tmp_path, tiers=["KRvK"])
    assert Tables(tmp_path).probe(WIN).plies is not None


def test_tiers_answer_indices_as_tables_answer_rows(tables: Tables) -> None:
    tier = tables.tier(CHESS, "KRvK")
    good = int(tier.positions(0, 0, 1000).indices[0])
    outcomes, plies, are = tier.probe_many([10**9, -1, good, 2**62], errors="mask")
    assert are.tolist() == [False, False, True, False] and outcomes.tolist()[:2] == [Outcome.UNKNOWN] * 2 and plies[0] == -1
    assert [len(column) for column in tier.probe_many([])] == [0, 0]
    with pytest.raises(InputError, match="index -1 names no position"):
        tier.probe_many([good, -1])
    wrong: Any
    for wrong in ([1.0], [True], ["1"], [None]):
        with pytest.raises(TypeError, match="indices of .*, expected integers"):
            tier.probe_many(wrong, errors="mask")
    with pytest.raises(ValueError, match="indices of 2 dimensions"):
        tier.probe_many([[good]])
    for call in (lambda: tier.entries(-1), lambda: tier.positions(-1, 0, 1), lambda: tier.probe_many([good], -1), lambda: tier.entries(2**70)):
        with pytest.raises((IndexError, InputError), match="table"):
            call()
    with pytest.raises(InputError, match="first=-5, expected 0 or more"):
        tier.positions(0, -5, 10)
    assert len(tier.sample(3)) == 3


def test_no_rows_are_rows(tables: Tables) -> None:
    assert [len(column) for column in tables.probe_many(CHESS, [], [])] == [0, 0]
    assert zermelo.planes(CHESS, [], []).shape[0] == 0


def test_columns_are_compared(tables: Tables) -> None:
    tier = tables.tier(CHESS, "KRvK")
    assert tier.sample(5, 1) == tier.sample(5, 1) != tier.sample(5, 2)
    assert tier.positions(0, 0, 50) == tier.positions(0, 0, 50) != tier.positions(0, 0, 60)
    assert tables.counts("chess", "KRvK") == tables.counts(CHESS, "KRvK") != tables.counts(CHESS, "KvK")
    assert tier.sample(5, 1) != tier.positions(0, 0, 5)


def test_folders_and_tables_do_for_each_other(folder: Path, tables: Tables) -> None:
    from zermelo.envs import VectorEnv
    from zermelo.envs.gymnasium import PerfectOpponentEnv
    from zermelo.evaluation import evaluate
    from zermelo.players import PerfectPlayer

    for given in (tables, folder, str(folder)):
        assert zermelo.value(WIN, tables=given).source == "tables"
        assert zermelo.prove(WIN, tables=given).value == tables.probe(WIN)
        assert evaluate(PerfectPlayer(given), [WIN], given).optimality_rate == 1
        assert VectorEnv("chess", 2, starts=WIN, tables=given).tables == tables
        assert PerfectOpponentEnv("chess", tables=given).opponent.tables == tables
        assert Tables(given) == tables


def test_threads_are_one_or_more() -> None:
    for call in (lambda: zermelo.prove(WIN, 1, threads=0), lambda: zermelo.value(WIN, threads=0), lambda: zermelo.problem(CHESS, None, "#1", threads=0)):
        with pytest.raises(InputError, match="threads=0, expected 1 or more"):
            call()


def test_what_to_do_about_tables_of_other_rules_names_no_file_that_is_gone(tmp_path: Path) -> None:
    zermelo.solve("gardner", tmp_path, men=2)
    other = Variant("[gardner:gardner]\nstalemateValue = loss\n")
    for call in (zermelo.solve, zermelo.plan):
        with pytest.raises(InputError) as caught:
            call(other, tmp_path, men=2)
        assert f"remove this file and zermelo.solve(variant, {str(tmp_path)!r}, tiers=['KvK'])" in str(caught.value)
        assert ".ini" not in str(caught.value)
