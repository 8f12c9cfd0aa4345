# SPDX-License-Identifier: GPL-3.0-or-later
"""A running `zermelo serve`, for tests."""
import http.client
import json
import pathlib
import signal
import subprocess
import urllib.parse

PATIENCE = 120  # seconds for what takes a fraction of one: machines are busy


class Serving:
    """The program, serving at a free port of this machine, until the block ends. Stopped and started again it is at the same port."""

    def __init__(self, program: str | pathlib.Path, *options: str, **how):
        self.program, self.options, self.how, self.port = program, options, how, 0
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.program, "serve", "--port", str(self.port), *self.options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            **self.how)
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError("no address: " + self.process.stderr.read())
        self.port = urllib.parse.urlsplit(self.address).port

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    def stop(self, how: int = signal.SIGTERM) -> int:
        self.process.send_signal(how)
        status = self.process.wait(timeout=PATIENCE)
        self.process.stdout.close()
        self.process.stderr.close()
        return status

    def connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)

    def ask(self, method: str, path: str, body=None, headers: dict[str, str] | None = None):
        """The status, the headers and the body of an answer."""
        connection = self.connection()
        try:
            heads = dict(headers or {})
            if body is not None and not isinstance(body, (str, bytes)):
                body = json.dumps(body)
            if body is not None:
                heads.setdefault("Content-Type", "application/json")
            connection.request(method, path, body=body, headers=heads)
            answer = connection.getresponse()
            return answer.status, answer.headers, answer.read()
        finally:
            connection.close()

    def get(self, path: str, status: int = 200):
        found, _, body = self.ask("GET", path)
        if found != status:
            raise AssertionError(f"GET {path}: {found}, expected {status}: {body[:300]!r}")
        return json.loads(body)

    def post(self, path: str, body, status: int = 200):
        found, _, answer = self.ask("POST", path, body)
        if found != status:
            raise AssertionError(f"POST {path}: {found}, expected {status}: {answer[:300]!r}")
        return json.loads(answer)

    def memory(self) -> int:
        """Bytes of memory that it has for itself (not files that it has mapped)."""
        return self.from_proc("RssAnon")

    def max_memory(self) -> int:
        """Bytes of memory that it had at most, with files that it had mapped."""
        return self.from_proc("VmHWM")

    def from_proc(self, name: str) -> int:
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines():
            if line.startswith(f"{name}:"):
                return int(line.split()[1]) << 10
        raise AssertionError(f"no {name} in /proc")
