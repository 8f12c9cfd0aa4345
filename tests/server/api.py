#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""api.py SOURCE PROGRAM: what `zermelo serve` answers is as docs/openapi.json and docs/json.schema.json have it, and true.

The examples of the description are asked, and the answers held to it; values are those of the command line, on a thousand random
positions; a client of lila-tablebase, written from that project's README, works unchanged; jobs are begun, watched, ended."""
import http.client
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time
import unittest
import urllib.parse

import jsonschema

from serving import PATIENCE, Serving

SOURCE, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
API = json.loads((SOURCE / "docs" / "openapi.json").read_text(encoding="utf-8"))
SCHEMA = json.loads((SOURCE / "docs" / "json.schema.json").read_text(encoding="utf-8"))
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
ROOK = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
# Variants, and what of them is solved for the test.
SOLVED = {"chess": ["--tiers", "KRvK,KPvK"], "small4x4": ["--men", "4"], "simplified": ["--men", "4"], "knightmate": ["--men", "3"],
          "losalamos": ["--tiers", "KQvKR"]}
POSITIONS = 1000


def local(schema):
    """The same schema where all references lead into one document."""
    if isinstance(schema, list):
        return [local(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: re.sub(r"^(schema\.json)?#/(\$defs|components/schemas)/", "#/$defs/", part) if name == "$ref" else local(part)
            for name, part in schema.items()}


DEFINITIONS = {**SCHEMA["$defs"], **local(API["components"]["schemas"])}


def validate(value, schema) -> None:
    """Holds a value to a schema of the description."""
    jsonschema.Draft202012Validator({"$defs": DEFINITIONS, **local(schema)}).validate(value)


def place_of(path: str, call) -> str:
    """The path with the examples of its parameters; the number of a job is left open."""
    for parameter in call.get("parameters", []):
        if parameter["in"] == "path" and parameter["name"] != "id":
            path = path.replace("{%s}" % parameter["name"], parameter["example"])
    return path


def run(*words, given: str | None = None) -> str:
    return subprocess.run([PROGRAM, *words], input=given, capture_output=True, text=True, check=True).stdout


class TestAPI(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.tables = os.path.join(cls.folder.name, "tables")
        for variant, what in SOLVED.items():
            run("solve", variant, *what, "--tables", cls.tables)
        cls.server = Serving(PROGRAM, "--tables", cls.tables, "--judge-seconds", str(PATIENCE))

    @classmethod
    def tearDownClass(cls):
        with cls.server:
            pass
        cls.folder.cleanup()

    def finished(self, begun) -> dict:
        """The job, once it is over."""
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            job = self.server.get(f"/api/v1/jobs/{begun['id']}")
            validate(job, {"$ref": "schema.json#/$defs/job"})
            if job["state"] not in ("queued", "running"):
                return job
            time.sleep(0.01)
        raise AssertionError("a job does not end")

    def test_every_call_answers_as_it_is_described(self):
        met = set()
        for path, methods in API["paths"].items():
            for method, call in methods.items():
                with self.subTest(call=call["operationId"]):
                    place = place_of(path, call)
                    if "{id}" in place:
                        job = self.server.post("/api/v1/jobs", {"kind": "moves", "variant": "chess", "fen": MATE, "plies": 3}, 202)
                        place = place.replace("{id}", job["id"])
                    query = {parameter["name"]: parameter["example"] for parameter in call.get("parameters", []) if parameter["in"] == "query"}
                    body, heads = None, {}
                    if "requestBody" in call:
                        (kind, content), = call["requestBody"]["content"].items()
                        body, heads = content["example"], {"Content-Type": kind}
                        if kind == "application/json":
                            validate(body, content["schema"])
                    status, headers, answer = self.server.ask(
                        method.upper(), place + ("?" + urllib.parse.urlencode(query) if query else ""), body, heads)
                    described = next(code for code in call["responses"] if code.startswith("2"))
                    self.assertEqual(str(status), described, answer[:300])
                    (kind, content), = call["responses"][described]["content"].items()
                    self.assertEqual(headers["Content-Type"], kind)
                    if kind == "application/json":
                        validate(json.loads(answer), content["schema"])
                        met.add(json.loads(answer).get("type"))
                    elif kind == "application/x-ndjson":
                        for line in answer.splitlines():
                            validate(json.loads(line), content["schema"])
                    else:
                        self.assertIn(b"<svg", answer)
        # Every kind of object that only the server writes has been seen.
        only_here = re.search(r"NOT_OF_COMMANDS = \{(.*?)\}", (SOURCE / "tests/json_outputs.py").read_text(encoding="utf-8"), re.S)[1]
        self.assertLessEqual(set(re.findall(r'"(\w+)"', only_here)), met)

    def test_the_description_names_every_route(self):
        routes = re.findall(r'\{"([A-Z]+)", "(/[^"]*)",', (SOURCE / "src/zermelo/server/site.cpp").read_text(encoding="utf-8"))
        told = {(method.upper(), re.sub(r"\{\w+\}", "{}", path)) for path, methods in API["paths"].items() for method in methods}
        self.assertEqual({route for route in routes if route[1] not in ("/", "/assets/{}")}, told)
        self.assertEqual(json.loads(self.server.ask("GET", "/api/v1/openapi.json")[2]), API)
        self.assertEqual(json.loads(self.server.ask("GET", "/api/v1/schema.json")[2]), SCHEMA)

    def test_every_member_that_is_read_is_described_and_no_other(self):
        for path, methods in API["paths"].items():
            content = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json")
            if content is None:
                continue
            with self.subTest(path=path):
                described = content["schema"]["properties"]
                kinds = described.get("kind", {}).get("enum", [])  # each kind of job reads its own members
                read = set()
                for body in [{"kind": kind, "variant": "chess"} for kind in kinds] or [content["example"]]:
                    told = self.server.post(place_of(path, methods["post"]), {**body, "########": 1}, 400)["message"]
                    listed = re.search(r"unknown member .*, expected one of (.*)", told)
                    self.assertIsNotNone(listed, told)
                    read |= set(listed[1].split(", "))
                self.assertEqual(set(described), read)

    def test_each_call_names_the_statuses_that_come_before_it_is_answered(self):
        for path, methods in API["paths"].items():
            for method, call in methods.items():
                asked = [({"Host": "stranger.example"}, b"{}", 421)]
                if method != "get":
                    asked.append(({"Origin": "http://stranger.example"}, b"{}", 403))
                if method == "post":
                    asked += [({"Content-Type": "text/plain"}, b"{}", 415), ({}, b" " * ((4 << 20) + 1), 413)]
                for heads, body, expected in asked:
                    with self.subTest(call=call["operationId"], expected=expected):
                        status, _, answer = self.server.ask(method.upper(), place_of(path, call).replace("{id}", "0"), body if method == "post" else None, heads)
                        self.assertEqual(status, expected)
                        described = API["components"]["responses"][call["responses"][str(status)]["$ref"].rpartition("/")[2]]
                        validate(json.loads(answer), described["content"]["application/json"]["schema"])

    def test_a_path_that_is_asked_by_another_method_says_which_it_takes(self):
        for path, methods in API["paths"].items():
            place = path.replace("{name}", "x").replace("{id}", "x")
            for method in {"get", "post", "put", "delete"} - set(methods):
                with self.subTest(path=path, method=method):  # whatever it brings
                    status, heads, _ = self.server.ask(method.upper(), place, b"x" if method != "get" else None, {"Content-Type": "text/plain"})
                    self.assertEqual((status, set(heads["Allow"].split(", "))), (405, {each.upper() for each in methods}))

    def test_errors_are_as_described(self):
        error = {"$ref": "schema.json#/$defs/error"}
        for path, body, status in (
                ("/api/v1/position", {"variant": "chess", "fen": "8/8/9/8/8/8/8/8 w"}, 400), ("/api/v1/position", {"variant": "ches"}, 404),
                ("/api/v1/value", {"variant": "chess", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, 400), ("/api/v1/value", {}, 400),
                ("/api/v1/jobs", {"kind": "x", "variant": "chess"}, 400),
                ("/api/v1/jobs", {"kind": "prove", "variant": "chess", "plies": 251}, 400),
                ("/api/v1/jobs", {"kind": "value", "variant": "chess", "plies": 5}, 400),
                ("/api/v1/jobs", {"kind": "value", "variant": "chess", "fen": "8/8/8/8/8/8/8/8 w - - 0 1"}, 400),
                ("/api/v1/jobs", {"kind": "value", "variant": "chess", "nodes": 0}, 400),
                ("/api/v1/jobs", {"kind": "moves", "variant": "chess", "certificate": True}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess"}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#0"}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "fen": "x"}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "a=>b2"}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "a=>b2", "start": "x"}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "twins": ["b: move a3 a4"]}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "twins": "b"}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "attacker": "green"}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "max_lines": 1001}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "write": ["pdf"]}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "write": ["olv", "olv"]}, 400),
                ("/api/v1/jobs", {"kind": "problem", "variant": "chess", "stipulation": "#2", "letters": "it"}, 400),
                ("/api/v1/problem/draw", {"variant": "chess", "stipulation": "#0"}, 400),
                ("/api/v1/problem/draw", {"variant": "chess", "stipulation": "#2", "twins": ["b: move a3 a4"]}, 400),
                ("/api/v1/problem/draw", {"variant": "chess", "stipulation": "#2", "line": "e2e4"}, 400),
                ("/api/v1/problem/draw", {"variant": "chess"}, 400),
                ("/api/v1/jobs", {"kind": "prove", "variant": "chess", "stipulation": "#2"}, 400),
                ("/api/v1/puzzles/chess/judge", {"text": ""}, 404), ("/api/v1/puzzles/cheesy/explain", {"text": "1\n"}, 400),
                ("/api/v1/puzzles/cheesy/generate", {"family": "x"}, 400), ("/api/v1/puzzles/cheesy/generate", {"count": 10001}, 400),
                ("/api/v1/line", {"variant": "chess", "line": "e2e5"}, 400), ("/api/v1/draw", {"variant": "chess", "line": "e2e5"}, 400)):
            with self.subTest(path=path, body=body):
                validate(self.server.post(path, body, status), error)
        for path, status in (("/api/v1/pieces/knight.svg?color=green", 400), ("/api/v1/variants?solved=maybe", 400), ("/api/v1/variants?size=9", 400)):
            with self.subTest(path=path):
                validate(self.server.get(path, status), error)
        fen = self.server.post("/api/v1/position", {"variant": "chess", "fen": "8/8/9/8/8/8/8/8 w"}, 400)
        self.assertEqual((fen["input"], fen["line"], fen["column"]), ("FEN", 1, 5))

    def test_values_are_those_of_the_command_line(self):
        draw = random.Random(1)
        for variant in SOLVED:
            fens = [longest["fen"] for line in run("stats", variant, "--tables", self.tables, "--json").splitlines()
                    for longest in (json.loads(line)["longest_win"], json.loads(line)["longest_loss"]) if longest]
            asked = []
            while len(asked) < POSITIONS // len(SOLVED):
                fen = draw.choice(fens)
                for _ in range(draw.randrange(12)):  # a random walk through what is known
                    moves = self.server.post("/api/v1/position", {"variant": variant, "fen": fen})["moves"]
                    if not moves:
                        break
                    fen = draw.choice(moves)["fen"]
                asked.append(fen)
            lines = run("probe", variant, "-", "--tables", self.tables, "--json", given="\n".join(asked) + "\n").splitlines()
            batch = "".join(json.dumps({"variant": variant, "fen": fen}) + "\n" for fen in asked)
            status, _, answer = self.server.ask("POST", "/api/v1/batch", batch, {"Content-Type": "application/x-ndjson"})
            self.assertEqual(status, 200)
            self.assertEqual([json.loads(line) for line in answer.splitlines()], [json.loads(line) for line in lines])
            for fen, line in list(zip(asked, lines))[:20]:
                self.assertEqual(self.server.post("/api/v1/value", {"variant": variant, "fen": fen}), json.loads(line))

    def test_an_error_of_a_batch_is_at_its_line(self):
        lines = [{"variant": "chess", "fen": "8/8/8/8/8/2k5/1R6/K8 w"}, {"variant": "a", "rules": "[a:chess]\npass=maybe\n"}]
        batch = "".join(json.dumps(line) + "\n" for line in lines) + "{1\n"
        _, _, answer = self.server.ask("POST", "/api/v1/batch", batch, {"Content-Type": "application/x-ndjson"})
        errors = [json.loads(line) for line in answer.splitlines()]
        self.assertEqual([(error["input"], error["line"]) for error in errors], [("body", line) for line in (1, 2, 3)])
        # The column in the FEN, and in the rules, is none of the body's.
        self.assertEqual([error["column"] for error in errors[:2]], [None, None])
        self.assertEqual(errors[2]["column"], 2)

    def test_what_tables_do_not_know_is_searched(self):
        value = self.server.post("/api/v1/value", {"variant": "chess", "fen": MATE})
        # A move that mates is known without a table, and makes the position won.
        self.assertEqual((value["category"], value["plies"], value["no_win_within"], value["source"]), ("win", 1, 0, "search"))
        self.assertEqual([move for move in value["moves"] if move["category"] == "draw"], [])
        self.assertEqual(value["moves"][0]["category"], "win")  # mate ends the game, which needs no table
        job = self.finished(self.server.post("/api/v1/jobs", {"kind": "moves", "variant": "chess", "fen": MATE, "plies": 3}, 202))
        found = job["result"]
        self.assertEqual((job["state"], found["category"], found["plies"], found["source"]), ("done", "win", 1, "search"))
        self.assertEqual(found["moves"][0]["move"], "a1a8")

    def test_how_deep_a_search_is_is_told(self):
        for kind in ("value", "prove", "moves"):
            job = self.server.post("/api/v1/jobs", {"kind": kind, "variant": "losalamos"}, 202)
            end = time.monotonic() + PATIENCE
            while job["depth"] is None and job["state"] in ("queued", "running") and time.monotonic() < end:
                time.sleep(0.02)
                job = self.server.get(f"/api/v1/jobs/{job['id']}")
            self.assertGreater(job["depth"] or 0, 0, job)
            self.assertEqual(job["result"] is None, kind != "moves")  # what is known by then
            self.server.ask("DELETE", f"/api/v1/jobs/{job['id']}")

    def test_a_win_is_proved_with_its_certificate(self):
        job = self.finished(self.server.post(
            "/api/v1/jobs", {"kind": "prove", "variant": "chess", "fen": MATE, "plies": 3, "certificate": True}, 202))
        proof = job["result"]
        told = json.loads(run("prove", "chess", MATE, "--plies", "3", "--json", "--tries"))
        self.assertEqual({**proof, "certificate": None}, told)
        path = os.path.join(self.folder.name, "win.txt")
        pathlib.Path(path).write_text(proof["certificate"], encoding="utf-8")
        self.assertIn("good", run("verify", path))

    def test_who_wins_is_told_with_its_certificate(self):
        for variant, fen, claim in (("chess", MATE, "wins within"), ("chess", "k7/8/1K6/8/8/8/8/7R b", "loses within"),
                                    ("tictactoe", "3/3/3[PPPPPpppp] w", "draws")):
            found = self.finished(self.server.post(
                "/api/v1/jobs", {"kind": "value", "variant": variant, "fen": fen, "certificate": True}, 202))["result"]
            self.assertIsNotNone(found["certificate"], found)
            path = os.path.join(self.folder.name, "who_wins.txt")
            pathlib.Path(path).write_text(found["certificate"], encoding="utf-8")
            self.assertIn(claim, run("verify", path))

    def test_problems_are_solved_as_on_the_command_line(self):
        helpmate, selfmate = "8/8/8/8/8/1K6/7R/1k6 b", "8/8/8/8/2R5/kp1B4/8/K7 w"
        for question, words in (
                ({"fen": "6B1/8/5Q2/8/2K1k3/8/8/8 w", "stipulation": "#3", "variations": True, "tries": 3},
                 ["--variations", "--tries", "3"]),
                ({"fen": helpmate, "stipulation": "h#2", "set_play": True, "intended": 20, "verify": True, "max_lines": 7},
                 ["--set-play", "--intended", "20", "--verify", "--max-lines", "7"]),
                ({"fen": helpmate, "stipulation": "h#1", "twins": ["b: move h2 a2", "continued, stipulation h=1"], "duplex": True},
                 ["--twin", "b: move h2 a2", "--twin", "continued, stipulation h=1", "--duplex"]),
                ({"fen": "7k/4K3/6p1/8/8/8/8/6R1 b", "stipulation": "#3", "postkey": True}, ["--postkey"]),
                ({"fen": selfmate, "stipulation": "s#1", "quodlibet": True, "attacker": "white"}, ["--quodlibet"]),
                ({"fen": selfmate, "stipulation": "#1", "attacker": "black"}, ["--attacker", "black"])):
            job = self.finished(self.server.post("/api/v1/jobs", {"kind": "problem", "variant": "chess", **question}, 202))
            self.assertEqual((job["state"], job["kind"], job["depth"]), ("done", "problem", None))
            told = run("problem", "chess", question["fen"], question["stipulation"], "--json", "--memory", "64M", *words)
            self.assertEqual(job["result"], json.loads(told))
        own = {"rules": "[mine:chess]\npromotionPieceTypes = q\n", "fen": helpmate, "stipulation": "h#1"}
        self.assertEqual(self.finished(self.server.post("/api/v1/jobs", {"kind": "problem", **own}, 202))["result"]["variant"], "mine")

    def test_problems_are_drawn_and_written_as_on_the_command_line(self):
        fen, heading = "8/8/8/3k1K2/8/8/8/B6R b", {"authors": ["A. <Nonym> & B"], "title": "Echo", "source": "Nowhere, 2000", "award": "1st Prize"}
        question = {"variant": "chess", "fen": fen, "stipulation": "h#3", "intended": 2, "twins": ["b: move a1 b1"], **heading}
        words = ["problem", "chess", fen, "h#3", "--intended", "2", "--twin", "b: move a1 b1", "--author", "A. <Nonym> & B",
                 "--title", "Echo", "--source", "Nowhere, 2000", "--award", "1st Prize"]
        status, heads, picture = self.server.ask("POST", "/api/v1/problem/draw", question)
        self.assertEqual((status, heads["Content-Type"]), (200, "image/svg+xml"))
        self.assertEqual(picture.decode(), run(*words, "--svg"))
        formats = {"text": [], "popeye": ["--popeye"], "latex": ["--latex", "--letters", "de"], "olv": ["--olv"], "inp": ["--inp"]}
        job = self.finished(self.server.post("/api/v1/jobs", {"kind": "problem", **question, "write": list(formats), "letters": "de", "variations": True}, 202))
        written = {each["format"]: each for each in job["result"]["written"]}
        self.assertEqual(written.keys(), formats.keys())
        for name, options in formats.items():
            self.assertIsNone(written[name]["error"])
            told = run(*words, "--variations", *options, *(["--letters", "de"] if name == "text" else []))
            self.assertEqual(written[name]["text"], told)
        # What a format cannot say is told beside those that can.
        other = {"kind": "problem", "variant": "capablanca", "stipulation": "#1", "write": ["latex", "text"]}
        latex, text = self.finished(self.server.post("/api/v1/jobs", other, 202))["result"]["written"]
        self.assertIsNone(latex["text"])
        self.assertIn("the man", latex["error"])
        self.assertIn("#1, White begins", text["text"])

    def test_a_problem_has_the_limits_of_jobs(self):
        hard = {"kind": "problem", "variant": "chess", "stipulation": "h=9"}
        limited = self.finished(self.server.post("/api/v1/jobs", {**hard, "nodes": 1000}, 202))["result"]
        self.assertEqual((limited["complete"], limited["diagrams"][0]["stopped_by"]), (False, "nodes"))
        timed = self.finished(self.server.post("/api/v1/jobs", {**hard, "seconds": 0.5, "twins": ["b: remove a2", "c: remove b2"]}, 202))
        self.assertEqual([each["stopped_by"] for each in timed["result"]["diagrams"]], ["time"] * 3)
        begun = self.server.post("/api/v1/jobs", hard, 202)
        self.assertIn(self.server.get(f"/api/v1/jobs/{begun['id']}")["state"], ("queued", "running"))
        _, _, answer = self.server.ask("DELETE", f"/api/v1/jobs/{begun['id']}")
        self.assertEqual(json.loads(answer)["state"], "cancelled")
        # An answer is no longer than was said, and says so.
        tree = {"kind": "problem", "variant": "chess", "fen": "3k4/8/8/8/8/8/1R6/R1Q1K3 w", "stipulation": "#5", "variations": True}
        told = self.finished(self.server.post("/api/v1/jobs", tree, 202))["result"]
        self.assertFalse(told["diagrams"][0]["tree_whole"])
        self.assertLess(json.dumps(told).count('"uci"'), 30_000 + 1000)
        # A position that is none is told when its turn comes.
        wrong = self.finished(self.server.post("/api/v1/jobs", {**hard, "fen": "k7/8/8/8/8/8/8/KK6 b"}, 202))
        self.assertEqual(wrong["state"], "failed")
        self.assertIn("2 royal pieces", wrong["error"]["message"])

    def test_who_wins_is_told_as_on_the_command_line(self):
        for variant, fen in (("hexapawn", None), ("tictactoe", None), ("small3x3", None), ("chess", MATE), ("chess", "k7/8/1Q6/8/8/8/8/6K1 b - - 0 1")):
            question = {"kind": "value", "variant": variant, **({"fen": fen} if fen else {})}
            job = self.finished(self.server.post("/api/v1/jobs", question, 202))
            self.assertEqual((job["state"], job["kind"]), ("done", "value"))
            self.assertEqual(job["result"], json.loads(run("value", variant, *([fen] if fen else []), "--memory", "64M", "--json")))
        limited = self.finished(self.server.post("/api/v1/jobs", {"kind": "value", "variant": "chess", "nodes": 1000}, 202))["result"]
        self.assertEqual((limited["category"], limited["stopped_by"]), ("unknown", "nodes"))
        begun = self.server.post("/api/v1/jobs", {"kind": "value", "variant": "chess"}, 202)
        _, _, answer = self.server.ask("DELETE", f"/api/v1/jobs/{begun['id']}")
        self.assertEqual(json.loads(answer)["state"], "cancelled")

    def test_a_search_without_an_end_is_unknown_and_can_be_ended(self):
        start = {"kind": "moves", "variant": "chess"}
        begun = self.server.post("/api/v1/jobs", start, 202)
        self.assertIn(self.server.get(f"/api/v1/jobs/{begun['id']}")["state"], ("queued", "running"))
        _, _, answer = self.server.ask("DELETE", f"/api/v1/jobs/{begun['id']}")
        self.assertEqual(json.loads(answer)["state"], "cancelled")
        limited = self.finished(self.server.post("/api/v1/jobs", {**start, "nodes": 1000}, 202))
        self.assertEqual(limited["state"], "done")
        self.assertEqual(limited["result"]["category"], "unknown")
        self.assertEqual({move["category"] for move in limited["result"]["moves"]}, {"unknown"})

    def test_puzzles_are_judged_explained_and_drawn_as_on_the_command_line(self):
        for puzzle in (json.loads(line)["name"] for line in run("games", "--json").splitlines()):
            text = (SOURCE / "examples" / f"{puzzle}.in")
            text = text.read_text(encoding="utf-8") if text.exists() else json.loads(run("games", puzzle, "--json"))["example"]
            told = [json.loads(line) for line in run("judge", puzzle, "--json", given=text).splitlines()]
            judged = self.server.post(f"/api/v1/puzzles/{puzzle}/judge", {"text": text})
            self.assertEqual((judged["games"], judged["error"]), (told, None))
            explained = self.server.post(f"/api/v1/puzzles/{puzzle}/explain", {"text": text, "game": len(told)})
            self.assertEqual(explained["explanation"], json.loads(run("explain", puzzle, "-", str(len(told)), "--json", given=text)))
            self.assertEqual(explained["game_count"], len(told))
            again = self.server.post(f"/api/v1/puzzles/{puzzle}/judge", {"text": explained["game_text"]})
            self.assertEqual([game["verdict"] for game in again["games"]], [told[-1]["verdict"]])
            for family in self.server.get(f"/api/v1/puzzles/{puzzle}")["families"]:
                question = {"family": family["name"], "seed": 3, "count": 1}
                status, _, answer = self.server.ask("POST", f"/api/v1/puzzles/{puzzle}/generate", question)
                if status == 400:  # too large for an answer: a small one then
                    self.assertIn("bytes", json.loads(answer)["message"])
                    drawn = self.server.post(f"/api/v1/puzzles/{puzzle}/generate", {**question, "n": 50})["text"]
                    self.assertEqual(drawn, run("generate", puzzle, "--family", family["name"], "--seed", "3", "--count", "1", "--n", "50"))
                    continue
                self.assertEqual(json.loads(answer)["text"], run("generate", puzzle, "--family", family["name"], "--seed", "3", "--count", "1"))
        broken = self.server.post("/api/v1/puzzles/cheesy/judge", {"text": "2\n" + "........\n" * 8 + "3 1\n6 3\n" + "........\n" * 8 + "9 1\n6 3\n"})
        self.assertEqual(len(broken["games"]), 1)
        self.assertEqual((broken["error"]["input"], broken["error"]["line"], broken["error"]["column"]), ("text", 20, 1))

    def test_an_output_is_checked_as_on_the_command_line(self):
        text = (SOURCE / "examples/cheesy.in").read_text(encoding="utf-8")
        right = run("judge", "cheesy", given=text)
        wrong = {"White": "Black", "Black": "White"}
        first, second = right.split()
        with tempfile.TemporaryDirectory() as folder:
            games, answer, written = (pathlib.Path(folder) / name for name in ("games", "answer", "written"))
            games.write_text(text)
            answer.write_text(right)
            for output, outcome, game, line in (
                    (right, "accepted", None, None), (f"{first}  {second}", "accepted", None, None),
                    (f"{first}\n\n{wrong[second]}\n", "wrong_answer", 2, 3), (f"{first}\n{second.lower()}\n", "presentation_error", 2, 2),
                    (first, "presentation_error", 2, None), (f"{right}{first}\n", "presentation_error", None, 3), ("", "presentation_error", 1, None)):
                checked = self.server.post("/api/v1/puzzles/cheesy/check", {"text": text, "output": output})
                self.assertEqual((checked["outcome"], checked["game"], checked["line"]), (outcome, game, line), output)
                written.write_text(output)
                told = subprocess.run([PROGRAM, "check", "cheesy", games, written, answer, "--json"], capture_output=True, text=True)
                self.assertEqual(json.loads(told.stdout), checked)
        broken = self.server.post("/api/v1/puzzles/cheesy/check", {"text": "1\n", "output": "White\n"}, 400)
        self.assertEqual((broken["input"], broken["line"]), ("text", 2))
        self.assertIn("output", self.server.post("/api/v1/puzzles/cheesy/check", {"text": text}, 400)["message"])

    def test_a_client_of_lila_tablebase_works_unchanged(self):
        """As one would write it from that project's README."""

        def ask(path: str, fen: str) -> dict:
            connection = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=PATIENCE)
            connection.request("GET", f"{path}?fen={urllib.parse.quote(fen.replace(' ', '_'))}")
            response = connection.getresponse()
            answer = response.read()
            connection.close()
            return {"status": response.status, **json.loads(answer)}

        found = ask("/standard", "4k3/6P1/4K3/8/8/8/8/8 w - - 0 1")
        best = found["moves"][0]
        self.assertEqual((found["category"], best["uci"], best["san"], best["category"], best["conversion"]), ("win", "g7g8q", "g8=Q#", "loss", True))
        self.assertEqual((best["checkmate"], best["dtm"], found["dtm"]), (True, None, 1))
        self.assertEqual([ask("/standard", MATE)[member] for member in ("category", "dtm")], ["win", 1])
        self.assertEqual(ask("/standard", "8/8/8/4k3/8/8/PPP5/K7 w - - 0 1")["category"], "unknown")
        losing = ask("/antichess", "8/8/8/8/8/1p6/P7/8 w - - 0 1")
        self.assertEqual([losing[member] for member in ("category", "dtm", "dtw")], ["loss", None, -1])
        for accept, status in (("application/json", 200), ("*/*", 200), ("application/cbor", 406), ("application/cbor, application/json;q=0.5", 200)):
            self.assertEqual(self.server.ask("GET", f"/standard?fen={ROOK.replace(' ', '_')}", headers={"Accept": accept})[0], status, accept)
        # Each member, and the order: what is worst for who answers comes first; of losses the soonest.
        found = ask("/standard", ROOK)
        self.assertEqual(set(found) - {"status"}, {"checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material", "dtz",
                                                   "precise_dtz", "dtm", "dtw", "dtc", "category", "moves"})
        self.assertEqual(set(best), set(found) - {"status", "moves"} | {"uci", "san", "zeroing", "conversion"})
        order = [(["loss", "unknown", "draw", "win"].index(move["category"]), -(move["dtm"] or 0)) for move in found["moves"]]
        self.assertEqual(order, sorted(order))
        probed = json.loads(run("probe", "chess", ROOK, "--tables", self.tables, "--json"))
        self.assertEqual(found["dtm"], probed["plies"])
        turned = {"win": "loss", "loss": "win", "draw": "draw"}
        self.assertEqual({move["uci"]: (move["category"], abs(move["dtm"] or 0)) for move in found["moves"]},
                         {move["move"]: (turned[move["category"]], (move["plies"] or 1) - 1) for move in probed["moves"]})
        # A mate, a stalemate, a lost and a drawn position.
        mated = ask("/standard", "k7/8/1K6/8/8/8/8/R7 b - - 0 1")
        self.assertEqual(mated["category"], "loss" if mated["checkmate"] else mated["category"])
        stale = ask("/standard", "8/8/8/8/8/k7/p7/K7 w - - 0 1")
        self.assertEqual((stale["stalemate"], stale["category"], stale["dtm"], stale["moves"]), (True, "draw", 0, []))
        # The main line leads to the end, and the winner is told.
        main = ask("/standard/mainline", ROOK)
        self.assertEqual((main["winner"], len(main["mainline"]), main["dtm"]), ("w", probed["plies"], probed["plies"]))
        self.assertTrue(main["mainline"][-1]["san"].endswith("#"))
        self.assertEqual(ask("/standard/mainline", "8/8/8/8/8/k7/p7/K7 w - - 0 1")["mainline"], [])
        # Statuses: what cannot be read, what is no position, what no table has, what is no variant.
        self.assertEqual(ask("/standard", "x")["status"], 400)
        self.assertEqual(ask("/standard", "8/8/8/8/8/8/8/8 w - - 0 1")["status"], 400)
        self.assertEqual(ask("/standard/mainline", MATE)["status"], 404)
        self.assertEqual(ask("/nothing", ROOK)["status"], 404)
        self.assertEqual(self.server.ask("GET", "/standard")[0], 400)

    def test_statistics_are_those_of_the_command_line(self):
        told = [json.loads(line) for line in run("stats", "chess", "--tables", self.tables, "--json").splitlines()]
        self.assertEqual(self.server.get("/api/v1/tables/chess")["tiers"], told)
        self.assertEqual(self.server.get("/api/v1/tables/losalamos?tier=KQvKR")["tiers"][0]["tier"], "KQvKR")
        self.assertEqual({entry["variant"] for entry in self.server.get("/api/v1/tables")["variants"]}, set(SOLVED))
        self.server.get("/api/v1/tables/bughouse", 404)
        self.server.get("/api/v1/tables/chess?tier=KQvKQ", 404)
        # A tier that two folders have counts once.
        with Serving(PROGRAM, "--tables", self.tables, "--tables", shutil.copytree(self.tables, os.path.join(self.folder.name, "again"))) as twice:
            self.assertEqual(twice.get("/api/v1/tables/chess")["tiers"], told)
            self.assertEqual(twice.get("/api/v1/tables"), self.server.get("/api/v1/tables"))
        self.assertEqual(self.server.get("/api/v1/tables/small3x3")["tiers"], [])

    def test_a_line_is_played_and_drawn(self):
        line = self.server.post("/api/v1/line", {"variant": "chess", "line": "e2e4 e7e5 g1f3"})
        self.assertEqual([move["san"] for move in line["moves"]], ["e4", "e5", "Nf3"])
        last = self.server.post("/api/v1/position", {"variant": "chess", "fen": line["moves"][-1]["fen"]})
        self.assertEqual(last["side_to_move"], "black")
        for western in (False, True):
            _, _, picture = self.server.ask("POST", "/api/v1/draw", {"variant": "xiangqi", "western": western})
            self.assertEqual(b"piece-xiangqi-general" in picture, not western)
        status, heads, picture = self.server.ask("POST", "/api/v1/draw", {"variant": "chess", "fen": "8/8/8/8/8/8/8/8 w", "flipped": True})
        self.assertEqual((status, heads["Content-Type"]), (200, "image/svg+xml"))
        self.assertIn(b"</svg>", picture)

    def test_a_line_of_a_problem_is_played(self):
        """Black makes the moves of a series, and White has no king."""
        series = {"variant": "chess", "fen": "8/8/8/8/8/1k6/8/R7 b", "line": "b3c2 0000 c2d2 a1a2", "problem": True}
        line = self.server.post("/api/v1/line", series)
        self.assertEqual([(move["move"], move["san"]) for move in line["moves"]],
                         [("b3c2", "Kc2"), ("0000", "0000"), ("c2d2", "Kd2"), ("a1a2", "Ra2+")])
        self.assertEqual([move["fen"].split()[:2] for move in line["moves"][:2]], [["8/8/8/8/8/8/2k5/R7", "w"], ["8/8/8/8/8/8/2k5/R7", "b"]])
        # A counter mate leaves White's king in check, which no other move may.
        mated = {"variant": "chess", "fen": "7k/R5pp/8/8/8/8/5nPP/6RK w", "line": "a7a8", "problem": True}
        self.assertEqual(self.server.post("/api/v1/line", mated)["moves"][0]["fen"].split()[0], "R6k/6pp/8/8/8/8/5nPP/6RK")
        self.server.post("/api/v1/line", {**mated, "line": "a7a8 f2h3"}, 400)
        for wrong in ({**series, "problem": False}, {**series, "line": "b3c2 c2d2"}, {**series, "line": "b3a3 0000"}, {**series, "fen": "x"}):
            self.server.post("/api/v1/line", wrong, 400)

    def test_every_picture_that_a_variant_names_is_there(self):
        for variant in self.server.get("/api/v1/variants")["variants"]:
            for kind in variant["kinds"]:
                for color in ("?color=white", "?color=black", ""):
                    status, heads, picture = self.server.ask("GET", f"/api/v1/pieces/{kind['picture'] or kind['letter']}.svg{color}")
                    self.assertEqual((status, heads["Content-Type"]), (200, "image/svg+xml"), kind)
                    self.assertIn(b"</svg>", picture)
        self.assertEqual(self.server.ask("GET", "/api/v1/pieces/dragon.svg")[0], 404)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[3:])
