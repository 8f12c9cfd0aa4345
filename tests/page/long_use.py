#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Uses the page for a long time, as a person does who never closes it, and tells what the browser holds: memory may not grow with use.

Moves are played and taken back, variants chosen, searches begun and stopped, problems solved, puzzles judged, in one window that is never
loaded again. Every round does the same kinds of things; after each tenth of the time the browser's garbage is collected, and what is left
is told: JavaScript's heap, nodes of the document, listeners, and the memory of all processes of the browser. It fails where the last third
holds more than a quarter more than the second, in each of these. Usage: long_use.py SOURCE_DIR PROGRAM MINUTES [--module FILE.wasm]
"""
import argparse
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

from browser import StaticSite, launch, need_driver, serve

need_driver()
from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402

PARTS = 12
PATIENCE = 240_000  # milliseconds
GROWTH = 1.25
POSITIONS = [
    "#/position?variant=chess&fen=8/8/4k3/8/8/2K5/4P3/8_w_-_-_0_1&ask=1", "#/position?variant=chess", "#/position?variant=crazyhouse", "#/position?variant=shogi",
    "#/position?variant=connect4", "#/position?variant=tictactoe&ask=1", "#/position?variant=duck", "#/position?variant=atomic", "#/position?variant=xiangqi",
]
PROBLEMS = ["#/problems?solve=1", "#/problems?fen=8/8/8/8/8/1K6/7R/1k6_b&stipulation=h%232&solve=1"]


def memory_of_browser() -> int:
    """The bytes that this process's descendants hold, each page counted once."""
    parents, held = {}, {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rsplit(") ", 1)[1].split()
            parents[int(folder.name)] = int(fields[1])
            held[int(folder.name)] = next(int(line.split()[1]) * 1024 for line in (folder / "smaps_rollup").read_text().splitlines() if line.startswith("Pss:"))
        except (OSError, StopIteration):
            continue

    def below(process: int) -> bool:
        while process in parents and process != 1:
            process = parents[process]
            if process == own:
                return True
        return False

    own = int(pathlib.Path("/proc/self").resolve().name)
    return sum(bytes_held for process, bytes_held in held.items() if below(process))


def play(page: Page, draw: random.Random):
    """A few random moves, some taken back; a search that is stopped."""
    for _ in range(draw.randrange(3, 9)):
        # By itself: while a search goes on the list is drawn anew all the time.
        if not page.evaluate("share => { const all = [...document.querySelectorAll('.moves-list .move')]; all[Math.floor(share * all.length)]?.click(); return all.length; }", draw.random()):
            break
        page.wait_for_timeout(50)
    page.evaluate("[...document.querySelectorAll('.steppers button')].at(-1).click()")  # take back
    page.keyboard.press("Control+z")
    page.evaluate("[...document.querySelectorAll('.who .main')].at(-1)?.click()")  # who wins?
    page.wait_for_timeout(draw.randrange(500))
    page.evaluate("[...document.querySelectorAll('.who .row button')].at(-1)?.click()")  # stop


def go(page: Page, address: str):
    """To another place, in the same document."""
    page.evaluate("address => { location.hash = address; }", address)


def round_of_use(page: Page, draw: random.Random):
    for address in draw.sample(POSITIONS, 4):
        go(page, address)
        expect(page.locator(".moves-list .move").first).to_be_visible()
        play(page, draw)
    go(page, draw.choice(PROBLEMS))
    expect(page.locator(".solution ul, .solution ol").first).to_be_visible()
    go(page, "#/puzzles?puzzle=simplified&game=1")
    expect(page.locator(".verdicts button").first).to_be_visible()


def held(page: Page) -> dict[str, float]:
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable")
    for _ in range(2):
        session.send("HeapProfiler.collectGarbage")
    metrics = {metric["name"]: metric["value"] for metric in session.send("Performance.getMetrics")["metrics"]}
    session.detach()
    return {"heap, kB": metrics["JSHeapUsedSize"] / 1000, "nodes": metrics["Nodes"], "listeners": metrics["JSEventListeners"], "browser, MB": memory_of_browser() / 1e6}


def main(source: pathlib.Path, program: str, minutes: float, module: pathlib.Path | None) -> int:
    draw = random.Random(47)
    expect.set_options(timeout=PATIENCE)
    told: list[dict[str, float]] = []
    with tempfile.TemporaryDirectory() as tables, tempfile.TemporaryDirectory() as files, sync_playwright() as playwright:
        if module:
            subprocess.run([source / "tools/site", module, files], check=True, stdout=subprocess.DEVNULL)
            site = StaticSite(pathlib.Path(files))
        else:
            site = serve(program, tables)
        browser = launch(playwright)
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        mistakes: list[str] = []
        page.on("pageerror", lambda error: mistakes.append(str(error)))
        page.goto(site.address)
        rounds = 0
        for part in range(PARTS):
            end = time.monotonic() + 60 * minutes / PARTS
            while time.monotonic() < end:
                round_of_use(page, draw)
                rounds += 1
            told.append(held(page))
            print(f"{(part + 1) * minutes / PARTS:5.1f} min, {rounds} rounds: " + ", ".join(f"{name} {value:,.0f}" for name, value in told[-1].items()), flush=True)
        browser.close()
        site.stop()
    assert not mistakes, mistakes
    grown = [name for name in told[0] if statistics.median(part[name] for part in told[-4:]) > GROWTH * statistics.median(part[name] for part in told[4:8])]
    print(f"grown: {', '.join(grown)}" if grown else "nothing has grown")
    return 1 if grown else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("minutes", type=float)
    parser.add_argument("--module", type=pathlib.Path)
    given = parser.parse_args()
    sys.exit(main(given.source.resolve(), given.program, given.minutes, given.module))
