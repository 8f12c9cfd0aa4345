# SPDX-License-Identifier: GPL-3.0-or-later
"""What is raised: bad input is a ValueError, a failure of the world an OSError, an absent table a KeyError."""

from typing import NamedTuple


class Reason(NamedTuple):
    """One thing that is wrong, and what was expected."""

    message: str
    input: str = ""
    """Which text it is about: ``FEN``, ``rules``, ``input``; empty if none."""
    line: int | None = None
    """Counted from 1."""
    column: int | None = None
    """Counted from 1, in bytes."""

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        return f"{self.input}:{self.line}:{self.column}: {self.message}"


class ZermeloError(Exception):
    """The base of all errors that this package raises by itself."""

    reasons: list[Reason]
    """All that is wrong."""

    def __init__(self, reasons: str | list[Reason]) -> None:
        self.reasons = [Reason(reasons)] if isinstance(reasons, str) else list(reasons)
        super().__init__(reasons)

    def __str__(self) -> str:
        return "; ".join(str(reason) for reason in self.reasons)


class InputError(ZermeloError, ValueError):
    """A text, a position or an argument is wrong: ``reasons`` has everything that is, with its place."""


class FileError(ZermeloError, OSError):
    """The world failed: a file that cannot be read, a damaged table, a full disk."""


class MissingTableError(ZermeloError, KeyError):
    """No table at hand holds the position."""
