#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No reference is a copy of what it judges.

A reference that says the same thing in the same lines as the program makes the same mistakes. Each is compared with each source
file that it could have been copied from: without comments, blanks and what every file has (includes, braces, short lines), few of
its lines may stand there in the same order.

Usage: shared_lines.py SOURCE_DIR, or shared_lines.py SOURCE_DIR --list: tells the pairs that share most, and with a number after
--list which lines that number of them share.
"""
import pathlib
import re
import sys

# This number of lines, and this share of a reference's lines, are shared by chance: the same loop over squares, the same signature.
MOST_LINES = 8
MOST_SHARE = 0.04
# Lines with fewer characters of code say nothing of where they come from.
SHORTEST = 16

CPP_NOISE = re.compile(
    r"#|namespace\b|using\b|template\b|case [\w:]+:$|(public|private|protected):$|return [\w:*]+;$|(break|continue);|else\b|default:"
)
CPP_COMMENT = re.compile(r'("(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])*\')|//[^\n]*|/\*.*?\*/', re.S)
PYTHON_NOISE = re.compile(r"#|from |import |return [\w.]+$|(else|try|finally):|pass$")


def cpp_lines(text: str) -> list[str]:
    """Statements as lines, however the formatter has broken them."""
    code = CPP_COMMENT.sub(lambda m: m[1] or " ", text)
    code = "\n".join(line for line in code.splitlines() if not line.lstrip().startswith("#"))
    return [line for part in re.split(r"[;{}]\s*(?=\n)", code) if (line := significant(part, CPP_NOISE))]


def python_lines(text: str) -> list[str]:
    code = re.sub(r'"""(?:\\.|[^\\])*?"""', " ", text, flags=re.S)
    return [line for part in code.splitlines() if (line := significant(part, PYTHON_NOISE))]


def significant(part: str, noise: re.Pattern) -> str:
    """A line without blanks; nothing if all files have such lines."""
    line = " ".join(part.split())
    bare = line.replace(" ", "")
    return "" if len(bare) < SHORTEST or noise.match(line) else bare


def shared(reference: list[str], source: list[str]) -> list[str]:
    """A longest list of lines that stand in both in the same order."""
    known = set(source)
    reference = [line for line in reference if line in known]
    known = set(reference)
    source = [line for line in source if line in known]
    # best[j]: the longest with the source's first j lines, as a chain of pairs.
    best: list[tuple[int, object]] = [(0, None)] * (len(source) + 1)
    for line in reference:
        row = [best[0]]
        for j, other in enumerate(source):
            row.append((best[j][0] + 1, (line, best[j])) if line == other else max(row[j], best[j + 1], key=lambda found: found[0]))
        best = row
    lines, found = [], best[-1]
    while found[1]:
        line, found = found[1]
        lines.append(line)
    return lines[::-1]


def pairs(source: pathlib.Path):
    """Each reference, with how to read it and what it could have been copied from."""
    programs = sorted((source / "src" / "zermelo").rglob("*.[ch]pp"))
    for path in sorted((source / "tests" / "reference").glob("*.[ch]pp")):
        if not path.stem.endswith("_test"):
            yield path, cpp_lines, programs
    scripts = sorted(p for p in (source / "python").rglob("*.py"))
    yield source / "tests" / "python" / "second_checker.py", python_lines, scripts
    families = sorted((source / "atlas").glob("*.py"))
    for path in sorted((source / "tests" / "atlas").glob("*_reference.py")):
        yield path, python_lines, scripts + families


def main(source: pathlib.Path, listed: int | None) -> int:
    read: dict[pathlib.Path, list[str]] = {}
    found = []
    references = 0
    for path, lines_of, others in pairs(source):
        own = lines_of(path.read_text(encoding="utf-8"))
        references += 1
        for other in others:
            if other not in read:
                read[other] = lines_of(other.read_text(encoding="utf-8"))
            if common := shared(own, read[other]):
                found.append((len(common), len(own), path.relative_to(source), other.relative_to(source), common))
    found.sort(key=lambda pair: (-pair[0], -pair[0] / pair[1], pair[2]))
    if listed is not None:
        for number, (common, own, path, other, lines) in enumerate(found[:40]):
            print(f"{common:4} of {own:4} lines ({common / own:4.0%})  {path} {other}")
            if number < listed:
                print("\n".join(f"        {line}" for line in lines))
        return 0
    problems = [
        f"{path}: {common} of its {own} lines stand in {other} in the same order, expected at most {most}: write it from the rules' words"
        for common, own, path, other, _ in found
        if common > (most := max(MOST_LINES, int(MOST_SHARE * own)))
    ]
    if references < 10 or len(read) < 100:
        problems.append(f"only {references} references and {len(read)} source files found: is {source} the right folder?")
    print("\n".join(problems) or f"{references} references share few lines with what they judge")
    return 1 if problems else 0


if __name__ == "__main__":
    asked = sys.argv[2:]
    many = int(asked[1]) if len(asked) > 1 else 0
    sys.exit(main(pathlib.Path(sys.argv[1]), many if asked[:1] == ["--list"] else None))
