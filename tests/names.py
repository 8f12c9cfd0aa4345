#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds names in the documents and in the comments of the sources that nothing in the project has.

Read is what stands between backticks in the prose of README.md, HACKING.md and docs/*.md, and in the comments and docstrings of sources
and tests. Blocks are left out: sessions are run by documents.py. Checked are
- paths of files and folders (`judge/run.hpp`, `tests/data/`, `games/*.ini`), from the project's root, src/zermelo/, include/, python/ or docs/;
- options (`--tables DIR`): `zermelo COMMAND --help` names them, or a script of the project does;
- names of functions, types and the like (`judge::run`, `Position`, `play_unchecked()`): the sources hold them outside comments;
  a name that is followed by a file, as in `judge::run` (`judge/run.cpp`), stands in that file; a member or a function of a namespace
  (`Class::member`) stands in a file that declares the class or the namespace.
Besides, docs/families.md names every family of every game.

Before it reads them it reads a text of its own that is wrong in each of these ways, and fails if it misses one.
Usage: names.py SOURCE_DIR PROGRAM
"""
import json
import pathlib
import re
import subprocess
import sys

from words import comments_of

FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.M | re.S)
SPAN = re.compile(r"`([^`\n]+)`")
ENDING = r"\.(?:cpp|hpp|py|ini|md|tsv|txt|svg|cmake|json|in|ans|table|sh)"
PATH = re.compile(rf"^(?:\.?[\w*{{}},.-]+/)*[\w*{{}},.-]+{ENDING}$|^(?:\.?[\w*-]+/)+[\w*.-]*$")
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z0-9-]+")
# With a `_`, a `::` or `()`, in PascalCase, or a word of four letters and more; what is shorter may be Betza's or a move's.
NAME = re.compile(r"^(?:(?=\w*_|\w*::|\w+\(\))[A-Za-z]\w*(?:::[A-Za-z]\w*)*(?:\(\))?|(?:[A-Z][a-z]+){2,}|[A-Z]?[a-z]{3,})$")
THEN_FILE = re.compile(r"`([^`\n]+)`\s+\(`([^`\n]+)`\)")
PLACEHOLDER = re.compile(r"(?<![A-Za-z])[A-Z]{3,}(?![A-Za-z])")
DECLARES = re.compile(r"\b(?:enum\s+class|class|struct|enum|union|concept|namespace|using|typename)\s+(?:ZERMELO_API\s+)?((?:\w+::)*\w+)")
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
# Names of others' that prose may mention, and folders that are made.
FOREIGN = {"std", "tbb", "tl", "Zermelo", "variants.ini", "build", "build-dev", "dist", "tables", "secret", "Host", "--resources"}

WRONG = """
See `judge/no_such_file.hpp` and `tests/nowhere/`, `games/*.nothing.ini`; call `judge::no_such_function` with `NoSuchType`, then
`no_such_function()`; say `--no-such-option` or `zermelo judge simplified --tiers`; `diagnostic` (`base/result.hpp`). `Library::winner`.
"""
WRONG_NAMES = 10


COMMENTED = ("include", "src", "tests", "fuzz", "bench", "python", "wasm")
LEFT_OUT = ("names.py", "words.py")  # whose comments hold wrong names
FOLDERS = ("include", "src", "python", "tests", "fuzz", "bench", "tools", "cmake", "games", "wasm", "web", "site", "examples", "docs", "atlas")


class Tree:
    """What the project has: paths, words of its sources, options of its program."""

    def __init__(self, source: pathlib.Path, program: pathlib.Path):
        self.source = source
        self.roots = [source, source / "src" / "zermelo", source / "include", source / "docs", source / "python"]
        self.words: set[str] = set()
        self.declared: dict[str, set[str]] = {}  # the words of the files that declare a class or a namespace
        for folder in FOLDERS:
            for path in sorted((source / folder).rglob("*")):
                if path.is_file() and path.suffix in {".cpp", ".hpp", ".py", ".ini", ".cmake", ".txt", ".sh", ""} and path.name != "names.py":
                    words, declared = self.words_of(path), self.declared_in(path)
                    self.words |= words
                    for name in declared:
                        self.declared.setdefault(name, set()).update(words)
        for name in ("Makefile", "CMakeLists.txt"):
            self.words |= self.words_of(source / name)
        tracked = [path for folder in FOLDERS for path in (source / folder).rglob("*")]
        self.files = {path.name for path in tracked} | {path.name for path in source.iterdir()}
        self.words |= {path.stem for path in tracked if path.suffix == ".cpp" or path.suffix == ".hpp"}
        self.words |= {path.name + "_test" for path in (source / "tests").iterdir()}  # programs that CMake makes of folders
        self.options: dict[str, set[str]] = {}
        self.read_help(program, [])
        scripts = [p for f in ("bench", "fuzz", "tools", "tests", ".ci") for p in (source / f).glob("*") if p.is_file() and p.name != "names.py"]
        scripts += [*(source / "tests").glob("*/*.py"), *(p for p in (source / "bench").glob("*/*") if p.is_file() and p.suffix == ""), source / "Makefile"]
        text = "".join(p.read_text(encoding="utf-8", errors="replace") for p in scripts)
        self.script_options = set(OPTION.findall(text))

    @staticmethod
    def words_of(path: pathlib.Path) -> set[str]:
        text = path.read_text(encoding="utf-8", errors="replace")
        if path.suffix in {".cpp", ".hpp"}:
            text = COMMENT.sub("", text)
        return set(re.findall(r"[A-Za-z_]\w*", text))

    @staticmethod
    def declared_in(path: pathlib.Path) -> set[str]:
        """Classes and namespaces that a C++ file declares."""
        if path.suffix not in {".cpp", ".hpp"}:
            return set()
        text = COMMENT.sub("", path.read_text(encoding="utf-8"))
        return {part for names in DECLARES.findall(text) for part in names.split("::")}

    def read_help(self, program: pathlib.Path, command: list[str]) -> None:
        text = subprocess.run([program, *command, "--help"], text=True, capture_output=True, check=True).stdout
        self.options[" ".join(command)] = set(OPTION.findall(text))
        if not command and "\nSubcommands:\n" in text:
            sys.exit("zermelo --help: a command is in none of its groups")
        for line in text.partition("\nExamples:\n")[0].splitlines():
            if found := re.match(r"^  ([a-z]+)\s{2,}[A-Z]", line):
                self.read_help(program, [*command, found[1]])

    def has_path(self, path: str) -> bool:
        alternatives = re.search(r"\{([^}]*)\}", path)
        if alternatives:
            begin, end = path[: alternatives.start()], path[alternatives.end():]
            return all(self.has_path(begin + part + end) for part in alternatives[1].split(","))
        if "/" not in path and path in self.files:
            return True
        return any(any(True for _ in root.glob(path.rstrip("/"))) for root in self.roots)

    def file(self, path: str) -> pathlib.Path | None:
        return next((root / path for root in self.roots if (root / path).is_file()), None)

    def has_option(self, option: str, command: str) -> bool:
        words = command.split()
        if words and words[0] == "zermelo":
            for length in (2, 1):
                if " ".join(words[1 : 1 + length]) in self.options:
                    return option in self.options[" ".join(words[1 : 1 + length])]
        return option in self.script_options or any(option in known for known in self.options.values())


def has_words(words: set[str], name: str) -> bool:
    return all(part in words for part in name.removesuffix("()").split("::"))


def has_name(tree: Tree, name: str) -> bool:
    parts = name.removesuffix("()").split("::")
    return has_words(tree.words, name) and all(b in tree.declared.get(a, ()) for a, b in zip(parts, parts[1:]))


def problems_of(text: str, tree: Tree):
    """Each name in the text that nothing has, with its line."""
    text = FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)

    def line(at: int) -> int:
        return text.count("\n", 0, at) + 1

    for span in SPAN.finditer(text):
        said = span[1]
        for option in OPTION.findall(said):
            if option not in FOREIGN and not tree.has_option(option, said):
                yield line(span.start()), f"no command has the option {option}"
        if re.split("/|::", said)[0] in FOREIGN or PLACEHOLDER.search(said):
            continue
        if PATH.match(said):
            if not tree.has_path(said):
                yield line(span.start()), f"there is no {said}"
        elif NAME.match(said):
            if not has_name(tree, said):
                yield line(span.start()), f"nothing is called {said}"
    for pair in THEN_FILE.finditer(text):
        path = tree.file(pair[2])
        if path and NAME.match(pair[1]) and not has_words(Tree.words_of(path), pair[1].split("::")[-1]):
            yield line(pair.start()), f"{pair[1]} is not in {pair[2]}"


def untold_families(source: pathlib.Path, program: pathlib.Path):
    """Families that their game's section of docs/families.md does not begin an entry with."""

    def names(*words: str) -> list[str]:
        done = subprocess.run([program, *words, "--json"], capture_output=True, text=True, check=True)
        return [json.loads(line)["name"] for line in done.stdout.splitlines()]

    sections = re.split(r"^## ", (source / "docs" / "families.md").read_text(encoding="utf-8"), flags=re.M)
    for game in names("games"):
        told = [section for section in sections if f"`{game}`" in section.split("\n", 1)[0]]
        for family in names("generate", game, "--list"):
            if not any(re.search(rf"^\*\*`{family}`\*\*", section, re.M) for section in told):
                yield f"docs/families.md: the family {family} of {game} is missing"


def main(source: pathlib.Path, program: pathlib.Path) -> int:
    tree = Tree(source, program)
    found = list(problems_of(WRONG, tree))
    if len(found) != WRONG_NAMES:
        print(f"of {WRONG_NAMES} wrong names this test finds {len(found)}:", *found, sep="\n")
        return 1
    problems = spans = 0
    for document in [source / "README.md", source / "HACKING.md", *sorted((source / "docs").rglob("*.md"))]:
        text = document.read_text(encoding="utf-8").partition("## Words that are not used")[0]
        spans += len(SPAN.findall(text))
        for line, problem in problems_of(text, tree):
            problems += 1
            print(f"{document.relative_to(source)}:{line}: {problem}")
    commented = 0
    for path in (path for folder in COMMENTED for path in sorted((source / folder).rglob("*.*")) if path.name not in LEFT_OUT):
        for line, text in comments_of(path) if path.suffix in {".cpp", ".hpp", ".py"} else ():
            commented += len(SPAN.findall(text))
            for _, problem in problems_of(text, tree):
                problems += 1
                print(f"{path.relative_to(source)}:{line}: {problem}")
    for problem in untold_families(source, program):
        problems += 1
        print(problem)
    print(f"{spans} names read in documents and {commented} in comments, {problems} problems")
    return 1 if problems or spans < 500 or commented < 500 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()))
