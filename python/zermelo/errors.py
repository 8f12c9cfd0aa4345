# SPDX-License-Identifier: GPL-3.0-or-later
"""The exceptions: bad input is a ValueError, a failure of the system an OSError, an absent table a KeyError."""

from typing import NamedTuple

from zermelo._words import in_python

# The arguments that the library calls otherwise.
INPUTS = {"STIPULATION": "stipulation"}


class Reason(NamedTuple):
    """One thing that is wrong, and what was expected."""

    message: str
    input: str = ""
    """The text that it is about: ``FEN``, ``rules``, ``stipulation`` or ``input``; empty if it is about none."""
    line: int | None = None
    """The line of that text, counted from 1; None if it is about no place."""
    column: int | None = None
    """The column, counted from 1 in bytes; None if it is about no place."""

    def __str__(self) -> str:
        if self.line is None:
            return self.message
        return f"{self.input}:{self.line}:{self.column}: {self.message}"


class ZermeloError(Exception):
    """The base of all errors that this package raises by itself. It is raised by itself in a process that was forked while another
    thread was at work in the package."""

    reasons: list[Reason]
    """Everything that is wrong, each thing with its place."""

    def __init__(self, reasons: str | list[Reason]) -> None:
        given = [Reason(reasons)] if isinstance(reasons, str) else list(reasons)
        self.reasons = [reason._replace(message=in_python(reason.message), input=INPUTS.get(reason.input, reason.input)) for reason in given]
        super().__init__(reasons)

    def __str__(self) -> str:
        return "; ".join(str(reason) for reason in self.reasons)


class InputError(ZermeloError, ValueError):
    """A text, a position or an argument is wrong: ``reasons`` lists everything that is wrong, with its place."""


class FileError(ZermeloError, OSError):
    """The system failed: a file cannot be read, a table is damaged, a disk is full."""


class MissingTableError(ZermeloError, KeyError):
    """No table at hand holds the position."""
