# SPDX-License-Identifier: GPL-3.0-or-later
"""The package's types: mypy and pyright find nothing in it, nor in these tests that use it."""

import os
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
    run("mypy", "--config-file", SOURCE / "pyproject.toml", "--cache-dir", CACHE, *sorted(tests.glob("*_test.py")), cwd=tests)


def test_pyright_is_content(tmp_path: Path) -> None:
    package = Path(zermelo.__file__).parent
    (tmp_path / "pyrightconfig.json").write_text('{"typeCheckingMode": "standard", "include": ["tests", "zermelo"]}')
    (tmp_path / "tests").symlink_to(SOURCE / "tests" / "python")
    (tmp_path / "zermelo").symlink_to(package)
    run("pyright", "--pythonpath", sys.executable, "-p", tmp_path, cwd=tmp_path)
