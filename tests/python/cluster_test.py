# SPDX-License-Identifier: GPL-3.0-or-later
"""zermelo.cluster where nothing goes wrong but what is made to: the graph, the store, and a cluster of two processes."""

import math
import pickle
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import cluster_stores
import pytest
import zermelo
from cluster_support import by_one_process, lay_out, leavings, local_cluster, quiet, tables
from distributed import Client, KilledWorker
from zermelo.cluster import ClusterError, Progress, Tier, critical_seconds, plan, run, solve, work
from zermelo.cluster.dashboard import ROWS, Row, page
from zermelo.cluster.store import Store, is_whole
from zermelo import Variant
from zermelo._program import program


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    with local_cluster(tmp_path_factory.mktemp("workers")) as (_, client):
        yield client


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    return by_one_process(tmp_path_factory.mktemp("one"), "small4x4", 4)


# --- the graph

def test_the_graph_has_each_tier_behind_what_it_needs() -> None:
    tiers = plan("small4x4", men=4)
    met: set[str] = set()
    for tier in tiers:
        assert met.issuperset(tier.needs)
        met.add(tier.name)
        assert tier.memory > tier.entries > 0
    assert {"KvK", "KPvK", "KQvKR"} <= met
    assert [tier.name for tier in plan("small4x4", tiers=["RKvK"])] == ["KvK", "KRvK"]


def test_the_plan_takes_its_times_from_earlier_runs() -> None:
    run = '{"schema":1,"type":"tier_run","tier":"KvK","entry_count":10,"method":"entrywise","solve_seconds":4,"verify_seconds":1}\n'
    tier = plan("small4x4", tiers=["KRvK"], runs=run)[1]
    assert tier.seconds == pytest.approx(tier.entries / 2)


def test_what_the_program_refuses_is_told() -> None:
    with pytest.raises(ClusterError, match="no variant 'nochess'"):
        plan("nochess", men=3)
    with pytest.raises(ClusterError, match="'X'"):
        plan("chess", tiers="KXvK")
    with pytest.raises(zermelo.InputError, match="men=-1, expected 0 or more"):
        plan("chess", men=-1)
    wrong: dict[str, Any]
    for wrong in ({"variant": "nochess", "men": 3}, {"variant": "chess", "tiers": "KXvK"}):
        with pytest.raises(zermelo.InputError) as caught:
            plan(**wrong)
        assert isinstance(caught.value, ClusterError) and caught.value.reasons[0].message in str(caught.value)
        assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    # But not that this machine has no room.
    assert len(plan("chess", tiers=["KQQvKQ"], memory=1000)) == 5


def test_a_look_that_leaves_workers_out_is_no_loss_of_them() -> None:
    answers = iter([{"n_workers": 2, "workers": {}},
                    {"n_workers": 2, "workers": {"a": {"resources": {work.MEMORY: 7}}, "b": {"resources": {}}}}])
    found = run._Run.__new__(run._Run)
    found.client = SimpleNamespace(scheduler_info=lambda n_workers: next(answers))
    assert found.resources() == {"a": 7, "b": 0}


def test_the_longest_path_goes_first() -> None:
    def tier(name: str, seconds: float, *needs: str) -> Tier:
        return Tier(name, needs, 1, 1, 1, seconds)
    graph = [tier("a", 1), tier("b", 2), tier("c", 4, "a"), tier("d", 1, "a", "b"), tier("e", 8, "c")]
    assert critical_seconds(graph) == {"a": 13, "b": 3, "c": 12, "d": 1, "e": 8}


# --- the store

def some_table(folder: Path) -> Path:
    subprocess.run([program(), "solve", "small4x4", "--tiers", "KRvK", "--tables", str(folder)], check=True,
                   stdout=subprocess.DEVNULL)
    return folder / "small4x4" / "KRvK.zt"


@pytest.mark.parametrize("protocol", ["", "tenth://", "memory://"])
def test_a_store_gives_back_what_was_put(tmp_path: Path, protocol: str) -> None:
    cluster_stores.register()
    table = some_table(tmp_path / "t")
    store = Store(f"{protocol}{tmp_path}/store", "small4x4")
    assert store.sizes() == {} and not store.has("KRvK")
    for _ in range(12):
        assert store.put("KRvK", table) == table.stat().st_size
        assert store.has("KRvK") and store.sizes() == {"KRvK": table.stat().st_size}
        store.fetch("KRvK", tmp_path / "fetched.zt")
        assert (tmp_path / "fetched.zt").read_bytes() == table.read_bytes()
    store.write_runs("one", "line\n")
    assert store.read_runs() == "line\n"
    store.remove("KRvK")
    store.remove("KRvK")
    assert not store.has("KRvK")
    assert [file.name for file in tmp_path.iterdir() if "part" in file.name] == []
    assert (store.notes != []) == (protocol == "tenth://")
    if protocol == "tenth://":
        assert any("the store did not put KRvK: " in note for note in store.notes)


def test_what_is_not_whole_is_not_fetched(tmp_path: Path) -> None:
    table = some_table(tmp_path / "t")
    assert is_whole(table)
    store = Store(str(tmp_path / "t"), "small4x4")
    for cut in (0, 5, 30, table.stat().st_size - 1):
        table.write_bytes(table.read_bytes()[:cut])
        assert not is_whole(table)
        with pytest.raises(OSError, match="is not whole"):
            store.fetch("KRvK", tmp_path / "fetched.zt")
        assert list(tmp_path.glob("fetched*")) == []
        some_table(tmp_path / "t")


# --- a cluster

def test_a_page_lists_what_is_left() -> None:
    rows = [Row("K<vK", 1000, 0.5, "at work on tcp://a")] + [Row(f"T{n}", 1, 1, "waits for 1 tier") for n in range(ROWS)]
    text = page("of <mine>", "1 of 102 tiers", 0.25, rows)
    assert "<h1>of &lt;mine&gt;</h1>" in text and "<p>1 of 102 tiers</p>" in text and 'value="0.2500"' in text
    assert "<td>K&lt;vK<td>1,000<td>0.5<td>at work on tcp://a" in text
    assert text.count("waits for") == ROWS - 1 and "… and 1 more" in text and "refresh" in text
    assert "refresh" not in page("all", "done", 1, [])


def test_several_processes_write_the_bytes_of_one(client: Client, expected: dict[str, bytes], tmp_path: Path) -> None:
    seen: list[Progress] = []
    pages = []
    address = client.scheduler_info()["services"]["dashboard"]

    def look(progress: Progress) -> None:
        seen.append(progress)
        with urllib.request.urlopen(f"http://127.0.0.1:{address}/zermelo") as answer:
            pages.append(answer.read().decode())

    done = solve(client, "small4x4", men=4, store=str(tmp_path), report=look)
    assert tables(tmp_path, "small4x4") == expected
    assert leavings(tmp_path, "small4x4") == []
    assert done.made == done.tiers == len(expected)
    assert done.notes == []
    assert [progress.done for progress in seen if progress.done] == sorted(progress.done for progress in seen if progress.done)
    assert str(seen[-1]).startswith(f"{len(expected)} of {len(expected)} tiers, 100.0 %, ")
    assert len(set(pages)) >= 2  # as the first tier comes and later
    assert all("<h1>Zermelo: tables of small4x4</h1>" in text for text in pages[1:])
    # Once more there is nothing to do, and a tier that is gone is made again alone.
    assert solve(client, "small4x4", men=4, store=str(tmp_path), report=quiet).made == 0
    (tmp_path / "small4x4" / "KQvKR.zt").unlink()
    assert solve(client, "small4x4", men=4, store=str(tmp_path), report=quiet).made == 1
    assert tables(tmp_path, "small4x4") == expected


def test_two_runs_at_once_do_no_harm(client: Client, expected: dict[str, bytes], tmp_path: Path) -> None:
    def run(_: int) -> int:
        return solve(client, "small4x4", men=4, store=str(tmp_path), report=quiet).made
    with ThreadPoolExecutor() as threads:
        made = list(threads.map(run, range(2)))
    assert sum(made) >= len(expected)
    assert tables(tmp_path, "small4x4") == expected


def test_what_a_lost_worker_made_meanwhile_goes_to_the_store(expected: dict[str, bytes], tmp_path: Path,
                                                             monkeypatch: pytest.MonkeyPatch) -> None:
    class StoreOfALostWorker(Store):
        """Its worker's child ends its work while this one is about to begin."""

        def fetch(self, tier: str, target: Path) -> int:
            target.with_name("KRvK.zt").write_bytes(expected["KRvK.zt"])
            return super().fetch(tier, target)

    worker = SimpleNamespace(address="here", local_directory=str(tmp_path / "worker" / "own"), state=SimpleNamespace(nthreads=1))
    monkeypatch.setattr(work, "get_worker", lambda: worker)
    store = StoreOfALostWorker(str(tmp_path / "store"), "small4x4")
    bare, rook = plan("small4x4", tiers=["KRvK"])
    (tmp_path / "store" / "small4x4").mkdir(parents=True)
    (tmp_path / "store" / "small4x4" / "KvK.zt").write_bytes(expected["KvK.zt"])
    assert bare.name == "KvK"
    outcome = work.solve_tier(work.Job("small4x4", store), rook)
    assert outcome.trouble == "" and outcome.made, outcome
    assert tables(tmp_path / "store", "small4x4")["KRvK.zt"] == expected["KRvK.zt"]


def test_damage_is_found_where_it_is_used_or_asked_for(client: Client, expected: dict[str, bytes], tmp_path: Path) -> None:
    lay_out(tmp_path, "small4x4", expected)
    damaged = tmp_path / "small4x4" / "KRvK.zt"
    def damage() -> None:
        data = bytearray(expected["KRvK.zt"])
        data[-40] ^= 1  # in the blocks or their index
        damaged.write_bytes(data)
    damage()
    (tmp_path / "small4x4" / "KRvKR.zt").unlink()
    done = solve(client, "small4x4", men=4, store=str(tmp_path), report=quiet)
    assert tables(tmp_path, "small4x4") == expected
    assert done.made == 2
    assert any("KRvK.zt: damaged: " in note and note.endswith("it is made anew") for note in done.notes), done.notes
    damage()
    assert solve(client, "small4x4", men=4, store=str(tmp_path), check=True, report=quiet).made == 1
    assert tables(tmp_path, "small4x4") == expected


def test_a_table_that_is_cut_off_is_made_anew(client: Client, expected: dict[str, bytes], tmp_path: Path) -> None:
    lay_out(tmp_path, "small4x4", expected)
    rook = tmp_path / "small4x4" / "KRvK.zt"
    for cut in (0, len(expected["KRvK.zt"]) // 2):
        rook.write_bytes(expected["KRvK.zt"][:cut])
        (tmp_path / "small4x4" / "KRvKR.zt").unlink()
        assert solve(client, "small4x4", men=4, store=str(tmp_path), folder=str(tmp_path / f"new{cut}"), report=quiet).made == 2
        assert tables(tmp_path, "small4x4") == expected
        rook.write_bytes(expected["KRvK.zt"][:cut])
        assert solve(client, "small4x4", men=4, store=str(tmp_path), check=True, report=quiet).made == 1
        assert tables(tmp_path, "small4x4") == expected


def test_tables_of_other_rules_are_refused(client: Client, tmp_path: Path) -> None:
    rules = tmp_path / "mine.ini"
    for value in ("loss", "win"):
        rules.write_text(f"[mine:small4x4]\nstalemateValue = {value}\n", encoding="utf-8")
        if value == "loss":
            solve(client, "mine", tiers=["KQvK"], variant_path=[rules], store=str(tmp_path / "t"), report=quiet)
            continue
        with pytest.raises(ClusterError, match="other rules of mine"):
            solve(client, "mine", tiers=["KQvK"], variant_path=[rules], store=str(tmp_path / "t"), report=quiet)
        # Nor is what a worker has kept of the others taken.
        for file in (tmp_path / "t" / "mine").iterdir():
            file.unlink()
        assert solve(client, "mine", tiers=["KQvK"], variant_path=[rules], store=str(tmp_path / "t"), report=quiet).made == 2


def test_tables_of_outcomes_alone(client: Client, tmp_path: Path) -> None:
    expected = by_one_process(tmp_path / "one", "small4x4", 3, "--outcomes")
    done = solve(client, "small4x4", men=3, outcomes=True, store=str(tmp_path / "t"), report=quiet)
    assert tables(tmp_path / "t", "small4x4") == expected and leavings(tmp_path / "t", "small4x4") == []
    assert done.made == len(expected) and done.notes == []
    assert solve(client, "small4x4", men=3, outcomes=True, store=str(tmp_path / "t"), report=quiet).made == 0
    (tmp_path / "t" / "small4x4" / "KRvK.zt").unlink()
    assert solve(client, "small4x4", men=3, outcomes=True, store=str(tmp_path / "t"), report=quiet).made == 1
    with pytest.raises(ClusterError, match="KvK.zt has outcomes alone, expected a store of its own for tables with distances"):
        solve(client, "small4x4", men=3, store=str(tmp_path / "t"), report=quiet)
    solve(client, "small4x4", tiers="KvK", store=str(tmp_path / "u"), report=quiet)
    with pytest.raises(ClusterError, match="KvK.zt has distances, expected a store of its own for tables of outcomes alone"):
        solve(client, "small4x4", men=3, outcomes=True, store=str(tmp_path / "u"), report=quiet)
    # Nor is what a worker has kept of the others taken.
    for file in (tmp_path / "t" / "small4x4").iterdir():
        file.unlink()
    solve(client, "small4x4", men=3, store=str(tmp_path / "t"), report=quiet)
    assert tables(tmp_path / "t", "small4x4") == by_one_process(tmp_path / "two", "small4x4", 3)


def test_a_worker_that_cannot_write_takes_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    worker = SimpleNamespace(address="here", local_directory=str(tmp_path / "own"), state=SimpleNamespace(nthreads=1))
    monkeypatch.setattr(work, "get_worker", lambda: worker)
    job = work.Job("small4x4", Store(str(tmp_path / "store"), "small4x4"), folder=str(tmp_path / "file" / "tables"))
    assert work.solve_tier(job, plan("small4x4", tiers=["KvK"])[0]).trouble == "disk"


def test_a_store_that_fails_is_told(client: Client, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder", encoding="utf-8")
    with pytest.raises(ClusterError, match=r"the store .*/file/x fails: .*Not a directory"):
        solve(client, "small4x4", tiers=["KvK"], store=str(tmp_path / "file" / "x"), report=quiet)


@pytest.mark.parametrize("error", [RuntimeError("no such host"), EOFError()])
def test_errors_of_other_kinds_are_the_stores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    store = Store(str(tmp_path), "small4x4")

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(store._fs, "exists", fail)
    with pytest.raises(OSError, match=type(error).__name__):
        store.has("KvK")
    assert len(store.notes) == 5


def test_files_of_one_name_are_all_there(client: Client, tmp_path: Path) -> None:
    files = []
    for name in ("mine", "other"):
        file = tmp_path / name / "rules.ini"
        file.parent.mkdir()
        file.write_text(f"[{name}:small4x4]\nstalemateValue = loss\n", encoding="utf-8")
        files.append(file)
    assert solve(client, "mine", tiers=["KvK"], variant_path=files, store=str(tmp_path / "t"), report=quiet).made == 1


def test_it_does_not_wait_for_ever_for_a_larger_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting = run._Run(SimpleNamespace(), Store(str(tmp_path), "small4x4"), tries=1, patience=0.2, report=quiet)  # type: ignore[arg-type]
    waiting.graph = plan("small4x4", tiers=["KRvK"])
    waiting.tiers = {tier.name: tier for tier in waiting.graph}
    waiting.at_work = {"KRvK": None}
    large = {"large": 1 << 40, "small": work.PROCESS_BYTES + 1}
    monkeypatch.setattr(waiting, "resources", lambda: large)
    for _ in range(3):
        waiting.check_waiting()
    del large["large"]
    waiting.check_waiting()  # it may come back
    with pytest.raises(ClusterError, match=r"KRvK takes \d+ bytes of memory"):
        while True:
            waiting.check_waiting()


def test_a_result_that_was_lost_with_every_worker_is_begun_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    worker: Any = SimpleNamespace(address="worker")

    def result(timeout: float) -> None:
        assert timeout > 0
        raise KilledWorker("KRvK", worker, 3)

    ended = SimpleNamespace(status="finished", result=result)
    going = run._Run(SimpleNamespace(), Store(str(tmp_path), "small4x4"), tries=3, patience=1, report=quiet)  # type: ignore[arg-type]
    submitted: list[str] = []
    monkeypatch.setattr(going, "submit", submitted.append)
    going.looked = math.inf
    going.at_work = {"KRvK": ended}
    going.ended.put(("KRvK", ended))
    going.take_next()
    assert submitted == ["KRvK"]
    assert going.summary.notes == ["KRvK was at work on 4 workers when they were lost: begun again"]


def test_rules_of_ones_own_go_to_the_workers(client: Client, tmp_path: Path) -> None:
    rules = tmp_path / "mine.ini"
    rules.write_text("[mine:small4x4]\nstalemateValue = loss\n", encoding="utf-8")
    solve(client, "mine", tiers=["KQvK"], variant_path=[rules], store=str(tmp_path / "t"), report=quiet)
    subprocess.run([program(), "solve", "mine", "--variant-path", str(rules), "--tiers", "KQvK", "--tables", str(tmp_path / "u")],
                   check=True, stdout=subprocess.DEVNULL)
    assert tables(tmp_path / "t", "mine") == tables(tmp_path / "u", "mine")
    solve(client, Variant(rules), tiers=["KQvK"], store=str(tmp_path / "v"), report=quiet)
    assert tables(tmp_path / "v", "mine") == tables(tmp_path / "u", "mine")


def test_what_no_worker_has_memory_for_is_refused_at_once(client: Client, tmp_path: Path) -> None:
    with pytest.raises(ClusterError, match=r"KQRvKRN takes \d+ bytes of memory .* expected at most the \d+ that the largest"):
        solve(client, "chess", tiers=["KQRvKRN"], store=str(tmp_path), report=quiet)
    assert list(tmp_path.iterdir()) == []


def test_without_dask_the_import_says_what_to_install() -> None:
    code = "import sys; sys.modules['distributed'] = None; import zermelo.cluster"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "pip install zermelo-solver[cluster]" in done.stderr
