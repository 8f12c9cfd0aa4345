#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Architecture rules as a test: a room includes only rooms on lower floors, and only faces print or exit.

The floors are those of HACKING.md. Usage: layers.py SOURCE_DIR
"""
import pathlib
import re
import sys

# Each room and the rooms that it may include (its own is always allowed).
ROOMS = ["base", "board", "game", "rules", "engine", "search", "tablebase", "certificate", "draw", "puzzles", "judge",
         "stress", "app", "cli"]

# What the references in tests/reference/ may know: what lies below the engine, and the plain data of what they judge.
PLAIN_ROOMS = {"base", "board", "game", "rules"}
PLAIN_DATA = {
    "engine/move.hpp", "engine/setup.hpp", "puzzles/check_state/check_state.hpp", "puzzles/check_state/moves.hpp",
    "puzzles/check_state/piece.hpp", "puzzles/king_pawn/position.hpp",
}

INCLUDE = re.compile(r'^\s*#\s*include\s+"zermelo/(\w+)/')
FOREIGN = re.compile(r'^\s*#\s*include\s+"(?!zermelo/)')
# What the library never does: print, exit, abort, throw by hand. Faces (cli/) may.
FORBIDDEN = re.compile(
    r"std::(cout|cerr|clog|exit|abort|quick_exit|puts|printf)\b|\bf?printf\s*\(|\bputs\s*\(|_exit\s*\(|\bthrow\b|"
    r"#\s*include\s*<iostream>"
)
# Processes that the library forks for itself: a copy must end without doing what the original does at its end.
FORKED = {"stress/supervisor.cpp"}


def main(source: pathlib.Path) -> int:
    problems = []
    root = source / "src" / "zermelo"
    for room in sorted(p.name for p in root.iterdir() if p.is_dir()):
        if room not in ROOMS:
            problems.append(f"src/zermelo/{room}: a room that the floors do not know")
    files = sorted(root.rglob("*.[ch]pp"))
    if len(files) < 20:
        problems.append(f"only {len(files)} source files found: is {source} the right folder?")
    for path in files:
        room = path.relative_to(root).parts[0]
        where = path.relative_to(source)
        lines = path.read_text(encoding="utf-8").splitlines()
        if "SPDX-License-Identifier: GPL-3.0-or-later" not in lines[0]:
            problems.append(f"{where}:1: no licence line")
        for number, line in enumerate(lines, 1):
            include = INCLUDE.match(line)
            if include and room in ROOMS and include[1] not in ROOMS[: ROOMS.index(room) + 1]:
                problems.append(f"{where}:{number}: {room}/ may not include {include[1]}/")
            if FOREIGN.match(line):
                problems.append(f"{where}:{number}: include the project's files as \"zermelo/ROOM/…\"")
            code = line.split("//")[0]
            if path.relative_to(root).as_posix() in FORKED:
                code = code.replace("::_exit(", "")
            if room != "cli" and FORBIDDEN.search(code):
                problems.append(f"{where}:{number}: the library never prints, exits, aborts or throws")
    for test in sorted((source / "tests").rglob("*_test.cpp")):
        if "TEST" not in test.read_text(encoding="utf-8"):
            problems.append(f"{test.relative_to(source)}: holds no test")
    references = [p for p in sorted((source / "tests" / "reference").glob("*.[ch]pp")) if not p.stem.endswith("_test")]
    if not references:
        problems.append("tests/reference: no references found")
    for path in references:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not include or include[1].startswith("reference/"):
                continue
            header = include[1].removeprefix("zermelo/")
            if header == include[1] or (header.split("/")[0] not in PLAIN_ROOMS and header not in PLAIN_DATA):
                problems.append(f"{path.relative_to(source)}:{number}: a reference is independent, it may not include {include[1]}")
    print("\n".join(problems) or f"{len(files)} files keep the floors")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
