#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""json_outputs.py SOURCE PROGRAM: what every command writes with --json is as docs/json.schema.json has it.

Each line of each output is held to the schema; the type that a command promises must come, and no type of the schema may be one
that nothing here wrote. An object of the schema has all its members, always: nothing that is absent is left out. Every puzzle that
`zermelo games` names is judged and explained."""
import copy
import json
import pathlib
import subprocess
import sys
import tempfile

import jsonschema

SOURCE, PROGRAM = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
SCHEMA = json.loads((SOURCE / "docs" / "json.schema.json").read_text(encoding="utf-8"))
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)
# What `serve` alone answers: tests/server/api.py holds it to the schema.
NOT_OF_COMMANDS = {"setup", "server", "variants", "rules_check", "line", "job", "judged", "explained", "generated", "puzzles", "tables",
                   "statistics"}
MATE = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1"
failures: list[str] = []
met: set[str] = set()


def fail(words: str) -> None:
    failures.append(words)
    print("json_outputs:", words)


def objects_in(schema):
    """Every description of an object in the schema."""
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for part in schema.values():
            yield from objects_in(part)
    elif isinstance(schema, list):
        for part in schema:
            yield from objects_in(part)


def listed(entries):
    """The definitions of a list by their names, those of the lists in it included."""
    for entry in entries:
        name = entry["$ref"].rsplit("/", 1)[1]
        definition = SCHEMA["$defs"][name]
        if "oneOf" in definition:
            yield from listed(definition["oneOf"])
        else:
            yield name, definition


# What may stand on a line. The objects of puzzles are in the lists `judgement` and `explanation`.
SHAPES = dict(listed(SCHEMA["oneOf"]))


def error_in(value) -> str:
    """What is wrong with an object, of the definitions of its type by the one that nearly fits; empty if nothing is."""
    nearest = None
    for name, shape in SHAPES.items():
        if shape["properties"]["type"]["const"] != value.get("type"):
            continue
        part = {"$schema": SCHEMA["$schema"], "$defs": SCHEMA["$defs"], **shape}
        errors = list(jsonschema.Draft202012Validator(part).iter_errors(value))
        if not errors:
            met.add(name)
            return ""
        if nearest is None or len(errors) < len(nearest[1]):
            nearest = name, errors
    if nearest is None:
        return f"no definition has the type {value.get('type')}"
    error = jsonschema.exceptions.best_match(nearest[1])
    return f"{nearest[0]}: {error.json_path}: {error.message[:200]}"


def run(*words: str, given: str | None = None, status: int = 0, types: tuple[str, ...], folder: str | None = None) -> list:
    done = subprocess.run([PROGRAM, *words], input=given, cwd=folder or SOURCE, capture_output=True, text=True, check=False)
    where = " ".join(words)
    if done.returncode != status:
        fail(f"{where}: exit status {done.returncode}, expected {status}: {done.stderr[:300]}")
    lines = done.stdout.splitlines()
    values = []
    for number, line in enumerate(lines, 1):
        value = json.loads(line)
        values.append(value)
        if error := error_in(value):
            fail(f"{where}: line {number}: {error}")
    found = {value.get("type") for value in values}
    if found != set(types):
        fail(f"{where}: objects of {sorted(map(str, found))}, expected {sorted(types)}")
    return values


def changed(value):
    """The object with one member less, with one more, and with one of another kind."""
    for name in value:
        less = copy.deepcopy(value)
        del less[name]
        yield f"without {name}", less
    yield "with a stranger", {**value, "stranger": 1}
    for name, member in value.items():
        if isinstance(member, (int, list)) and not isinstance(member, bool):
            yield f"{name} as text", {**value, name: "x"}


def check_commands(scratch: str) -> None:
    names = [puzzle["name"] for puzzle in run("games", "--json", types=("puzzle",))]
    for puzzle in names:
        run("games", puzzle, "--json", types=("puzzle",))
        sample = f"examples/{puzzle}.in"
        if (SOURCE / sample).exists():
            run("judge", puzzle, sample, "--json", types=("judgement",))
            run("explain", puzzle, sample, "--json", types=("explanation",))
        games = subprocess.run([PROGRAM, "generate", puzzle, "--count", "60", "--seed", "3"], capture_output=True, text=True, check=True)
        judged = run("judge", puzzle, "--json", given=games.stdout, types=("judgement",))
        if {value["puzzle"] for value in judged} != {puzzle}:
            fail(f"judge {puzzle}: the puzzle has another name in its objects")
        path = pathlib.Path(scratch) / f"{puzzle}.in"
        path.write_text(games.stdout, encoding="utf-8")
        run("explain", puzzle, str(path), "--json", types=("explanation",))
        broken = games.stdout[: len(games.stdout) // 2] + "\n?\n"
        values = run("judge", puzzle, "--json", given=broken, status=2, types=("judgement", "error"))
        if [value["type"] for value in values].index("error") != len(values) - 1:
            fail(f"judge {puzzle}: the error is not the last object")
    run("perft", "chess", "3", "--json", types=("perft",))
    run("perft", "losalamos", "2", "--divide", "--json", types=("perft",))
    run("draw", "chess", "--line", "e2e4 e7e5", "--json", types=("drawing",))
    run("draw", "chess", "--line", "e2e5", "--json", status=2, types=("error",))
    run("rules", "list", "--json", types=("variant",))
    run("rules", "show", "knightmate", "--json", types=("variant",))
    run("rules", "check", "games/simplified.ini", "--json", types=("rules_section", "rules_count"))
    wrong = "before = 1\n[x:chess]\nnosuch = 1\n[y:x]\n[\n[z:chess]\npass = true\npass = false\nflagPiece =\n"
    run("rules", "check", "-", "--json", given=wrong, status=2, types=("rules_section", "rules_count"))
    run("rules", "check", "-", "--json", "--lenient", given=wrong, status=2, types=("rules_section", "rules_count"))
    run("rules", "check", "-", "--json", given="", status=2, types=("rules_count",))
    run("rules", "check", "games/simplified.ini:simplified", "--json", types=("rules_section",))
    run("rules", "check", "games/simplified.ini:nosuch", "--json", status=2, types=("error",))
    tables = f"{scratch}/tables"
    for words in (("prove", "chess", MATE, "--plies", "3", "--certificate", f"{scratch}/win.txt"), ("solve", "small3x3", "--men", "3", "--tables", tables)):
        subprocess.run([PROGRAM, *words], stdout=subprocess.DEVNULL, check=True)
    run("verify", f"{tables}/small3x3/KQvK.zt", "--json", types=("table",))
    run("verify", f"{scratch}/win.txt", "--json", types=("certificate",))
    run("prove", "chess", MATE, "--plies", "3", "--json", types=("proof",))
    run("prove", "chess", MATE, "--plies", "3", "--tries", "--json", types=("proof",))
    run("problem", "chess", MATE, "#2", "--variations", "--tries", "9", "--set-play", "--intended", "1", "--json", types=("problem",))
    run("problem", "chess", "8/8/8/8/8/1K6/7R/1k6 b", "reci-h#1", "--set-play", "--duplex", "--twin", "move h2 h3", "--json", types=("problem",))
    run("problem", "chess", "7k/4K3/6p1/8/8/8/8/6R1 b", "#3", "--postkey", "--json", types=("problem",))
    run("problem", "chess", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "dia0.5", "--json", types=("problem",))
    run("problem", "chess", "8/8/8/8/8/1K6/7R/1k6 b", "h#9", "--nodes", "99", "--json", status=3, types=("problem",))
    for problems in ("examples/problems.inp", "examples/problems.olv"):
        run("problem", "chess", "--file", problems, "--json", status=2, types=("problem", "error"))
    run("prove", "chess", "--plies", "9", "--nodes", "100", "--json", status=3, types=("proof",))
    for words in (("hexapawn",), ("tictactoe",), ("small4x4", "--nodes", "500000"), ("small3x3", "k2/3/KQ1 w", "--tables", tables)):
        run("value", *words, "--json", types=("value",))
    run("value", "chess", "--nodes", "1000", "--json", status=3, types=("value",))
    run("value", "hexapawn", "--json", "--state", "README.md", status=2, types=("error",))
    fens = "k2/3/KQ1 w\nk2/3/K2 w\nk2/3/KR1 b\n1k1/3/KQ1 b\n"
    run("prove", "small3x3", "-", "--plies", "5", "--tables", tables, "--json", given=fens, types=("proof",))
    run("probe", "small3x3", "-", "--tables", tables, "--json", given=fens, types=("position",))
    run("probe", "small3x3", "-", "--tables", tables, "--line", "--json", given=fens + "?\n", status=2, types=("position", "error"))
    run("probe", "small3x3", "k2/3/KQ1 w", "--tables", tables, "--line", "--json", types=("position",))
    run("solve", "small3x3", "--men", "3", "--tables", f"{scratch}/more", "--json", types=("solve_plan", "tier_solved", "solve_done"))
    for line in (pathlib.Path(scratch) / "more/small3x3/runs.jsonl").read_text(encoding="utf-8").splitlines():
        if error := error_in(json.loads(line)):
            fail(f"runs.jsonl: {error}")
    run("solve", "small3x3", "--men", "3", "--tables", f"{scratch}/more", "--plan", "--json", types=("solve_plan", "tier_plan"))
    run("solve", "small3x3", "--tier", "KQvK", "--tables", f"{scratch}/none", "--json", status=1, types=("error",))
    (pathlib.Path(scratch) / "more/small3x3/KQvK.zt").write_bytes(b"")
    run("solve", "small3x3", "--men", "3", "--tables", f"{scratch}/more", "--json", types=("solve_plan", "tier_damaged", "tier_solved", "solve_done"))
    run("stats", "small3x3", "--tables", tables, "--json", types=("tier",))
    outcomes = f"{scratch}/outcomes"
    run("solve", "small3x3", "--men", "3", "--outcomes", "--tables", outcomes, "--json", types=("solve_plan", "tier_solved", "solve_done"))
    run("stats", "small3x3", "--tables", outcomes, "--json", types=("tier",))
    run("probe", "small3x3", "-", "--tables", outcomes, "--line", "--json", given=fens, types=("position",))
    for words in (("prove", "--plies", "1"), ("prove", "--tries"), ("value",)):
        run(words[0], "small3x3", "k2/3/KQ1 w", *words[1:], "--ideal", "--tables", outcomes, "--json", types=(words[0].replace("prove", "proof"),))
    run("stats", "chess", "--tables", tables, "--json", status=1, types=("error",))
    hands = pathlib.Path(scratch) / "hands.ini"
    hands.write_text("[three:dobutsu]\nstartFen = 1l1/3/3/CL1[] w - - 0 1\n", encoding="utf-8")
    named = ("three", "--variant-path", str(hands), "--tables", f"{scratch}/hands", "--json")
    run("solve", *named, types=("solve_plan", "tier_solved", "solve_done"))
    run("stats", *named, "--reachable", types=("reachable",))
    run("stats", "small3x3", "--tables", tables, "--reachable", "--json", status=2, types=("error",))
    run("generate", "cheesy", "--count", "3", "--json", types=("game",))
    run("generate", "cheesy", "--list", "--json", types=("family",))
    run("generate", "cheesy", "--family", "nosuch", "--json", status=2, types=("error",))
    run("generate", "cheesy", "--set", f"{scratch}/set", "--family", "mix=3", "--json", types=("test_case",))
    run("validate", "cheesy", "examples/cheesy.in", "--json", types=("valid",))
    run("validate", "cheesy", "--json", given="1\n", status=2, types=("error",))
    run("check", "cheesy", "examples/cheesy.in", "examples/cheesy.ans", "examples/cheesy.ans", "--json", types=("check",))
    run("check", "cheesy", "examples/cheesy.in", "/dev/null", "examples/cheesy.ans", "--json", status=2, types=("check",))
    run("games", "nosuch", "--json", status=2, types=("error",))
    wrong = [sys.executable, str(SOURCE / "tests/data/wrong/cheesy.py")]
    prefix = f"{scratch}/stress"
    run("stress", "cheesy", "--games", "3", "--memory-limit", "0", "--save", prefix, "--json", "--", str(PROGRAM), "judge", "cheesy", types=("stress",))
    run("stress", "cheesy", "--games", "2000", "--save", prefix, "--json", "--", *wrong, "--wrong=kept", status=1, types=("stress",))
    run("stress", "cheesy", "--json", "--", "zermelo-none", status=2, types=("error",))
    run("verify", "README.md", "--json", status=2, types=("error",))


def main() -> int:
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    for schema in objects_in(SCHEMA):
        members = list(schema["properties"])
        if schema.get("required") != members or schema.get("additionalProperties") is not False:
            fail(f"an object that may leave members out or have others: {members}")
    with tempfile.TemporaryDirectory() as scratch:
        check_commands(scratch)
    for name, definition in SCHEMA["$defs"].items():
        if "const" in definition.get("properties", {}).get("type", {}) and name not in SHAPES:
            fail(f"{name} is described and stands in no list")
    for name in SHAPES.keys() - met - NOT_OF_COMMANDS:
        fail(f"no command wrote a {name}")
    for name in NOT_OF_COMMANDS & met:
        fail(f"a command wrote a {name}")
    sample = run("judge", "cheesy", "examples/cheesy.in", "--json", types=("judgement",))[0]
    for how, value in changed(sample):
        if VALIDATOR.is_valid(value):
            fail(f"the schema takes a judgement {how}")
    print(f"json_outputs: {len(met)} types, {len(failures)} failures")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
