#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""`--portable` is portable: a copy of the program in which every function with an instruction beyond plain x86-64
begins with an illegal one answers as the program does, and dies where the option is left out.

Usage: portable.py SOURCE_DIR PROGRAM
"""
import json
import pathlib
import platform
import random
import re
import signal
import struct
import subprocess
import sys
import tempfile

# AVX2 and what the target attribute of base/isa.hpp adds. `tzcnt` is not among them: plain processors read it as
# `bsf`, and compilers write it for them too.
VECTOR = re.compile(r"%[yz]mm\d|\t(v[a-z]\w*|popcnt|lzcnt|andn|bextr|bls\w+|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx)[lqw]?\s")
UNDEFINED = b"\x0f\x0b"  # ud2


def vector_functions(program):
    """Addresses of the functions that hold such an instruction."""
    found, address = set(), None
    with subprocess.Popen(["objdump", "-d", "--no-show-raw-insn", program], stdout=subprocess.PIPE, text=True) as listing:
        for line in listing.stdout:
            if begin := re.match(r"([0-9a-f]+) <.*>:$", line):
                address = int(begin[1], 16)
            elif VECTOR.search(line):
                found.add(address)
    if listing.returncode != 0:
        sys.exit("objdump failed")
    return found


def file_offset(image, address):
    """Where in an ELF file of 64 bits, little-endian, the byte lies that is loaded at an address."""
    table, = struct.unpack_from("<Q", image, 32)
    size, count = struct.unpack_from("<HH", image, 54)
    for at in range(table, table + size * count, size):
        kind, _, offset, begin, _, length = struct.unpack_from("<IIQQQQ", image, at)
        if kind == 1 and begin <= address < begin + length:
            return offset + address - begin
    sys.exit(f"no segment holds address {address:#x}")


def board(n, pieces, seed):
    """A board of CSTATE2: White's king in the corner is checked along the whole diagonal."""
    draw = random.Random(seed)
    squares = {(1, 1): "k", (n, n): "B", (n, 1): "K", (n - 1, 1): "P", (n - 1, 2): "P", (n, 2): "P"}
    while len(squares) < pieces:
        x, y = draw.randint(4, n - 4), draw.randint(4, n - 4)
        if x != y:
            squares.setdefault((x, y), draw.choice("qrbhpQRBHP"))
    return f"{n} {pieces}\n" + "".join(f"{x} {y} {c}\n" for (x, y), c in squares.items())


def inputs(source, program):
    """Games, and for each what to judge: every kernel's plain ways and its fast ones."""
    examples = source / "examples"
    listed = subprocess.run([program, "games", "--json"], capture_output=True, text=True, check=True).stdout
    for game in (json.loads(line)["name"] for line in listed.splitlines()):
        if (examples / f"{game}.in").exists():
            yield game, (examples / f"{game}.in").read_bytes()
        yield game, subprocess.run([program, "generate", game, "--count", "60"], capture_output=True, check=True).stdout
    straight = "100 40\n1 50 k\n100 50 R\n50 1 K\n" + "".join(f"{x} {1 + x * 7 % 40} {'qrbhp'[x % 5]}\n" for x in range(3, 40))
    yield "cstate1", b"1\nR..K....\n........\n..r.q.B.\n........\n........\n........\n....H...\nk......Q\n"
    boards = [board(15, 30, 1), board(300, 400, 2), board(40_000, 40_000, 3), board(10**18, 40_000, 4), straight]
    yield "cstate3", f"{len(boards)}\n{''.join(boards)}".encode()
    hunt = "1\n2 2 40\nQ A 1\nR B 2\nQ D 4\nN C 3\n"  # a table of its army
    yield "simplified", hunt.encode()


def main(source, program):
    if platform.machine() != "x86_64" or "avx2" not in pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8"):
        print("portable.py: Skipped\nthis processor has no AVX2")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        crippled = pathlib.Path(folder) / "zermelo"
        image = bytearray(program.read_bytes())
        functions = vector_functions(program)
        for address in functions:
            offset = file_offset(image, address)
            image[offset:offset + 2] = UNDEFINED
        crippled.write_bytes(image)
        crippled.chmod(0o755)
        text = pathlib.Path(folder) / "games.in"
        failed, died = [], set()

        def judge(which, game, *options):
            return subprocess.run([which, "judge", game, text, *options], capture_output=True, check=False)

        for game, games in inputs(source, program):
            text.write_bytes(games)
            for options in ((), ("--json",), ("--draw", "all"), ("--threads", "3")):
                expected = judge(program, game, *options)
                found = judge(crippled, game, "--portable", *options)
                if expected.returncode != 0 or (found.returncode, found.stdout) != (0, expected.stdout):
                    failed.append(f"judge {game} --portable {' '.join(options)}: {found.returncode} and not {expected.returncode}")
            if judge(crippled, game).returncode == -signal.SIGILL:
                died.add(game)
        for game in {"cheesy", "cstate1", "cstate2", "cstate3"} - died:
            failed.append(f"judge {game} never reached vector code: this test would see nothing")
    for line in failed:
        print(line)
    print(f"{len(functions)} functions with vector instructions, {len(failed)} failures")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])))
