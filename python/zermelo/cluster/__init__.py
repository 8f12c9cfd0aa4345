# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables beyond one machine: the graph of tiers on Dask distributed (`pip install zermelo-solver[cluster]`).

    from distributed import Client, LocalCluster
    import zermelo.cluster

    with LocalCluster(n_workers=2, threads_per_worker=1) as cluster, Client(cluster) as client:
        zermelo.cluster.solve(client, "small4x4", men=4, store="tables")

Workers come from any scheduler that Dask knows; the package must be installed where they run. `store` is a folder that all of
them see, or a URL for fsspec. Some schedulers:

    from distributed import SSHCluster                                                  # machines by SSH: pip install asyncssh
    cluster = SSHCluster(["head", "node1", "node2"], worker_options={"n_workers": 1})

    from dask_jobqueue import SLURMCluster                                              # Slurm: pip install dask-jobqueue
    cluster = SLURMCluster(queue="long", cores=32, processes=1, memory="250GB", walltime="24:00:00")
    cluster.scale(jobs=20)

    from dask_kubernetes.operator import KubeCluster                                    # Kubernetes: pip install dask-kubernetes
    cluster = KubeCluster(name="zermelo", image="registry/zermelo", resources={"requests": {"memory": "64Gi"}})
    cluster.scale(20)

One worker process on each machine is best: a worker takes one tier at a time, with all its threads. Give a worker memory with Dask's own
option; where the tables shall have another share of it, start it with `dask worker --resources "zermelo_memory=200e9"`.
docs/cluster.md says more.
"""

try:
    import distributed as _distributed
    import fsspec as _fsspec  # type: ignore[import-untyped]
except ImportError as error:
    raise ImportError("zermelo.cluster needs Dask and fsspec: pip install zermelo-solver[cluster]") from error
del _distributed, _fsspec

from .graph import ClusterError, ClusterInputError, Tier, critical_seconds, plan
from .run import Progress, Summary, on_terminal, solve

__all__ = ["ClusterError", "ClusterInputError", "Progress", "Summary", "Tier", "critical_seconds", "on_terminal", "plan", "solve"]
