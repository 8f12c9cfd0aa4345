#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The drawings of pieces and the golden pictures are well-formed, self-contained SVG 1.1.

A real parser reads them; every id is told once, every reference stays inside, and drawings of pieces hold nothing
that would not survive being put into another document. Usage: pictures.py SOURCE_DIR
"""
import pathlib
import sys
import xml.etree.ElementTree as ElementTree

SVG = "{http://www.w3.org/2000/svg}"
LINK = "{http://www.w3.org/1999/xlink}href"
SHAPES = {"path", "circle", "rect", "g"}
ELEMENTS = SHAPES | {"svg", "title", "desc", "defs", "use", "text"}


def problems_of(path: pathlib.Path, is_piece: bool) -> list[str]:
    try:
        root = ElementTree.parse(path).getroot()
    except ElementTree.ParseError as error:
        return [str(error)]
    found = []
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    if len(ids) != len(set(ids)):
        found.append("an id is given twice")
    for element in root.iter():
        name = element.tag.removeprefix(SVG)
        if element is not root and name not in (SHAPES if is_piece else ELEMENTS):
            found.append(f"<{name}> is not expected here")
        if is_piece and (element.get("id") or element.get("class") or element.get("style")):
            found.append(f"<{name}> has an id, a class or a style")
        if name == "use" and element.get(LINK, "").removeprefix("#") not in ids:
            found.append(f"{element.get(LINK)} refers to nothing in the document")
    if root.tag != SVG + "svg" or not root.get("viewBox"):
        found.append("the root is no <svg> with a viewBox")
    if not is_piece:
        labels = root.get("aria-labelledby", "").split()
        if [e.get("id") for e in root[:2]] != labels or not all(e.text for e in root[:2]):
            found.append("title and desc do not stand first or say nothing")
        if "http" in path.read_text(encoding="utf-8").replace("http://www.w3.org/", ""):
            found.append("it refers to something outside")
    return found


def main(source: pathlib.Path) -> int:
    pieces = sorted((source / "src/zermelo/draw/pieces").glob("*.svg"))
    pictures = sorted((source / "tests/data/draw").glob("*.svg"))
    problems = [f"{p.relative_to(source)}: {o}" for p in pieces for o in problems_of(p, True)]
    problems += [f"{p.relative_to(source)}: {o}" for p in pictures for o in problems_of(p, False)]
    if len(pieces) < 6 or len(pictures) < 4:
        problems.append(f"{len(pieces)} pieces and {len(pictures)} pictures: some are missing")
    print("\n".join(problems) or f"{len(pieces)} pieces and {len(pictures)} pictures are sound")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
