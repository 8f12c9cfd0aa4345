#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""No message steers a terminal: every face is given texts with escapes in every place where it takes one (names, keys, FENs,
moves, options, files, headers, requests, commands of GUIs), and what it says has none of them as they were.

Usage: terminals.py PROGRAM
"""
import http.client
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import tty
from collections.abc import Iterator

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent / "server"))
import serving  # noqa: E402

PATIENCE = 120
# ESC [ 2 J, CR, BEL, DEL, CSI as one character, an override of the direction, and a byte that is no UTF-8.
EVILS = [b"\x1b[2J", b"\r", b"\a", b"\x7f", "\x9b2J".encode(), "\u202e".encode(), "\u2066".encode(), b"\x9b", b"\xff"]
EVIL = b"x" + b"y".join(EVILS) + b"z"
NUL = b"x\0z"  # in files, requests and commands of GUIs alone
CHESS = b"8/8/8/8/8/2k5/1R6/K7 w"


def steering(said: bytes) -> list[str]:
    """What in it a terminal obeys, besides ends of lines, and bytes that are no UTF-8."""
    found = []
    for character in said.decode("utf-8", "surrogateescape"):
        number = ord(character)
        if (number < 0x20 and character != "\n") or 0x7F <= number <= 0x9F or number in (0x61C, 0x200E, 0x200F) \
                or 0x2028 <= number <= 0x202E or 0x2066 <= number <= 0x2069 or 0xD800 <= number <= 0xDFFF:
            found.append(f"U+{number:04X}")
    return found


def files(evil: bytes) -> dict[str, bytes]:
    """Rules files with the text in every place, by what they are called."""
    chess = b"[a:chess]\n"
    return {
        "section": b"[" + evil + b"]\nmaxRank = 8\n", "parent": b"[a:" + evil + b"]\n", "open": b"[" + evil + b"\n",
        "after": b"[a] " + evil + b"\n", "twice": 2 * (b"[" + evil + b"]\n"), "line": chess + evil + b"\n", "before": evil + b"\n" + chess,
        "key": chess + evil + b" = 1\n" + evil + b" = 2\n", "number": chess + b"maxRank = " + evil + b"\n",
        "bool": chess + b"castling = " + evil + b"\n", "result": chess + b"stalemateValue = " + evil + b"\n",
        "pieces": chess + b"promotionPieceTypes = " + evil + b"\n", "region": chess + b"flagRegion = " + evil + b"\n",
        "pairs": chess + b"promotedPieceType = " + evil + b"\n", "betza": chess + b"customPiece1 = a:" + evil + b"\n",
        "letter": chess + b"queen = " + evil + b"\n", "start": chess + b"startFen = " + evil + b"\n",
        "side": chess + b"startFen = 4k3/8/8/8/8/8/8/4K3 " + evil + b"\n",
        "castling": chess + b"startFen = 4k3/8/8/8/8/8/8/4K3 w " + evil + b"\n", "foreign": chess + b"pieceValueMg = " + evil + b"\n",
        "mobility": chess + b"mobilityRegionWhiteKing = " + evil + b"\n", "word": chess + b"enclosingDrop = " + evil + b"\n",
    }


def examples(program: str) -> dict[bytes, bytes]:
    """An input of each puzzle."""
    listed = subprocess.run([program, "games", "--json"], capture_output=True, timeout=PATIENCE, check=True).stdout
    puzzles = [json.loads(line) for line in listed.splitlines()]
    return {puzzle["name"].encode(): puzzle["example"].rstrip("\n").encode() + b"\n" for puzzle in puzzles}


def command_lines(program: str, folder: pathlib.Path) -> Iterator[tuple[list[bytes], bytes]]:
    """Command lines, and what stands on standard input."""
    place = os.fsencode(folder)
    missing = place + b"/" + EVIL
    for word in (EVIL, missing, missing + b".ini", missing + b".ini:" + EVIL, b"chess:" + EVIL):
        for line in ([b"draw"], [b"rules", b"show"], [b"rules", b"check"], [b"prove"], [b"value"], [b"perft"], [b"probe"], [b"stats"], [b"solve"],
                     [b"judge"], [b"games"], [b"explain"], [b"generate"], [b"validate"], [b"stress"], [b"check"], [b"verify"], [b"package"],
                     [b"help"], [b"completion"], [], [b"rules"], [b"uci", b"--variant"], [b"usi", b"--variant"], [b"ucci", b"--variant"], [b"xboard", b"--variant"]):
            yield [*line, word], b""
        for line in ([b"prove", b"chess"], [b"value", b"chess"], [b"draw", b"chess"], [b"perft", b"chess"], [b"probe", b"chess"]):
            yield [*line, word], b""
            yield [*line, CHESS, word], b""
    for option in (b"--plies", b"--nodes", b"--seconds", b"--memory", b"--threads", b"--tables", b"--restrict", b"--certificate", b"--variant-path",
                   b"--" + EVIL, b"-" + EVIL):
        yield [b"prove", b"chess", CHESS, option, EVIL], b""
        yield [b"prove", b"chess", CHESS, option + b"=" + EVIL], b""
    yield [b"draw", b"chess", b"--line", b"e2e4 " + EVIL], b""
    for words in ([EVIL, b"#1"], [CHESS, EVIL], [CHESS, b"#1", b"--twin", b"move " + EVIL], [CHESS, b"#1", b"--twin", EVIL + b": move e2 e4"]):
        yield [b"problem", b"chess", *words], b""
    yield [b"draw", b"chess", b"--svg", missing + b"/x.svg"], b""
    for size in (b"--size", b"--family", b"--variant-path"):
        yield [b"rules", b"list", size, EVIL], b""
    yield [b"serve", b"--port", EVIL], b""
    yield [b"serve", b"--address", EVIL], b""
    yield [b"serve", b"--tables", missing, b"--port", EVIL], b""
    yield [b"prove", b"chess", CHESS, b"--plies", b"1", b"--tables", missing], b""
    yield [b"solve", b"chess", b"--tiers", EVIL, b"--tables", place + b"/new"], b""
    yield [b"stats", b"chess", b"--tables", missing], b""
    yield [b"probe", b"chess", CHESS, b"--tables", missing], b""
    says = folder / "says"
    says.write_bytes(b"#!/bin/sh\ncat >/dev/null\nprintf '" + EVIL + b"\\n'\nprintf '" + EVIL + b"\\n\\000z' >&2\n")
    says.chmod(0o755)
    for puzzle, text in examples(program).items():
        for line in ([b"judge"], [b"validate"], [b"explain"]):
            for evil in (EVIL, NUL):
                for name in (evil, b"1 " + evil, text + evil, text[:-1] + evil, text[:-3] + evil):
                    yield [*line, puzzle], name
            yield [*line, puzzle, missing], b""
        yield [b"generate", puzzle, b"--family", EVIL], b""
        yield [b"generate", puzzle, b"--count", EVIL], b""
        yield [b"explain", puzzle, b"--game", EVIL], text
        yield [b"judge", puzzle, b"--threads", EVIL], text
        yield [b"stress", puzzle, b"--games", b"3", b"--save", missing.replace(b"/" + EVIL, b"/saved" + EVIL), b"--", os.fsencode(says)], b""
        yield [b"stress", puzzle, b"--games", b"3", b"--", missing], b""
        for evil in (EVIL, NUL):
            (folder / "input").write_bytes(text)
            (folder / "output").write_bytes(evil)
            words = [place + b"/input", place + b"/output", place + b"/output"]
            yield [b"check", puzzle, *words], b""
            yield [b"check", puzzle, *words[:2], missing], b""
    for evil in (EVIL, NUL):
        for line in ([b"prove", b"chess", b"-", b"--plies", b"1"], [b"value", b"chess", b"-", b"--nodes", b"9"], [b"probe", b"chess", b"-"]):
            for fen in (evil, CHESS[:-1] + evil, CHESS + b" " + evil, CHESS + b" - - " + evil, CHESS + b" " + evil + b" - 0 1", evil + CHESS):
                yield line, fen + b"\n"
                if b"\0" not in fen:
                    yield [*line[:2], fen, *line[3:]], b""
        for name, text in files(evil).items():
            path = folder / f"{name}.ini"
            path.write_bytes(text)
            yield [b"rules", b"check", os.fsencode(path)], b""
            yield [b"rules", b"check", b"--lenient", os.fsencode(path)], b""
            yield [b"rules", b"check", b"-"], text
            yield [b"rules", b"check", os.fsencode(path) + b":" + EVIL], b""
            yield [b"draw", os.fsencode(path)], b""
            yield [b"rules", b"list", b"--variant-path", os.fsencode(path)], b""
            strange = place + b"/" + EVIL + name.encode() + b".ini"
            pathlib.Path(os.fsdecode(strange)).write_bytes(text)
            yield [b"rules", b"check", strange], b""
        for text in (evil, b"zermelo certificate 1\n" + evil + b"\n", b"zermelo certificate 2\nvariant " + evil + b"\n",
                     b"zermelo certificate 1\nvariant chess\nhash " + evil + b"\n", b"zermelo" + evil * 40):
            path = folder / "certificate"
            path.write_bytes(text)
            yield [b"verify", os.fsencode(path)], b""
            yield [b"verify", b"-"], text
            strange = place + b"/" + EVIL + b".cert"
            pathlib.Path(os.fsdecode(strange)).write_bytes(text)
            yield [b"verify", strange], b""
    good = place + b"/" + EVIL + b"good.ini"
    pathlib.Path(os.fsdecode(good)).write_bytes(b"[good:chess]\n")
    yield [b"rules", b"check", good], b""


def broken_tables(folder: pathlib.Path, program: str) -> Iterator[list[bytes]]:
    """Tables whose headers were changed, at each of their first bytes, in a folder of a strange name."""
    place = os.fsencode(folder) + b"/" + EVIL + b"tables"
    subprocess.run([program, "solve", "chess", "--tiers", "KNvK", "--tables", place], check=True, capture_output=True, timeout=PATIENCE)
    for line in ([b"stats", b"chess", b"--tables", place], [b"probe", b"chess", b"8/8/8/8/8/4k3/8/N3K3 w", b"--tables", place]):
        yield line
    tables = sorted(path for path in pathlib.Path(os.fsdecode(place)).rglob("*") if path.is_file())
    for path in tables:
        whole = path.read_bytes()
        for at in range(0, min(len(whole), 400), 7):
            path.write_bytes(whole[:at] + EVIL + whole[at + len(EVIL):])
            yield [b"verify", os.fsencode(path)]
            if at % 21 == 0:
                yield [b"solve", b"chess", b"--tiers", b"KNvK", b"--tables", place]
                path.write_bytes(whole[:at] + EVIL + whole[at + len(EVIL):])
                yield [b"stats", b"chess", b"--tables", place]
                yield [b"probe", b"chess", b"8/8/8/8/8/4k3/8/N3K3 w", b"--tables", place]
        path.write_bytes(whole)


def engine_commands(folder: pathlib.Path) -> dict[str, bytes]:
    """What a GUI says by each protocol; each command has one line of complaint at most."""
    path = os.fsencode(folder) + b"/" + EVIL.replace(b"\r", b"") + b".ini"
    uci, usi, ucci, xboard = [b"uci"], [b"usi"], [b"ucci"], [b"xboard", b"protover 2"]
    for evil in (*EVILS, EVIL.replace(b"\r", b""), NUL):
        uci += [evil, b"position fen " + evil, b"position startpos moves " + evil, b"position fen " + CHESS + b" " + evil, b"position " + evil,
                b"go depth " + evil, b"go " + evil, b"go perft " + evil, b"setoption name " + evil + b" value 1",
                b"setoption name UCI_Variant value " + evil, b"setoption name Hash value " + evil, b"setoption name VariantPath value " + path,
                b"setoption name TablesPath value " + evil, b"setoption " + evil, b"debug " + evil, b"ucinewgame " + evil]
        usi += [evil, b"position sfen " + evil, b"position sfen 9 b " + evil, b"position startpos moves " + evil, b"go byoyomi " + evil, b"go mate " + evil]
        ucci += [evil, b"position fen " + evil, b"setoption " + evil + b" 1", b"setoption usemillisec " + evil, b"go time " + evil, b"go depth " + evil]
        xboard += [evil, b"setboard " + evil, b"setboard " + CHESS + b" " + evil, b"usermove " + evil, b"variant " + evil, b"level " + evil,
                   b"option " + evil, b"option Hash=" + evil, b"st " + evil, b"sd " + evil, b"memory " + evil, b"go " + evil, b"ping " + evil,
                   b"option VariantPath=" + path, b"egtpath zermelo " + evil, b"cores " + evil, b"result " + evil, b"time " + evil, b"e2e4" + evil]
    said = {"uci": uci, "usi": usi, "ucci": ucci, "xboard": xboard}
    return {protocol: b"\n".join([*lines, b"quit", b""]) for protocol, lines in said.items()}


def requests() -> Iterator[tuple[str, bytes, bytes]]:
    """Methods, paths and bodies for the server."""
    quoted = b"".join(b"%%%02x" % byte for byte in EVIL)
    for path in (b"/" + quoted, b"/api/v1/" + quoted, b"/api/v1/variants/" + quoted, b"/api/v1/variants?family=" + quoted, b"/api/v1/jobs/" + quoted,
                 b"/standard?fen=" + quoted, b"/api/v1/puzzles/" + quoted, b"/api/v1/variants?" + quoted + b"=1"):
        yield "GET", path, b""
    escaped = b'"x\\u001b[2J\\u009b\\u202e\\u007f\\u0000z"'
    for text in (escaped, b'"' + EVIL + b'"', b'"x\x7f\xc2\x9b\xe2\x80\xaez"', EVIL):
        for body in (text, b"{" + text + b": 1}", b'{"variant": ' + text + b"}", b'{"variant": "chess", "fen": ' + text + b"}",
                     b'{"rules": ' + text + b"}", b'{"puzzle": ' + text + b"}", b'{"text": ' + text + b"}", b'{"kind": ' + text + b"}",
                     b'{"variant": "chess", "fen": "' + CHESS + b'", "line": ' + text + b"}"):
            for name in (b"value", b"batch", b"jobs", b"judge", b"explain", b"rules", b"draw", b"position", b"line", b"generate"):
                yield "POST", b"/api/v1/" + name, body


def say(said: bytes, what: object, wrong: list[str], lines: int | None = None) -> None:
    if found := steering(said):
        wrong.append(f"{what}: {', '.join(sorted(set(found)))} in {said[:200]!r}")
    if lines is not None and said.count(b"\n") > lines:
        wrong.append(f"{what}: {said.count(bytes([10]))} lines, expected {lines}: {said[:200]!r}")


def test_commands(program: str, folder: pathlib.Path, wrong: list[str]) -> int:
    count = 0

    def run(line: list[bytes], text: bytes) -> None:
        nonlocal count
        count += 1
        done = subprocess.run([os.fsencode(program), *line], input=text, capture_output=True, timeout=PATIENCE, check=False, cwd=folder)
        say(done.stdout + done.stderr, line, wrong)
        if done.returncode < 0:
            wrong.append(f"{line}: ended by the signal {-done.returncode}")

    for line, text in command_lines(program, folder):
        run(line, text)
        if b"--" not in line and count % 3 == 0:
            run([*line, b"--json"], text)
    for line in broken_tables(folder, program):
        run(line, b"")
    return count


def test_a_terminal(program: str, folder: pathlib.Path, wrong: list[str]) -> int:
    """A collection is written back as it is, but to a terminal."""
    for evil in EVILS:
        path = folder / "strange.olv"
        path.write_bytes(b'---\ntitle: "x' + evil + b'z"\nstipulation: "h#1"\nalgebraic:\n  white: [Kc1, Rh8]\n  black: [Ka1]\n')
        line = [os.fsencode(program), b"problem", b"chess", b"--olv", b"--file", os.fsencode(path)]
        master, terminal = os.openpty()
        tty.setraw(terminal)  # which leaves ends of lines as they are
        to_file = subprocess.run(line, capture_output=True, timeout=PATIENCE, check=False)
        shown = subprocess.run(line, stdout=terminal, stderr=subprocess.PIPE, timeout=PATIENCE, check=False)
        os.close(terminal)
        said = b""
        try:
            while more := os.read(master, 65536):
                said += more
        except OSError:  # the end of a terminal
            os.close(master)
        say(said + shown.stderr, ("on a terminal", evil), wrong)
        if to_file.stdout and b"x" + evil + b"z" not in to_file.stdout:
            wrong.append(f"a collection with {evil!r} is not written back as it is: {to_file.stdout[:200]!r}")
        if said.count(b"\n") != to_file.stdout.count(b"\n") or b"stipulation" not in said + shown.stderr:
            wrong.append(f"on a terminal a collection with {evil!r} is {said[:200]!r}")
    return len(EVILS)


def test_engines(program: str, folder: pathlib.Path, wrong: list[str]) -> int:
    count = 0
    for protocol, commands in engine_commands(folder).items():
        done = subprocess.run([program, protocol], input=commands, capture_output=True, timeout=PATIENCE, check=False, cwd=folder)
        say(done.stdout + done.stderr, protocol, wrong)
        complaints = done.stdout.count(b"error") + done.stdout.count(b"Error")
        if complaints < len(EVILS):
            wrong.append(f"{protocol}: {complaints} complaints, expected more: the commands were not read")
        for line in done.stdout.splitlines():
            beginnings = (b"info", b"id ", b"option", b"uciok", b"usiok", b"ucciok", b"bye", b"nobestmove", b"checkmate", b"bestmove", b"feature", b"Error", b"tellus", b"telluser", b"Illegal", b"pong", b"#",
                          b"move", b"readyok", b"Nodes", b"resign", b"1-0", b"0-1", b"1/2")
            if line and not line.startswith(beginnings):
                wrong.append(f"{protocol}: a complaint goes on in another line: {line[:200]!r}")
        count += commands.count(b"\n")
    return count


def test_server(program: str, wrong: list[str]) -> int:
    count = 0
    with serving.Serving(program) as server:
        for method, path, body in requests():
            count += 1
            connection = server.connection()
            try:
                connection.putrequest(method, path.decode("ascii"))
                connection.putheader("Content-Type", "application/json")
                connection.putheader("Content-Length", str(len(body)))
                connection.endheaders(body)
                answer = connection.getresponse()
                text = answer.read()
                if answer.headers.get_content_type().endswith("json"):
                    say(text, (method, path, body), wrong)
                for name, value in answer.headers.items():
                    say(value.encode("latin-1"), (method, path, name), wrong)
            except (http.client.HTTPException, ConnectionError):
                pass  # what is no request is no answer's
            finally:
                connection.close()
        server.process.send_signal(15)
        _, complaints = server.process.communicate(timeout=PATIENCE)
        say(complaints.encode("utf-8", "surrogateescape"), "serve", wrong)
    return count


def main() -> None:
    program = str(pathlib.Path(sys.argv[1]).resolve())
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        commands = test_commands(program, folder, wrong) + test_a_terminal(program, folder, wrong)
        engines = test_engines(program, folder, wrong)
        questions = test_server(program, wrong)
    for line in wrong[:40]:
        print(line, file=sys.stderr)
    print(f"{commands} command lines, {engines} lines of GUIs and {questions} requests, {len(wrong)} wrong")
    sys.exit(1 if wrong else 0)


main()
