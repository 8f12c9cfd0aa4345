#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Holds help texts and man pages to their readers.

A help is no wider than 80 columns, and that of the whole program no longer than a screen. There is a man page for each
command; mandoc and groff have nothing to say about it, it is plain ASCII and the same twice, and on a terminal of 80 columns
it has every option, argument and example of the help as somebody would type it.
Usage: manuals.py SOURCE_DIR PROGRAM
"""
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import help_tree

SCREEN = 45  # lines


def output(*command: object, **environment: str) -> str:
    """Both outputs; whoever has nothing to say says nothing."""
    done = subprocess.run([str(word) for word in command], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          env={**os.environ, "LC_ALL": "C.UTF-8", **environment})
    return done.stdout


def problems_of_help(command: help_tree.Command):
    for line in command.help.splitlines():
        if len(line) > 80:
            yield f"its help is too wide: {line}"
    if not command.words and command.help.count("\n") > SCREEN:
        yield f"its help has {command.help.count(chr(10))} lines"


def problems_of_page(command: help_tree.Command, page: pathlib.Path):
    if not page.is_file():
        yield "it has no man page"
        return
    if not page.read_bytes().isascii():
        yield "its man page is not ASCII"
    if said := output("mandoc", "-Tlint", "-Wwarning", page):
        yield f"mandoc: {said}"
    shown = subprocess.run(["man", "--warnings", "-l", page], text=True, capture_output=True,
                           env={**os.environ, "LC_ALL": "C.UTF-8", "MANWIDTH": "80", "MANPAGER": "cat"})
    if shown.stderr:
        yield f"man: {shown.stderr}"
    struck_over = re.compile(".\b")  # what is bold or underlined
    for name, text in (("man", shown.stdout), ("mandoc", output("mandoc", "-Tutf8", "-O", "width=78", page))):
        text = struck_over.sub("", text)
        lines = [line.strip() for line in text.splitlines()]
        words = " ".join(text.split())
        for each in command.all():
            phrases = [f"{', '.join(option.names)} {option.value}".strip() for option in each.options]
            phrases += [*each.arguments, *(shows for _, shows in each.examples)]
            yield from (f"{name} does not show {phrase}" for phrase in phrases if phrase not in words)
            yield from (f"{name} does not show {example}" for example, _ in each.examples if example not in lines)


def main(source: pathlib.Path, program: pathlib.Path) -> int:
    tree = help_tree.read(program)
    problems: list[str] = []
    with tempfile.TemporaryDirectory() as scratch:
        for folder in ("once", "twice"):
            said = output(source / "tools" / "manuals", program, f"{scratch}/{folder}")
            if said:
                problems.append(f"tools/manuals: {said}")
        problems += output("diff", "-r", f"{scratch}/once", f"{scratch}/twice").splitlines()
        pages = pathlib.Path(scratch, "once", "share", "man", "man1")
        for command in tree.all():
            problems += [f"zermelo {' '.join(command.words)}: {problem}" for problem in problems_of_help(command)]
        top = dataclasses.replace(tree, commands=[])
        for command in [top, *tree.commands]:
            name = " ".join(["zermelo", *command.words])
            page = pages / f"{name.replace(' ', '-')}.1"
            problems += [f"{name}: {problem}" for problem in problems_of_page(command, page)]
        if len(list(pages.iterdir())) != 1 + len(tree.commands):
            problems.append(f"{len(list(pages.iterdir()))} man pages of {1 + len(tree.commands)} commands")
    print(*problems, f"{1 + len(tree.commands)} man pages read, {len(problems)} problems", sep="\n")
    return 1 if problems or len(tree.commands) < 20 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()))
