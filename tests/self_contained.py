#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The validators of self-contained problem packages, compiled as judging systems compile them, say of every input what `zermelo
validate` says: of a package's own, and of inputs with a small change, most of which are wrong.

Usage: self_contained.py PROGRAM COMPILER
"""
import pathlib
import random
import subprocess
import sys
import tempfile

VALID, INVALID = 42, 43
CHANGES = 150
GAMES = {"simplified": ["mix=3"], "cstate1": ["mix=2"], "cstate2": ["mix=2", "pin=1"], "cstate3": ["mix=2"], "cheesy": ["mix=3"]}


def changed(rng: random.Random, text: bytes) -> bytes:
    """An input with one or two changes."""
    for _ in range(rng.choice((1, 1, 1, 2))):
        lines = text.split(b"\n")
        at, line = rng.randrange(len(text) + 1), rng.randrange(len(lines))
        what = rng.randrange(7)
        if what == 0:
            text = text[:at] + text[at + 1:]
        elif what == 1:
            text = text[:at] + rng.choice((b" ", b"\n", b"0", b"9", b"k", b"K", b"Q", b".", b"\r", b"-", b"\0", b"\xff")) + text[at:]
        elif what == 2:
            text = text[:at] + bytes([rng.choice(text)]) + text[at + 1:]
        elif what == 3:
            text = b"\n".join(lines[:line] + lines[line + 1:])
        elif what == 4:
            text = b"\n".join(lines[:line] + [lines[line]] + lines[line:])
        elif what == 5:
            other = rng.randrange(len(lines))
            lines[line], lines[other] = lines[other], lines[line]
            text = b"\n".join(lines)
        else:
            numbers = [place for place, byte in enumerate(text) if chr(byte).isdigit()]
            place = rng.choice(numbers)
            text = text[:place] + rng.choice((b"0", b"1", b"7", b"8", b"12", b"200", b"201", b"100001", b"9" * 25)) + text[place + 1:]
    return text


def status(command: list, text: bytes) -> int:
    return subprocess.run(command, input=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300, check=False).returncode


def main(program: str, compiler: str) -> int:
    rng = random.Random(1913)
    wrong = []
    seen = {VALID: 0, INVALID: 0}
    with tempfile.TemporaryDirectory() as folder:
        for game, families in GAMES.items():
            for form in ("legacy", "2025-09"):
                package = pathlib.Path(folder, game + form.replace("-", ""))
                subprocess.run([program, "generate", game, "--package", package, "--format", form, "--self-contained", "--seed", "7",
                                *(word for family in families for word in ("--family", family))], stdout=subprocess.DEVNULL, check=True)
                if list(package.glob("output_validator*")):
                    wrong.append(f"{package.name}: a validator of outputs, expected none")
                source = package / "input_validators/validate.cpp"
                if "MAX_" in source.read_text(encoding="utf-8"):
                    wrong.append(f"{package.name}: the validator is not filled in")
            subprocess.run([compiler, "-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", source, "-o", package / "validate"], check=True)
            inputs = [path.read_bytes() for path in sorted(package.glob("data/*/*.in"))]
            texts = inputs + [b"", b"\n", b"0\n", b"1", b"1\n"] + [changed(rng, rng.choice(inputs)) for _ in range(CHANGES)]
            for text in texts:
                found, expected = status([package / "validate"], text), status([program, "validate", game, "--kattis"], text)
                seen[expected] += 1
                if found != expected:
                    wrong.append(f"{game}: {found}, expected {expected} of {text[:400]!r}")
    if min(seen.values()) < 20:
        wrong.append(f"too few of either kind: {seen}")
    print("\n".join(wrong) or f"{sum(seen.values())} inputs: the same answers, {seen[VALID]} valid")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
