# SPDX-License-Identifier: GPL-3.0-or-later
"""The example that labels 100,000 positions, trains a net, scores it and plots what it found."""

import os
import re
import subprocess
import sys
from pathlib import Path

EXAMPLE = Path(os.environ["ZERMELO_SOURCE"]) / "examples" / "python" / "learn.py"


def test_a_net_learns_from_exact_labels(tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text().splitlines()) < 40
    picture = tmp_path / "kept.png"
    done = subprocess.run(
        [sys.executable, str(EXAMPLE), str(picture)], capture_output=True, text=True, check=True, env={**os.environ, "MPLBACKEND": "Agg"}
    )
    found = re.search(r"100,000 positions learnt; ([\d.]+)% are kept by chance, by the net: .* kept in ([\d.]+)%", done.stdout)
    assert found, done.stdout
    assert float(found[2]) > float(found[1]) + 30
    assert picture.read_bytes().startswith(b"\x89PNG")
