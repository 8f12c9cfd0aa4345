# SPDX-License-Identifier: GPL-3.0-or-later
"""The tree of commands, read from what `--help` prints: what tests hold man pages, completion and examples to."""
import dataclasses
import pathlib
import re
import subprocess


@dataclasses.dataclass
class Option:
    names: list[str]
    value: str  # empty if it takes none
    repeated: bool
    not_with: list[str]


@dataclasses.dataclass
class Command:
    words: list[str]  # without "zermelo"
    help: str
    arguments: list[str]  # their values
    more: bool  # whether the last one may be repeated
    options: list[Option]
    examples: list[tuple[str, str]]  # a command, and what it shows
    commands: list["Command"]

    def all(self):
        yield self
        for command in self.commands:
            yield from command.all()


SECTION = re.compile(r"^([^\s].*):\n((?:  .*\n)+)", re.M)


def entries(text: str):
    """What stands left in a section, and right of it."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.startswith("   "):
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
        else:
            left, _, right = line.strip().partition("  ")
            found.append([left, right.strip()])
    return found


def option_of(left: str, right: str) -> Option:
    names = re.match(r"-[\w-]+(?:, -[\w-]+)*", left)[0]
    value = left[len(names):].strip()
    not_with = re.search(r"\(not with ([^)]*)\)", right)
    return Option(names.split(", "), value, "may be repeated" in right or "[=COUNT]" in value or "…" in value,
                  not_with[1].split(", ") if not_with else [])


def read(program: pathlib.Path, words: list[str] | None = None) -> Command:
    words = words or []
    text = subprocess.run([program, *words, "--help"], text=True, capture_output=True, check=True).stdout
    command = Command(words, text, [], False, [], [], [])
    usage = re.search(r"^Usage: (.*(?:\n       .*)*)", text, re.M)[1]
    command.more = usage.rstrip("]").endswith("…")
    for title, body in SECTION.findall(text):
        if title == "Arguments":
            for left, _ in entries(body):
                parts = left.split(" ")
                command.arguments += [p.strip("[]") for p in parts] if "[" in left else [parts[-1]]
        elif title == "Options":
            command.options = [option_of(*entry) for entry in entries(body)]
        elif title == "Examples":
            command.examples = [(left, right) for left, right in entries(body)]
        else:
            command.commands += [read(program, [*words, left]) for left, _ in entries(body)]
    return command
