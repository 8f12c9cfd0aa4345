# SPDX-License-Identifier: GPL-3.0-or-later
"""Objects are pickled, compared and hashed, and other processes work with them."""

import copy
import multiprocessing
import pickle
import random
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any

import joblib
import numpy as np
import pytest
import workers

import zermelo
from zermelo import Game, Position, Tables, Variant
from zermelo.envs import Actions

CHESS = Variant("chess")
WIN = Position(CHESS, "8/8/8/8/8/4k3/8/R3K3 w - - 0 1")
OWN = Variant("[own]\nmaxFile = 3\nmaxRank = 3\ncastling = false\nking = k\nrook = r\nstartFen = k2/3/1KR w - - 0 1\n")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    zermelo.solve(CHESS, path, tiers=["KRvK"])
    zermelo.solve(OWN, path, men=3)
    return path


@pytest.fixture(scope="session")
def others() -> Iterator[Executor]:
    with ProcessPoolExecutor(2, multiprocessing.get_context("spawn")) as pool:
        yield pool


def game() -> Game:
    played = Game(Position(Variant("minishogi"), "rbsgk/4p/5/P4/KGSBR[] w - - 3 9"))
    for move in ("e1e2", "a5a4", "e2e1"):
        played.play(move)
    return played


def things(folder: Path) -> list[Any]:
    tables = Tables(folder)
    mate = Position(CHESS, "7k/8/5K2/8/8/8/8/Q7 w - - 0 1")
    proof = zermelo.prove(mate, 5, certificate=True)
    return [
        CHESS,
        OWN,
        WIN,
        Position(CHESS, "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 12 40"),
        Position(OWN),
        game(),
        tables,
        tables.tier(CHESS, "KRvK"),
        tables.tier(OWN, "KRvK"),
        proof,
        proof.certificate,
        zermelo.prove(mate, restrict="checks").restriction,
        zermelo.value(Position(OWN)),
        tables.probe(WIN),
        tables.moves(WIN)[0],
        zermelo.plan(CHESS, folder, tiers=["KQvK"]),
        zermelo.problem(CHESS, "8/8/8/8/8/1K6/7R/1k6 b", "h#1"),
    ]


def test_what_is_pickled_is_equal(folder: Path, others: Executor) -> None:
    for thing in things(folder):
        for again in (
            *(pickle.loads(pickle.dumps(thing, protocol)) for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1)),
            copy.copy(thing),
            copy.deepcopy(thing),
            others.submit(workers.same, thing).result()[0],
        ):
            assert type(again) is type(thing) and again == thing and not again != thing, thing
            assert repr(again) == repr(thing)
            if type(thing).__hash__ is not None:
                assert hash(again) == hash(thing) and len({again, thing}) == 1
        assert thing != object() and thing != 0 and thing is not None


def test_positions_of_another_process_share_its_variant(folder: Path) -> None:
    texts = [pickle.dumps(Position(OWN)) for _ in range(3)]
    variants = [Variant(OWN.ini().replace("[own]", f"[own{i}]")) for i in range(40)]
    for text in [*texts, *map(pickle.dumps, variants), *texts]:
        again = pickle.loads(text)
        assert again == Position(OWN) or again in variants
    assert [pickle.loads(pickle.dumps(variant)).name for variant in variants] == [variant.name for variant in variants]


def test_different_things_are_not_equal(folder: Path, tmp_path: Path) -> None:
    for one, other in zip(all_ := things(folder), all_[1:], strict=False):
        assert one != other
    tables = Tables(folder)
    zermelo.solve(CHESS, tmp_path, tiers=["KRvK"])
    assert tables != Tables(tmp_path)
    assert tables.tier(CHESS, "KRvK") != Tables(tmp_path).tier(CHESS, "KRvK")
    assert tables.tier(CHESS, "KRvK") != tables.tier(CHESS, "KvK")
    assert len({tables, Tables(folder), Tables(tmp_path)}) == 2


def test_games_are_equal_by_their_moves() -> None:
    one, other = game(), game()
    assert one == other
    one.play("a4a5")
    assert one != other and len(one.moves) == 4
    other.play("a4a5")
    assert one == other == pickle.loads(pickle.dumps(one))
    assert pickle.loads(pickle.dumps(one)).occurrences == one.occurrences == 2
    assert Game(other.position) != other  # the same position, of another past
    fresh, old = (Game(Position(CHESS, f"8/8/8/8/8/4k3/8/R3K3 w - - {plies} 1")) for plies in (0, 7))
    assert fresh != old and fresh.position == old.position
    with pytest.raises(TypeError, match="unhashable"):
        hash(one)


def test_pickled_tables_stay_closed_and_a_lost_folder_is_told(folder: Path, tmp_path: Path) -> None:
    tables = Tables(folder)
    tables.close()
    with pytest.raises(ValueError, match="closed"):
        pickle.loads(pickle.dumps(tables)).probe(WIN)
    (tmp_path / "gone").mkdir()
    text = pickle.dumps(Tables(tmp_path / "gone"))
    (tmp_path / "gone").rmdir()
    with pytest.raises(FileNotFoundError, match="gone"):
        pickle.loads(text)


def test_a_process_that_is_spawned_works_with_them(folder: Path, others: Executor) -> None:
    tables = Tables(folder)
    value = tables.probe(WIN)
    assert others.submit(workers.value_of, tables, WIN).result() == (value.outcome, value.plies)
    assert others.submit(workers.sampled, tables.tier(CHESS, "KRvK"), 3).result() == tables.tier(CHESS, "KRvK").sample(10, 3).plies.tolist()
    played = others.submit(workers.played_on, game(), "a4a5").result()
    assert played.moves == [*game().moves, "a4a5"] and played.occurrences == 2
    actions = others.submit(workers.same, Actions(CHESS)).result()[0]
    assert actions.moves(Position(CHESS)) == Actions(CHESS).moves(Position(CHESS))


def test_joblib_works_with_them(folder: Path) -> None:
    tables = Tables(folder)
    sample = tables.tier(CHESS, "KRvK").sample(40, 2)
    white = sample.to_move == 0
    parts = np.array_split(sample.boards[white], 4)
    parallel: Any = joblib.Parallel(n_jobs=2)
    found = parallel(joblib.delayed(workers.values_of)(tables, CHESS, part, "white") for part in parts)
    assert sum(found, []) == sample.plies[white].tolist()
    positions = [Position.from_array(CHESS, board, 0) for board in sample.boards[white]]
    one_by_one = parallel(joblib.delayed(workers.value_of)(tables, position) for position in positions)
    assert [plies for _, plies in one_by_one] == sample.plies[white].tolist()


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_workers_that_load_data(folder: Path, method: str) -> None:
    data = workers.Labelled(Tables(folder).tier(CHESS, "KRvK"), 50)
    expected = [data[i] for i in range(len(data))]
    context: Any = multiprocessing.get_context(method)
    asked, found = context.Queue(), context.Queue()
    processes = [context.Process(target=workers.load, args=(data, asked, found)) for _ in range(2)]
    for process in processes:
        process.start()
    for i in (*range(len(data)), None, None):
        asked.put(i)
    loaded = dict(found.get(timeout=120) for _ in expected)
    for process in processes:
        process.join(120)
        assert process.exitcode == 0
    for i, (board, outcome, plies) in enumerate(expected):
        assert (loaded[i][0] == board).all() and loaded[i][1:] == (outcome, plies)


@pytest.mark.parametrize("name", ["janggi", "flipello", "shatar", "chess"])
def test_repr_tells_all_of_a_position(name: str) -> None:
    generator = random.Random(3)
    beyond = 0
    position = Position(name)
    for _ in range(400):
        moves = position.legal_moves
        passes = [move for move in moves if move[:2] == move[2:]]
        position = position.play(generator.choice(passes if passes and generator.random() < 0.3 else moves)) if moves else Position(name)
        assert eval(repr(position)) == position
        beyond += Position(name, position.fen) != position
    assert (beyond > 0) == (name != "chess")
