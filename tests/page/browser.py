# SPDX-License-Identifier: GPL-3.0-or-later
"""The program as a server, and Debian's browser: what the page's tests and tools/screenshots share."""
import functools
import http.server
import importlib.util
import os
import pathlib
import re
import resource
import sys
import threading

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "server"))
from serving import Serving  # noqa: E402

# Chromium without its windows takes three fifths of the processor time; where only the whole one is there, it does.
BROWSERS = [pathlib.Path("/usr/bin/chromium-headless-shell"), pathlib.Path("/usr/bin/chromium")]
BROWSER = next((browser for browser in BROWSERS if browser.exists()), BROWSERS[0])
FIREFOX = pathlib.Path("/usr/bin/firefox-esr")
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


def launch(playwright, firefox: bool = False):
    if firefox:  # by WebDriver BiDi, which Debian's has
        return playwright.firefox.launch(executable_path=FIREFOX, channel="moz-firefox")
    return playwright.chromium.launch(executable_path=BROWSER, args=ARGUMENTS)


class FileHandler(http.server.SimpleHTTPRequestHandler):
    """Files of a folder, as hosts of static files give them: with parts of a file, if these are asked for."""

    def log_message(self, *_):
        pass

    def do_GET(self):
        wanted = re.fullmatch(r"bytes=(\d+)-(\d+)", self.headers.get("Range", ""))
        path = pathlib.Path(self.translate_path(self.path))
        if not wanted or not path.is_file():
            return super().do_GET()
        whole = path.read_bytes()
        begin, end = int(wanted[1]), min(int(wanted[2]), len(whole) - 1)
        self.send_response(206)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Range", f"bytes {begin}-{end}/{len(whole)}")
        self.send_header("Content-Length", str(end - begin + 1))
        self.end_headers()
        self.wfile.write(whole[begin:end + 1])


class StaticSite:
    """A folder of files, served."""

    def __init__(self, folder: pathlib.Path):
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(FileHandler, directory=folder))
        self.address = f"http://127.0.0.1:{self._server.server_port}/"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def stop(self):
        self._server.shutdown()
        self._server.server_close()


def serve(program: str, tables: str) -> Serving:
    """The program with a folder of tables; its searches end before the patience of the tests does."""
    return Serving(program, "--tables", tables, "--job-seconds", "180")
