# SPDX-License-Identifier: GPL-3.0-or-later
"""Proofs as text."""

from __future__ import annotations

import os
from dataclasses import dataclass, field

from zermelo import _core
from zermelo._arguments import variant_of
from zermelo._core import Variant


@dataclass(frozen=True)
class Certificate:
    """A proof that a side can force a win, or that it has none of any length: a strategy against all that the other side
    may do, as text; of a draw, a strategy for each side. The command `zermelo verify` takes that text, too.

    One that was saved is read by ``Certificate(Path("win.cert").read_text(), "chess")``, and `check` checks it; the variant may be told by
    its name."""

    text: str = field(repr=False)
    variant: Variant

    def __init__(self, text: str, variant: Variant | str) -> None:
        object.__setattr__(self, "text", text)
        object.__setattr__(self, "variant", variant_of(variant))

    def check(self) -> int:
        """Checks the certificate by the rules alone, with code that searches nothing, and returns the number of its
        positions. Raises InputError with the first thing that is wrong. Cost: O(length)."""
        return int(_core.check_certificate(self.text, self.variant)["position_count"])

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the text of the certificate to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)
