# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables as arrays and frames: few rows and many, rows that are no positions, samples, frames."""

import os
from pathlib import Path

import numpy as np
import pandas
import polars
import pyarrow
import pytest

import zermelo
from zermelo import InputError, Outcome, Position, Tables, Variant

CHESS = Variant("chess")
SIMPLIFIED = Variant("simplified")
WIN = Position(CHESS, "8/8/8/8/8/4k3/8/R3K3 w - - 0 1")


def test_few_rows_and_many_have_the_same_values(tables: Tables) -> None:
    sample = tables.tier(CHESS, "KRvK").sample(9000, 1)
    outcomes, plies = tables.probe_many(CHESS, sample.boards, sample.to_move)
    assert (outcomes == sample.outcomes).all() and (plies == sample.plies).all()
    for first, end in ((0, 1), (1, 3), (3, 100), (100, 4196), (4196, 8293)):
        few = tables.probe_many(CHESS, sample.boards[first:end], sample.to_move[first:end])
        assert (few[0] == outcomes[first:end]).all() and (few[1] == plies[first:end]).all()
    for i in range(50):
        value = tables.probe(Position.from_array(CHESS, sample.boards[i], int(sample.to_move[i])))
        assert (value.outcome, value.plies) == (outcomes[i], None if plies[i] < 0 else plies[i])


def test_rows_that_are_no_positions_are_masked(tables: Tables) -> None:
    sample = tables.tier(CHESS, "KRvK").sample(6000, 2)
    for count in (1, 3, 200, 6000):
        boards, sides = sample.boards[:count].copy(), sample.to_move[:count]
        bad = np.zeros(count, bool)
        bad[:: max(count // 7, 1)] = True
        boards[bad, :] = 0
        outcomes, plies, are_positions = tables.probe_many(CHESS, boards, sides, errors="mask")
        assert are_positions.dtype == np.bool_ and (are_positions == ~bad).all()
        assert (outcomes[~bad] == sample.outcomes[:count][~bad]).all() and (plies[~bad] == sample.plies[:count][~bad]).all()
        assert (outcomes[bad] == Outcome.UNKNOWN).all() and (plies[bad] == -1).all()
        with pytest.raises(InputError, match="row 0: not a position of chess"):
            tables.probe_many(CHESS, boards, sides)
    start = Position(CHESS).array()[np.newaxis]
    outcomes, _, are_positions = tables.probe_many(CHESS, start, "white", errors="mask")
    assert are_positions.tolist() == [True] and outcomes.tolist() == [Outcome.UNKNOWN]  # a position, of which nothing is known
    byte = WIN.array()
    byte[0] = 200
    assert tables.probe_many(CHESS, byte[np.newaxis], 0, errors="mask")[2].tolist() == [False]
    assert [len(array) for array in tables.probe_many(CHESS, np.empty((0, 64), np.uint8), 0, errors="mask")] == [0, 0, 0]
    with pytest.raises(ValueError, match="errors 'ignore', expected 'raise' or 'mask'"):
        tables.probe_many(CHESS, start, 0, errors="ignore")  # type: ignore[call-overload]  # pyright: ignore
    with pytest.raises(InputError, match="men in hand"):  # what no row of the variant could say is no matter of rows
        tables.probe_many(Variant("dobutsu"), Position(Variant("dobutsu")).array()[np.newaxis], 0, errors="mask")


def test_numbers_that_are_no_positions_are_masked(tables: Tables) -> None:
    tier = tables.tier(CHESS, "KRvK")
    chunk = tier.positions(0, 0, 5000)
    outcomes, plies, are_positions = tier.probe_many(np.arange(5000), 0, errors="mask")
    assert np.flatnonzero(are_positions).tolist() == chunk.indices.tolist() and not are_positions.all()
    assert (outcomes[are_positions] == chunk.outcomes).all() and (plies[are_positions] == chunk.plies).all()
    assert set(outcomes[~are_positions].tolist()) == {Outcome.UNKNOWN}
    assert tier.probe_many([2**60], errors="mask")[2].tolist() == [False]


def test_files_that_come_and_go_are_heeded(tmp_path: Path) -> None:
    row = WIN.array()[np.newaxis]
    (tmp_path / "chess").mkdir()
    tables = Tables(tmp_path)
    assert tables.probe_many(CHESS, row, 0)[0].tolist() == [Outcome.UNKNOWN]
    zermelo.solve(CHESS, tmp_path, tiers=["KRvK"], outcomes=True)
    assert [array.tolist() for array in tables.probe_many(CHESS, row, 0)] == [[1], [-1]]
    zermelo.solve(CHESS, tmp_path, tiers=["KRvK"])
    assert [array.tolist() for array in tables.probe_many(CHESS, row, 0)] == [[1], [tables.probe(WIN).plies]]
    path = tmp_path / "chess" / "KRvK.zt"
    whole = path.read_bytes()
    path.unlink()
    assert tables.probe_many(CHESS, row, 0)[0].tolist() == [Outcome.UNKNOWN]
    path.write_bytes(whole[:-1])
    with pytest.raises(zermelo.FileError, match="KRvK.zt: damaged"):
        tables.probe_many(CHESS, row, 0)
    path.unlink()
    path.write_bytes(whole)
    os.utime(path)
    assert tables.probe_many(CHESS, row, 0)[0].tolist() == [1]


def test_tables_of_many_variants_are_asked_in_turn(tables: Tables) -> None:
    variants = [Variant(CHESS.ini()) for _ in range(20)]  # compiled anew, each
    row = WIN.array()[np.newaxis]
    for variant in [*variants, *reversed(variants), CHESS, SIMPLIFIED, CHESS]:
        if variant == CHESS:
            assert tables.probe_many(variant, row, 0)[0].tolist() == [1]
        else:
            chunk = next(tables.tier(variant, "QRvQ").chunks())
            assert (tables.probe_many(variant, chunk.boards, chunk.to_move)[0] == chunk.outcomes).all()


def test_samples_are_different_positions_each_as_likely(tables: Tables) -> None:
    for variant, name in ((CHESS, "KRvK"), (SIMPLIFIED, "QRvQ"), (SIMPLIFIED, "QRvQN")):
        tier = tables.tier(variant, name)
        chunks = list(tier.chunks())
        whole = {(chunk.to_move, index) for chunk in chunks for index in chunk.indices.tolist()}
        sample = tier.sample(500, 3)
        drawn = list(zip(sample.to_move.tolist(), sample.indices.tolist(), strict=True))
        assert len(sample) == len(set(drawn)) == 500 and set(drawn) <= whole
        again, other = tier.sample(500, 3), tier.sample(500, 4)
        assert (again.indices == sample.indices).all() and (again.boards == sample.boards).all()
        assert (other.indices != sample.indices).any()
        assert (tier.sample(20, 3).indices == sample.indices[:20]).all()  # a longer one goes on
        for table in range(tier.tables):
            here = sample.to_move == table
            outcomes, plies = tier.probe_many(sample.indices[here], table)
            assert (outcomes == sample.outcomes[here]).all() and (plies == sample.plies[here]).all()
        outcomes, plies = tables.probe_many(variant, sample.boards, sample.to_move)
        assert (outcomes == sample.outcomes).all() and (plies == sample.plies).all()
        everything = tier.sample(10**6, 5)
        assert set(zip(everything.to_move.tolist(), everything.indices.tolist(), strict=True)) == whole
        assert len(everything) == len(whole) and everything.boards.shape == (len(whole), variant.files * variant.ranks)
        # Each fourth of all numbers has its share, within six deviations.
        ranks = {place: i for i, place in enumerate(sorted(whole))}
        parts = np.bincount([4 * ranks[place] // len(whole) for place in drawn], minlength=4)
        assert abs(parts - 125).max() < 60
    empty = tier.sample(0, 1)
    assert len(empty) == 0 and empty.boards.shape == (0, 16)
    with pytest.raises(ValueError, match="n=-1, expected 0 or more"):
        tier.sample(-1, 1)


def test_frames_hold_columns_and_no_dicts(tables: Tables) -> None:
    tier = tables.tier(CHESS, "KRvK")
    for framed in (next(tier.chunks()), tier.positions(1, 0, 300), tier.positions(0, 0, 0), tier.sample(200, 1)):
        columns = ["to_move", "index", "board", "outcome", "plies"]
        arrow, polar, panda = framed.to_arrow(), framed.to_polars(), framed.to_pandas()
        assert arrow.column_names == polar.columns == panda.columns.tolist() == columns
        assert arrow.num_rows == polar.height == len(panda) == len(framed)
        assert arrow.schema.field("board").type == pyarrow.list_(pyarrow.uint8(), 64)
        assert polar.schema["board"] == polars.Array(polars.UInt8, 64)
        assert [str(arrow.schema.field(name).type) for name in columns if name != "board"] == ["uint8", "uint64", "int8", "int16"]
        assert [polar.schema[name] for name in columns if name != "board"] == [polars.UInt8, polars.UInt64, polars.Int8, polars.Int16]
        plies = [None if n < 0 else n for n in framed.plies.tolist()]
        assert arrow["plies"].to_pylist() == polar["plies"].to_list() == plies
        assert [None if n is pandas.NA else n for n in panda["plies"]] == plies
        assert arrow["index"].to_pylist() == polar["index"].to_list() == panda["index"].tolist() == framed.indices.tolist()
        assert arrow["outcome"].to_pylist() == polar["outcome"].to_list() == panda["outcome"].tolist() == framed.outcomes.tolist()
        assert arrow["board"].to_pylist() == polar["board"].to_list() == [board.tolist() for board in panda["board"]] == framed.boards.tolist()
    assert None in tier.sample(200, 1).to_polars()["plies"].to_list()


def test_counts_are_those_of_the_statistics(tables: Tables) -> None:
    counts = tables.counts(CHESS)
    frame = counts.to_polars()
    assert frame.columns == ["tier", "to_move", "outcome", "plies", "count"] and frame.height == len(counts)
    assert not any(isinstance(kind, (polars.Struct, polars.List, polars.Object)) for kind in frame.dtypes)
    for one in tables.stats(CHESS):
        mine = frame.filter((polars.col("tier") == one["tier"]) & (polars.col("to_move") == one["to_move"]))
        for outcome, name in ((Outcome.WIN, "win"), (Outcome.LOSS, "loss"), (Outcome.DRAW, "draw")):
            assert mine.filter(polars.col("outcome") == int(outcome))["count"].sum() == one[f"{name}_count"]
        wins = mine.filter(polars.col("outcome") == 1)
        assert wins["plies"].max() == (one["longest_win"] or {"plies": None})["plies"]
        assert dict(zip(wins["plies"].to_list(), wins["count"].to_list(), strict=True)) == {c["plies"]: c["count"] for c in one["wins"]}
    assert counts.to_arrow()["tier"].to_pylist() == counts.to_pandas()["tier"].tolist() == counts.tier.tolist()
    assert tables.counts(CHESS, "KRvK").tier.tolist() == [name for name in counts.tier.tolist() if name == "KRvK"]
