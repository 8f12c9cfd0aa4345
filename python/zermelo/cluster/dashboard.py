# SPDX-License-Identifier: GPL-3.0-or-later
"""A page that shows a run, beside Dask's own pages: `/zermelo` on the address of the scheduler's dashboard."""

from collections.abc import Iterable
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from distributed import SchedulerPlugin
from tornado.web import RequestHandler

if TYPE_CHECKING:
    from distributed import Scheduler

KEY = "zermelo-page"
"""The name under which the scheduler's metadata hold the page."""
ROWS = 100
"""The greatest number of tiers that are listed."""


@dataclass(frozen=True)
class Row:
    """A tier that is not done."""

    tier: str
    entries: int
    seconds: float
    """An estimate of the time that it takes."""
    state: str


def page(title: str, progress: str, share: float, rows: Iterable[Row]) -> str:
    """The page, which asks for itself again every two seconds until all is done."""
    listed = list(rows)
    lines = "".join(f"<tr><td>{escape(row.tier)}<td>{row.entries:,}<td>{row.seconds:,.1f}<td>{escape(row.state)}" for row in listed[:ROWS])
    more = f"<p>… and {len(listed) - ROWS} more" if len(listed) > ROWS else ""
    again = '<meta http-equiv="refresh" content="2">' if listed else ""
    return f"""<!doctype html><html lang="en"><meta charset="utf-8">{again}<meta name="viewport" content="width=device-width">
<title>{escape(title)}</title>
<style>
body {{ font: 16px/1.4 system-ui, sans-serif; margin: 1rem auto; max-width: 46rem; padding: 0 1rem; color-scheme: light dark }}
h1 {{ font-size: 1.4rem }} progress {{ width: 100% }} td:last-child {{ overflow-wrap: anywhere }} table {{ border-collapse: collapse; width: 100% }}
td, th {{ padding: .1rem .4rem; text-align: left }} td:nth-child(2), td:nth-child(3), th:nth-child(2), th:nth-child(3) {{ text-align: right }}
</style>
<h1>{escape(title)}</h1>
<p>{escape(progress)}</p>
<progress value="{share:.4f}" max="1" aria-label="share of the work that is done"></progress>
<table><tr><th>tier<th>entries<th>seconds, about<th>state{lines}</table>{more}
"""


class _Page(RequestHandler):
    def initialize(self, scheduler: Any) -> None:
        self.scheduler = scheduler

    def get(self) -> None:
        self.set_header("Cache-Control", "no-store")
        self.write(self.scheduler.task_metadata.get(KEY, "no run of zermelo.cluster has begun"))


class Dashboard(SchedulerPlugin):
    """Serves the page, if the scheduler has a dashboard."""

    name = "zermelo-dashboard"
    idempotent = True

    async def start(self, scheduler: "Scheduler") -> None:
        if hasattr(scheduler, "http_application"):
            scheduler.http_application.add_handlers(".*$", [("/zermelo", _Page, {"scheduler": scheduler})])
