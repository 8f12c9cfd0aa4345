#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Installs the build into an empty folder and uses it as a stranger would.

- The installed folder is moved before it is used: nothing in it knows where it was made.
- Every public header compiles alone, without a warning; all of them together with Clang, where it is there.
- The shared library shows what the public headers declare, and nothing else of the project.
- The programs that docs/cpp.md shows print what it shows.
- The programs of examples/cpp are built by find_package and by pkg-config, with the shared library and with the static one,
  and answer alike and as the installed program does.

Usage: installed.py BUILD_DIR
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FEN = "6B1/8/5Q2/8/2K1k3/8/8/8 w - - 0 1"
TABLE_FEN = "k5/6/6/6/1Q4/2K3 w - - 0 1"
STRICT = ["-std=c++20", "-Wall", "-Wextra", "-Wpedantic", "-Wshadow", "-Wconversion", "-Wold-style-cast", "-Werror"]


def run(*command, env=None, text=None) -> str:
    done = subprocess.run([str(word) for word in command], env=env, input=text, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def only(folder: pathlib.Path, pattern: str) -> pathlib.Path:
    found = sorted(folder.rglob(pattern))
    if len(found) != 1:
        sys.exit(f"{pattern} in the installed folder: {found}, expected one")
    return found[0]


def headers_alone(include: pathlib.Path) -> None:
    headers = sorted((include / "zermelo").glob("*.hpp"))
    for compiler, together in [("g++", [header]) for header in headers] + [("clang++-16", headers)]:
        if shutil.which(compiler):
            run(compiler, *STRICT, "-fsyntax-only", "-x", "c++", "-I", include, *(f"-include{header}" for header in together), "/dev/null")
    print(f"{len(headers)} headers compile alone")


def symbols(library: pathlib.Path, include: pathlib.Path) -> None:
    """Each function of the project that the library shows is declared in a public header by that name."""
    declared = " ".join(header.read_text(encoding="utf-8") for header in (include / "zermelo").glob("*.hpp"))
    shown = set()
    for line in run("nm", "--dynamic", "--defined-only", "--demangle", library).splitlines():
        kind, name = line.split(maxsplit=2)[1:]
        if kind in "TDBR" and not name.startswith("zermelo::"):
            sys.exit(f"the shared library shows {name}")
        if kind in "TDBR":
            shown.add(re.split(r"[\[(]", name)[0].split("::")[-1])
    missing = [name for name in shown if not re.search(rf"\b{re.escape(name.removeprefix('operator'))}", declared) and name not in declared]
    if missing or len(shown) < 20:
        sys.exit(f"the shared library shows what no public header declares: {missing} of {len(shown)}")
    print(f"{len(shown)} names are shown")


def main(build: pathlib.Path) -> None:
    with tempfile.TemporaryDirectory() as scratch_name:
        scratch = pathlib.Path(scratch_name)
        manifest = build / "install_manifest.txt"  # somebody's list of what to take away again
        kept = manifest.read_bytes() if manifest.exists() else None
        run("cmake", "--install", build, "--prefix", scratch / "first", env=dict(os.environ, DESTDIR=""))
        manifest.unlink()
        if kept is not None:
            manifest.write_bytes(kept)
        root = (scratch / "first").rename(scratch / "moved folder")
        include = only(root, "error.hpp").parent.parent
        library = only(root, "libzermelo.so.*.*.*")
        program = root / "bin" / "zermelo"
        headers_alone(include)
        symbols(library, include)
        pkgconfig = only(root, "zermelo.pc")
        for line in pkgconfig.read_text(encoding="utf-8").splitlines() + only(root, "ZermeloConfig.cmake").read_text(encoding="utf-8").splitlines():
            if str(scratch) in line or str(build.resolve()) in line:
                sys.exit(f"an installed file knows where it was made: {line}")

        example_sources = only(root, "probe.cpp").parent
        built = {}
        made = scratch / "cmake"  # what is compiled for one kind is linked again for the other
        for kind in ("shared", "static"):
            run("cmake", "-G", "Ninja", "-S", example_sources, "-B", made, f"-DCMAKE_PREFIX_PATH={root}", f"-DSTATIC={'ON' if kind == 'static' else 'OFF'}")
            run("cmake", "--build", made)
            folder = built[f"find_package, {kind}"] = scratch / f"cmake {kind}"
            folder.mkdir()
            for example in ("judge", "prove", "probe"):
                shutil.copy(made / example, folder)
        environment = dict(os.environ, PKG_CONFIG_PATH=str(pkgconfig.parent))
        for example in ("judge", "prove", "probe"):
            run("sh", "-c", 'eval g++ -std=c++20 -c "\'$1\'" -o "\'$2\'" $(pkg-config --cflags zermelo)', "sh",
                example_sources / f"{example}.cpp", scratch / f"{example}.o", env=environment)
        for kind in ("shared", "static"):
            folder = scratch / f"pkg {kind}"
            folder.mkdir()
            libraries = "$(pkg-config --libs zermelo)"
            if kind == "static":  # the one library itself, and the others from the system
                libraries = '$(pkg-config --static --libs zermelo | sed "s/-lzermelo/-l:libzermelo.a/")'
            for example in ("judge", "prove", "probe"):
                run("sh", "-c", f'eval g++ "\'$1\'" -o "\'$2\'" {libraries}', "sh", scratch / f"{example}.o", folder / example, env=environment)
            built[f"pkg-config, {kind}"] = folder

        shown = re.findall(r"^```cpp\n(.*?)^```\n\n```text\n(.*?)^```$", only(root, "cpp.md").read_text(encoding="utf-8"), re.M | re.S)
        if len(shown) < 2:
            sys.exit(f"docs/cpp.md shows {len(shown)} programs with what they print")
        for source, expected in shown:
            (scratch / "shown.cpp").write_text(source, encoding="utf-8")
            run("sh", "-c", 'eval g++ -std=c++20 "$1/shown.cpp" -o "$1/shown" $(pkg-config --cflags --libs zermelo)', "sh", scratch, env=environment)
            if (printed := run(scratch / "shown", env=dict(os.environ, LD_LIBRARY_PATH=str(library.parent)))).split() != expected.split():
                sys.exit(f"docs/cpp.md shows a program that prints {printed}")

        run(program, "solve", "losalamos", "--tiers", "KQvK", "--tables", scratch / "tables")
        games = only(root, "cheesy.in").read_text(encoding="utf-8")
        verdicts = run(program, "judge", "cheesy", text=games)
        answers = set()
        for how, folder in built.items():
            environment = dict(os.environ, LD_LIBRARY_PATH=str(library.parent) if "shared" in how else "")
            if ("static" in how) == ("libzermelo" in run("ldd", folder / "prove", env=environment)):
                sys.exit(f"{how}: linked the other way")
            if run(folder / "judge", "cheesy", text=games, env=environment) != verdicts:
                sys.exit(f"{how}: other verdicts than the program's")
            answers.add(run(folder / "prove", "chess", FEN, "5", env=environment) +
                        run(folder / "probe", scratch / "tables", "losalamos", TABLE_FEN, env=environment))
        if len(answers) != 1:
            sys.exit(f"the examples answer differently: {answers}")
        answer = answers.pop().splitlines()
        if not answer[0].startswith("win in 5 plies: Be6 ") or not re.fullmatch(r"win in \d+", answer[1]) or len(answer) < 10:
            sys.exit(f"the examples answer {answer}")
        print(f"the examples of {len(built)} builds answer alike")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
