#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds three habits in comments, docstrings and documents that hide what is meant.

- "Of X: …", where a sentence with a subject should stand; a comment begins with no "of" at all.
- "So many", where the number has a name. ("So many that …" says how many, and may stand.)
- "Behind" for "after". ALLOWED lists what stands behind something else on a board, on a page or in a network.

Read are the comments of the sources, the docstrings of Python, and the documents but for what stands in blocks. Before it reads
them it reads a text of its own that is wrong in each of these ways, and fails if it misses one.
Besides, no name and no comment of the sources has a word of those that the last table of docs/glossary.md does not want.
Usage: words.py SOURCE_DIR
"""
import ast
import io
import pathlib
import re
import sys
import tokenize

FOLDERS = ("include", "src", "python", "web", "docs", "tests", "bench", "fuzz", "tools", "findings", "games", "examples")
WORDS_HELD = ("include/", "src/", "python/", "tests/")  # to the glossary's words
LEFT_OUT = ("tests/words.py", "docs/python.md")  # the last is made of docstrings

ALLOWED = (
    "behind the king", "behind an en passant square", "behind a square", "behind the squares of its double step", "behind the pawns",
    "nearest behind", "nearer behind", "nearest one behind", "nearest enemy behind", "the one behind it", "a slider behind it", "attack him behind it",
    "nothing behind it can pass", "lands behind it", "lands right behind", "or right behind it", "behind the hurdle", "a square behind another",
    "all behind it, as each side counts", "leaves nothing behind", "leaves behind", "leaves its folder behind", "behind the label",
    "addresses behind `#`", "behind a proxy", "behind a condition", "behind a bitmap", "behind one entry",
)

FENCE = re.compile(r"^(```|~~~).*?^\1\s*$", re.M | re.S)
OF = re.compile(r"^[Oo]f |(?:[.;:] |\()Of [^.;:]{1,60}: ")
OF_IN_DOCUMENTS = re.compile(r"(?:^|[.;:] |\()Of [^.;:]{1,60}: ")  # "Of N things M are …" is a sentence
SO_MANY = re.compile(r"\bso many\b(?! \w* ?that\b)", re.I)
BEHIND = re.compile(r"\bbehind\b", re.I)
SLASHES = re.compile(r"(?:^|\s)//+<?(.*)$")
STARS = re.compile(r"^\s*/?\*+/?(.*)$")

WRONG = "Of a win: the least length. It is reached in so many plies. The position behind a move is drawn. More: Of others: none."
WRONG_PLACES = 4
WRONG_CODE = "Bitboard of_seat(most_nodes); set_most_plies(Form{}.told()); PieceForm at_most; all.told; counted = 1;"
WRONG_COMMENT = "A stray move, `seats` of a bitboard"
WRONG_USES = 7 + 1


def faults(text: str, of: re.Pattern = OF):
    """What is wrong in a comment or a paragraph whose lines are joined."""
    for pattern, what in ((of, '"Of …", expected a sentence with a subject'), (SO_MANY, '"so many", expected the number\'s name')):
        for found in pattern.finditer(text):
            yield what, text[max(0, found.start() - 20) : found.end() + 40]
    for found in BEHIND.finditer(text):
        near = text[max(0, found.start() - 40) : found.end() + 40]
        if not any(allowed in near.lower() for allowed in ALLOWED):
            yield '"behind", expected "after" unless a place is meant', near


class Unused:
    """What docs/glossary.md says is not used, with what stands in its stead."""

    def __init__(self, glossary: str):
        self.words: dict[str, str] = {}  # in comments and as parts of names, in lower case
        self.names: list[tuple[re.Pattern, str]] = []
        self.parts: dict[str, str] = {}
        for line in glossary.partition("## Words that are not used")[2].splitlines():
            row = [cell.strip() for cell in line.strip("|").split("|")]
            if len(row) != 2 or row[0] in ("not", "---"):
                continue
            for word in row[0].split(", "):
                if not word.startswith("`"):
                    self.words[word] = row[1]
                    continue
                name = re.escape(word.strip("`")).replace(r"\*", r"\w*").replace(r"\(\)", r"(?=\()")
                self.names.append((re.compile(rf"(?<!\w){name}(?!\w)"), row[1]))

    def in_code(self, code: str):
        for name in set(re.findall(r"[A-Za-z_]\w*", code)):
            for part in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name):
                if part.lower() in self.words:
                    yield f"{name}: say {self.words[part.lower()]}"
        for pattern, instead in self.names:
            for name in set(pattern.findall(code)):
                yield f"{name}: say {instead}"

    def in_comment(self, text: str):
        for word in re.findall(r"[a-z]+", re.sub(r"`[^`]*`", "", text).lower()):
            if word in self.words:
                yield f"{word}: say {self.words[word]}"


IN_PYTHON = re.compile(r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|#[^\n]*')
IN_CPP = re.compile(r'R"(\w*)\([\s\S]*?\)\1"|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*[\s\S]*?\*/|^#include[^\n]*', re.M)


def code_of(path: pathlib.Path) -> str:
    """A source without strings and comments, line by line where it was."""
    pattern = IN_PYTHON if path.suffix == ".py" else IN_CPP
    return pattern.sub(lambda left_out: "\n" * left_out[0].count("\n"), path.read_text(encoding="utf-8"))


def joined(lines):
    """Comments of lines (number, text, whether the line has nothing else), those that follow one another as one."""
    first = last = None
    words: list[str] = []
    for number, text, alone in lines:
        if words and number == last + 1 and alone and text.strip():
            words.append(text.strip())
        else:
            if words:
                yield first, " ".join(words)
            first, words = number, [text.strip()] if text.strip() else []
        last = number
    if words:
        yield first, " ".join(words)


def of_slashes(text: str):
    lines = []
    for number, line in enumerate(text.splitlines(), 1):
        if found := SLASHES.search(line) or STARS.match(line):
            lines.append((number, re.sub(r"^@\w+ |\*/$", "", found[1].strip()), not line[: found.start()].strip()))
    return joined(lines)


def of_python(text: str):
    lines = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            lines.append((token.start[0], token.string.lstrip("#"), not token.line[: token.start[1]].strip()))
    yield from joined(lines)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            for paragraph in re.split(r"\n\s*\n|\n\s*- ", node.value.value):
                yield node.lineno, " ".join(paragraph.split())


def of_hashes(text: str):
    return joined([(number, line[1:], True) for number, line in enumerate(text.splitlines(), 1) if line.startswith("#")])


def of_document(text: str):
    text = FENCE.sub(lambda block: "\n" * block[0].count("\n"), text)
    for paragraph in re.finditer(r"(?:[^\n]+\n?)+", text):
        for part in re.split(r"\n(?=\s*[-|] |\d+\. )", paragraph[0]):
            yield text.count("\n", 0, paragraph.start()) + 1, " ".join(part.lstrip("-|> ").split())


def of_json(text: str):
    for number, line in enumerate(text.splitlines(), 1):
        if found := re.search(r'"(?:description|summary)": "(.*)"', line):
            yield number, found[1]


def comments_of(path: pathlib.Path):
    if path.suffix in {".cpp", ".hpp", ".js"}:
        return of_slashes(path.read_text(encoding="utf-8"))
    if path.suffix == ".md":
        return of_document(path.read_text(encoding="utf-8"))
    if path.name in {"json.schema.json", "openapi.json"}:
        return of_json(path.read_text(encoding="utf-8"))
    if path.suffix in {".ini", ".sh"}:
        return of_hashes(path.read_text(encoding="utf-8"))
    if path.suffix == ".py" or (path.suffix == "" and path.read_bytes().startswith(b"#!/usr/bin/env python3")):
        return of_python(path.read_text(encoding="utf-8"))
    return ()


def main(source: pathlib.Path) -> int:
    found = list(faults(WRONG))
    if len(found) != WRONG_PLACES:
        print(f"of {WRONG_PLACES} wrong places this test finds {len(found)}:", *found, sep="\n")
        return 1
    unused = Unused((source / "docs" / "glossary.md").read_text(encoding="utf-8"))
    found = [*unused.in_code(WRONG_CODE), *unused.in_comment(WRONG_COMMENT)]
    if len(found) != WRONG_USES:
        print(f"of {WRONG_USES} words that are not used this test finds {len(found)}:", *found, sep="\n")
        return 1
    problems = read = 0
    paths = [source / "README.md", source / "HACKING.md"]
    for folder in FOLDERS:
        paths += sorted(path for path in (source / folder).rglob("*") if path.is_file())
    for path in paths:
        name = path.relative_to(source).as_posix()
        if name.startswith(LEFT_OUT) or "__pycache__" in name:
            continue
        in_sources = path.suffix in {".cpp", ".hpp", ".py"} and name.startswith(WORDS_HELD)
        for line, code in enumerate(code_of(path).splitlines(), 1) if in_sources else ():
            for what in unused.in_code(code):
                problems += 1
                print(f"{name}:{line}: {what}")
        for line, text in comments_of(path):
            read += 1
            if in_sources:
                for what in unused.in_comment(text):
                    problems += 1
                    print(f"{name}:{line}: {what}")
            for what, near in faults(text, OF_IN_DOCUMENTS if path.suffix == ".md" else OF):
                problems += 1
                print(f"{name}:{line}: {what}: {near}")
    print(f"{read} comments and paragraphs read, {problems} problems")
    return 1 if problems or read < 5000 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
