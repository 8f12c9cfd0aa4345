# SPDX-License-Identifier: GPL-3.0-or-later
"""The package's types: mypy and pyright find nothing in it, nor in these tests that use it."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import zermelo

SOURCE = Path(os.environ["ZERMELO_SOURCE"])
CACHE = Path(os.environ["ZERMELO_BUILD"]) / "mypy-cache"  # for the libraries' types, which take the time


def run(*command: str | Path, **options: str | Path) -> None:
    done = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True, **options)  # type: ignore[call-overload]
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_is_content() -> None:
    tests = SOURCE / "tests" / "python"
    run("mypy", "--config-file", SOURCE / "pyproject.toml", "--cache-dir", CACHE, "-p", "zermelo", cwd=tests)
    run("mypy", "--config-file", SOURCE / "pyproject.toml", "--cache-dir", CACHE, *sorted(tests.glob("*_test.py")), tests / "conftest.py", cwd=tests)


def pyright(folder: Path, what: Path, rules: dict[str, object]) -> None:
    folder.mkdir()
    # A copy of files: a folder of links, as in build/package, would have none that it reads.
    shutil.copytree(what, folder / what.name)
    (folder / "pyrightconfig.json").write_text(json.dumps({**rules, "include": [what.name]}))
    run("pyright", "--pythonpath", sys.executable, "-p", folder, cwd=folder)


def test_pyright_is_content(tmp_path: Path) -> None:
    # Some libraries have no types, or not of all; and what is private is the package's, not a module's.
    untyped = ["reportMissingTypeStubs", "reportUnknownMemberType", "reportUnknownVariableType", "reportUnknownArgumentType"]
    strict = {"typeCheckingMode": "strict", **dict.fromkeys([*untyped, "reportPrivateUsage"], False)}
    pyright(tmp_path / "package", Path(zermelo.__file__).parent, strict)
    pyright(tmp_path / "tests", SOURCE / "tests" / "python", {"typeCheckingMode": "standard"})
