#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""Walks through the page in a real browser, as people do, at the widths of a desk and of a phone.

It starts `zermelo serve` with small tables of its own, reads the address that it prints, and walks each flow below: with the
pointer, with the keyboard alone, with addresses. Waiting is for what is to be seen, never for a time. Chromium is
Debian's; nothing is loaded from the network. With the module of WebAssembly the page of static files is walked through instead
(`tools/site`), and what it shows is what `zermelo serve` says. Usage: page.py SOURCE_DIR PROGRAM [--module FILE.wasm] [FLOW…]
"""
import argparse
import concurrent.futures
import os
import pathlib
import random
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import time
import traceback
import zlib

from browser import Serving, StaticSite, launch, need_driver, serve

need_driver()
from axe_playwright_python.sync_playwright import Axe  # noqa: E402
from playwright.sync_api import Page, expect, sync_playwright  # noqa: E402

WIDTHS = {"desk": (1280, 800), "phone": (390, 844)}

ENDING = "8/8/8/8/8/5k2/1Q6/K7_w_-_-_0_1"      # the tables know it: White wins in 15 plies
MATE = "6B1/8/5Q2/8/2K1k3/8/8/8_w_-_-_0_1"     # no table knows it: mate in three
PROMOTION = "8/P7/8/8/8/1k6/8/K7_w_-_-_0_1"
PATIENCE = 240_000  # milliseconds: far more than anything takes, even where jobs, which are nice, have many neighbours


class Walk:
    """A page at one width, and short words for what people do on it."""

    def __init__(self, page: Page, server: Serving, address: str, source: pathlib.Path, width: str, files: pathlib.Path | None = None):
        self.page, self.server, self.address, self.source, self.width, self.files = page, server, address, source, width, files
        self.opened = 0

    def open(self, address: str):
        self.opened += 1  # another query makes it another document: what was there before is gone
        self.page.goto(f"{self.address}?{self.opened}{address}")

    def square(self, name: str):
        return self.page.locator(f'.board [data-square="{name}"]')

    def button(self, name: str, exact: bool = True):
        return self.page.get_by_role("button", name=name, exact=exact)

    def verdict(self, text: str):
        expect(self.page.locator(".value .verdict .words")).to_have_text(text)

    def variant(self, words: str):
        """Chooses the variant that is called so, or the first that these words find."""
        self.page.locator("button.variant").click()
        self.page.get_by_role("combobox", name="Find a variant").fill(words)
        self.page.keyboard.press("Enter")

    def says(self, square: str, words: str):
        expect(self.square(square)).to_have_attribute("aria-label", re.compile(re.escape(words)))

    def fen(self, fen: str):
        expect(self.page.get_by_label("FEN", exact=True)).to_have_value(fen)

    def moves(self, *told: str | re.Pattern):
        """The first moves of the list are told so: waited for, since the moves are shown before their values come."""
        for place, words in enumerate(told):
            expect(self.page.locator(".moves-list .move").nth(place)).to_have_attribute("aria-label", words)

    def drag(self, start, end):
        """With the pointer, as a hand would. `hover` waits until what it goes to stands still: answers move things."""
        mouse = self.page.mouse
        start.hover()
        mouse.down()
        end.hover()
        end.hover()  # a second move: some drags begin with the first
        mouse.up()


def values(walk: Walk):
    """Every move with its value, the same in the list and on the squares; moves by clicks; the line."""
    page = walk.page
    walk.open(f"#/position?fen={ENDING}")
    walk.verdict("White wins in 15 plies")
    expect(page.get_by_text("Exact, from tables.")).to_be_visible()
    headings = page.locator(".moves-list h3")
    expect(headings).to_contain_text(["Wins", "Draws"])
    walk.moves("Qd4, win in 15 plies, best")
    walk.square("b2").click()
    walk.says("d4", "can move here, win in 15 plies")
    walk.says("f2", "can move here, draw")
    expect(page.locator(".sign.draw")).to_have_count(3)
    walk.square("d4").click()
    walk.verdict("White wins in 14 plies")
    expect(page.locator(".moves-list h3")).to_contain_text(["Losses"])
    expect(page.get_by_role("list", name="Moves of this game")).to_contain_text("1.Qd4")
    page.locator(".best-play button").nth(2).click()  # play along best play, three moves at once
    walk.verdict("White wins in 11 plies")
    expect(page.locator(".played .line li")).to_have_count(4)
    walk.button("One move back").click()
    walk.verdict("White wins in 12 plies")
    walk.button("To the beginning").click()
    walk.verdict("White wins in 15 plies")
    walk.button("To the end").click()
    walk.verdict("White wins in 11 plies")
    walk.button("Take back").click()
    expect(page.locator(".played .line li")).to_have_count(3)
    entry = page.locator(".moves-list [data-move]").first
    entry.focus()
    expect(page.locator(".hint")).to_have_text(re.compile(f"^{re.escape(entry.locator('.san').inner_text())}; the best reply is "))
    expect(page.locator(".arrows path")).to_have_count(6)  # the move and the reply to it


def first_look(walk: Walk):
    """One sees an answered position first, and what else there is; each example is answered without being asked."""
    page = walk.page
    walk.open("")
    welcome = page.get_by_role("region", name="Every move, and what it is worth")
    walk.verdict("White wins in 41 plies")
    expect(welcome).to_contain_text("Here White has 10 moves: 1 wins, 9 draw.")
    expect(page.get_by_text("Mate in 21. Exact")).to_be_visible()
    walk.says("d4", "win in 41 plies")  # the king is chosen
    walk.says("d3", "draw")
    walk.square("d4").click()
    walk.verdict("White wins in 40 plies")
    walk.button("Take back").click()
    walk.verdict("White wins in 41 plies")
    walk.square("c3").click()
    walk.square("d3").click()
    walk.verdict("Draw")
    for name, verdict in {"Queen against rook": "White wins in 19 plies", "Tic-tac-toe": "Draw", "Connect four, 4×4": "Draw", "Hexapawn": "Black wins in 6 plies"}.items():
        welcome.get_by_role("link", name=name).click()
        walk.verdict(verdict)
        expect(page.locator(".sign").first).to_be_visible()
    page.get_by_role("listitem").get_by_role("link", name="A mate in three?").click()
    expect(page.get_by_text("1 key").first).to_be_visible()
    page.go_back()
    walk.verdict("Black wins in 6 plies")
    walk.button("Close this").click()
    expect(welcome).to_have_count(0)
    page.reload()
    walk.verdict("Black wins in 6 plies")
    expect(welcome).to_have_count(0)
    page.get_by_label("Search where nothing is known").uncheck()
    walk.variant("hexapawn4x4")
    walk.verdict("Not known yet")
    expect(walk.button("Who wins?")).to_be_visible()


def course(walk: Walk):
    """A move that throws the win away is named at once, and the line keeps what its moves lost; values are hidden from who guesses."""
    page = walk.page
    walk.open("")
    walk.verdict("White wins in 41 plies")
    walk.square("d3").click()
    expect(page.locator("#toast")).to_have_text("Kd3: draw. Kd4: win in 41 plies.")
    walk.verdict("Draw")
    expect(page.get_by_text("White has thrown the result away once.")).to_be_visible()
    expect(page.locator(".played .mark")).to_have_text(["??"])
    expect(page.locator(".course .white")).to_have_count(1)
    expect(page.locator(".course .draw.current")).to_have_count(1)
    walk.button("Take back").click()
    walk.verdict("White wins in 41 plies")
    page.get_by_label("Guess first: hide the values").check()
    walk.verdict("Which move is best?")
    expect(page.locator(".sign, .best-play li, .course, .moves-list .win, .moves-list .draw")).to_have_count(0)
    assert "win" not in page.locator(".board").inner_html() and "draw" not in page.locator(".board").inner_html()
    walk.square("c3").click()
    walk.square("d4").click()
    expect(page.locator("#toast")).to_have_text("Kd4 is best: win in 41 plies.")
    page.get_by_label("Guess first: hide the values").uncheck()
    walk.verdict("White wins in 40 plies")
    page.locator(".best-play button").nth(39).click()
    walk.verdict("Checkmate: White has won")
    walk.button("To the beginning").click()
    expect(page.locator(".played .loss")).to_be_empty()


def unknown(walk: Walk):
    """What no table knows is said to be not known, and never drawn."""
    page = walk.page
    walk.open("#/position?variant=chess")
    walk.verdict("Not known yet")
    expect(page.locator(".moves-list h3")).to_have_text(["?Not known yet20 moves"])
    walk.moves(*20 * [re.compile(", not known yet$")])
    assert page.locator(".sign.draw, .move.draw, .badge.draw").count() == 0
    walk.variant("losalamos")
    expect(walk.square("f6")).to_be_visible()
    expect(walk.square("g1")).to_have_count(0)
    walk.says("a1", "white rook")


def search(walk: Walk):
    """Who wins? A job finds a mate; one that would take for ever is stopped. The certificate is good."""
    page = walk.page
    walk.open(f"#/position?fen={MATE}")
    walk.button("Who wins?").click()
    walk.verdict("White wins in 5 plies")
    expect(page.get_by_text("Exact, proved by search.")).to_be_visible()
    walk.moves(re.compile("win in 5 plies, best$"))
    with page.expect_download() as download:
        walk.button("Certificate").click()
    checked = subprocess.run([walk.server.program, "verify", download.value.path()], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    walk.open("#/position?variant=tictactoe")
    walk.button("Who wins?").click()
    walk.verdict("Draw")
    walk.open("#/position?variant=small10x10")
    walk.button("Who wins?").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    walk.button("Stop").click()
    expect(page.locator(".who .note")).to_have_text("Stopped. Not known yet.")
    walk.verdict("Not known yet")


def interrupted(walk: Walk):
    """A search is begun anew after a reload in the middle of it; two windows search at once, and one that is closed takes nothing from the other."""
    page = walk.page
    walk.open("#/position?variant=small10x10&ask=1")
    expect(page.get_by_role("progressbar")).to_be_visible()
    page.reload()
    expect(page.get_by_role("progressbar")).to_be_visible()
    other = page.context.new_page()
    other.goto(page.url)
    expect(other.get_by_role("progressbar")).to_be_visible()
    walk.open("#/position?variant=connect4-4x4&ask=1")
    walk.verdict("Draw")
    expect(other.get_by_role("progressbar")).to_be_visible()
    other.close()
    walk.open(f"#/position?fen={MATE}&ask=1")
    walk.verdict("White wins in 5 plies")


def opponent(walk: Walk):
    """The program plays the best defence; a move is taken back with its answer."""
    page = walk.page
    walk.open(f"#/position?fen={ENDING}")
    walk.verdict("White wins in 15 plies")
    page.get_by_label("The program plays").select_option("black")
    walk.square("b2").click()
    walk.square("d4").click()
    walk.verdict("White wins in 13 plies")
    expect(page.locator(".played .line li")).to_have_count(2)
    walk.button("Take back").click()
    walk.verdict("White wins in 15 plies")
    expect(page.locator(".played .line li")).to_have_text("No move has been made yet.")
    page.go_back()
    walk.verdict("White wins in 13 plies")
    page.go_back()  # past the program's move, or it would be made again and again
    walk.verdict("White wins in 15 plies")
    # What is set up waits until somebody says that the program plays, or moves.
    walk.button("Black", exact=True).click()
    walk.verdict("White wins in 16 plies")
    expect(page.locator(".played .line li")).to_have_text("No move has been made yet.")
    page.get_by_label("The program plays").select_option("")
    page.get_by_label("The program plays").select_option("black")
    walk.verdict("White wins in 15 plies")
    # No table knows this one: the program looks for its best move itself.
    walk.open(f"#/position?fen={MATE}&program=white")
    expect(page.locator(".played .line li")).to_have_text("1.Be6")
    walk.verdict("Not known yet")
    walk.open(f"#/position?fen={PROMOTION}")
    walk.square("a7").click()
    walk.says("a8", "can move here")
    walk.square("a8").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("button")).to_have_count(5)
    dialog.get_by_role("button", name=re.compile("^a8=R")).click()
    walk.says("a8", "white rook")


def set_up(walk: Walk):
    """A position set up with the pointer; all reasons why it is not legal; holes and barred squares; files."""
    page = walk.page
    walk.open("#/position?variant=chess")
    walk.says("e1", "white king")
    walk.button("Clear").click()
    walk.verdict("No legal position")
    reasons = page.locator(".reasons li")
    expect(reasons).to_have_text([re.compile("White has 0 royal"), re.compile("Black has 0 royal")])
    walk.drag(walk.button("white king"), walk.square("a1"))
    walk.says("a1", "white king")
    expect(reasons).to_have_count(1)
    walk.button("black king").click()
    walk.square("f3").click()
    expect(reasons).to_have_count(0)
    walk.button("white queen").click()
    walk.square("b3").click()
    expect(reasons).to_have_text([re.compile("can be captured at once")])  # Black is in check, White to move
    walk.button("white queen").click()  # let go
    walk.drag(walk.square("b3"), walk.square("b2"))
    walk.button("Set up").click()  # it is asked once
    walk.verdict("White wins in 15 plies")
    walk.button("no square").click()
    walk.square("h8").click()
    walk.says("h8", "no square")
    walk.button("no piece may enter").click()
    walk.square("h1").click()
    walk.says("h1", "no piece may enter")
    walk.fen("7*/8/8/8/8/5k2/1Q6/K7 w - - 0 1 ~*:h1")
    page.get_by_role("group", name="To move").get_by_role("button", name="Black").click()
    expect(page.get_by_label("FEN", exact=True)).to_have_value(re.compile(" b "))
    for name, head in {"SVG": b"<?xml", "PNG": b"\x89PNG", "FEN": b"7*/8"}.items():
        with page.expect_download() as download:
            page.get_by_role("region", name="Save").get_by_role("button", name=name).click()
        assert pathlib.Path(download.value.path()).read_bytes().startswith(head), name
    walk.button("Start").click()
    walk.button("Flip").click()
    assert walk.square("a1").bounding_box()["y"] < walk.square("a8").bounding_box()["y"]
    field = page.get_by_label("FEN", exact=True)
    field.fill("8/8/8/8/8/2x5/8/8 w")
    field.press("Enter")
    expect(page.locator("#fen-note")).to_have_text("Column 12: 'x' is no piece of chess, expected one of KPNBRQ")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.evaluate("text => navigator.clipboard.writeText(text)", ENDING.replace("_", " "))
    walk.square("a8").focus()
    page.keyboard.press("Control+V")
    walk.verdict("White wins in 15 plies")
    expect(page.locator("#fen-note")).to_be_empty()


def free_hand(walk: Walk):
    """One board without modes: a legal drag plays, another sets up, which is asked once and can be undone; arrows; clicks that come early."""
    page = walk.page
    start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
    field = page.get_by_label("FEN", exact=True)
    line = page.get_by_role("list", name="Moves of this game")
    question = page.get_by_role("dialog")
    walk.open("#/position?variant=chess")
    walk.says("e2", "2 moves")
    walk.drag(walk.square("e2"), walk.square("e5"))
    expect(question).to_contain_text("The pawn on e2 does not go to e5.")
    walk.button("Cancel").click()
    walk.fen(start)
    walk.drag(walk.square("e7"), walk.square("e5"))
    expect(question).to_contain_text("White is to move.")
    walk.button("Set up").click()
    expect(field).to_have_value(re.compile("^rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w KQkq"))
    walk.drag(walk.square("a2"), walk.square("h6"))
    expect(page.locator("#toast")).to_have_text("The pawn on a2 does not go to h6: set up. Ctrl-Z undoes it.")
    walk.says("h6", "white pawn")
    page.keyboard.press("Control+z")
    walk.says("h6", "empty")
    walk.button("Undo").click()
    walk.fen(start)
    expect(walk.button("Undo")).to_be_disabled()
    page.keyboard.press("Control+Shift+z")
    walk.says("e5", "black pawn")
    walk.drag(walk.square("e2"), walk.square("e4"))
    expect(line).to_contain_text("1.e4")
    page.keyboard.press("Control+z")
    expect(line).to_have_text("No move has been made yet.")
    walk.says("d8", "black queen")
    walk.drag(walk.square("d8"), walk.button("Flip"))  # beside the board
    expect(field).to_have_value(re.compile("^rnb1kbnr/"))
    # Turned and turned back.
    walk.open("#/position?fen=4k3/8/8/8/8/2p5/1P6/R3K3_w_Q_-_0_1_~*:h1")
    walk.fen("4k3/8/8/8/8/2p5/1P6/R3K3 w Q - 0 1 ~*:h1")
    for name, fen in {"Mirror": "3k4/8/8/8/8/5p2/6P1/3K3R w - - 0 1 ~*:a1", "Rotate": "3K3R/6P1/5p2/8/8/8/8/3k4 w - - 0 1 ~*:a8",
                      "Swap": "r3k3/1p6/2P5/8/8/8/8/4K3 b q - 0 1 ~*:h8"}.items():
        walk.button(name).click()
        walk.fen(fen)
        walk.button("Undo").click()
        walk.fen("4k3/8/8/8/8/2p5/1P6/R3K3 w Q - 0 1 ~*:h1")
    # A click where there is but one man to drop; where men fall, anywhere in the file.
    walk.open("#/position?variant=connect4")
    walk.says("a1", "empty")
    expect(page.locator(".moves-list .move")).to_have_count(7)
    walk.square("c6").click()
    walk.says("c1", "white")
    walk.open("#/position?variant=crazyhouse&fen=4k3/8/8/8/8/8/8/4K3[P]_w_-_-_0_1")
    walk.says("e1", "moves")
    walk.square("b4").click()
    expect(line).to_contain_text("1.P@b4")
    # What is clicked before the moves have come is kept.
    if walk.files is None:  # a module that answers in the page asks nobody
        held = []
        page.route("**/api/v1/position", lambda route: held.append(route) if not held else route.continue_())
        walk.open("#/position?variant=chess&fen=4k3/8/8/8/8/8/4P3/4K3_w_-_-_0_1")
        walk.says("e2", "white pawn")
        walk.square("e2").click()
        walk.square("e4").click()
        held[0].continue_()
        expect(line).to_contain_text("1.e4")
        page.unroute("**/api/v1/position")
    # Arrows and circles of one's own, until the next click.
    drawn = page.locator('.arrows [stroke="#007A5A"]')
    walk.square("a1").hover()
    page.mouse.down(button="right")
    walk.square("a8").hover()
    page.mouse.up(button="right")
    expect(drawn).to_have_count(2)
    walk.square("h4").click(button="right")
    expect(drawn).to_have_count(3)
    walk.square("h4").click(button="right")
    expect(drawn).to_have_count(2)
    walk.square("h7").click()
    expect(drawn).to_have_count(0)


def variations(walk: Walk):
    """Other moves are kept as a tree: played, walked through with the keyboard, in the address, as PGN and back; a film of the line."""
    page = walk.page
    line = page.get_by_role("list", name="Moves of this game")
    shown = page.locator(".played .line [aria-current]")
    walk.open("#/position?variant=chess")
    walk.says("e2", "2 moves")
    for square in ["e2", "e4", "e7", "e5"]:
        walk.square(square).click()
        if square in ("e4", "e5"):
            expect(shown).to_have_text(square)
    walk.button("One move back").click()
    walk.says("c7", "2 moves")
    walk.square("c7").click()
    walk.square("c5").click()
    expect(line).to_have_text("1.e4e51…c5")
    expect(shown).to_have_text("c5")
    walk.says("g1", "3 moves")
    walk.square("g1").click()
    walk.square("f3").click()
    expect(line).to_have_text("1.e4e51…c52.Nf3")
    page.locator("h2", has_text="Line").click()  # the keyboard is nowhere in particular
    page.keyboard.press("ArrowLeft")
    expect(shown).to_have_text("c5")
    page.keyboard.press("ArrowUp")
    expect(shown).to_have_text("e5")
    page.keyboard.press("ArrowDown")
    expect(shown).to_have_text("c5")
    page.keyboard.press("Home")
    expect(shown).to_have_count(0)
    page.keyboard.press("End")
    expect(shown).to_have_text("Nf3")
    page.reload()
    expect(line).to_have_text("1.e4e51…c52.Nf3")
    expect(shown).to_have_text("Nf3")
    walk.button("Main line").click()
    expect(line).to_have_text("1.e4c51…e52.Nf3")
    expect(walk.button("Main line")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("region", name="Save").get_by_role("button", name="PGN", exact=True).click()
    pgn = pathlib.Path(download.value.path()).read_text()
    assert pgn.endswith("1. e4 c5 (1... e5) 2. Nf3 *\n"), pgn
    with page.expect_download() as download:
        page.get_by_role("region", name="Save").get_by_role("button", name="Film").click()
    assert pictures(pathlib.Path(download.value.path()).read_bytes()) == 4
    walk.button("Delete").click()
    expect(line).to_have_text("1.e4c51…e5")
    walk.square("a8").focus()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])

    def paste(text: str):
        page.evaluate("text => navigator.clipboard.writeText(text)", text)
        walk.square("a1").focus()
        page.keyboard.press("Control+V")

    paste(pgn)
    expect(line).to_have_text("1.e4c51…e52.Nf3")
    paste('[Event "A study"]\n[Variant "King of the Hill"]\n[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"]\n\n1. 0-0-0! {so} Ke7 (1... Kf7?? $4) 2. Rd5 1-0')
    expect(line).to_have_text("1.O-O-OKe71…Kf72.Rd5")
    walk.verdict("Not known yet")
    expect(page.locator("button.variant")).to_have_text("King of the Hill")
    paste('1. e4 Ke3')
    expect(page.locator("#toast")).to_contain_text("'Ke3', move 2 of the line, is not legal")
    paste("https://example.org/analysis/crazyhouse/4k3/8/8/8/8/8/8/4K3[P]_w_-_-_0_1")
    walk.fen("4k3/8/8/8/8/8/8/4K3[P] w - - 0 1")
    expect(page.locator("button.variant")).to_have_text("Crazyhouse")
    paste("https://example.org/?fen=" + ENDING)
    expect(page.locator("button.variant")).to_have_text("Crazyhouse")  # nothing says another one
    paste("https://example.org/editor/standard/" + ENDING)
    walk.verdict("White wins in 15 plies")
    paste("https://example.org/zermelo/#/position?variant=chess&line=d2d4")
    expect(line).to_have_text("1.d4")


def pictures(file: bytes) -> int:
    """How many frames an animated PNG says it has, and has. Each chunk is sound, and they are in their order."""
    assert file.startswith(b"\x89PNG\r\n\x1a\n")
    at, told, frames, sequence, names = 8, 0, 0, [], []
    while at < len(file):
        (length,) = struct.unpack_from(">I", file, at)
        name, content = file[at + 4:at + 8], file[at + 8:at + 8 + length]
        assert struct.unpack_from(">I", file, at + 8 + length)[0] == zlib.crc32(name + content), name
        names.append(name)
        if name == b"acTL":
            told = struct.unpack_from(">I", content)[0]
        if name in (b"fcTL", b"fdAT"):
            sequence.append(struct.unpack_from(">I", content)[0])
        frames += name == b"fcTL"
        at += 12 + length
    assert names[0] == b"IHDR" and names[1] == b"acTL" and names[-1] == b"IEND" and sequence == [*range(len(sequence))], names
    assert told == frames
    return frames


def keyboard(walk: Walk):
    """The same without a pointer: set up with letters, move with Enter, through all that can be reached with Tab."""
    page = walk.page
    walk.open("#/position?variant=chess")
    walk.says("e1", "white king")
    walk.button("Clear").focus()
    page.keyboard.press("Enter")
    walk.verdict("No legal position")
    walk.square("a1").focus()
    page.keyboard.press("K")
    expect(walk.button("Set up")).to_be_focused()  # it is asked once
    page.keyboard.press("Enter")
    walk.says("a1", "white king")
    for key in ["ArrowUp", "ArrowRight"]:
        page.keyboard.press(key)
    page.keyboard.press("Q")
    walk.says("b2", "white queen")
    for key in ["ArrowUp", "End", "ArrowLeft", "ArrowLeft"]:
        page.keyboard.press(key)
    page.keyboard.press("k")
    walk.says("f3", "black king")
    walk.verdict("White wins in 15 plies")
    walk.square("b2").focus()
    page.keyboard.press("Enter")
    walk.says("d4", "win in 15 plies")
    page.evaluate("""() => {
        window.heard = [];
        const live = document.getElementById('live');
        new MutationObserver(() => window.heard.push(live.textContent)).observe(live, { childList: true, characterData: true, subtree: true });
    }""")
    for key in ["ArrowUp", "ArrowUp", "ArrowRight", "ArrowRight", "Enter"]:
        page.keyboard.press(key)
    walk.verdict("White wins in 14 plies")
    expect(page.locator("#live")).to_have_text(re.compile("White wins in 14 plies. Black to move.$"))
    assert "White: Qd4" in " ".join(page.evaluate("window.heard"))
    page.keyboard.press("[")
    walk.verdict("White wins in 15 plies")
    page.keyboard.press("]")
    walk.verdict("White wins in 14 plies")
    page.keyboard.press("f")
    expect(page).to_have_url(re.compile("flip=1"))
    # Tab comes to the end of the page, and the board is one stop on the way.
    page.locator("#skip").focus()
    stops = 0
    for _ in range(200):
        page.keyboard.press("Tab")
        role = page.evaluate("document.activeElement.getAttribute('role') ?? document.activeElement.tagName")
        stops += role == "gridcell"
        if role == "BODY":
            break
    assert stops == 1 and role == "BODY", (stops, role)


def rules(walk: Walk):
    """A rules file with mistakes is marked at their place; set right, it is played. Boards of 1×1 and of 16×16 with holes."""
    page = walk.page
    walk.open("#/position?variant=chess")
    walk.verdict("Not known yet")
    walk.button("Your own rules…").click()
    text = page.get_by_label("Rules file", exact=True)
    text.fill("[mine:chess]\nmaxFile = 99\n")
    mistake = page.locator(".rules .mistakes li")
    expect(mistake.first).to_contain_text("Line 2, column 11")
    expect(page.locator(".rules .mistake")).to_be_visible()
    expect(walk.button("Use these rules")).to_be_disabled()
    mistake.first.get_by_role("button").click()
    assert page.evaluate("(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)") == "99"
    expect(page).to_have_url(re.compile("draft="))
    link = page.url
    text.fill("[mine:chess]\nmaxFile = 5\nmaxRank = 5\nstartFen = k4/5/5/5/4K w - - 0 1\ncastling = false\ndoubleStep = false\n")
    expect(mistake).to_have_count(0)
    walk.button("Use these rules").click()
    expect(walk.square("e1")).to_have_attribute("aria-label", re.compile("white king"))
    expect(walk.square("f1")).to_have_count(0)
    walk.verdict("Not known yet")
    walk.open(link.split("/", 3)[3])
    expect(mistake.first).to_contain_text("Line 2, column 11")  # a link holds the mistakes, too
    # The mark is where the word is, after tabs, too.
    text.fill("[mine:chess]\n\tmaxFile\t=\t99\n")
    mark = page.locator(".rules .mistake")
    expect(mark).to_have_text("99")
    assert mark.evaluate("mark => Math.round((mark.offsetLeft + mark.parentElement.offsetLeft - 8) / (mark.offsetWidth / 2))") == 16
    # What the program has not taken is not used; what is said is said in the dialog, where it can be heard.
    text.fill("[mine:chess]\n# " + 70_000 * "x")
    expect(page.locator(".rules .note")).to_contain_text("expected at most 65536 bytes")
    expect(walk.button("Use these rules")).to_be_disabled()
    page.get_by_role("dialog").get_by_role("button", name="Copy", exact=True).click()
    expect(page.locator("dialog #live")).to_have_text("Rules copied.")
    walk.button("Close").click()
    page.get_by_role("navigation").get_by_role("link", name="Puzzles").click()
    expect(page).to_have_title("Puzzles – Zermelo")
    # Left open and come back to, it is as before.
    walk.open("#/solved")
    page.get_by_role("navigation").get_by_role("link", name="Position").click()
    walk.button("Your own rules…").click()
    page.go_back()
    expect(page).to_have_title("Solved – Zermelo")
    page.go_forward()
    expect(page.locator("dialog.rules:modal")).to_be_visible()
    # Rules in an address that cannot be read: they are there to be set right.
    walk.open("#/position?variant=mine&panel=file&rules=[mine:chess]%0AmaxFile%3D99")
    expect(mistake.first).to_contain_text("Line 2, column 9")
    expect(page.locator("button.variant")).to_have_text("")
    # The smallest board: nobody can move.
    tiny = "[tiny]\nmaxFile=1\nmaxRank=1\ncommoner=k\nstartFen=K_w_-_-_0_1\ncastling=false\ndoubleStep=false\nstalemateValue=loss"
    walk.open("#/position?variant=tiny&rules=" + tiny.replace("\n", "%0A").replace("=", "%3D"))
    expect(page.locator("[role=gridcell]")).to_have_count(1)
    walk.verdict("Stalemate: Black has won")
    # The largest: holes in the middle.
    row, holed = "16/", "7**7/"
    large = f"[large:chess]\nmaxFile=16\nmaxRank=16\nstartFen=k15/{row * 6}{holed * 2}{row * 6}15K_w_-_-_0_1\ncastling=false\ndoubleStep=false"
    walk.open("#/position?variant=large&rules=" + large.replace("\n", "%0A").replace("=", "%3D"))
    expect(page.locator("[role=gridcell]")).to_have_count(256)
    walk.says("h8", "no square")
    walk.says("p1", "white king")
    walk.square("p1").click()
    walk.says("o2", "can move here")
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), "the page is wider than the window"


def samples(walk: Walk):
    """The published samples: their verdicts, reasons and steps."""
    page = walk.page
    for puzzle in sorted(sample.stem for sample in (walk.source / "examples").glob("*.in")):
        walk.open(f"#/puzzles?puzzle={puzzle}")
        text = (walk.source / f"examples/{puzzle}.in").read_text()
        expected = (walk.source / f"examples/{puzzle}.ans").read_text().split("\n")[:-1]
        field = page.get_by_label("Input of the judge")
        expect(field).not_to_be_empty()
        field.fill(text)
        expect(page.locator(".verdicts li button > span:last-child")).to_have_text(expected)
        expect(page.locator(".reason .verdict")).to_have_text(expected[0])
        # Who scrolls to the last verdict still sees it after the text is judged again, which a network shows.
        if walk.address == walk.server.address:
            page.locator(".verdicts").evaluate("list => list.scrollTop = list.scrollHeight")
            scrolled = page.locator(".verdicts").evaluate("list => list.scrollTop")
            with page.expect_response("**/explain"):
                field.fill(text + "\n")
            assert page.locator(".verdicts").evaluate("list => list.scrollTop") == scrolled
        last = len(expected)
        page.locator(".verdicts li button").nth(last - 1).click()
        expect(page.locator(".reason .verdict")).to_have_text(expected[-1])
        explained = walk.server.post(f"/api/v1/puzzles/{puzzle}/explain", {"text": text, "game": last})["explanation"]
        expect(page.locator(".sentences")).to_contain_text(explained["summary"][0])
        steps = page.locator(".steps button")
        for _ in range(steps.count()):
            if walk.button("One step forward").is_disabled():
                break
            walk.button("One step forward").click()
        expect(page.locator(".steps [aria-current]")).to_have_count(1)
        if puzzle == "cheesy":
            expect(page.locator(".steps [aria-current]")).to_contain_text("captures the pawn")
            walk.says("f1", "white king")
        page.get_by_text("The picture, as a file").click()
        expect(page.locator("img.drawing")).to_have_js_property("complete", True)
        assert page.locator("img.drawing").evaluate("image => image.naturalWidth") > 100


def editing(walk: Walk):
    """A game is edited on its board, and its verdict changes; it is copied back; mistakes stand at their place."""
    page = walk.page
    walk.open("#/puzzles?puzzle=cheesy&game=2")
    expect(page.locator(".reason .verdict")).to_have_text("White")
    walk.drag(walk.square("c1"), walk.square("a8"))
    expect(page.locator(".reason .verdict")).to_have_text("Black")
    expect(page.locator(".verdicts li button > span:last-child")).to_have_text(["Black", "Black"])
    page.go_back()
    expect(page.locator(".reason .verdict")).to_have_text("White")
    walk.button("no piece may enter").click()
    walk.square("e1").click()
    walk.says("e1", "no piece may enter")
    assert "....F..." in page.get_by_label("Input of the judge").input_value()
    walk.open("#/puzzles?puzzle=simplified")
    expect(page.locator(".reason .verdict")).to_have_text("YES")
    walk.square("b2").focus()
    page.keyboard.press("Delete")
    expect(page.locator(".reason .verdict")).to_have_text("NO")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    walk.button("Copy this game").click()
    copied = page.evaluate("navigator.clipboard.readText()")
    judged = subprocess.run([walk.server.program, "judge", "simplified"], input=copied, capture_output=True, text=True)
    assert judged.stdout == "NO\n", (copied, judged.stderr)
    field = page.get_by_label("Input of the judge")
    # What is typed and not judged yet is not lost by a click; the click is done in the same moment.
    field.fill("2\n" + 2 * "2 1 1\nN B 2\nQ B 1\nQ A 4\n")
    page.evaluate("document.querySelector('.verdicts li button').click()")
    expect(page.locator(".verdicts li")).to_have_count(2)
    assert field.input_value().startswith("2\n")
    field.fill("2\n1 1 1\nQ A 1\nQ D 4\n1 1 1\nQ X 1\nQ D 4\n")
    expect(page.locator(".puzzles .mistakes li")).to_contain_text("Line 6, column 3")
    expect(page.locator(".puzzles .mistake")).to_be_visible()
    expect(page.locator(".verdicts li")).to_have_count(1)  # what came before the mistake is judged
    # A board that is too large for squares has its picture.
    walk.open("#/puzzles?puzzle=cstate2&text=1%0A1000_3%0A1_1_k%0A100_100_K%0A500_1_R%0A")
    expect(page.locator(".reason .verdict")).to_have_text("White Check - 2 Plausible Moves")
    expect(page.locator(".middle img.drawing")).to_be_visible()


def generated(walk: Walk):
    """Games of a family; their plays are walked through in Position."""
    page = walk.page
    walk.open("#/puzzles?puzzle=simplified")
    expect(page.locator(".reason .verdict")).to_have_text("YES")
    page.get_by_label("Family").select_option("zugzwang")
    expect(page.get_by_text("but only by moves that threaten nothing")).to_be_visible()
    page.get_by_label("Seed").fill("7")
    walk.button("Generate").click()
    expect(page.locator(".verdicts li")).to_have_count(10)
    expect(page).to_have_url(re.compile("family=zugzwang"))
    page.locator(".verdicts li button").filter(has_text="YES").first.click()
    expect(page.locator(".steps li")).not_to_have_count(0)
    expect(page.locator(".steps .aside")).not_to_have_count(0)
    page.get_by_role("link", name="Open in Position").click()
    expect(page).to_have_url(re.compile("#/position.variant=simplified"))
    expect(page.locator(".position [role=gridcell]")).to_have_count(16)


def problems(walk: Walk):
    """A diagram is set up and solved; the tree is opened and played through; twins; helpmates; what is wrong is told; links hold it all."""
    page = walk.page
    walk.open("#/problems")
    walk.says("e4", "black king")
    walk.button("Solve").click()
    answer = page.locator(".solution .answer")
    expect(answer).to_have_text("#3, White begins: 1 key")
    walk.button("1.Be6!").click()
    walk.says("e6", "white bishop")
    expect(walk.button("1.Be6!")).to_have_attribute("aria-current", "step")
    # The tree opens a move further; its end is mate, which the board shows; one steps back to the diagram.
    while page.locator(".solution button", has_text="#").count() == 0:
        page.locator(".solution details:not([open]) > summary").first.click()
    mate = page.locator(".solution button", has_text="#").first
    mate.click()
    expect(mate).to_have_attribute("aria-current", "step")
    expect(walk.button("One move forward")).to_be_disabled()
    walk.button("One move back").click()
    expect(page).not_to_have_url(re.compile("at=5"))
    walk.button("To the diagram").click()
    expect(walk.button("One move back")).to_be_disabled()
    walk.says("g8", "white bishop")
    page.keyboard.press("]")
    walk.says("e6", "white bishop")
    link = page.url
    other = page.context.new_page()
    other.goto(link)
    expect(other.get_by_role("button", name="1.Be6!")).to_have_attribute("aria-current", "step")
    expect(other.locator('[data-square="e6"]')).to_have_attribute("aria-label", re.compile("white bishop"))
    other.close()
    # Set up by hand: a helpmate, in which White has no queen any more.
    walk.button("Change the diagram").click()
    walk.button("Clear").click()
    expect(page.locator(".solution .answer")).to_have_count(0)
    for square, letter in {"b3": "K", "h2": "R", "b1": "k"}.items():
        walk.square(square).focus()
        page.keyboard.press(letter)
    walk.says("b1", "black king")
    page.get_by_label("Stipulation").fill("h#2")
    page.get_by_text("More that is asked").click()
    page.get_by_label("Set play", exact=True).check()
    for name, change in {"b": "move h2 g2", "c": "continued, stipulation h=2"}.items():
        walk.button("Add a twin").click()
        page.get_by_label("Change of twin").last.fill(change)
        page.get_by_label("Name of twin").last.fill(name)
    page.get_by_label("Stipulation").focus()
    page.keyboard.press("Enter")
    expect(answer).to_have_text("h#2, Black begins: 20 solutions")
    expect(page.locator(".solution .solutions").nth(1).locator("li")).to_have_count(20)
    expect(page.get_by_text("Set play: 13 lines")).to_be_visible()
    page.locator(".solution .solutions").nth(1).locator("li").first.get_by_role("button").last.click()
    expect(walk.button("To the end")).to_be_disabled()
    walk.says("b1", "black king")
    tabs = page.get_by_role("tab")
    expect(tabs).to_have_text(["a)", "b)", "c)"])
    tabs.first.focus()
    page.keyboard.press("ArrowRight")
    expect(tabs.nth(1)).to_be_focused()
    walk.says("g2", "white rook")
    tabs.nth(2).click()
    expect(answer).to_have_text(re.compile("^h=2, Black begins: "))
    expect(page.get_by_text("continued, stipulation h=2", exact=True)).to_be_visible()
    # A series: one side moves again and again, and no White king is needed.
    walk.open("#/problems?fen=8/8/8/8/8/1k6/2p5/K7_b&stipulation=ser-h%233&solve=1")
    expect(answer).to_have_text(re.compile("^ser-h#3, Black begins: "))
    walk.open("#/problems?fen=8/8/8/8/8/8/3p4/8_b&stipulation=ser-zd13&solve=1&keys=1")
    expect(answer).to_have_text(re.compile("^ser-zd13, White begins: 0 "))
    walk.open("#/problems?fen=8/8/8/8/8/8/8/1N6_w&stipulation=ser-zb33&solve=1")
    page.locator(".solutions li").first.get_by_role("button").last.click()
    walk.says("b3", "white knight")
    for square in ("d2", "b1"):  # the pass between the moves is no step
        walk.button("One move back").click()
        walk.says(square, "white knight")
    # A restriction leaves no key, and one that is none is told.
    walk.open("#/problems?fen=7k/4K3/6p1/8/8/8/8/6R1_b&stipulation=%233&postkey=1&solve=1")
    expect(answer).to_have_text("#3, postkey play, Black begins: the key does not solve")
    expect(page.get_by_role("button", name="1…Kg7")).to_be_visible()
    walk.button("2.Kf8").click()
    expect(page.locator("#problem-fen")).to_have_value(re.compile("^5K1k/8/6p1/"))
    walk.open("#/problems?fen=8/8/8/8/8/1K6/7R/k7_w&stipulation=%232&restrict=flights%3D0&solve=1")
    expect(answer).to_have_text("#2, White begins: 0 keys")
    page.get_by_label("Only moves of the attacker").fill("flights=1")
    walk.button("Solve").click()
    expect(answer).to_have_text("#2, White begins: 10 keys")
    page.get_by_label("Only moves of the attacker").fill("checks")
    walk.button("Solve").click()
    expect(page.locator(".ask > .mistake-note")).to_have_text(re.compile("^'checks', expected flights=K"))
    walk.open("#/problems?fen=8/8/8/8/8/8/8/1N6_w&stipulation=ser-zb33&solve=1")
    # What is wrong stands where it was asked.
    page.get_by_label("Stipulation").fill("#2.5")
    walk.button("Solve").click()
    expect(page.locator(".ask > .mistake-note")).to_have_text(re.compile("^Stipulation, column 5: "))
    page.get_by_label("Stipulation").fill("#2")
    walk.button("Add a twin").click()
    page.get_by_label("Change of twin 1").fill("move a1 a2")
    walk.button("Solve").click()
    expect(page.locator(".twin .mistake-note")).to_have_text("a1 is empty, expected a square with a man")
    expect(page.get_by_label("Change of twin 1")).to_have_attribute("aria-invalid", "true")
    walk.button("Remove twin 1").click()
    expect(page.locator(".twin")).to_have_count(0)
    # What would take for ever is stopped.
    walk.open("#/problems?fen=rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR_w_KQkq_-_0_1&stipulation=h%3D9&solve=1")
    expect(page.get_by_role("progressbar")).to_be_visible()
    walk.button("Stop").click()
    expect(page.locator(".who .note")).to_have_text("Stopped.")
    walk.button("Change the diagram").click()
    walk.variant("losalamos")
    expect(walk.square("g1")).to_have_count(0)
    walk.says("f6", "black rook")


def contestant(walk: Walk):
    """A program's output is pasted or opened; the first game that goes wrong is shown with its reason, and what is mended is right."""
    page = walk.page
    walk.open("#/puzzles?puzzle=cheesy")
    expect(page.locator(".reason .verdict")).to_have_text("Black")
    output, says = page.get_by_label("Output of your program", exact=True), page.locator(".output .checked, .output [role=status]")
    output.fill("Black\nBlack\n")
    expect(says).to_have_text("✗ Not right.")
    mistake = page.locator(".output .mistakes li")
    expect(mistake).to_contain_text("game 2, line 2 of the output: expected 'White', found 'Black': ")
    expect(page.locator(".verdicts [aria-current]")).to_have_attribute("aria-label", "Game 2: White")
    expect(page.locator(".reason .verdict")).to_have_text("White")
    expect(page.locator(".output .faulty")).to_have_text("2")
    page.locator(".verdicts li button").first.click()
    expect(page.locator(".reason .verdict")).to_have_text("Black")
    walk.button("Show game 2").click()
    expect(page.locator(".reason .verdict")).to_have_text("White")
    mistake.get_by_role("button", name="Line 2").click()
    assert page.evaluate("(a => a.value.slice(a.selectionStart, a.selectionEnd))(document.activeElement)") == "Black"
    # White space counts for nothing, letters do; what is missing and what is too much is told.
    for text, told in {"Black White": "✓ All right.", "Black\nwhite\n": "'white' is no verdict", "Black\n": "the output ends after 1 of 2 verdicts", "Black\nWhite\nWhite\n": "unexpected 'White' after all 2 verdicts"}.items():
        output.fill(text)
        expect(page.locator(".output")).to_contain_text(told)
    with page.expect_file_chooser() as chooser:
        walk.button("Open output…").click()
    chooser.value.set_files(walk.source / "examples/cheesy.ans")
    expect(says).to_have_text("✓ All right.")
    expect(mistake).to_have_count(0)
    # Another input is compared with it, too, and the game that is looked at stays.
    output.fill("Black\nBlack\n")
    expect(says).to_have_text("✗ Not right.")
    page.locator(".verdicts li button").first.click()
    field = page.get_by_label("Input of the judge", exact=True)
    text = field.input_value()
    field.fill("\n".join(["1", *text.split("\n")[1:11]]))
    expect(mistake).to_contain_text("unexpected 'Black' after all 1 verdicts")
    field.fill(text)
    expect(mistake).to_contain_text("game 2, line 2 of the output")
    expect(page.locator(".verdicts [aria-current]")).to_have_attribute("aria-label", "Game 1: Black")
    field.fill("1\nnonsense")
    expect(says).to_have_text("The input has a mistake: nothing can be compared.")
    walk.button("Clear output").click()
    expect(says).to_be_empty()


def long_text(walk: Walk):
    """A board of 10^5 pieces: only the rows that are seen are on the page; it is scrolled, chosen, judged, and another text takes its place."""
    page = walk.page
    pieces, files = 100_000, 1000
    squares = random.Random(5).sample(range(files * files), pieces)
    lines = [f"{square % files + 1} {square // files + 1} {'k' if i == 0 else 'K' if i == 1 else 'p'}" for i, square in enumerate(squares)]
    text = "\n".join(["2", "8 2", "1 1 k", "8 8 K", f"{files} {pieces}", *lines]) + "\n"
    walk.open("#/puzzles?puzzle=cstate3")
    expect(page.locator(".reason .verdict")).to_have_text("Safe")
    field, rows = page.get_by_label("Input of the judge", exact=True), page.locator(".inputs .rows > div")
    with page.expect_file_chooser() as chooser:
        walk.button("Open file…").click()
    chooser.value.set_files({"name": "large.in", "mimeType": "text/plain", "buffer": text.encode()})
    expect(page.locator(".verdicts li")).to_have_count(2)
    expect(field).to_be_hidden()
    view = page.get_by_role("region", name="Input of the judge: 100,006 lines, to be read")
    expect(rows.first).to_have_text("2")
    assert rows.count() < 100, rows.count()
    chosen = page.locator(".inputs .chosen")
    assert chosen.bounding_box()["height"] == 60  # the first game: three lines
    page.locator(".verdicts li button").nth(1).click()
    expect(page.get_by_text("This board is too large to be edited here")).to_be_visible()
    view.focus()
    page.keyboard.press("End")
    expect(rows.filter(has_text=re.compile(f"^{lines[-1]}$"))).to_be_visible()
    expect(page.locator(".inputs .numbers span").last).to_have_text("100006")
    assert rows.count() < 100, rows.count()
    assert chosen.bounding_box()["height"] > 60
    page.keyboard.press("Home")
    expect(page.locator(".inputs .numbers span").first).to_have_text("1")
    # All of it is copied, and what is pasted takes its place; a short text is edited.
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+C")
    assert page.evaluate("navigator.clipboard.readText()") == text
    broken = text.replace(lines[-1], "0 0 p", 1)
    page.evaluate("text => navigator.clipboard.writeText(text)", broken)
    page.keyboard.press("Control+V")
    mistake = page.locator(".inputs .mistakes li")
    expect(mistake).to_contain_text("Line 100,005, column 1")
    mistake.get_by_role("button").click()
    expect(page.locator(".inputs .mistake")).to_be_visible()
    expect(page.locator(".inputs .faulty")).to_have_text("100005")
    walk.button("Sample").click()
    expect(field).to_be_visible()
    expect(view).to_be_hidden()
    field.fill("1\n8 2\n1 1 k\n8 8 K\n")
    expect(page.locator(".verdicts li")).to_have_count(1)
    # Much that is pasted into the field is not laid out there either.
    page.evaluate("text => navigator.clipboard.writeText(text)", text)
    field.focus()
    page.keyboard.press("Control+A")
    page.keyboard.press("Control+V")
    expect(page.locator(".verdicts li")).to_have_count(2)
    expect(field).to_be_hidden()


def composer(walk: Walk):
    """As a composer works: a helpmate is set up, its cook found and mended, and what is sound is handed to other programs as the command writes it."""
    page = walk.page
    walk.open("#/problems")
    walk.button("Clear").click()
    walk.button("white king").click()
    walk.square("f5").click()
    walk.says("f5", "white king")
    walk.square("f5").focus()
    page.keyboard.press("Escape")
    for square, letter in {"a1": "B", "b1": "R", "d5": "k"}.items():
        walk.square(square).focus()
        page.keyboard.press(letter)
    walk.says("d5", "black king")
    page.get_by_label("Stipulation").fill("h#3")
    page.get_by_label("Solutions that it is to have").fill("2")
    page.get_by_text("Author, title, source").click()
    page.get_by_label("Authors").fill("A. <Nonym>; B. Other")
    page.get_by_label("Title").fill("Echo & chameleon")
    walk.button("Solve").click()
    soundness, answer = page.locator(".soundness"), page.locator(".solution .answer")
    expect(soundness).to_have_text("✗Cooked")
    expect(answer).to_have_text("h#3, Black begins: 3 solutions")
    page.locator(".solutions li", has_text="Kc8").get_by_role("button").last.click()
    walk.says("c8", "black king")
    walk.says("b8", "white rook")
    # The rook guards the eighth rank from the other side.
    walk.button("Change the diagram").click()
    walk.says("b1", "white rook")
    walk.square("b1").click()
    walk.square("h1").click()
    walk.says("h1", "white rook")
    page.get_by_text("More that is asked").click()
    page.get_by_label("Verify").check()
    walk.button("Solve").click()
    expect(soundness).to_have_text("✓As intended")
    expect(answer).to_have_text("h#3, Black begins: 2 solutions")
    expect(page.get_by_text("A plain enumeration comes to the same.")).to_be_visible()
    fen = page.get_by_label("FEN", exact=True).input_value()
    asked = [walk.server.program, "problem", "chess", fen, "h#3", "--intended", "2", "--variations", "--author", "A. <Nonym>", "--author", "B. Other", "--title"]

    def exported(button: str) -> bytes:
        with page.expect_download() as download:
            walk.button(button).click()
        return pathlib.Path(download.value.path()).read_bytes()

    def written(title: str, *style: str) -> bytes:
        return subprocess.run([*asked, title, *style], capture_output=True, check=True).stdout

    texts = {"SVG": ["--svg"], "Olive (.olv)": ["--olv"], "Popeye (.inp)": ["--inp"], "Popeye’s solution": ["--popeye"], "LaTeX": ["--latex"]}
    for label, style in texts.items():
        assert exported(label) == written("Echo & chameleon", *style), label
    png = exported("PNG")
    assert png[:8] == b"\x89PNG\r\n\x1a\n" and int.from_bytes(png[16:20], "big") > 700
    expect(page.get_by_role("img", name="The diagram as journals print it")).to_be_visible()
    # Another heading, another language: nothing is lost of what is shown.
    page.locator(".solutions li").first.get_by_role("button").first.click()
    page.get_by_label("Title").fill("")
    page.keyboard.press("Tab")
    page.get_by_label("Letters of men in LaTeX").select_option("de")
    assert exported("LaTeX") == written("", "--latex", "--letters", "de")
    expect(page.locator(".solution [aria-current]")).to_have_count(1)
    link = page.url
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".soundness")).to_have_text("✓As intended")
    expect(other.get_by_label("Authors")).to_have_value("A. <Nonym>; B. Other")
    expect(other.get_by_label("Verify")).to_be_checked()
    other.close()
    # Twins, each with its own verdict; what cannot be is said beside its field, before it is solved.
    walk.button("Change the diagram").click()
    walk.button("Add a twin").click()
    page.get_by_label("Change of twin 1").fill("move a2 a3")
    page.get_by_label("Name of twin 1").focus()
    expect(page.locator(".twin .mistake-note")).to_have_text("a2 is empty, expected a square with a man")
    page.get_by_label("Change of twin 1").fill("move h1 b1")
    page.keyboard.press("Enter")
    expect(page.get_by_role("tab")).to_have_text(["a) ✓", "b) ✗"])
    # Black has White's part; and what other programs do not know is said.
    page.get_by_label("Attacker:").select_option("black")
    expect(answer).to_have_text(re.compile("^h#3, White begins, Black is the attacker: "))
    walk.open("#/problems?variant=capablanca&fen=k9/10/10/10/10/10/10/KC8_w&stipulation=%231&solve=1")
    expect(answer).to_have_text(re.compile("^#1, White begins: "))
    walk.button("LaTeX").click()
    expect(page.locator(".export .mistake-note")).to_have_text(re.compile("^the man C, expected men of orthodox chess"))


def solved(walk: Walk):
    """Counts, histogram, the matrix of armies, and a longest win that is played through."""
    page = walk.page
    walk.open("#/solved")
    expect(page.locator(".matrix td button").first).to_be_visible()
    page.get_by_role("button", name="longest win", exact=True).click()
    page.locator('[data-tier="QvQ"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#tier-title")).to_have_text("QNvQ, White to move")
    expect(page.locator(".histogram .win").first).to_be_attached()
    page.get_by_label("Variant", exact=True).select_option("chess")
    page.get_by_label("Find").fill("KQvK")
    page.get_by_role("button", name="KQvK, White to move").click()
    counts = page.locator(".counts").first
    expect(counts).to_contain_text("144,508")
    walk.page.locator(".two").get_by_role("link", name="Play it through").first.click()
    walk.verdict("White wins in 19 plies")
    walk.button("To the end").click()
    walk.verdict("Checkmate: White has won")
    walk.open("#/solved")
    page.get_by_role("button", name="draw", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="draw", exact=True)).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="draw", exact=True)).to_be_focused()
    walk.open("#/solved?variant=losalamos")
    expect(page.get_by_text("No tables of losalamos are at hand.")).to_be_visible()
    expect(page.locator(".matrix, .longest")).to_have_count(0)


def atlas(walk: Walk):
    """Rows are found, sorted and chosen, and each opens on the board with the rules of its game; by the keyboard, too."""
    page = walk.page
    rows = page.locator(".atlas tbody tr")
    count = page.locator(".atlas .totals")
    walk.open("#/atlas")
    expect(rows).to_have_count(60)
    expect(page.get_by_role("columnheader", name="Longest win")).to_have_attribute("aria-sort", "descending")
    page.get_by_role("button", name="Piece", exact=True).focus()
    page.keyboard.press("Enter")
    expect(rows.first).to_contain_text("(0,4)")
    expect(page.get_by_role("columnheader", name="Piece")).to_have_attribute("aria-sort", "ascending")
    expect(page.get_by_role("button", name="Piece", exact=True)).to_be_focused()
    page.get_by_label("Board").select_option("8×8")
    page.get_by_label("Mate", exact=True).select_option("forced")
    page.get_by_label("Find").fill("nn")
    expect(rows.filter(has_text="12×12")).to_have_count(0)
    expect(rows.filter(has_text="not forced")).to_have_count(0)
    page.get_by_label("Find").fill("no such piece")
    expect(page.get_by_text("No row is like this.")).to_be_visible()
    page.reload()  # the address has all of that
    expect(page.get_by_text("No row is like this.")).to_be_visible()
    page.get_by_label("Find").fill("R|8")
    page.get_by_label("Mate", exact=True).select_option("all")
    page.get_by_role("button", name="R, 8", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.locator("#row-title")).to_have_text("R, 8×8")
    expect(page.locator("#row-title")).to_be_in_viewport()
    expect(page.locator(".detail img")).to_be_visible()
    for tab, find, row, verdict in (("Mating power", "", "", "White wins in 31 plies"), ("Small games", "hexapawn 3×3", "hexapawn, 3x3, one rank, race", "Black wins in 6 plies"), ("Queen hunts", "3×3|QR|QN", "3x3, QR, QN", "White wins in 11 plies")):
        if row:
            walk.open("#/atlas")
            page.get_by_role("button", name=tab).click()
            page.get_by_label("Find").fill(find)
            page.get_by_role("button", name=row, exact=True).click()
        page.get_by_role("link", name="Open on the board").click()
        walk.verdict(verdict)
        page.go_back()
        expect(page.locator(".detail")).to_be_visible()
    expect(count).to_contain_text(" of ")


def links(walk: Walk):
    """Addresses restore the whole state; back and forward walk through it."""
    page = walk.page
    walk.open(f"#/position?fen={ENDING}&line=b2d4,f3g2&at=1&flip=1&program=black")
    walk.verdict("White wins in 14 plies")
    expect(page.locator(".played .line [aria-current]")).to_have_text("Qd4")
    expect(page.get_by_label("The program plays")).to_have_value("black")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    walk.button("Copy link").click()
    expect(page.get_by_text("Link copied.").first).to_be_visible()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    other = page.context.new_page()
    other.goto(link)
    expect(other.locator(".value .verdict .words")).to_have_text("White wins in 14 plies")
    expect(other.locator(".played .line [aria-current]")).to_have_text("Qd4")
    other.close()
    for place in ["Puzzles", "Solved", "Help"]:
        page.get_by_role("navigation").get_by_role("link", name=place).click()
        expect(page).to_have_title(f"{place} – Zermelo")
    for place in ["Solved", "Puzzles", "Position"]:
        page.go_back()
        expect(page).to_have_title("K+Q v K: White wins in 14 plies – Zermelo" if place == "Position" else f"{place} – Zermelo")
    walk.verdict("White wins in 14 plies")
    page.go_forward()
    expect(page).to_have_title("Puzzles – Zermelo")
    page.get_by_role("navigation").get_by_role("link", name="Position").click()
    walk.verdict("White wins in 14 plies")  # where one was
    # A wrong one leaves nothing of what was there before.
    for wrong in ("variant=nosuch&fen=7k/8/5K2/8/8/8/8/Q7_w", f"fen={ENDING}&line=b2d4,a1a8", "fen=nonsense"):
        walk.open(f"#/position?fen={ENDING}")
        walk.says("b2", "queen")
        walk.verdict("White wins in 15 plies")
        page.evaluate(f"location.hash = '#/position?{wrong}'")
        walk.verdict("This cannot be read")
        walk.says("b2", "empty")
        expect(page.locator(".moves-list .move, .sign")).to_have_count(0)
        expect(page.get_by_role("button", name="Who wins?")).to_have_count(0)
        expect(page.locator("#live")).to_have_text("This cannot be read.")
    page.evaluate(f"location.hash = '#/position?fen={ENDING}'")
    walk.verdict("White wins in 15 plies")
    walk.says("b2", "queen")
    walk.open("#/toString")  # no place
    expect(page).to_have_title(re.compile("^K\\+P v K: "))


def themes(walk: Walk):
    """As the system has it, or as one wants it; that is kept."""
    page = walk.page
    paper = "getComputedStyle(document.body).backgroundColor"
    walk.open("#/help")
    expect(page.get_by_role("heading", name="Keys")).to_be_visible()
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(paper)
    assert light != dark, light
    walk.button("Theme: as the system").click()
    walk.button("Theme: light").focus()
    assert page.evaluate(paper) == light
    page.emulate_media(color_scheme="light")
    page.keyboard.press("Enter")
    expect(walk.button("Theme: dark")).to_be_visible()
    assert page.evaluate(paper) == dark
    page.reload()
    expect(walk.button("Theme: dark")).to_be_visible()
    assert page.evaluate(paper) == dark


def gone(walk: Walk):
    """The server ends and comes back; the page says so and goes on by itself."""
    page = walk.page
    walk.open(f"#/position?fen={ENDING}")
    walk.verdict("White wins in 15 plies")
    walk.server.stop()
    try:
        walk.square("b2").click()
        walk.square("d4").click()
        expect(page.locator("#gone")).to_be_visible()
        walk.verdict("The program does not answer")  # and nothing of the position before
        expect(page.locator(".moves-list .move")).to_have_count(0)
    finally:
        walk.server.start()
    expect(page.locator("#gone")).to_be_hidden()
    walk.verdict("White wins in 14 plies")
    # A proxy that refuses a request is not the program's end: it is said, and not asked again.
    asked = []

    def refuse(route):
        asked.append(route.request.url)
        route.fulfill(status=413, content_type="text/html", body="<h1>413</h1>")

    page.route("**/judge", refuse)
    walk.open("#/puzzles?puzzle=simplified")
    expect(page.locator(".puzzles [role=status]").filter(has_text="refuses this (status 413)")).to_be_visible()
    expect(page.locator("#gone")).to_be_hidden()
    assert len(asked) == 1, asked


def until(page: Page, condition: str):
    """Waits until it is so, where the page's policy keeps Playwright from asking by itself."""
    page.evaluate(f"async () => {{ while (!({condition})) await new Promise(done => setTimeout(done, 50)); }}")


def offline(walk: Walk):
    """After one visit the static page needs no network, and a new version takes the place of the one that is kept when it is loaded anew."""
    page = walk.page
    walk.open("")
    walk.verdict("White wins in 41 plies")
    until(page, "navigator.serviceWorker.controller")
    page.context.set_offline(True)
    page.reload()
    walk.verdict("White wins in 41 plies")
    walk.open("#/position?variant=tictactoe&ask=1")
    walk.verdict("Draw")
    page.context.set_offline(False)
    folder = walk.files
    assert folder
    for name, old, new in (("index.html", "<title>", '<meta name="version" content="2"><title>'), ("offline.js", 'version = "', 'version = "2')):
        text = (folder / name).read_text(encoding="utf-8")
        assert old in text, text
        (folder / name).write_text(text.replace(old, new), encoding="utf-8")
    other = page.context.new_page()  # while two windows show it, none has the new one
    other.goto(page.url)
    expect(other.locator(".value .verdict .words")).to_have_text("Draw")
    until(other, "(await navigator.serviceWorker.ready).waiting")
    assert page.locator("meta[name=version]").count() + other.locator("meta[name=version]").count() == 0
    other.close()
    for _ in range(20):  # a window that was closed counts a while longer
        page.reload()
        walk.verdict("Draw")
        if page.locator("meta[name=version]").count():
            break
    expect(page.locator("meta[name=version]")).to_have_count(1)


def late(walk: Walk):
    """An answer that comes late does not replace a newer one."""
    page = walk.page
    held = []
    slow = "8/8/8/8/8/5k2/1R6/K7 w - - 0 1"

    def hold(route):
        if route.request.post_data_json.get("fen") == slow:
            held.append(route)
        else:
            route.continue_()

    page.route("**/api/v1/value", hold)
    walk.open("#/position?fen=" + slow.replace(" ", "_"))
    walk.verdict("Not known yet")  # the rules have answered, the tables have not
    expect(page.get_by_text("Looking it up…")).to_be_visible()
    field = page.get_by_label("FEN", exact=True)
    field.fill(ENDING.replace("_", " "))
    field.press("Enter")
    walk.verdict("White wins in 15 plies")
    assert held
    for route in held:
        try:
            route.fulfill(json=walk.server.post("/api/v1/value", {"variant": "chess", "fen": slow, "line": True}))
        except Exception:  # the page has given the question up
            pass
    page.evaluate("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    walk.verdict("White wins in 15 plies")
    page.unroute("**/api/v1/value")
    # What is typed before the list of variants has come is kept.
    held.clear()
    page.route("**/api/v1/variants", lambda route: held.append(route))
    walk.open("#/position?variant=chess")
    walk.verdict("Not known yet")
    walk.variant("hexapawn4x4")
    until(page, "document.querySelector('.variants input').value")
    for route in held:
        route.continue_()
    walk.says("d1", "white pawn")
    page.unroute("**/api/v1/variants")
    # A dialog that was opened before the position was there stays open.
    held.clear()
    page.route("**/api/v1/line", lambda route: held.append(route))
    walk.open("#/position?line=e2e4")
    expect(page.locator("button.variant")).to_have_text("Chess")
    walk.button("Your own rules…").click()
    expect(page.locator("dialog.rules:modal")).to_be_visible()
    assert held
    for route in held:
        route.continue_()
    expect(walk.square("e4")).to_have_attribute("aria-label", re.compile("white pawn"))
    page.evaluate("new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))")
    expect(page.locator("dialog.rules:modal")).to_be_visible()
    page.unroute("**/api/v1/line")


def agreement(walk: Walk):
    """What is shown is what the API says, on random positions."""
    draw = random.Random(20)
    for _ in range(int(15 * float(os.environ.get("ZERMELO_TEST_SCALE", "1")))):
        squares = draw.sample([f"{f}{r}" for f in "abcdefgh" for r in range(1, 9)], 3)
        board = dict(zip(squares, [draw.choice("QR"), "K", "k"]))
        rows = "/".join("".join(board.get(f"{f}{r}", "1") for f in "abcdefgh") for r in range(8, 0, -1))
        fen = re.sub("1+", lambda ones: str(len(ones[0])), rows) + f" {draw.choice('wb')} - - 0 1"
        setup = walk.server.post("/api/v1/position", {"variant": "chess", "fen": fen})
        walk.page.goto(walk.address + "#/position?fen=" + fen.replace(" ", "_"))
        walk.fen(setup["fen"])
        if setup["violations"]:
            walk.verdict("No legal position")
            expect(walk.page.locator(".reasons li")).to_have_text([violation["message"] for violation in setup["violations"]])
            continue
        value = walk.server.post("/api/v1/value", {"variant": "chess", "fen": fen})
        order = ["win", "draw", "loss", "unknown"]
        words = {"win": "win in", "loss": "loss in", "draw": "draw", "unknown": "not known yet"}
        moves = sorted(value["moves"], key=lambda move: order.index(move["category"]))
        expect(walk.page.locator(".moves-list .move .san")).to_have_text([move["san"] for move in moves])
        told = []
        for move in moves:
            plies = move["plies"]
            length = "" if move["category"] in ("draw", "unknown") else f" {plies} {'ply' if plies == 1 else 'plies'}"
            told.append(f"{move['san']}, {words[move['category']]}{length}{', best' if move['optimal'] else ''}")
        walk.moves(*told)


def walls(walk: Walk):
    """A wall's square is chosen after the move; where it is all of the move, at once; another click takes the move back."""
    page = walk.page
    walk.open("#/position?variant=duck")
    walk.square("e2").click()
    walk.says("e4", "can move here")
    walk.square("e4").click()
    walk.says("e4", "white pawn")  # as the move leaves it
    walk.says("e2", "can move here")
    walk.says("e5", "can move here")
    walk.square("d1").click()  # a man stands there
    walk.square("e2").click()
    walk.square("e4").click()
    walk.square("e5").click()
    expect(page.get_by_role("list", name="Moves of this game")).to_contain_text("1.e4,e5")
    walk.says("e5", "the duck")
    page.reload()  # the address has it all
    expect(page.get_by_role("list", name="Moves of this game")).to_contain_text("1.e4,e5")
    walk.says("e5", "the duck")
    walk.open("#/position?variant=seirawan&fen=4k3/8/8/8/8/8/8/R3K3[H]_w_Q_-_0_1")
    walk.square("a1").click()
    walk.square("a4").click()
    page.get_by_role("dialog").get_by_role("button", name="Ra4/H").click()
    walk.says("a1", "white archbishop")
    # Set up: the gate of a man that goes is closed; a square that some may not enter stays one under those who may.
    walk.open("#/position?variant=seirawan")
    walk.says("b1", "move")
    walk.square("b1").focus()
    page.keyboard.press("Delete")
    walk.button("Set up").click()
    expect(page.get_by_label("FEN", exact=True)).to_have_value(re.compile("/R1BQKBNR.* w KQCDFGkqbcdfg - "))
    expect(page.locator(".reasons li")).to_have_count(0)
    walk.open("#/position?fen=4k3/8/8/8/8/8/8/R3K3_w_-_-_0_1_~k:a1,b2;*:c3")
    walk.says("a1", "move")
    walk.drag(walk.square("a1"), walk.square("b2"))
    expect(page.get_by_role("dialog")).to_contain_text("The rook on a1 does not go to b2.")
    walk.button("Set up").click()
    walk.fen("4k3/8/8/8/8/8/1R6/4K3 w - - 0 1 ~*:c3;k:a1,b2")
    walk.square("e1").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Alt+#")  # some keyboards have it there
    walk.says("f1", "no piece may enter")


def hands(walk: Walk):
    """Men in hand stand at the sides that are theirs, and are dropped: with the pointer, with the keyboard, by dragging."""
    page = walk.page
    walk.open("#/position?variant=crazyhouse&fen=4k3/8/8/8/8/8/8/Q~3K3[PPNr]_w_-_-_0_1")
    white, black = page.get_by_role("group", name="White’s hand"), page.get_by_role("group", name="Black’s hand")
    expect(white.get_by_role("button")).to_have_count(2)
    expect(black.get_by_role("button", name="black rook in hand, 1")).to_be_disabled()
    pawn = white.get_by_role("button", name="white pawn in hand, 2")
    expect(pawn).to_have_text("×2")
    walk.says("a1", "white queen (a promoted pawn)")
    pawn.click()
    expect(pawn).to_have_attribute("aria-pressed", "true")
    walk.says("e4", "can move here")
    expect(walk.square("e8")).not_to_have_attribute("aria-label", re.compile("can move here"))
    walk.square("e4").click()
    walk.fen("4k3/8/8/8/4P3/8/8/Q~3K3[NPr] b - - 0 1")
    expect(page.get_by_role("list", name="Moves of this game")).to_contain_text("P@e4")
    expect(white.get_by_role("button").first).to_be_disabled()
    rook = black.get_by_role("button", name="black rook in hand, 1")
    expect(rook).to_be_enabled()  # once it is known what moves there are
    rook.focus()
    page.keyboard.press("Enter")
    walk.says("e2", "can move here")
    walk.square("d2").focus()
    page.keyboard.press("Enter")
    walk.fen("4k3/8/8/8/4P3/8/3r4/Q~3K3[NP] w - - 0 1")
    if walk.width == "desk":
        walk.drag(white.get_by_role("button", name="white knight in hand, 1"), walk.square("f6"))
        expect(page.get_by_role("list", name="Moves of this game")).to_contain_text("1.P@e4R@d2")
    walk.open("#/position?variant=crazyhouse&fen=4k3/8/8/8/8/8/8/4K3[P]_w_-_-_0_1")
    page.get_by_text("Men in hand").click()
    walk.button("black rook in hand, 0: one more").click()
    walk.fen("4k3/8/8/8/8/8/8/4K3[Pr] w - - 0 1")
    expect(walk.button("black rook in hand, 1: one more")).to_be_focused()
    walk.button("white pawn in hand, 1: one less").click()
    walk.fen("4k3/8/8/8/8/8/8/4K3[r] w - - 0 1")
    walk.button("Clear").click()
    walk.fen("8/8/8/8/8/8/8/8[] w - - 0 1")
    walk.open("#/position?variant=chess")
    expect(walk.square("e2")).to_be_visible()
    expect(page.locator(".hand")).to_have_count(0)


# Each place in what states it has, and what is there once it is shown.
PLACES = {
    "": ".welcome", f"#/position?fen={ENDING}": ".moves-list .move", "#/position?variant=crazyhouse&fen=4k3/8/8/8/8/8/8/4K3[PPPr]_w": ".held", "#/position?fen=8/8/8/8/8/8/8/K7_w": ".reasons li", "#/position?panel=file&draft=x": ".rules .mistakes li",
    "#/puzzles?puzzle=cstate2&game=6&step=2": ".steps li", "#/puzzles?puzzle=simplified&text=1%0A1": ".mistakes li",
    "#/problems": ".palette button", "#/problems?fen=k7/8/2K5/8/8/8/8/7R_w&stipulation=%233&tries=1&set=1&solve=1&duplex=1": ".solution ul",
    "#/problems?fen=8/8/8/8/8/1K6/7R/1k6_b&stipulation=h%232&solve=1&line=b1a1&at=1": ".solution [aria-current]", "#/problems?stipulation=%232.5&solve=1": ".mistake-note:not(:empty)",
    "#/problems?fen=8/8/8/3k1K2/8/8/8/BR6_b&stipulation=h%233&intended=2&verify=1&solve=1&authors=A&twins=b:_move_b1_h1%0Ac:_move_a1_b2": ".soundness", "#/problems?twins=move_a1_a2": ".twin .mistake-note:not(:empty)",
    "#/solved?variant=simplified&tier=QNvQ": ".histogram", "#/atlas?row=R|8": ".detail img", "#/atlas?family=starts&row=hexapawn|3x3|one_rank|race": ".detail img", "#/help": ".call",
}


def accessible(walk: Walk):
    """axe-core finds no violation, in any place, in both themes."""
    page = walk.page
    axe = Axe()
    for address, sign in PLACES.items():
        walk.open(address)
        expect(page.locator(sign).first).to_be_visible()
        expect(page.locator("[aria-busy]")).to_have_count(0)
        # A theme has only colours, and they are the same at each width.
        themes = {"light": {}} | ({"dark": {"runOnly": ["color-contrast"]}} if walk.width == "desk" else {})
        for theme, only in themes.items():
            page.emulate_media(color_scheme=theme)
            found = axe.run(page, options={"resultTypes": ["violations"], **only})
            assert found.violations_count == 0, f"{theme} {address}\n{found.generate_report()}"
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), f"{address} is wider than the window"
    walk.open("#/position?variant=shogi")
    page.locator("button.variant").click()
    expect(page.locator("dialog.variants .start svg").first).to_be_visible()
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        found = axe.run(page, options={"resultTypes": ["violations"]})
        assert found.violations_count == 0, f"{theme}, the list of variants\n{found.generate_report()}"


def boards(walk: Walk):
    """Boards and men are the variant's own, or those of chess; the list of variants finds by words, and by the keyboard alone."""
    page = walk.page
    opener = page.locator("button.variant")
    find = page.get_by_role("combobox", name="Find a variant")
    drawn = page.locator(".board .picture")
    walk.open("#/position?variant=shogi")
    expect(opener).to_have_text("Shogi")
    walk.says("b2", "white bishop")
    expect(drawn.locator('use[href="#glyph-shogi-bishop"]')).to_have_count(2)
    expect(drawn.locator('.piece[transform*="rotate(180"]')).to_have_count(20)  # Black's point down
    walk.button("Flip").click()
    expect(drawn.locator('.piece[transform*="rotate(180"]')).to_have_count(20)
    expect(drawn.locator("rect.ruled")).to_have_count(81)
    page.get_by_label("Western men").check()
    expect(drawn.locator('use[href="#glyph-bishop"]')).to_have_count(2)
    expect(drawn.locator("rect.ruled")).to_have_count(0)
    page.reload()
    expect(drawn.locator('use[href="#glyph-bishop"]')).to_have_count(2)  # this browser remembers
    page.get_by_label("Western men").uncheck()
    expect(drawn.locator('use[href="#glyph-shogi-bishop"]')).to_have_count(2)
    # The list begins where one is, and finds by words, whatever the accents; Escape leaves all as it was.
    opener.focus()
    page.keyboard.press("Enter")
    expect(find).to_be_focused()
    chosen = page.locator('dialog.variants [role="option"][aria-selected="true"]')
    expect(chosen).to_contain_text("Shogi 9×9 The chess of Japan")
    expect(chosen.locator("svg")).to_be_visible()
    shown = page.locator('dialog.variants [role="option"]:visible')
    expect(page.locator('dialog.variants [role="group"]').first).to_have_accessible_name("Chess")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_contain_text("Dobutsu shogi")
    expect(find).to_have_attribute("aria-activedescendant", "variant-dobutsu")
    page.keyboard.press("Escape")
    expect(find).to_be_hidden()
    expect(opener).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.type("misere")
    expect(shown).to_have_count(1)
    find.fill("nothing at all")
    expect(page.get_by_text("No variant has these words.")).to_be_visible()
    find.fill("3x4 animals")
    expect(shown).to_have_count(1)
    page.keyboard.press("Enter")
    expect(opener).to_have_text("Dobutsu shogi")
    walk.says("b1", "white lion")
    expect(drawn.locator('use[href="#glyph-dobutsu-lion"]')).to_have_count(2)
    expect(page.locator(".game .note")).to_contain_text("chick, hen")
    # By the pointer: pictures are drawn where they are seen.
    opener.click()
    far = page.locator('dialog.variants [data-variant="slovak"][role="option"]')
    expect(far.locator("svg")).to_have_count(0)
    page.locator('dialog.variants [data-variant="xiangqi"][role="option"]').click()
    expect(opener).to_have_text("Xiangqi")
    expect(drawn.locator("path.lines")).to_have_count(1)
    expect(drawn.locator('use[href="#glyph-xiangqi-general-black"]')).to_have_count(1)
    walk.says("a1", "white chariot")
    walk.square("b3").click()
    walk.says("b10", "can move here")
    walk.square("b10").click()
    walk.says("b10", "white cannon")
    walk.variant("chess")
    expect(drawn.locator("path.lines")).to_have_count(0)
    expect(page.get_by_label("Western men")).to_be_hidden()


def languages(walk: Walk):
    """Chosen in the header, and kept; what was shown is shown again. Each language tells verdict, moves and squares in its own words, and what the program says is marked as English."""
    page = walk.page
    told = {
        "de": ("Weiß gewinnt in 15 Halbzügen", "Qd4, Gewinn in 15 Halbzügen, bester Zug", "b2, Dame (weiß), 22 Züge, bestenfalls: Gewinn in 15 Halbzügen"),
        "es": ("Las Blancas ganan en 15 medias jugadas", "Qd4, gana en 15 medias jugadas, la mejor", "b2, dama de las blancas, 22 jugadas, la mejor: gana en 15 medias jugadas"),
        "fr": ("Les Blancs gagnent en 15 demi-coups", "Qd4, gain en 15 demi-coups, le meilleur", "b2, dame des Blancs, 22 coups, au mieux : gain en 15 demi-coups"),
        "ja": ("白が15手で勝ち", "Qd4、15手で勝ち、最善", "b2、白のクイーン、22手、最善：15手で勝ち"),
        "zh": ("白方 15 半回合胜", "Qd4，15 半回合胜，最佳", "b2，白后，22 着，最佳：15 半回合胜"),
    }
    choice = page.locator("#language")

    def fits(where: str):
        assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"), f"{where} is wider than the window"
        wide = page.evaluate("[...document.querySelectorAll('button, nav a')].filter(one => one.scrollWidth > one.clientWidth + 1 && !one.closest('.unseen')).map(one => one.textContent)")
        assert not wide, f"{where}: {wide}"

    walk.open(f"#/position?fen={ENDING}&line=b2d4&at=0")
    for language, (verdict, move, square) in told.items():
        choice.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        walk.verdict(verdict)
        walk.moves(move)
        walk.says("b2", square)
        expect(page.locator(".played .line li")).to_have_count(1)  # the line of the address
        fits(language)
    addresses = {
        f"#/position?fen={ENDING}": ".moves-list .move", "#/position?fen=8/8/8/8/8/8/8/K7_w&setup=1": ".reasons li", "#/position?panel=words": ".rules .words",
        "#/puzzles?puzzle=cstate2&game=6&step=2": ".steps li", "#/problems?fen=k7/8/2K5/8/8/8/8/7R_w&stipulation=%233&tries=1&set=1&solve=1&duplex=1": ".solution ul",
        "#/problems?fen=8/8/8/3k1K2/8/8/8/BR6_b&stipulation=h%233&intended=2&verify=1&solve=1": ".soundness", "#/solved?variant=simplified&tier=QNvQ": ".histogram", "#/help": ".call",
    }
    axe = Axe()
    for language in ["ja", "de"]:  # German has the longest words
        choice.select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        for address, sign in addresses.items():
            walk.open(address)
            expect(page.locator(sign).first).to_be_visible()
            expect(page.locator("[aria-busy]")).to_have_count(0)
            fits(f"{language} {address}")
            if language == "ja":
                found = axe.run(page, options={"resultTypes": ["violations"]})
                assert found.violations_count == 0, f"{address}\n{found.generate_report()}"
    walk.open("#/position?fen=8/8/8/8/8/8/8/K7_w")
    walk.verdict("Keine legale Stellung")
    expect(page.locator(".reasons li").first).to_have_attribute("lang", "en")
    page.reload()
    walk.verdict("Keine legale Stellung")  # it is kept
    choice.select_option("en")
    walk.verdict("No legal position")
    expect(page.locator("html")).to_have_attribute("lang", "en")


WIDER = """() => {
    const width = document.documentElement.clientWidth;
    const isCut = element => element && (getComputedStyle(element).overflowX !== 'visible' || isCut(element.parentElement));
    const wide = [...document.querySelectorAll('body *')].filter(element => element.getBoundingClientRect().right > width + 1 && !isCut(element.parentElement));
    return [...wide.map(element => element.outerHTML.slice(0, 100)), ...(document.documentElement.scrollWidth > width ? ['the page'] : [])];
}"""
PRINTED = ".board, .middle .drawing, .verdict, .line, .best-play, .steps, .soundness, .solution"
PRINTED_BESIDE = """printed => [...document.querySelectorAll('body *')].filter(element => element.checkVisibility() && !element.closest(printed) &&
    (['IMG', 'INPUT', 'TEXTAREA', 'SELECT'].includes(element.tagName) || [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim())) &&
    !element.closest('.unseen')).map(element => element.outerHTML.slice(0, 100))"""
STYLE = "(element, name) => getComputedStyle(element)[name]"


def looked_at(walk: Walk):
    """Narrow, at twice the size, on paper, in colours that the system forces, and without motion: nothing sticks out, and what differs is seen to."""
    page = walk.page
    for width, height in ((320, 640), (640, 400)):  # 1280 at 200 %
        page.set_viewport_size({"width": width, "height": height})
        for address, sign in PLACES.items():
            walk.open(address)
            expect(page.locator(sign).first).to_be_visible()
            expect(page.locator("[aria-busy]")).to_have_count(0)
            wider = page.evaluate(WIDER)
            assert not wider, f"{address} at {width}: {wider}"
    page.set_viewport_size({"width": 1280, "height": 800})
    page.emulate_media(media="print", color_scheme="dark")
    for address, shown in {f"#/position?fen={ENDING}&line=b2d4,f3g2&at=1": [".board", ".value .verdict", ".best-play .line", ".played .line"],
                           "#/position?fen=8/8/8/8/8/8/8/K7_w": [".board", ".value .verdict"], "#/puzzles?puzzle=cstate2&game=6&step=2": [".board", ".reason .verdict", ".steps [aria-current]"],
                           "#/problems?fen=8/8/8/8/8/1K6/7R/1k6_b&stipulation=h%232&intended=1&solve=1": [".board", ".soundness", ".solutions li"]}.items():
        walk.open(address)
        for printed in shown:
            expect(page.locator(printed).first).to_be_visible()
        beside = page.evaluate(PRINTED_BESIDE, PRINTED)
        assert not beside, f"{address}, printed: {beside}"
        assert page.locator(shown[-1]).first.evaluate(STYLE, "color") in ("rgb(28, 33, 38)", "rgb(0, 0, 0)"), address  # on paper, which is white
    page.emulate_media(media="screen", color_scheme="light", forced_colors="active")
    if walk.page.context.browser.browser_type.name == "chromium":  # the other browser has no way to force them
        assert page.evaluate("matchMedia('(forced-colors: active)').matches")
        walk.open(f"#/position?fen={ENDING}&line=b2d4,f3g2&at=1")
        walk.verdict("White wins in 14 plies")

        def differ(name: str, *selectors: str):
            found = [page.locator(selector).first.evaluate(STYLE, name) for selector in selectors]
            assert len({*found}) == len(found), (name, dict(zip(selectors, found)))

        differ("backgroundColor", ".segments [aria-pressed=true]", ".segments [aria-pressed=false]")
        differ("borderBottomColor", "nav [aria-current]", "nav a:not([aria-current])")
        differ("backgroundColor", ".played [aria-current]", ".played .line button:not([aria-current])")
        walk.open(f"#/position?fen={ENDING}")
        walk.verdict("White wins in 15 plies")
        differ("backgroundColor", ".moves-list .badge.win", ".moves-list .badge.draw", "main")
        differ("backgroundColor", ".dot.white", ".dot.black")
        walk.square("b2").click()
        walk.says("d4", "can move here")
        differ("fill", ".sign.win > :is(rect, circle)", ".sign.draw > :is(rect, circle)", ".sign.win text", ".picture .selected")
        walk.open("#/puzzles?puzzle=cstate2&game=6&step=2")
        expect(page.locator(".steps [aria-current]")).to_be_visible()
        differ("backgroundColor", ".verdicts [aria-current]", ".verdicts button:not([aria-current])")
        differ("backgroundColor", ".steps [aria-current]", ".steps button:not([aria-current])")
    page.emulate_media(forced_colors="none", reduced_motion="no-preference")
    busy = "document.querySelector('.verdicts').setAttribute('aria-busy', 'true')"
    walk.open("#/puzzles?puzzle=cstate2")
    expect(page.locator(".verdicts li").first).to_be_visible()
    moving = "(" + busy + ", document.querySelector('.verdicts').offsetTop, document.getAnimations().length)"
    assert page.evaluate(moving) == 1
    page.emulate_media(reduced_motion="reduce")
    walk.open("#/puzzles?puzzle=cstate2")
    expect(page.locator(".verdicts li").first).to_be_visible()
    assert page.evaluate(moving) == 0
    assert page.evaluate("[...document.querySelectorAll('*')].every(element => getComputedStyle(element).transitionDuration === '0s' && getComputedStyle(element).animationName === 'none')")


OF_A_NETWORK = [gone, late]  # what happens between the page and a server
OF_FILES = [offline]
AT_ONE_WIDTH = [late, agreement, looked_at]  # what is shown, not where: the page's program asks for no width
FLOWS = [first_look, course, values, unknown, search, interrupted, opponent, set_up, free_hand, variations, keyboard, rules, samples, editing, contestant, long_text, generated, problems, composer, solved, atlas, links, themes, languages, gone, late, agreement, hands, boards, walls, accessible, looked_at, offline]


def walk_all(width: str, source: pathlib.Path, program: str, tables: str, files: str | None, firefox: bool, wanted: list[str]) -> list[str]:
    """Walks the flows at one width, with a browser and a server of its own; the names of those that fail. `files`: the static page."""
    failed = []
    server = serve(program, tables)
    folder = pathlib.Path(shutil.copytree(files, tempfile.mkdtemp(), dirs_exist_ok=True)) if files else None  # a flow changes it
    site = StaticSite(folder) if folder else server
    try:
        with sync_playwright() as playwright:
            browser = launch(playwright, firefox)
            expect.set_options(timeout=PATIENCE)
            for flow in FLOWS:
                if (wanted and flow.__name__ not in wanted) or (flow in AT_ONE_WIDTH and width != "desk") or flow in (OF_A_NETWORK if files else OF_FILES):
                    continue
                x, y = WIDTHS[width]
                context = browser.new_context(viewport={"width": x, "height": y})
                context.set_default_timeout(PATIENCE)
                page = context.new_page()
                mistakes: list[str] = []
                page.on("pageerror", lambda error: mistakes.append(str(error)))
                page.on("console", lambda message: mistakes.append(message.text) if "Content Security Policy" in message.text else None)
                begin = time.monotonic()
                try:
                    flow(Walk(page, server, site.address, source, width, folder))
                    assert not mistakes, mistakes
                    print(f"{flow.__name__} ({width}): good, {time.monotonic() - begin:.1f} s", flush=True)
                except Exception:  # the other flows are walked all the same
                    failed.append(f"{flow.__name__} ({width})")
                    print(f"{flow.__name__} ({width}): {traceback.format_exc()}\naddress: {page.url}\n{mistakes}", flush=True)
                context.close()
            browser.close()
    finally:
        server.stop()
        if folder:
            site.stop()
            shutil.rmtree(folder)
    return failed


def main(source: pathlib.Path, program: str, module: pathlib.Path | None, firefox: bool, wanted: list[str]) -> int:
    assert {*wanted} <= {flow.__name__ for flow in FLOWS}, wanted
    with tempfile.TemporaryDirectory() as tables, tempfile.TemporaryDirectory() as files:
        for variant, what in {"chess": ["--tiers", "KQvK,KRvK"], "simplified": ["--men", "3"]}.items():
            subprocess.run([program, "solve", variant, *what, "--tables", tables], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if module:
            subprocess.run([source / "tools/site", module, files, tables], check=True, stdout=subprocess.DEVNULL)
        with concurrent.futures.ProcessPoolExecutor(len(WIDTHS)) as pool:
            failed = sum(pool.map(walk_all, *zip(*[(width, source, program, tables, files if module else None, firefox, wanted) for width in WIDTHS])), [])
    print("failed: " + ", ".join(failed) if failed else "the page is sound")
    return 1 if failed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("source", type=pathlib.Path)
    parser.add_argument("program")
    parser.add_argument("--module", type=pathlib.Path)
    parser.add_argument("--firefox", action="store_true")
    parser.add_argument("flow", nargs="*")
    given = parser.parse_intermixed_args()
    sys.exit(main(given.source.resolve(), given.program, given.module, given.firefox, given.flow))
