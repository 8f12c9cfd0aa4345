# SPDX-License-Identifier: GPL-3.0-or-later
"""The wheel in a fresh environment: the package, its types and the command that it carries."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

BUILD = Path(os.environ["ZERMELO_BUILD"])

TRY = """
import zermelo
position = zermelo.Position(zermelo.Variant("gardner"))
assert zermelo.prove(position, 3).verdict == "no_win" and len(position.legal_moves) == 7
assert zermelo.judge("simplified", "1\\n1 1 1\\nQ A 1\\nQ B 1\\n") == ["YES"]
assert len(zermelo.benchmark("small5x5")) == 200 and zermelo.shipped.chess == zermelo.Variant("chess")
print(zermelo.__file__, zermelo.program())
"""


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "ZERMELO"))}
    return kept | {"PATH": "/usr/bin:/bin"}


def test_it_works_where_nothing_else_is(tmp_path: Path) -> None:
    (wheel,) = (BUILD / "dist").glob("*.whl")
    assert "manylinux" in wheel.name
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"], check=True)
    (site,) = (tmp_path / "venv" / "lib").glob("python3*/site-packages")
    pip: list[str | Path] = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-deps", "--target", site]
    subprocess.run([*pip, wheel], check=True)
    # What it needs beside itself, from where it is tested.
    for name in ("numpy", "numpy.libs", "cloudpickle"):
        for path in sys.path:
            if (Path(path) / name).is_dir():
                (site / name).symlink_to(Path(path) / name)
                break
    python = tmp_path / "venv" / "bin" / "python"
    done = subprocess.run([python, "-c", TRY], env=environment(), cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == [str(site / "zermelo" / name) for name in ("__init__.py", "bin/zermelo")]
    command: list[str | Path] = [python, "-c", "from zermelo._program import main; main()", "games", "simplified", "--json"]
    assert b'"puzzle"' in subprocess.run(command, env=environment(), check=True, capture_output=True).stdout
    linked = subprocess.run(["ldd", site / "zermelo" / "bin" / "zermelo"], check=True, capture_output=True, text=True)
    assert "not found" not in linked.stdout and "zermelo_solver.libs" in linked.stdout


def test_it_holds_what_belongs_to_it() -> None:
    (wheel,) = (BUILD / "dist").glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("zermelo/py.typed", "zermelo/_core.pyi", "zermelo/bin/zermelo", "zermelo/envs/pettingzoo.py"):
        assert name in names
    assert not [name for name in names if "test" in name or "__pycache__" in name]
    (sdist,) = (BUILD / "dist").glob("*.tar.gz")
    assert sdist.stat().st_size < 4 << 20
