#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""What CMake says where a package is missing: one sentence that names it (cmake/Needs.cmake).

Configures the project once for each package with that one hidden. Nothing is looked for in another way, and docs/install.md
names every package.
Usage: needs.py SOURCE_DIR PYTHON
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

NEED = re.compile(r'^  "([^"|]+)\|([^"]*)"\)?$', re.M)
FOUND = re.compile(r"^ *zermelo_find_(package|module)\(([\w-]+)(?: (lib\w+|yaml-[\d.]+))?", re.M)
BARE = re.compile(r"^ *(?:find_package|pkg_check_modules|pkg_search_module)\(", re.M)
OPTION = {"GTest": "ZERMELO_TESTS", "Python3": "ZERMELO_TESTS", "benchmark": "ZERMELO_BENCH", "Python": "ZERMELO_PYTHON",
          "nanobind": "ZERMELO_PYTHON"}


def without_module(module: str, folder: pathlib.Path) -> str:
    """A folder with all that pkg-config knows but one module."""
    known = subprocess.run(["pkg-config", "--variable=pc_path", "pkg-config"], text=True, capture_output=True, check=True).stdout
    folder.mkdir()
    for path in [path for place in known.strip().split(":") for path in pathlib.Path(place).glob("*.pc")]:
        if path.stem != module and not (folder / path.name).exists():
            (folder / path.name).symlink_to(path)
    return str(folder)


def configured(source: pathlib.Path, folder: pathlib.Path, python: str, name: str, module: str) -> str:
    """What CMake says with `name` hidden."""
    environment = dict(os.environ)
    options = [f"-DPython_EXECUTABLE={python}", f"-D{OPTION.get(name, 'ZERMELO_TESTS')}=ON"]
    if module:
        environment |= {"PKG_CONFIG_LIBDIR": without_module(module, folder / f"{name}.pc"), "PKG_CONFIG_PATH": ""}
    else:
        options.append(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON")
    (folder / "build" / "CMakeCache.txt").unlink(missing_ok=True)  # what is known of the compiler stays
    done = subprocess.run(["cmake", "-S", source, "-B", folder / "build", *options], env=environment, text=True, capture_output=True)
    if done.returncode == 0:
        return "configured all the same"
    return " ".join(done.stderr.split())


def main(source: pathlib.Path, python: str) -> int:
    needs = {name: rest.split("|") for name, rest in NEED.findall((source / "cmake" / "Needs.cmake").read_text(encoding="utf-8"))}
    install = (source / "docs" / "install.md").read_text(encoding="utf-8")
    problems, looked_for = [], {}
    for path in [source / "CMakeLists.txt", *sorted(source.glob("*/CMakeLists.txt"))]:
        text = path.read_text(encoding="utf-8")
        if BARE.search(text):
            problems.append(f"{path}: look for packages as cmake/Needs.cmake does")
        looked_for |= {name: module for _, name, module in FOUND.findall(text)}
    if set(looked_for) != {*needs, "nanobind"}:
        problems.append(f"looked for is {sorted(looked_for)}, told of is {sorted({*needs, 'nanobind'})}")
    for name, (_, *packages) in needs.items():
        problems += [f"docs/install.md does not name {package}" for package in packages if f" {package}" not in install]
    with tempfile.TemporaryDirectory() as folder:
        for name, module in looked_for.items():
            said = configured(source, pathlib.Path(folder), python, name, module)
            title, debian, fedora, arch, homebrew = needs.get(name, ["nanobind for its Python module"] + 4 * [""])
            sentence = f"zermelo needs {title}: install {debian}"
            if sentence not in said or f"{fedora} (Fedora), {arch} (Arch) or {homebrew} (Homebrew)" not in said and name in needs:
                problems.append(f"without {name}: {said}")
    print(f"{len(looked_for)} packages hidden, {len(problems)} problems", *problems, sep="\n")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2]))
