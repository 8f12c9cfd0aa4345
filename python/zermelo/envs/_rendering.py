# SPDX-License-Identifier: GPL-3.0-or-later
"""How environments show themselves."""

from __future__ import annotations

from collections.abc import Sequence

from zermelo.errors import InputError


def check_render_mode(mode: str | None, known: Sequence[str]) -> None:
    """Raises InputError: a render mode that is none of those."""
    if mode is not None and mode not in known:
        raise InputError(f"render_mode={mode!r}, expected one of {', '.join(known)}, or None")
