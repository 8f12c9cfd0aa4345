#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""attacks.py PROGRAM: what others do to servers, done to `zermelo serve` on this machine alone.

Each attack is answered by a clear status or a clean close, another client is answered meanwhile and afterwards, and memory
stays bounded. Nothing here sends without an end: every loop is counted, every wait has a limit."""
import contextlib
import json
import os
import pathlib
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import unittest

from serving import PATIENCE, Serving

PROGRAM = pathlib.Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else pathlib.Path("build/zermelo")
MOST_MEMORY = int(os.environ.get("ZERMELO_MOST_MEMORY", "512")) << 20  # what a server with its usual limits takes, whatever happens to it
# What more it may keep than it had at the start, a minute later; sanitizers, which have a bound of their own, keep what was let go.
GIVEN_BACK = MOST_MEMORY if "ZERMELO_MOST_MEMORY" in os.environ else MOST_MEMORY // 8
KINGS_AND_ROOK = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"


class Attacks(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tables = pathlib.Path(cls.folder.name) / "tables"
        subprocess.run([PROGRAM, "solve", "chess", "--tiers", "KRvK", "--tables", cls.tables], check=True, capture_output=True)
        cls.server = Serving(PROGRAM, "--tables", str(cls.tables), "--request-seconds", "3")

    @classmethod
    def tearDownClass(cls):
        print(f"most memory at any moment of these: {cls.server.max_memory() / 1e6:.0f} MB")
        with cls.server:
            pass
        cls.folder.cleanup()

    def tearDown(self):
        self.assertAnswers()
        self.assertIsNone(self.server.process.poll(), "the server has ended")
        self.assertLess(self.server.max_memory(), MOST_MEMORY)

    def assertAnswers(self):
        """Somebody else asks, and is answered."""
        value = self.server.post("/api/v1/value", {"variant": "chess", "fen": KINGS_AND_ROOK})
        self.assertEqual(value["category"], "win")

    def connect(self) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.server.port), timeout=PATIENCE)

    def answer(self, *parts: bytes, end: bool = False) -> bytes:
        """What comes back on one connection before it is closed; `end`: nothing is sent any more, and that is said."""
        with self.connect() as one:
            with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                for part in parts:
                    one.sendall(part)
            with contextlib.suppress(OSError):
                if end:
                    one.shutdown(socket.SHUT_WR)
            got = b""
            with contextlib.suppress(ConnectionResetError):
                while piece := one.recv(65536):
                    got += piece
            return got

    def status(self, *parts: bytes, end: bool = False) -> int | None:
        """The status of the answer; nothing where the connection was just closed."""
        got = self.answer(*parts, end=end)
        return int(got.split(b" ", 2)[1]) if got.startswith(b"HTTP/1.1 ") else None

    def post(self, path: bytes, body: bytes, more: bytes = b"Content-Type: application/json\r\n") -> int | None:
        head = b"POST %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n%sContent-Length: %d\r\n\r\n"
        return self.status(head % (path, more, len(body)), body)

    # Heads.

    def test_a_head_that_is_too_large(self):
        self.assertIn(self.status(b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"a" * (1 << 20) + b"\r\n\r\n"), (400, 413, 431, None))
        self.assertIn(self.status(b"GET /" + b"a" * (1 << 20) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n"), (400, 414, 431, None))
        many = b"".join(b"X%d: y\r\n" % i for i in range(20000))
        self.assertIn(self.status(b"GET / HTTP/1.1\r\nHost: localhost\r\n" + many + b"\r\n"), (400, 413, 431, None))

    def test_what_is_no_http(self):
        for garbage in (b"\x00" * 5000, os.urandom(5000), b"\r\n" * 3000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n",
                        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"):
            self.assertIn(self.status(garbage, end=True), (400, 404, 405, 413, 414, 421, 431, 505, None), garbage[:20])

    def test_a_request_without_a_host_or_with_a_wrong_one(self):
        self.assertEqual(self.status(b"GET / HTTP/1.1\r\nConnection: close\r\n\r\n"), 400)
        for host in (b"evil.example", b"localhost.evil.example", b"127.0.0.1.evil.example", b"evil.example:1913", b"[::1].evil.example",
                     b"", b"localhost@evil.example", b"0x7f.1"):
            self.assertEqual(self.status(b"GET /api/v1/server HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % host), 421, host)
        for host in (b"localhost", b"127.0.0.1:80", b"[::1]:1913"):
            self.assertEqual(self.status(b"GET /api/v1/server HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n" % host), 200, host)

    def test_whole_addresses(self):
        for address, status in ((b"http://localhost/api/v1/server", 200), (b"HTTP://127.0.0.1:80/api/v1/server", 200), (b"http://localhost", 200),
                                (b"http://evil.example/api/v1/server", 421), (b"http:///api/v1/server", 421), (b"ftp://localhost/", 404)):
            self.assertEqual(self.status(b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % address), status, address)

    def test_a_request_of_another_site(self):
        body = {"variant": "chess"}
        for heads in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"}):
            self.assertEqual(self.server.ask("POST", "/api/v1/position", body, heads)[0], 403)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
            self.assertEqual(self.server.ask("POST", "/api/v1/position", body, {"Content-Type": kind})[0], 415, kind)
        self.assertEqual(self.server.ask("DELETE", "/api/v1/jobs/1", headers={"Origin": "http://evil.example"})[0], 403)
        own = f"http://127.0.0.1:{self.server.port}"
        self.assertEqual(self.server.ask("POST", "/api/v1/position", body, {"Origin": own})[0], 200)
        # Nothing allows another site's page to read an answer.
        for method in ("GET", "OPTIONS"):
            _, heads, _ = self.server.ask(method, "/api/v1/server", headers={"Origin": "http://evil.example"})
            self.assertNotIn("Access-Control-Allow-Origin", heads)

    def test_paths_that_lead_elsewhere(self):
        for path in (b"/assets/../src", b"/assets/..%2f..%2f..%2fetc%2fpasswd", b"/../../etc/passwd", b"/assets/%2e%2e/x", b"//etc/passwd",
                     b"/assets//etc/passwd", b"/assets/%00index.html", b"/etc%2fpasswd", b"/%ff%fe", b"/assets/" + b"%2e%2e%2f" * 100):
            got = self.answer(b"GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % path)
            self.assertIn(got.split(b" ", 2)[1], (b"400", b"404"), path)
            self.assertNotIn(b"root:", got)
        # A variant is a name here, never a file.
        for name in ("/etc/passwd", "../games/chess.ini", "x.ini", "x.ini:chess", "/dev/zero.ini"):
            self.assertEqual(self.server.ask("POST", "/api/v1/position", {"variant": name})[0], 404, name)

    def test_methods_and_encodings_that_are_wrong(self):
        for method in (b"PUT", b"PATCH", b"TRACE", b"CONNECT", b"BREW", b"DELETE"):
            self.assertIn(self.status(b"%s /api/v1/value HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % method), (400, 405, 501), method)
        status, heads, _ = self.server.ask("GET", "/api/v1/value")
        self.assertEqual((status, heads["Allow"]), (405, "POST"))
        for body in (b"\xff\xfe{\x00}\x00", b"{", b"[]", b"null", b'"x"', b"", b"\x1f\x8b\x08\x00", b'{"variant":"\xff"}', b'{"variant":1}',
                     b'{"variant":"chess","fen":[]}', b'{"variant":"chess","fen":"\\ud800"}', b'{"fenn":"x","variant":"chess"}'):
            self.assertIn(self.post(b"/api/v1/value", body), (400, 404), body)
        self.assertIn(self.post(b"/api/v1/value", b"{}", b"Content-Type: application/json\r\nContent-Encoding: gzip\r\n"), (400, 415))

    # Bodies.

    def test_a_body_that_is_too_large(self):
        self.assertEqual(self.post(b"/api/v1/value", b" " * ((4 << 20) + 1)), 413)
        self.assertIn(self.status(b"POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                  b"Content-Length: 99999999999999\r\n\r\n", b" " * 100000, end=True), (400, 413, None))
        for length in (b"-1", b"x", b"99999999999999999999999999", b"1, 2"):
            self.assertIn(self.status(b"POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                      b"Content-Length: %s\r\n\r\n{}" % length, end=True), (400, 413, None), length)

    def test_chunks_that_are_none(self):
        head = (b"POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                b"Transfer-Encoding: chunked\r\n\r\n")
        self.assertEqual(self.status(head, b'11\r\n{"variant":"chess\r\n2\r\n"}\r\n0\r\n\r\n'), 200)
        for garbage in (b"zz\r\n", b"-1\r\nx\r\n", b"ffffffffffffffffff\r\nx", b"5\r\nabc", b"5" * 10000, b"1\r\nab\r\n0\r\n\r\n"):
            self.assertIn(self.status(head, garbage, end=True), (400, 413, None), garbage[:20])
        large = b"10000\r\n" + b" " * 65536 + b"\r\n"
        self.assertEqual(self.status(head, large * 80, b"0\r\n\r\n"), 413)

    def test_a_frame_that_can_be_read_in_two_ways(self):
        """Where it is not plain where a request ends, or whom it calls, it is refused, and nothing after it is read."""
        body = b'{"variant":"chess"}'
        length = b"Content-Length: %d\r\n" % len(body)
        chunked = b"Transfer-Encoding: chunked\r\n"
        chunks = b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)
        plain = b"Host: localhost\r\nContent-Type: application/json\r\n"
        for heads, sent in ((plain + length + b"Content-Length: 5\r\n", body), (plain + length + length, body),
                            (plain + length + chunked, chunks), (plain + chunked + length, chunks), (plain + chunked + chunked, chunks),
                            (plain + b"Transfer-Encoding: gzip, chunked\r\n", chunks), (plain + b"Transfer-Encoding: identity\r\n", body),
                            (b"Host: localhost\r\n" + plain + length, body), (plain, body), (plain + length.replace(b":", b" :"), body),
                            (plain + length.replace(b": ", b":\r\n "), body), (plain + length + b"Transfer-Encoding : chunked\r\n", body)):
            got = self.answer(b"POST /api/v1/value HTTP/1.1\r\n" + heads + b"\r\n", sent + b"GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\n\r\n")
            self.assertTrue(got.startswith(b"HTTP/1.1 400 "), heads)
            self.assertIn(b"Connection: close", got)
            self.assertEqual(got.count(b"HTTP/1.1 "), 1, heads)
        # One of each is well, in any case of letters.
        self.assertEqual(self.status(b"POST /api/v1/value HTTP/1.1\r\nConnection: close\r\n" + plain + b"transfer-encoding: Chunked\r\n\r\n", chunks), 200)

    def test_what_the_library_reads_over(self):
        """NUL and bare line feeds in a head: refused, or, where the library hides them, as docs/server.md says, one request with one answer."""
        post = (b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n%sContent-Length: 19%s\r\n"
                b"%s\r\n{\"variant\":\"chess\"}GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\n\r\n")
        chunked = (b"POST /api/v1/position HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                   b"13%s{\"variant\":\"chess\"}%s0%s%s")
        get = b"GET /api/v1/server%s HTTP/1.1\r\nHost: localhost%s\r\nConnection: close\r\n%s\r\n"
        for raw, statuses in ((post % (b"", b"\0 5", b""), (200, 400)), (post % (b"X: a\n", b"", b""), (200, 400)), (post % (b"", b"", b"\0X: a\r\n"), (200, 400)),
                              (post % (b"Content-Length\0: 5\r\n", b"", b""), (400,)), (post % (b"X\0Y: a\r\n", b"", b""), (400,)),
                              (post % (b"X: a\nContent-Length: 5\n", b"", b""), (400,)), (get % (b"", b"\0.evil.example", b""), (200, 400)),
                              (get % (b"", b".evil.example\0", b""), (400, 421)), (get % (b"\0x", b"", b""), (200, 400)), (get % (b"%00x", b"", b""), (200, 400, 404)),
                              (chunked % (b"\n", b"\r\n", b"\r\n", b"\r\n"), (200, 400)),
                              (chunked % (b"\n", b"\n", b"\n", b"\n"), (200, 400)), (chunked % (b";a=b\nc\r\n", b"\r\n", b"\r\n", b"\r\n"), (400,)),
                              (chunked % (b"\0\r\n", b"\r\n", b"\r\n", b"\r\n"), (400,)),
                              (get.replace(b"\r\n", b"\n") % (b"", b"", b""), (200, 400)), (get % (b"", b"", b"Host: evil.example\n"), (400,))):
            got = self.answer(raw)
            self.assertEqual(got.count(b"HTTP/1.1 "), 1, raw)
            self.assertIn(int(got.split(b" ", 2)[1]), statuses, raw)

    def test_json_that_is_deep(self):
        for body in (b'{"variant":{"a":[1]}}', b"[" * (1 << 21), b'{"a":' * (1 << 19), b"[" * (1 << 20) + b"]" * (1 << 20), b'{"variant":' + b"[" * 100000):
            self.assertEqual(self.post(b"/api/v1/value", body), 400)

    def test_json_of_many_values(self):
        # Names, objects, lists, texts and numbers beyond number: refused where the bound is passed.
        keys = b"{" + b",".join(b'"k%06d":1' % i for i in range(300000)) + b"}"
        for body, column in ((keys, 2 + 26 * 12), (b'{"variant":[' + b"{}," * 1000000 + b"{}]}", 13 + 62 * 3), (b"{" + b'"a":{},' * 400000 + b'"a":1}', 9),
                             (b'{"variant":' + b"9" * 1000000 + b"}", 12 + 40), (b'{"plies":0.' + b"1" * 1000000 + b"}", 10 + 40),
                             (b'{"plies":1e' + b"0" * 1000000 + b"}", 10 + 40), (b'{"' + b"v" * 1000000 + b'":1}', 3 + 40),
                             (b'{"fen":"' + b"8" * 1000000 + b'"}', 9 + (128 << 10)), (b'{"fen":"' + b"\\n" * 1000000 + b'"}', 9 + (256 << 10))):
            status, _, answer = self.server.ask("POST", "/api/v1/value", body.decode())
            self.assertEqual((status, json.loads(answer)["input"], json.loads(answer)["column"]), (400, "body", column), body[:20])

    def test_many_large_bodies_at_once(self):
        begun = []
        try:
            for _ in range(40):
                one = self.connect()
                begun.append(one)
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    one.sendall(b"POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                b"Content-Length: %d\r\n\r\n" % (4 << 20))
                    one.sendall(b" " * ((4 << 20) - 1))
            # Those that asked for too much together are refused; a small question has room again afterwards.
        finally:
            for one in begun:
                one.close()

    # Questions.

    def test_fens_of_megabytes(self):
        for fen in ("8/" * 500000, "9" * 1000000, "k" * 1000000, "~" * 1000000, "8/8/8/8/8/8/8/8 w - " + "a1" * 500000):
            self.assertEqual(self.server.ask("POST", "/api/v1/position", {"variant": "chess", "fen": fen})[0], 400)

    def test_rules_that_compile_to_monsters(self):
        pieces = "\n".join(f"customPiece{i + 1} = {letter}:{'N' * 1}{'mWcFAD' * 200}" for i, letter in enumerate("abcdefghijlmnopqrstuvwxyz"))
        for text in (f"[monster]\nmaxFile = p\nmaxRank = 16\nking = k\n{pieces}\nstartFen = " + "/".join(["16"] * 16) + " w\n",
                     "[x]\nmaxFile = 99999999999999\n", "[x]\n" * 10000, "[" * 60000, "=" * 60000, "[x:x]\n", "\x00" * 60000,
                     "".join(f"[v{i}:chess]\n" for i in range(3000))):
            status, _, answer = self.server.ask("POST", "/api/v1/rules", {"rules": text})
            self.assertEqual(status, 200, text[:40])
            self.assertEqual(json.loads(answer)["type"], "rules_check")
        self.assertEqual(self.server.ask("POST", "/api/v1/rules", {"rules": "#" * 70000})[0], 400)

    def test_a_board_full_of_queens(self):
        rows = "/".join(["Q" * 16] * 15 + ["k" + "Q" * 15])
        rules = "[all]\nmaxFile = p\nmaxRank = 16\nking = k\nqueen = q\nstartFen = k15/" + "16/" * 14 + "K15 w - - 0 1\n"
        for name in ("position", "value", "draw"):
            self.assertIn(self.server.ask("POST", f"/api/v1/{name}", {"rules": rules, "fen": rows + " w - - 0 1"})[0], (200, 400))

    def test_positions_that_would_be_searched_for_ever(self):
        jobs = []
        for _ in range(30):
            status, _, answer = self.server.ask("POST", "/api/v1/jobs", {"kind": "prove", "variant": "chess", "plies": 99})
            self.assertIn(status, (202, 503))
            if status == 202:
                jobs.append(json.loads(answer)["id"])
        # On a busy machine some may have come to their limit by now, and have made room.
        at_work = [job for job in jobs if self.server.get(f"/api/v1/jobs/{job}")["state"] in ("queued", "running")]
        self.assertLessEqual(len(at_work), 10)
        self.assertAnswers()
        states = {json.loads(self.server.ask("DELETE", f"/api/v1/jobs/{job}")[2])["state"] for job in jobs}
        self.assertIn("cancelled", states)
        self.assertLessEqual(states, {"cancelled", "done"})
        self.assertEqual(self.server.ask("GET", "/api/v1/jobs/0")[0], 404)

    def test_problems_with_long_answers(self):
        """All moves reach the goal `~`: trees and solutions without an end, of many twins at once, are cut."""
        with Serving(PROGRAM) as server:
            twins = [f"{i}: add q a{i % 4 + 3}" for i in range(40)]
            for stipulation in ("h~9", "~4", "reci-h(~)~3", "9->ser-h~9"):
                question = {"kind": "problem", "variant": "chess", "stipulation": stipulation, "twins": twins, "duplex": True, "tries": 1000,
                            "variations": True, "set_play": True, "max_lines": 1000, "seconds": 5}
                jobs = [server.post("/api/v1/jobs", question, 202)["id"] for _ in range(4)]
                deadline = time.monotonic() + PATIENCE
                while jobs and time.monotonic() < deadline:
                    jobs = [job for job in jobs if server.get(f"/api/v1/jobs/{job}")["state"] in ("queued", "running")]
                    time.sleep(0.05)
                self.assertEqual(jobs, [])
            self.assertLess(server.max_memory(), MOST_MEMORY)

    def test_moves_that_take_long_to_name(self):
        """Whether a move mates takes milliseconds where thousands of drops have to be tried: an answer of thousands of such moves ends."""
        letters = "abcdefghijlmnopqrstuvwxyz"
        kinds = "".join(f"customPiece{number} = {letter}:NNAADDHHCCZZGGQ\n" for number, letter in enumerate(letters, 1))
        start = "/".join(["k15", *["16"] * 13, "4K3K3K2K", "16"])
        rules = ("[stuck]\nmaxFile = 16\nmaxRank = 16\ncastling = false\ndoubleStep = false\nking = k:W\nmobilityRegionBlackKing = a16\n"
                 f"{kinds}pieceDrops = true\ndropChecks = false\nstartFen = {start}[{letters[:15].upper()}{letters}] w - - 0 1\n")
        # The server has read the rules before anybody asks: reading them takes none of a request's short time.
        with tempfile.TemporaryDirectory() as folder:
            (file := pathlib.Path(folder, "stuck.ini")).write_text(rules)
            self.ask_for_moves_that_take_long(file)

    def ask_for_moves_that_take_long(self, file: pathlib.Path):
        with Serving(PROGRAM, "--judge-seconds", "0.05", "--variant-path", str(file)) as server:
            for name in ("position", "value"):
                status, _, answer = server.ask("POST", f"/api/v1/{name}", {"variant": "stuck"})
                self.assertEqual(status, 400, answer[:200])
                self.assertIn("s of work, expected fewer moves", json.loads(answer)["message"])
            status, _, answer = server.ask("POST", "/api/v1/batch", json.dumps({"variant": "stuck"}))
            self.assertEqual(status, 200)
            self.assertIn("s of work", json.loads(answer.splitlines()[-1])["message"])
            # A job that nobody wants any more makes room, though it has not named its moves.
            for job in [server.post("/api/v1/jobs", {"kind": "moves", "variant": "stuck", "plies": 9}, 202)["id"] for _ in range(2)]:
                server.ask("DELETE", f"/api/v1/jobs/{job}")
            easy = server.post("/api/v1/jobs", {"kind": "prove", "variant": "small4x4", "plies": 1}, 202)["id"]
            deadline = time.monotonic() + PATIENCE
            while (state := server.get(f"/api/v1/jobs/{easy}")["state"]) != "done" and time.monotonic() < deadline:
                time.sleep(0.05)
            self.assertEqual(state, "done")

    def test_games_that_would_be_decided_for_ever(self):
        """Ten men and no quick win: only a search decides such a hunt, and it may go on for hours."""
        hunt = "1\n5 5 60\nQ C 1\nR D 1\nR C 4\nB C 3\nN A 4\nQ A 2\nR A 1\nR A 3\nB B 2\nN C 2\n"
        for call in ("judge", "explain"):
            status, _, answer = self.server.ask("POST", f"/api/v1/puzzles/simplified/{call}", {"text": hunt})
            error = json.loads(answer) if call == "explain" else json.loads(answer)["error"]
            self.assertEqual(status, 400 if call == "explain" else 200)
            self.assertIn("s of work", error["message"])

    # What takes long.

    def test_nobody_works_for_those_who_have_left(self):
        """Twelve requests that would each take a thread for long, and nobody waits for them: another client's is answered."""
        with Serving(PROGRAM, "--judge-seconds", "100000") as server:
            hunt = "1\n5 5 60\nQ C 1\nR D 1\nR C 4\nB C 3\nN A 4\nQ A 2\nR A 1\nR A 3\nB B 2\nN C 2\n"
            body = json.dumps({"text": hunt}).encode()
            for _ in range(12):
                with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as one:
                    one.sendall(b"POST /api/v1/puzzles/simplified/judge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            judged = server.post("/api/v1/puzzles/simplified/judge", {"text": "1\n1 1 1\nQ A 1\nR D 4\n"})
            self.assertEqual(judged["type"], "judged")

    def test_what_is_easy_does_not_wait_for_what_is_hard(self):
        with Serving(PROGRAM, "--job-seconds", "100000", "--job-nodes", "1000000000000") as server:
            def begun(kind: str, **more) -> str:
                return server.post("/api/v1/jobs", {"kind": kind, "variant": "chess", **more}, 202)["id"]

            def look(job: str) -> dict:
                return server.get(f"/api/v1/jobs/{job}")

            def try_easy() -> dict:
                """A job that is done, or, on a busy machine, was cut short and now waits: then it is cancelled."""
                job = begun("prove", plies=1)
                for _ in range(PATIENCE):
                    if look(job)["state"] == "done" or not all(look(each)["state"] in ("queued", "running") for each in hard):
                        break
                    time.sleep(0.05)
                return json.loads(server.ask("DELETE", f"/api/v1/jobs/{job}")[2])

            # Who does not ask about a job for long has left.
            hard = [begun(kind) for kind in ("value", "moves", "value", "moves")]
            tries = (try_easy() for _ in range(PATIENCE))
            easy = next(job for job in tries if job["state"] != "cancelled")
            self.assertEqual((easy["state"], easy["result"]["no_win_within"]), ("done", 1))
            self.assertTrue(all(look(job)["state"] in ("queued", "running") for job in hard))

    def test_answers_that_nobody_takes(self):
        """Clients at two addresses ask for long answers and read none: memory is bounded, another one's judge answers, and in the end all
        memory is given back."""
        games = subprocess.run([PROGRAM, "generate", "cheesy", "--count", "30000"], check=True, capture_output=True, text=True).stdout
        body = json.dumps({"text": games}).encode()
        asked = b"POST /api/v1/puzzles/cheesy/judge HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
        with Serving(PROGRAM) as server, contextlib.ExitStack() as open_ones:
            rest = server.memory()
            for number in range(24):
                one = open_ones.enter_context(socket.socket())
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                one.settimeout(PATIENCE)
                one.bind((f"127.0.0.{2 + number % 2}", 0))
                one.connect(("127.0.0.1", server.port))
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    one.sendall(asked % len(body) + body)
                if number % 8 == 7:
                    few = subprocess.run([PROGRAM, "generate", "cheesy", "--count", "10"], check=True, capture_output=True, text=True).stdout
                    self.assertEqual(len(server.post("/api/v1/puzzles/cheesy/judge", {"text": few})["games"]), 10)
            self.assertLess(server.max_memory(), MOST_MEMORY)
            open_ones.close()
            for _ in range(PATIENCE):
                if server.memory() < rest + GIVEN_BACK:
                    break
                time.sleep(1)
            self.assertLess(server.memory(), rest + GIVEN_BACK)

    # Connections.

    def test_clients_that_send_slowly(self):
        """They are cut off, here after two seconds, and others are served meanwhile."""
        with Serving(PROGRAM, "--request-seconds", "2") as server:
            slow = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(50)]
            try:
                open_ones = set(slow)
                for byte in b"GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\nX-Slow: " + b"x" * 400:
                    for one in list(open_ones):
                        try:
                            one.sendall(bytes([byte]))
                        except OSError:
                            open_ones.discard(one)
                    self.assertEqual(server.get("/api/v1/server")["type"], "server")
                    if not open_ones:
                        break
                for one in open_ones:  # what is not yet noticed as closed has nothing but an end after it
                    with contextlib.suppress(ConnectionResetError):
                        self.assertNotIn(b"200 OK", one.recv(100))
            finally:
                for one in slow:
                    one.close()

    def test_clients_that_read_slowly(self):
        asked = []
        try:
            for _ in range(50):
                one = socket.socket()
                one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                one.settimeout(PATIENCE)
                one.connect(("127.0.0.1", self.server.port))
                one.sendall(b"GET /api/v1/schema.json HTTP/1.1\r\nHost: localhost\r\n\r\n" * 20)
                asked.append(one)
            self.assertAnswers()
            for one in asked:
                self.assertTrue(one.recv(1).startswith(b"H"))
            self.assertAnswers()
        finally:
            for one in asked:
                one.close()

    def test_thousands_of_idle_connections(self):
        resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
        idle = []
        try:
            for _ in range(3000):
                idle.append(self.connect())
            self.assertAnswers()
        finally:
            for one in idle:
                one.close()

    def test_half_requests(self):
        for half in (b"G", b"GET / HTTP/1.1\r\n", b"GET / HTTP/1.1\r\nHost: loc", b"POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\n"
                     b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"):
            self.assertIn(self.status(half, end=True), (400, None), half)

    def test_pipelining(self):
        got = self.answer(b"GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\n\r\n" * 200 +
                          b"GET /api/v1/server HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        self.assertEqual(got.count(b"HTTP/1.1 200 OK"), 201)
        # Two lengths are two opinions of where a request ends.
        smuggled = (b"POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /api/v1/server HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
        self.assertNotIn(b'"type":"server"', self.answer(smuggled, end=True))

    def test_file_descriptors_used_up(self):
        few = 64
        limit = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (few, few))  # noqa: E731
        with Serving(PROGRAM, "--tables", str(self.tables), preexec_fn=limit) as server:
            idle = []
            try:
                for _ in range(4 * few):
                    idle.append(socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE))
                self.assertEqual(server.get("/api/v1/server")["type"], "server")
            finally:
                for one in idle:
                    one.close()
            self.assertEqual(server.post("/api/v1/value", {"variant": "chess", "fen": KINGS_AND_ROOK})["category"], "win")

    # Tables.

    def test_tables_that_vanish_or_are_damaged(self):
        folder = pathlib.Path(self.folder.name) / "shaky"
        question = {"variant": "chess", "fen": KINGS_AND_ROOK}
        with Serving(PROGRAM, "--tables", str(shutil.copytree(self.tables, folder))) as server:
            shutil.rmtree(folder)
            self.assertEqual(server.post("/api/v1/value", question)["category"], "unknown")
            shutil.copytree(self.tables, folder)
            self.assertEqual(server.post("/api/v1/value", question)["category"], "win")
            for file in folder.rglob("*.zt"):
                os.truncate(file, file.stat().st_size // 2)
            status, _, answer = server.ask("POST", "/api/v1/value", question)
            told = json.loads(answer)
            self.assertEqual(status, 200)
            # What it holds is not known any more, and why is told.
            self.assertIn((told["category"], told["table_error"] is None), (("win", True), ("unknown", False)))
            shutil.rmtree(folder)
            shutil.copytree(self.tables, folder)
            statuses = [server.ask("POST", "/api/v1/value", question)[0] for _ in range(20)]
            self.assertEqual(statuses[-1], 200)

    # The end.

    def test_it_ends_at_once_whatever_goes_on(self):
        for how in (signal.SIGINT, signal.SIGTERM):
            server = Serving(PROGRAM, "--tables", str(self.tables))
            idle = [socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) for _ in range(20)]
            for _ in range(4):
                server.ask("POST", "/api/v1/jobs", {"kind": "prove", "variant": "chess", "plies": 99})
            idle[0].sendall(b"POST /api/v1/value HTTP/1.1\r\nHost: localhost\r\n")
            self.assertEqual(server.stop(how), 0)
            for one in idle:
                with contextlib.suppress(ConnectionResetError):
                    one.recv(1)
                one.close()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[2:])
