# SPDX-License-Identifier: GPL-3.0-or-later
"""`zermelo problem` against the plain enumeration, on random diagrams: all that it tells, under every stipulation.

Some hundred diagrams, and several times as many where ZERMELO_TEST_SCALE is greater.
"""
import os
import random
from pathlib import Path

import pytest

import agreement
import enumeration

PROGRAM = Path(os.environ["ZERMELO_BUILD"]) / "zermelo"
SCALE = float(os.environ.get("ZERMELO_TEST_SCALE", "1"))


@pytest.mark.parametrize("family", agreement.FAMILIES)
def test_the_same_is_told(family: str) -> None:
    rng = random.Random(f"problems of {family}")
    compared = solved = 0
    wanted = max(25, 25 * SCALE)
    while compared < wanted or (solved == 0 and compared < 20 * wanted):
        case = agreement.random_case(rng, family)
        if case is None:
            continue
        assert agreement.differences(PROGRAM, *case) == [], case
        solved += bool(enumeration.solve(case[0], case[1], case[2])["solution_count"])
        compared += 1
    assert solved > 0  # else nothing was compared but that there is nothing
