# SPDX-License-Identifier: GPL-3.0-or-later
"""The Python sessions that README.md and docs/python.md show are run, and what they print is compared."""

import doctest
import os
import re
from pathlib import Path

import pytest

SOURCE = Path(os.environ["ZERMELO_SOURCE"])
BLOCK = re.compile(r"^```pycon\n(.*?)^```$", re.M | re.S)


@pytest.mark.parametrize("name", ["README.md", "docs/python.md"])
def test_sessions_print_what_is_shown(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (SOURCE / name).read_text()
    blocks = BLOCK.findall(text)
    assert blocks
    # Later sessions of a document go on where earlier ones ended.
    session = doctest.DocTestParser().get_doctest("\n".join(blocks), {}, name, name, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    assert runner.run(session).failed == 0
