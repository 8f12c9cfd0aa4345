# SPDX-License-Identifier: GPL-3.0-or-later
"""Messages in Python's words: functions and their arguments in place of the program's commands and options."""

from __future__ import annotations

import re
import shlex

SENTENCES = (
    (r"^zermelo: error: ", ""),
    (r" \('zermelo help [\w-]+' tells more\)", ""),
    (r"'zermelo rules list' lists all", "zermelo.variants() lists all"),
    (r"`zermelo generate (\S+) --list`", r"zermelo.families('\1')"),
    (r"unknown option '--max-([\w-]+)', expected .*", r"no measure '\1' of games for sizes"),
    (r"--max-([a-z]+): '([^']*)'", r"sizes['\1']=\2"),
    (r"a size as 512M or 2G, below 16E", "a number of bytes"),
)


def in_python(message: str) -> str:
    """The message as this package says it. What is no option and no command of the program stays as it is."""
    for pattern, words in SENTENCES:
        message = re.sub(pattern, words, message)
    message = re.sub(r"`zermelo solve ([^`]*)`", _solve_call, message)
    message = re.sub(r"(?<!\S)--([a-z][a-z-]*): '([^']*)'", lambda found: f"{_argument(found[1])}{found[2]}", message)
    return re.sub(r"(?<![\w-])--([a-z][a-z-]+)", lambda found: _argument(found[1]), message)


def _argument(option: str) -> str:
    return option.replace("-", "_") + "="


def _solve_call(found: re.Match[str]) -> str:
    """A command that solves, as a call of `zermelo.solve`."""
    try:
        words = [word for word in shlex.split(found[1]) if word != "…"]
    except ValueError:
        return found[0]
    variant, path, folder = "", "", "DIR"
    rest: list[str] = []
    while words:
        word = words.pop(0)
        if word == "--outcomes":
            rest.append("outcomes=True")
        elif word == "--lenient":
            return found[0]  # rules that this package does not read
        elif word.startswith("--") and words:
            value = words.pop(0)
            if word == "--tables":
                folder = value
            elif word == "--variant-path":
                path = value
            elif word == "--tiers":
                rest.append(f"tiers={value.split(',')!r}")
            else:
                rest.append(f"{_argument(word[2:])}{value}")
        else:
            variant = word
    shown = repr(f"{path}:{variant}" if path else variant)
    return f"zermelo.solve({', '.join([f'zermelo.Variant({shown})' if path else shown, repr(folder), *rest])})"
