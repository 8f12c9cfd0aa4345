#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Architecture rules as a test.

- A room includes only rooms below it, and nothing of tests/; HACKING.md's picture shows the floors as they are.
- Only faces print; nothing in the library exits, aborts or throws.
- What a board's word is, one or four numbers, is known to the oracle and below: rooms above ask `AnyGameAt`, and are not compiled for both.
- Options of the command line are named by it and by what tell/ writes for it: messages of the rooms below stand for all faces.
- Threads begin in one way, so that a lack of them is met as a lack of memory is.
- What is Linux's alone, or of its library of C, stands in system/ and where programs are tried; src/elsewhere/ has no more than CMakeLists.txt takes.
- A header shows no `detail`: what others are not to use stands in a .cpp file, or in the class that uses it.
- A room with code of its own has tests of its own, and so has each puzzle.
- A .cpp file has a header of its own name, which it includes, or OTHER_HEADER says which one it has.
- A reference includes nothing of what it is to judge.
- A public header, in include/zermelo/, includes nothing but other public headers, the standard library and tl::expected.

Usage: layers.py SOURCE_DIR, or layers.py SOURCE_DIR --picture: prints the picture that HACKING.md is to show.
"""
import pathlib
import re
import sys

# From the ground up, each with its subject; a room may include those before it.
ROOMS = {
    "system": "what few systems can do: the calls of Linux and of its library of C",
    "base": "errors as values, bytes in and out, units, threads, random",
    "board": "squares, sets of squares, geometry",
    "game": "what algorithms ask of a game",
    "rules": "rules as data: variants.ini, Betza, rules in words, their hash",
    "engine": "rules compiled into a game: setups, positions, moves, ends, FEN",
    "library": "variants by their names: shipped, of files, compiled",
    "search": "forced wins, strategies, perft, over the concept of a game",
    "tablebase": "every position: retrograde analysis, verification, files, probing",
    "certificate": "a proof as text, and its small checker",
    "draw": "diagrams as text and SVG",
    "puzzles": "one folder a puzzle, and what all of them offer",
    "judge": "any puzzle, from bytes to verdicts",
    "stress": "any puzzle: a user's program run, compared, its failing game shrunk",
    "compositions": "composed problems: stipulations, goals, keys, lines of help and series play",
    "play": "play that is not proved: what men are worth, and a search by that",
    "oracle": "one question, one answer: search, tables and the rules of history",
    "tell": "the commands as functions: answers as text and as JSON, errors as statuses",
    "server": "the page and its API over HTTP",
    "protocol": "an engine for GUIs: UCI, USI, UCCI, XBoard's protocol",
    "api": "the C++ library's own face: what include/zermelo/ declares",
    "python": "the Python package's extension module",
    "cli": "the command line",
}
FLOORS = list(ROOMS)
# Who speaks to people and to other languages prints and throws as is usual there.
FACES = {"python", "cli"}

# What the references in tests/reference/ may know beside public headers: what lies below the engine, and the plain data of what
# they judge.
PLAIN_ROOMS = {"base", "board", "game", "rules"}
PLAIN_DATA = {
    "engine/move.hpp", "engine/setup.hpp", "puzzles/check_state/decide.hpp",
    "puzzles/check_state/piece.hpp", "puzzles/king_pawn/position.hpp",
}

INCLUDE = re.compile(r'^\s*#\s*include\s+"zermelo/(\w+)/')
FOREIGN = re.compile(r'^\s*#\s*include\s+"(?!zermelo/)')
# nanobind's own is where it looks for what it is taught of other types.
DETAIL = re.compile(r"\bnamespace\s+(\w+::)*\w*detail\b|(?<!nanobind::)\b\w*detail::")
# What the library never does: print, exit, abort, throw by hand. FACES may.
FORBIDDEN = re.compile(
    r"std::(cout|cerr|clog|exit|abort|quick_exit|puts|printf)\b|\bf?printf\s*\(|\bputs\s*\(|_exit\s*\(|\bthrow\b|"
    r"#\s*include\s*<iostream>"
)
# Processes that the library forks for itself: a copy must end without doing what the original does at its end.
FORKED = {"stress/supervisor.cpp", "protocol/companion_process.cpp"}
# An option of the command line; whole commands, which anyone may copy, stand in backticks or are put together in COMMANDS.
OPTION = re.compile(r'"[^"`]*--[a-z]')
COMMANDS = {"library/library.cpp", "tablebase/table_folder.cpp"}
# Where threads begin.
THREADS = {"base/thread.hpp"}
# The board's word, and visits of what holds a game for either; VISITS are of other things.
BOARD_WORD = re.compile(r"\bBits(256)?\b|\bGameAt<|\bstd::(visit|get|holds_alternative)\b")
VISITS = {"tell/solve.cpp", "python/json.cpp"}
# Where a lack of memory that the system or another library tells as a value becomes what all of ours is: `std::bad_alloc`.
LACKS = {"base/thread.hpp", "tablebase/file/block_codec.cpp"}
# What other systems lack, and who may call it: what CMakeLists.txt leaves out there.
LINUX_HEADER = re.compile(
    r"\s*#\s*include\s*<(linux/.*|asm/.*|malloc\.h|sched\.h|features\.h|mntent\.h|sys/(auxv|epoll|eventfd|fanotify|fsuid|inotify|personality|prctl|"
    r"random|sendfile|signalfd|syscall|sysinfo|sysmacros|timerfd|vfs|xattr)\.h)>"
)
LINUX_CALL = re.compile(
    r'"/(proc|sys)/|\b(accept4|copy_file_range|dup3|eventfd|fallocate|fdatasync|fexecve|getdents64|getrandom|gettid|mallinfo2?|malloc_trim|mallopt|'
    r"memfd_create|mremap|pipe2|posix_fadvise|posix_fallocate|prctl|prlimit|process_vm_readv|renameat2|secure_getenv|sendfile|sigtimedwait|sigwaitinfo|"
    r"statx|syncfs|syscall|tgkill)\s*\(|\b(epoll|fanotify|inotify|pidfd|sched|signalfd|timerfd)_?\w*\s*\(|\w_np\s*\(|"
    r"\b(MADV_HUGEPAGE|MAP_(HUGETLB|LOCKED|NORESERVE|POPULATE)|MFD_\w+|MSG_(CMSG_CLOEXEC|MORE)|POLLRDHUP|O_(DIRECT|LARGEFILE|NOATIME|PATH|TMPFILE)|PR_[A-Z_]+|RLIMIT_(NICE|RTPRIO)|"
    r"SOCK_(CLOEXEC|NONBLOCK)|CLONE_\w+|F_(SEAL|OFD)_\w+|__(GLIBC|linux)__)\b"
)
LEFT_ELSEWHERE = re.compile(r"list\(APPEND elsewhere ([^)]*)\)")
BEGINS = re.compile(r"\bstd::j?thread\s*[({]|\bstd::async\b")
# Files whose header has another name, and why. What a puzzle is put together from, `puzzle.hpp` declares: a part a file, the same
# names in each puzzle's folder.
PUZZLE_PARTS = {
    "by_size.cpp": "puzzle.hpp", "families.cpp": "puzzle.hpp", "fast_path.cpp": "puzzle.hpp", "shrink.cpp": "puzzle.hpp",
    "json.cpp": "explanation.hpp", "explanation_text.cpp": "explanation.hpp",
}
DEFINE_PUBLIC = {"api", "base"}  # rooms with files that define what a public header of their name declares
OTHER_HEADER = {
    # A class whose members make several subjects.
    "engine/game_length.cpp": "engine/game.hpp", "engine/game_search.cpp": "engine/game.hpp", "engine/game_setup.cpp": "engine/game.hpp",
    "server/site_puzzles.cpp": "server/site.hpp", "server/site_variants.cpp": "server/site.hpp",
    "puzzles/check_state/shared_squares.cpp": "puzzles/check_state/piece_list.hpp",
    # A header that lists functions of one kind, each with a large file of its own.
    "rules/text.cpp": "rules/reader.hpp", "rules/words.cpp": "rules/reader.hpp", "rules/unsupported_keys.cpp": "rules/keys.hpp",
    "tell/proof_text.cpp": "tell/prove.hpp",
    "puzzles/check_state/cstate.cpp": "puzzles/check_state/puzzle.hpp", "puzzles/check_state/cstate1.cpp": "puzzles/check_state/puzzle.hpp",
    "puzzles/check_state/prefilter.cpp": "puzzles/check_state/kernels.hpp",
    "puzzles/check_state/small_board.cpp": "puzzles/check_state/kernels.hpp",
    "python/position.cpp": "python/variant.hpp", "python/proofs.cpp": "python/variant.hpp", "python/puzzles.cpp": "python/variant.hpp",
    "python/environments.cpp": "python/variant.hpp", "python/problems.cpp": "python/variant.hpp", "python/game.cpp": "python/variant.hpp",
    # What another library calls.
    "cli/main.cpp": None, "python/module.cpp": None, "server/no_tls.cpp": None,
}
BLOCK = re.compile(r"^```text rooms\n(.*?)^```$", re.M | re.S)


def files_of(source: pathlib.Path) -> list[pathlib.Path]:
    return sorted((source / "src" / "zermelo").rglob("*.[ch]pp"))


def includes_of(source: pathlib.Path) -> dict[str, set[str]]:
    """Each room and the rooms that its files include."""
    root = source / "src" / "zermelo"
    found: dict[str, set[str]] = {}
    for path in files_of(source):
        room = path.relative_to(root).parts[0]
        below = found.setdefault(room, set())
        for line in path.read_text(encoding="utf-8").splitlines():
            if (include := INCLUDE.match(line)) and include[1] != room:
                below.add(include[1])
    return found


def picture(source: pathlib.Path) -> str:
    """The rooms as a house: each stands on the highest of those that it includes."""
    includes = includes_of(source)
    floor: dict[str, int] = {}
    for room in FLOORS:
        if room in includes:
            floor[room] = 1 + max((floor[below] for below in includes[room] if below in floor), default=-1)
    width = max(map(len, floor))
    lines = []
    for level in range(max(floor.values()), -1, -1):
        lines.append("─" * 110)
        for room in reversed(FLOORS):
            if floor.get(room) == level:
                below = " ".join(sorted(includes[room], key=FLOORS.index))
                lines.append(f"{room:{width}}  {ROOMS[room]}" + (f"\n{'':{width}}    ↓ {below}" if below else ""))
    return "\n".join(lines + ["─" * 110]) + "\n"


def left_elsewhere(source: pathlib.Path) -> set[str]:
    """Files that other systems do without."""
    text = (source / "CMakeLists.txt").read_text(encoding="utf-8")
    return {f"{word}.cpp" for words in LEFT_ELSEWHERE.findall(text) for word in words.split()}


def unwanted_elsewhere(source: pathlib.Path):
    """Files that are to do without Linux and that nothing takes, and files of system/ without one that does."""
    left = left_elsewhere(source)
    if not left:
        yield "CMakeLists.txt: leaves no file out where the system is another one"
    names = {pathlib.PurePath(name).name for name in left}
    there = {path.name for path in (source / "src" / "elsewhere").glob("*")}
    for name in sorted(there - names):
        yield f"src/elsewhere/{name}: CMakeLists.txt leaves nothing out for it"
    for path in sorted((source / "src" / "zermelo" / "system").glob("*.cpp")):
        if f"system/{path.name}" not in left or path.name not in there:
            yield f"src/zermelo/system/{path.name}: other systems have no file in its place"


def problems_of_line(room: str, line: str, name: str, in_header: bool, linux: bool):
    """What one line of a file breaks; `linux` says whether the file is compiled there alone."""
    include = INCLUDE.match(line)
    if include and room in ROOMS and include[1] not in FLOORS[: FLOORS.index(room) + 1]:
        yield f"{room}/ may not include {include[1]}/"
    if FOREIGN.match(line):
        yield 'include the project\'s files as "zermelo/ROOM/…", and nothing of tests/'
    code = line.split("//")[0]
    if not linux and (LINUX_HEADER.match(line) or LINUX_CALL.search(code)):
        yield "what is Linux's alone stands in system/"
    if in_header and DETAIL.search(code):
        yield "a header shows no detail"
    forbidden = code.replace("::_exit(", "") if name in FORKED else code
    forbidden = forbidden.replace("throw std::bad_alloc{}", "") if name in LACKS else forbidden
    if name not in THREADS and BEGINS.search(code):
        yield "a thread begins by begin_thread of base/thread.hpp"
    if room not in FACES and FORBIDDEN.search(forbidden):
        yield "the library never prints, exits, aborts or throws"
    if room in ROOMS and FLOORS.index(room) < FLOORS.index("tell") and name not in COMMANDS and OPTION.search(code):
        yield "an option of the command line: a message of this room stands for all faces"
    above_oracle = room in ROOMS and FLOORS.index(room) > FLOORS.index("oracle")
    if above_oracle and name not in VISITS and BOARD_WORD.search(code):
        yield "rooms above oracle/ ask AnyGameAt, whatever the board's word is"


def untested(source: pathlib.Path):
    """Rooms and puzzles with code in .cpp files or templates, and no test of their own."""
    root = source / "src" / "zermelo"
    folders = [p for p in sorted(root.iterdir()) if p.is_dir() and p.name != "cli"]
    folders += [p for p in sorted((root / "puzzles").glob("*")) if p.is_dir()]
    for folder in folders:
        tests = source / "tests" / folder.relative_to(root)
        if not any(tests.rglob("*_test.cpp")) and not any(tests.rglob("*_test.py")):
            yield f"{folder.relative_to(source)}: no tests in {tests.relative_to(source)}"


def without_header(source: pathlib.Path):
    """Files without a header of their own name that OTHER_HEADER does not know, and what it says of others."""
    root = source / "src" / "zermelo"
    known = set()
    for path in sorted(root.rglob("*.cpp")):
        name = path.relative_to(root)
        other = OTHER_HEADER.get(name.as_posix(), "")
        if len(name.parts) == 3 and name.parts[0] == "puzzles" and path.name in PUZZLE_PARTS:
            other = (name.parent / PUZZLE_PARTS[path.name]).as_posix()
        own = [f'"zermelo/{name.with_suffix(".hpp").as_posix()}"'] if path.with_suffix(".hpp").is_file() else []
        if name.parts[0] in DEFINE_PUBLIC and (source / "include" / "zermelo" / f"{path.stem}.hpp").is_file():
            own.append(f'"zermelo/{path.stem}.hpp"')
        expected = own or ([f'"zermelo/{other}"'] if other else [])
        known.add(name.as_posix())
        if own and name.as_posix() in OTHER_HEADER:
            yield f"src/zermelo/{name}: has a header of its own, OTHER_HEADER does not need to know it"
        if other == "" and not own:
            yield f"src/zermelo/{name}: no header of its name, and OTHER_HEADER of tests/layers.py says no other"
        elif expected and not any(f"#include {header}" in path.read_text(encoding="utf-8") for header in expected):
            yield f"src/zermelo/{name}: does not include {expected[0]}"
    for name in set(OTHER_HEADER) - known:
        yield f"src/zermelo/{name}: OTHER_HEADER knows it, and it is not there"


def dependent_references(source: pathlib.Path):
    """References that include what they are to judge."""
    references = [p for p in sorted((source / "tests" / "reference").glob("*.[ch]pp")) if not p.stem.endswith("_test")]
    if not references:
        yield "tests/reference: no references found"
    for path in references:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            include = re.match(r'\s*#\s*include\s+"([^"]+)"', line)
            if not include or include[1].startswith("reference/"):
                continue
            header = include[1].removeprefix("zermelo/")
            public = (source / "include" / "zermelo" / header).is_file()
            if header == include[1] or not (public or header.split("/")[0] in PLAIN_ROOMS or header in PLAIN_DATA):
                yield f"{path.relative_to(source)}:{number}: a reference is independent, it may not include {include[1]}"


def opened_headers(source: pathlib.Path):
    """Public headers that include more than they may."""
    headers = sorted((source / "include" / "zermelo").glob("*.hpp"))
    if not headers:
        yield "include/zermelo: no public headers found"
    allowed = {f'"zermelo/{header.name}"' for header in headers} | {"<tl/expected.hpp>"}
    for path in headers:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            include = re.match(r"\s*#\s*include\s+(\S+)", line)
            if include and include[1] not in allowed and not re.fullmatch(r"<\w+>", include[1]):
                yield f"{path.relative_to(source)}:{number}: a public header may not include {include[1]}"


def main(source: pathlib.Path) -> int:
    problems = []
    root = source / "src" / "zermelo"
    for room in sorted(p.name for p in root.iterdir() if p.is_dir()):
        if room not in ROOMS:
            problems.append(f"src/zermelo/{room}: a room that the floors do not know")
    for room in ROOMS:
        if not (root / room).is_dir():
            problems.append(f"src/zermelo/{room}: the floors know it, and it is not there")
    files = files_of(source)
    linux = left_elsewhere(source)
    if len(files) < 20:
        problems.append(f"only {len(files)} source files found: is {source} the right folder?")
    for path in files:
        name = path.relative_to(root).as_posix()
        lines = path.read_text(encoding="utf-8").splitlines()
        if "SPDX-License-Identifier: GPL-3.0-or-later" not in lines[0]:
            problems.append(f"{path.relative_to(source)}:1: no licence line")
        for number, line in enumerate(lines, 1):
            for problem in problems_of_line(name.split("/")[0], line, name, path.suffix == ".hpp", name in linux):
                problems.append(f"{path.relative_to(source)}:{number}: {problem}")
    problems += [*unwanted_elsewhere(source), *untested(source), *without_header(source), *dependent_references(source), *opened_headers(source)]
    for test in sorted((source / "tests").rglob("*_test.cpp")):
        if "TEST" not in test.read_text(encoding="utf-8"):
            problems.append(f"{test.relative_to(source)}: holds no test")
    shown = BLOCK.search((source / "HACKING.md").read_text(encoding="utf-8"))
    if not shown or shown[1] != picture(source):
        problems.append("HACKING.md: the picture of the rooms is not what `tests/layers.py . --picture` draws")
    print("\n".join(problems) or f"{len(files)} files keep the floors")
    return 1 if problems else 0


if __name__ == "__main__":
    if "--picture" in sys.argv[2:]:
        print(picture(pathlib.Path(sys.argv[1])), end="")
    else:
        sys.exit(main(pathlib.Path(sys.argv[1])))
