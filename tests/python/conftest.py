# SPDX-License-Identifier: GPL-3.0-or-later
"""Tables that tests of several files ask: of KRvK in chess, and of all tiers of four men at most in the simplified game."""

from collections.abc import Iterator
from pathlib import Path

import pytest

import zermelo
from zermelo import Tables


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("tables")
    zermelo.solve("chess", path, tiers="KRvK")
    zermelo.solve("simplified", path, men=4)
    return path


@pytest.fixture
def tables(folder: Path) -> Iterator[Tables]:
    with Tables(folder) as opened:
        yield opened
