#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compile-failure pairs: each file of tests/compile/ compiles as it stands, and where MUST_NOT_COMPILE is defined the compiler
finds a mistake in it, in the lines that this brings in.

All pairs are compiled at once, each in a namespace of its own after what all of them include, for the headers take the time.
Usage: compile_pairs.py SOURCE_DIR COMPILER
"""
import pathlib
import re
import subprocess
import sys

FLAGS = ["-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror", "-fdiagnostics-color=never"]
MISTAKE = re.compile(r"^([^\s:]+\.cpp):(\d+):\d+: error: ", re.M)


def compiled(source: pathlib.Path, compiler: str, pairs: list[pathlib.Path], *options: str) -> subprocess.CompletedProcess:
    included = {line for pair in pairs for line in pair.read_text(encoding="utf-8").splitlines() if line.startswith("#include")}
    text = "\n".join(sorted(included)) + "\n"
    text += "".join(f'namespace {pair.stem} {{\n#include "{pair}"\n}}\n' for pair in pairs)
    limit = ["-ferror-limit=0"] if "clang" in compiler else []
    command = [compiler, *FLAGS, *limit, *options, f"-I{source / 'src'}", f"-I{source / 'include'}", "-x", "c++", "-"]
    return subprocess.run(command, input=text, text=True, capture_output=True)


def lines_of_mistakes(pair: pathlib.Path) -> set[int]:
    """The numbers of the lines between `#ifdef MUST_NOT_COMPILE` and `#else`."""
    lines = pair.read_text(encoding="utf-8").splitlines()
    return set(range(lines.index("#ifdef MUST_NOT_COMPILE") + 2, lines.index("#else") + 1))


def main(source: pathlib.Path, compiler: str) -> int:
    pairs = sorted((source / "tests" / "compile").glob("*.cpp"))
    good = compiled(source, compiler, pairs)
    problems = [f"does not compile as it stands:\n{good.stderr}"] if good.returncode else []
    bad = compiled(source, compiler, pairs, "-DMUST_NOT_COMPILE")
    found = {(pathlib.Path(path).name, int(line)) for path, line in MISTAKE.findall(bad.stderr)}
    for pair in pairs:
        if not any((pair.name, line) in found for line in lines_of_mistakes(pair)):
            problems.append(f"{pair.name}: no mistake is found between MUST_NOT_COMPILE and #else")
    print(f"{len(pairs)} pairs, {len(problems)} problems", *problems, sep="\n")
    return 1 if problems or len(pairs) < 19 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]))
