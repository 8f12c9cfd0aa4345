#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Finds links that lead nowhere: to a file or a heading that is not there. What lies on other hosts is not asked.

`links.py SOURCE_DIR` reads every Markdown document as a git host shows it; `links.py --made FOLDER` reads a site's
pages, which must load nothing from elsewhere either. Before that it reads pages of its own that are wrong in each of these
ways, and fails if it misses one.
"""
import collections
import html.parser
import pathlib
import re
import sys
import tempfile
import urllib.parse

FENCE = re.compile(r"^( *)(```|~~~).*?^\1\2\s*$", re.M | re.S)
SPAN = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"\]\(\s*<?([^)\s>]+)>?[^)]*\)|^\[[^\]]+\]:\s*(\S+)", re.M)
HEADING = re.compile(r"^#{1,6}\s+(.+?)\s*#*$", re.M)
ELSEWHERE = re.compile(r"^(?:[a-z][a-z0-9+.-]*:|//)")
SKIPPED = {"build", "debian", "dist", "tables", ".git", "node_modules"}


def blank(found: re.Match[str]) -> str:
    return "\n" * found[0].count("\n")


def anchors_of(text: str) -> set[str]:
    """The headings' anchors as git hosts make them."""
    seen: collections.Counter[str] = collections.Counter()
    found = set()
    for heading in HEADING.findall(FENCE.sub(blank, text)):
        heading = re.sub(r"!?\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        found.add(f"{slug}-{seen[slug]}" if seen[slug] else slug)
        seen[slug] += 1
    return found | set(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", text))


def problems_of_markdown(path: pathlib.Path, root: pathlib.Path):
    """Each link of a document that leads nowhere, with its line."""
    text = path.read_text(encoding="utf-8")
    prose = SPAN.sub(blank, FENCE.sub(blank, text))
    for link in LINK.finditer(prose):
        target = link[1] or link[2]
        if ELSEWHERE.match(target):
            continue
        file, _, anchor = urllib.parse.unquote(target).partition("#")
        line = prose.count("\n", 0, link.start()) + 1
        to = (path.parent / file).resolve() if file else path
        if not to.exists() or not to.is_relative_to(root):
            yield line, f"there is no {file}"
        elif anchor and (to.suffix != ".md" or anchor not in anchors_of(to.read_text(encoding="utf-8"))):
            yield line, f"{file or 'this page'} has no heading #{anchor}"


class Page(html.parser.HTMLParser):
    """What a page has anchors for, and what it leads to or loads."""

    def __init__(self, path: pathlib.Path):
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[tuple[int, str]] = []
        self.loads: list[tuple[int, str]] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        line = self.getpos()[0]
        for name, value in attrs:
            if name in ("id", "name") and value:
                self.anchors.add(value)
            elif name == "href" and value and tag != "link":
                self.links.append((line, value))
            elif name in ("src", "poster", "data") and value and tag != "use" or name == "href" and value and tag == "link":
                self.loads.append((line, value))


def problems_of_site(root: pathlib.Path):
    """Each page of a site, with the line and the link that leads nowhere."""
    pages = {path: Page(path) for path in sorted(root.rglob("*.html"))}
    for path, page in pages.items():
        for line, target in page.loads:
            if ELSEWHERE.match(target) and not target.startswith("data:"):
                yield path, line, f"loads {target}"
        for line, target in page.links + [load for load in page.loads if not ELSEWHERE.match(load[1])]:
            if ELSEWHERE.match(target):
                continue
            file, _, anchor = urllib.parse.unquote(target).partition("#")
            file = file.partition("?")[0]
            to = (path.parent / file).resolve() if file else path
            if not to.is_file() or not to.is_relative_to(root):
                yield path, line, f"there is no {file}"
            elif anchor and to in pages and anchor not in pages[to].anchors:
                yield path, line, f"{file or 'this page'} has no #{anchor}"
    for path in sorted(root.rglob("*.css")):
        for found in re.findall(r"url\([\"']?([^)\"']+)|@import\s+[\"']([^\"']+)", path.read_text(encoding="utf-8")):
            target = found[0] or found[1]
            if ELSEWHERE.match(target) and not target.startswith("data:"):
                yield path, 1, f"loads {target}"
            elif not ELSEWHERE.match(target) and not (path.parent / target.partition("?")[0].partition("#")[0]).exists():
                yield path, 1, f"there is no {target}"


def misses() -> str:
    """What is not found in pages that are wrong in each of the ways."""
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder).resolve()
        (root / "a.md").write_text("# A `b` & c\n[](b.md) [](a.md#a-b--c) [](#no) [](a.md#no)\n![](b.png)\n`[](code.md)`\n```\n[](c.md)\n```\n[x]: d.md\n"
                                   "[](../etc) [](https://host/)\n", encoding="utf-8")
        wrong = list(problems_of_markdown(root / "a.md", root))
        if [line for line, _ in wrong] != [2, 2, 2, 3, 8, 9]:
            return f"in Markdown it finds {wrong}"
        (root / "a.html").write_text('<p id="a"></p><a href="#a"></a><a href="#no"></a><a href="b.html"></a><a href="a.html#no"></a><a href="https://host/"></a>'
                                     '<img src="b.png"><script src="https://host/x.js"></script><link href="//host/y.css"><a href="../etc"></a>', encoding="utf-8")
        (root / "a.css").write_text("@import 'https://host/z.css'; a { background: url(no.png) }", encoding="utf-8")
        found = [problem for _, _, problem in problems_of_site(root)]
        return "" if len(found) == 9 else f"on pages it finds {found}"


def main(made: bool, root: pathlib.Path) -> int:
    if missed := misses():
        print(missed)
        return 1
    if made:
        read = len(list(root.rglob("*.html")))
        problems = [f"{path.relative_to(root)}:{line}: {problem}" for path, line, problem in problems_of_site(root)]
    else:
        documents = [path for path in sorted(root.rglob("*.md"))
                     if not any(part in SKIPPED or part.startswith("build-") for part in path.relative_to(root).parts[:-1])]
        read = len(documents)
        problems = [f"{path.relative_to(root)}:{line}: {problem}" for path in documents for line, problem in problems_of_markdown(path, root)]
    print(*problems, f"{read} pages read, {len(problems)} problems", sep="\n")
    return 1 if problems or read < 20 else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] == "--made", pathlib.Path(sys.argv[-1]).resolve()))
