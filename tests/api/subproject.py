#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Takes the sources into a larger project, as a stranger would: by add_subdirectory and by FetchContent.

- It is configured where CLI11 and libmicrohttpd, which the library does not need, are not to be found.
- The larger project's program is linked with Zermelo::zermelo or Zermelo::zermelo_static, whose parts are those of the library alone;
  nothing of the library is installed or tested with it, and its own options stay as they were.
- Without these two the program cannot be built, and CMake says which option asks for it.

With --build the programs are built and run, too, which takes as long as to build the library.
Usage: subproject.py SOURCE_DIR [--build]
"""
import os
import pathlib
import subprocess
import sys
import tempfile

LISTS = """
cmake_minimum_required(VERSION 3.25)
project(larger LANGUAGES CXX)
set(CMAKE_CXX_STANDARD 17)
{taken}
add_executable(one sub/main.cpp)
target_link_libraries(one PRIVATE Zermelo::zermelo)
add_executable(other sub/main.cpp)
target_link_libraries(other PRIVATE Zermelo::zermelo_static)
if(NOT CMAKE_CXX_STANDARD EQUAL 17 OR CMAKE_CXX_FLAGS MATCHES Wall)
  message(FATAL_ERROR "what the larger project set is changed")
endif()
foreach(target zermelo zermelo_cli zermelo_core manuals api_test)
  if(TARGET ${{target}})
    message(FATAL_ERROR "${{target}} is not asked for")
  endif()
endforeach()
install(TARGETS one)
"""
WAYS = {
    "add_subdirectory": "add_subdirectory(${ZERMELO_SOURCES} zermelo)",
    "FetchContent": """include(FetchContent)
FetchContent_Declare(zermelo SOURCE_DIR ${ZERMELO_SOURCES} EXCLUDE_FROM_ALL)
FetchContent_MakeAvailable(zermelo)""",
}
MAIN = """#include <iostream>
#include <zermelo/game.hpp>
int main() { std::cout << *zermelo::Game{*zermelo::Variant::named("chess")}.perft(zermelo::Plies{3}) << '\\n'; }
"""
HIDDEN = ["-DCMAKE_DISABLE_FIND_PACKAGE_CLI11=ON"]


def run(*command, expected: int = 0, env=None) -> str:
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, env=env)
    if (done.returncode == 0) != (expected == 0):
        sys.exit(f"{' '.join(map(str, command))}: status {done.returncode}\n{done.stdout}")
    return done.stdout


def without_microhttpd(folder: pathlib.Path) -> dict[str, str]:
    """What pkg-config knows, but for that."""
    known = subprocess.run(["pkg-config", "--variable=pc_path", "pkg-config"], text=True, capture_output=True, check=True).stdout
    folder.mkdir()
    for path in [path for place in known.strip().split(":") for path in pathlib.Path(place).glob("*.pc")]:
        if "microhttpd" not in path.stem and not (folder / path.name).exists():
            (folder / path.name).symlink_to(path)
    return dict(os.environ, PKG_CONFIG_LIBDIR=str(folder), PKG_CONFIG_PATH="")


def main(source: pathlib.Path, build: bool) -> None:
    with tempfile.TemporaryDirectory() as scratch_name:
        scratch = pathlib.Path(scratch_name)
        environment = without_microhttpd(scratch / "pkgconfig")
        for way, taken in WAYS.items():
            folder = scratch / way
            (folder / "sub").mkdir(parents=True)
            (folder / "sub" / "main.cpp").write_text(MAIN, encoding="utf-8")
            (folder / "CMakeLists.txt").write_text(LISTS.format(taken=taken), encoding="utf-8")
            made = scratch / f"{way} made"
            run("cmake", "-G", "Ninja", "-S", folder, "-B", made, f"-DZERMELO_SOURCES={source}", *HIDDEN, env=environment)
            needed = run("ninja", "-C", made, "-t", "inputs", "one", "other")
            if "game.cpp" not in needed and "zermelo_engine" not in needed:
                sys.exit(f"{way}: the library is no part of {needed}")
            for face in ("cli", "server", "microhttpd", "web/"):
                if f"zermelo_{face}" in needed or f"/{face}" in needed.replace(str(scratch), ""):
                    sys.exit(f"{way}: the library needs {face}: {needed}")
            installing = [path for path in made.rglob("cmake_install.cmake") if "file(INSTALL" in path.read_text(encoding="utf-8")]
            if installing != [made / "cmake_install.cmake"]:
                sys.exit(f"{way}: installs more than its own program: {installing}")
            if build:
                run("ninja", "-C", made, "one", "other")
                for program in ("one", "other"):
                    if (printed := run(made / program)) != "8902\n":
                        sys.exit(f"{way}: {program} prints {printed}")
            print(f"{way}: {'built' if build else 'configured'}")
        said = run("cmake", "-G", "Ninja", "-S", source, "-B", scratch / "alone", *HIDDEN, expected=1, env=environment)
        if "zermelo needs CLI11" not in said:
            sys.exit(f"the program without CLI11: {said}")
        said = run("cmake", "-G", "Ninja", "-S", source, "-B", scratch / "alone", *HIDDEN, "-DZERMELO_PROGRAM=OFF", "-DZERMELO_TESTS=ON", expected=1,
                   env=environment)
        if "ZERMELO_PROGRAM=ON" not in said:
            sys.exit(f"tests without the program: {said}")
        run("cmake", "-G", "Ninja", "-S", source, "-B", scratch / "alone", *HIDDEN, "-DZERMELO_PROGRAM=OFF", "-DZERMELO_TESTS=OFF", env=environment)


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]).resolve(), "--build" in sys.argv[2:])
