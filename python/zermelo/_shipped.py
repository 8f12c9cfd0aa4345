# SPDX-License-Identifier: GPL-3.0-or-later
"""The shipped variants by their names, where keys and names are completed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from zermelo import _core
from zermelo._core import Variant

variants = _core.variants
puzzles = _core.puzzles


class Shipped(Mapping[str, Variant]):
    """The shipped variants by their names: ``zermelo.shipped["connect4-4x4"]``, or ``zermelo.shipped.gardner`` where the name can be
    written so. Shells and notebooks complete both by the Tab key."""

    def __getitem__(self, name: str) -> Variant:
        if name not in self:
            raise KeyError(name)
        return Variant(name)

    def __contains__(self, name: object) -> bool:
        return name in variants()

    def __iter__(self) -> Iterator[str]:
        return iter(variants())

    def __len__(self) -> int:
        return len(variants())

    def __getattr__(self, name: str) -> Variant:
        if name.startswith("_") or name not in self:
            raise AttributeError(f"no shipped variant {name!r}")
        return Variant(name)

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *filter(str.isidentifier, self)]

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return f"<{len(self)} shipped variants>"


shipped = Shipped()
"""All of them."""
