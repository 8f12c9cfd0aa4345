#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Asks bash, zsh and fish what they offer after every command, option and argument, and compares it with what the help of
the program says.

The scripts are those that tools/manuals writes, in the folders in which shells find them. Nobody types: bash's function is
called with the words of a line, zsh completes lines in an editor on a terminal of its own, fish has `complete -C`.
Usage: completion.py SOURCE_DIR PROGRAM
"""
import dataclasses
import json
import os
import pathlib
import pty
import re
import subprocess
import sys
import tempfile

import help_tree

# Values that are somebody's own words, numbers or positions: nothing is offered for them.
OWN_WORDS = {"N", "S", "LIST", "SIZE", "FILESxRANKS", "ADDRESS", "NAME", "MOVES", "FEN", "DEPTH", "TWIN", "STIPULATION", "TEXT", "TIER", "TIER,…"}
SAMPLES = {"GAME": "cheesy", "VARIANT": "chess", "FILE": "notes.txt", "FILE.ini": "mine.ini", "FEN": "x", "DEPTH": "3", "N": "3",
           "bash|zsh|fish": "bash"}
FILES = ["mine.ini", "two words.ini", "board.svg", "notes.txt"]
FOLDER = "folder"


@dataclasses.dataclass
class Query:
    words: list[str]  # after "zermelo"; the last one is where the cursor is
    expected: set[str]

    def line(self) -> str:
        return " ".join(["zermelo", *self.words])


class Expected:
    """What stands for a value."""

    def __init__(self, program: pathlib.Path, tree: help_tree.Command):
        self.tree = tree
        self.games = self.names(program, "games", "--json")
        self.variants = self.names(program, "rules", "list", "--json")
        self.families = self.names(program, "generate", SAMPLES["GAME"], "--list", "--json")

        listed = subprocess.run([program, "rules", "list", "--json"], text=True, capture_output=True, check=True).stdout
        self.variant_families = {json.loads(line)["family"] for line in listed.splitlines()}

    @staticmethod
    def names(program: pathlib.Path, *words: str) -> set[str]:
        text = subprocess.run([program, *words], text=True, capture_output=True, check=True).stdout
        found = {json.loads(line)["name"] for line in text.splitlines()}
        assert len(found) > 4, words
        return found

    @staticmethod
    def files(ending: str = "") -> set[str]:
        return {FOLDER, *(name for name in FILES if name.endswith(ending))}

    def of(self, value: str) -> set[str]:
        known = {"GAME": self.games, "VARIANT": self.variants | self.files(".ini"), "FAMILY": self.families,
                 "VARIANT-FAMILY": self.variant_families,
                 "FAMILY[=COUNT]": self.families | {"mix"}, "COMMAND": {each.words[-1] for each in self.tree.commands},
                 "FILE": self.files(), "PREFIX": self.files(), "PROGRAM": self.files(), "DIR": {FOLDER}}
        if value in known:
            return known[value]
        if value.startswith("FILE."):
            return self.files(value[4:])
        words = {re.sub("=[A-Z/]+$", "=", word) for word in value.split("|") if word not in OWN_WORDS}
        assert all(word == word.lower() for word in words), f"{value}: what is offered for it?"
        return words


def queries_of(tree: help_tree.Command, expected: Expected):
    begun: set[str] = set()  # options of which a part has been typed, and kinds of values after "="
    for command in tree.all():
        long = {name: option for option in command.options for name in option.names if name.startswith("--")}
        first = [SAMPLES[value] for value in command.arguments[:1] if value in SAMPLES]
        yield Query([*command.words, "--"], set(long))
        for name, option in long.items():
            given = [name, "1"] if option.value else [name]
            shut = set(option.not_with) | (set() if option.repeated else set(option.names))
            yield Query([*command.words, *given, "--"], set(long) - shut)
            if name not in begun:
                yield Query([*command.words, name[:-1]], {each for each in long if each.startswith(name[:-1])})
            begun.add(name)
            if option.value:
                offered = expected.of(option.value)
                yield Query([*command.words, *first, name, ""], offered)
                if option.value not in begun:
                    yield Query([*command.words, *first, f"{name}="], {f"{name}={each}" for each in offered})
                begun.add(option.value)
        if command.commands:
            yield Query([*command.words, ""], {each.words[-1] for each in command.commands})
        before: list[str] = []
        for value in command.arguments:
            before += ["--"] if value == "PROGRAM" else []
            yield Query([*command.words, *before, ""], expected.of(value))
            before += [SAMPLES.get(value, "1")]
        if not command.more and not command.commands:  # no argument is left
            yield Query([*command.words, *before, ""], {name for option in command.options for name in option.names})
        if command.commands and command.words:
            yield Query(["help", *command.words, ""], {each.words[-1] for each in command.commands})
    yield Query(["stress", "cheesy", "--", "python3", ""], expected.files())
    yield Query(["draw", "small9"], {"small9x9"})


BASH = """
source share/bash-completion/completions/zermelo
complete -p zermelo >/dev/null || exit
cd files
while IFS= read -r line; do
    IFS=$'\\t' read -r -a COMP_WORDS <<<"$line"
    [[ $line != *$'\\t' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _zermelo
    printf '> \\n'
    ((${#COMPREPLY[@]} == 0)) || printf '%s\\n' "${COMPREPLY[@]}"
done <../queries
"""

ZSH = """
setopt extended_glob
fpath=($PWD/share/zsh/site-functions $fpath)
autoload -Uz compinit
compinit -u -d $PWD/zcompdump
cd files
zstyle ':completion:*' completer _complete
zstyle ':completion:*' prefix-needed no  # options where no argument is left, as the others do
compadd() {  # which also says what matches
    local -a found
    if [[ " ${@[1,(i)(-|--)]}" != *' '-[a-zA-Z]#[OAD]' '* ]]; then
        builtin compadd -A found "$@"
        (($#found)) && print -rl -- $found >>../zsh.out
    fi
    builtin compadd "$@"
}
complete_once() { _main_complete; compstate[insert]= compstate[list]= }
zle -C complete_once complete-word complete_once
zle-line-init() {
    local line
    while IFS= read -r line; do
        print '> ' >>../zsh.out
        BUFFER=$line CURSOR=$#line
        zle complete_once
    done <../lines
    exit
}
zle -N zle-line-init
"""

FISH = """
source share/fish/vendor_completions.d/zermelo.fish
cd files
while read -l line
    echo '> '
    complete -C $line
end <../lines
"""


def split_where_bash_does(words: list[str]) -> list[str]:
    """The words of a line as bash counts them: "=" is one of its own."""
    option, equals, value = words[-1].partition("=")
    return [*words[:-1], option, *([equals] if equals else []), *([value] if value else [])]


def answers(text: str) -> list[set[str]]:
    found: list[set[str]] = []
    for line in text.splitlines():
        if line == "> ":
            found.append(set())
        else:
            found[-1].add(line.split("\t")[0].rstrip("/"))
    return found


def on_a_terminal(command: list[str], folder: pathlib.Path) -> None:
    mine, its = pty.openpty()
    with subprocess.Popen(command, cwd=folder, stdin=its, stdout=its, stderr=its, start_new_session=True,
                          env={**os.environ, "TERM": "dumb", "ZDOTDIR": str(folder)}) as process:
        os.close(its)
        try:
            while os.read(mine, 4096):
                pass
        except OSError:  # nobody is left at the other end
            pass
        process.wait()
    os.close(mine)


def compare(shell: str, queries: list[Query], found: list[set[str]]) -> list[str]:
    if len(found) != len(queries):
        return [f"{shell}: {len(found)} answers to {len(queries)} questions"]
    return [f"{shell}: {query.line()!r}\n  misses {sorted(query.expected - those)}, has too much {sorted(those - query.expected)}"
            for query, those in zip(queries, found) if those != query.expected]


def ask_bash(folder: pathlib.Path, queries: list[Query], splits: bool) -> list[set[str]]:
    words = [["zermelo", *(split_where_bash_does(query.words) if splits else query.words)] for query in queries]
    (folder / "queries").write_text("".join("\t".join(each) + "\n" for each in words))
    done = subprocess.run(["bash", "--norc", "-c", BASH], cwd=folder, text=True, capture_output=True, check=True)
    print(done.stderr, end="")
    return answers(done.stdout)


def without_option(query: Query) -> Query:
    """What is offered after "=", where a shell does not repeat what stands before it."""
    return Query(query.words, {each.partition("=")[2] for each in query.expected}) if query.words[-1].endswith("=") else query


def main(source: pathlib.Path, program: pathlib.Path) -> int:
    tree = help_tree.read(program)
    queries = list(queries_of(tree, Expected(program, tree)))
    with tempfile.TemporaryDirectory() as scratch:
        folder = pathlib.Path(scratch)
        subprocess.run([source / "tools" / "manuals", program, folder], check=True)
        (folder / "files" / FOLDER).mkdir(parents=True)
        for name in FILES:
            (folder / "files" / name).touch()
        (folder / "lines").write_text("".join(query.line() + "\n" for query in queries))
        short = [without_option(query) for query in queries]
        problems = compare("bash", queries, ask_bash(folder, queries, False))
        with_equals = [query for query in queries if "=" in query.words[-1]]  # all others are the same to it
        problems += compare("bash that splits at =", [without_option(query) for query in with_equals], ask_bash(folder, with_equals, True))
        (folder / ".zshrc").write_text(ZSH)
        on_a_terminal(["zsh", "-d", "-i"], folder)
        zsh = (folder / "zsh.out").read_text() if (folder / "zsh.out").exists() else ""
        problems += compare("zsh", short, answers(zsh.replace("\\ ", " ")))
        fish = subprocess.run(["fish", "--no-config", "-c", FISH], cwd=folder, text=True, capture_output=True, check=True,
                              env={**os.environ, "HOME": scratch})
        problems += compare("fish", queries, answers(fish.stdout))
    print(*problems, f"{len(queries)} lines completed by each shell, {len(problems)} problems", sep="\n")
    return 1 if problems or len(queries) < 300 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()))
