# SPDX-License-Identifier: GPL-3.0-or-later
"""zermelo.cluster with tables in S3, played by moto's server.

What this does not cover: real latency and throttling, credentials and rights, uploads in several parts at their real sizes, and
that S3 itself keeps its promises.
"""

import subprocess
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from cluster_support import by_one_process, local_cluster, quiet
from zermelo.cluster import solve
from zermelo.cluster.store import Store
from zermelo._program import program

moto_server = pytest.importorskip("moto.server")
s3fs = pytest.importorskip("s3fs")


@pytest.fixture
def options() -> Iterator[dict[str, Any]]:
    server = moto_server.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    urllib.request.urlopen(f"http://{host}:{port}/moto-api/reset", data=b"").close()  # removes what the test before has left
    options = {"key": "key", "secret": "secret", "endpoint_url": f"http://{host}:{port}", "client_kwargs": {"region_name": "eu-central-1"}}
    s3fs.S3FileSystem(**options).mkdir("bucket")
    yield options
    server.stop()


def objects(options: dict[str, Any], variant: str) -> dict[str, bytes]:
    files = s3fs.S3FileSystem(**options, skip_instance_cache=True)
    return {name.rsplit("/", 1)[-1]: files.cat_file(name) for name in files.ls(f"bucket/tables/{variant}")}


def test_the_tables_of_a_cluster(options: dict[str, Any], tmp_path: Path) -> None:
    expected = by_one_process(tmp_path / "one", "small4x4", 4)
    with local_cluster(tmp_path / "workers") as (_, client):
        def run(check: bool = False) -> Any:
            return solve(client, "small4x4", men=4, store="s3://bucket/tables", storage_options=options, check=check, report=quiet)
        done = run()
        found = objects(options, "small4x4")
        assert {name: data for name, data in found.items() if name.endswith(".zt")} == expected
        assert [name for name in found if not name.endswith(".zt") and not name.startswith("runs-")] == []
        assert done.put == sum(len(data) for data in expected.values())
        print(f"\nfetched {done.fetched} bytes, put {done.put}")
        assert run().made == 0
        # A damaged object is made anew, whoever was told of it first.
        files = s3fs.S3FileSystem(**options, skip_instance_cache=True)
        data = bytearray(expected["KRvK.zt"])
        data[-40] ^= 1
        files.pipe_file("bucket/tables/small4x4/KRvK.zt", bytes(data))
        assert run(check=True).made == 1
        assert objects(options, "small4x4")["KRvK.zt"] == expected["KRvK.zt"]


def test_what_has_a_name_keeps_it(options: dict[str, Any], tmp_path: Path) -> None:
    subprocess.run([program(), "solve", "small4x4", "--tiers", "KRvK", "--tables", str(tmp_path)], check=True, stdout=subprocess.DEVNULL)
    table = tmp_path / "small4x4" / "KRvK.zt"
    stores = [Store("s3://bucket/tables", "small4x4", options | {"skip_instance_cache": True}) for _ in range(4)]
    with ThreadPoolExecutor() as threads:
        sizes = list(threads.map(lambda store: store.put("KRvK", table), stores))
    assert sizes == [table.stat().st_size] * 4
    assert objects(options, "small4x4") == {"KRvK.zt": table.read_bytes()}
    # Where two differ the first one stays: the condition is the server's.
    other = tmp_path / "other.zt"
    other.write_bytes(table.read_bytes() + b"x")
    stores[0].put("KRvK", other)
    assert objects(options, "small4x4") == {"KRvK.zt": table.read_bytes()}


def test_a_store_that_is_not_there(options: dict[str, Any], tmp_path: Path) -> None:
    table = tmp_path / "KRvK.zt"
    table.write_bytes(b"x")
    with pytest.raises(OSError):
        Store("s3://nowhere/tables", "small4x4", options).put("KRvK", table)
