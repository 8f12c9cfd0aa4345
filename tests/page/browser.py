# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a server, and Debian's browser: what the page's tests and tools/screenshots share."""
import importlib.util
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import urllib.request

BROWSER = pathlib.Path("/usr/bin/chromium")
DRIVER = pathlib.Path(__file__).resolve().parents[2] / "build/browser/bin/python"
ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-sync"]


def need_driver():
    """Goes on with the interpreter that can drive the browser; without one, or without a browser, says so and ends with 77."""
    if importlib.util.find_spec("playwright") and BROWSER.exists():
        return
    if DRIVER.exists() and pathlib.Path(sys.executable) != DRIVER and BROWSER.exists():
        os.execv(DRIVER, [str(DRIVER), *sys.argv])
    print(f"Skipped\nthere is no {DRIVER if BROWSER.exists() else BROWSER}: tools/bootstrap test installs it")
    sys.exit(77)


def launch(playwright):
    return playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)


class Server:
    """`zermelo serve`, which can be stopped and started again at the same address."""

    def __init__(self, program: str, tables: str):
        self.program, self.tables, self.port = program, tables, 0
        self.start()

    def start(self):
        self.process = subprocess.Popen([self.program, "serve", "--port", str(self.port), "--tables", self.tables, "--job-seconds", "20"],
                                        stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/", self.address)
        assert found, f"expected an address, found {self.address!r}"
        self.port = int(found[1])

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(timeout=30)
        if self.process.stdout:
            self.process.stdout.close()

    def ask(self, path: str, body: dict) -> dict:
        request = urllib.request.Request(self.address + "api/v1/" + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)
