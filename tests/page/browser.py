# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a server, and Debian's browser: what the page's tests and tools/screenshots share."""
import importlib.util
import os
import pathlib
import resource
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from serving import Serving  # noqa: E402

# Chromium without its windows takes three fifths of the processor time; where only the whole one is there, it does.
BROWSERS = [pathlib.Path("/usr/bin/chromium-headless-shell"), pathlib.Path("/usr/bin/chromium")]
BROWSER = next((browser for browser in BROWSERS if browser.exists()), BROWSERS[0])
DRIVER = pathlib.Path(__file__).resolve().parents[2] / "build/browser/bin/python"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-software-rasterizer", "--disable-quic", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync"]


def need_driver():
    """Goes on with the interpreter that can drive the browser; without one, or where the browser cannot run, says so and ends with 77."""
    if resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY:
        why = "a browser reserves more addresses than RLIMIT_AS ('ulimit -v') would leave it"
    elif importlib.util.find_spec("playwright") and BROWSER.exists():
        return
    elif DRIVER.exists() and pathlib.Path(sys.executable) != DRIVER and BROWSER.exists():
        os.execv(DRIVER, [str(DRIVER), *sys.argv])
    else:
        why = f"there is no {DRIVER if BROWSER.exists() else BROWSER}: tools/bootstrap test installs it"
    print(f"browser.py: Skipped\n{why}")
    sys.exit(77)


def launch(playwright):
    return playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)


def serve(program: str, tables: str) -> Serving:
    """The program with a folder of tables, and searches that end in time."""
    return Serving(program, "--tables", tables, "--job-seconds", "20")
