#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""tools/others-suites reads each form of suite, finds what agrees, and tells a planted difference.

Usage: others_suites.py SOURCE_DIR PROGRAM.
"""
import pathlib
import subprocess
import sys
import tempfile

# The second count of the second position is wrong by one; so are a count of a script, the winner, and the last assertions.
PERFT = """# a comment
id start
epd rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -
perft 1 20
perft 2 400
perft 3 8902

id planted
epd 2r5/8/8/8/8/8/6PP/k2KR3 w K -
perft 1 17
perft 2 243
"""
SCRIPT = """expect perft.exp losalamos startpos 2 100 > /dev/null
expect perft.exp knightmate startpos 1 17 > /dev/null
expect perft.exp fives "fen 5/5/5/5/K3k w - - 0 1" 1 3 > /dev/null
expect perft.exp nowhere startpos 1 20 > /dev/null
"""
INI = """[fives:chess]
maxRank = 5
maxFile = 5
castling = false
doubleStep = false
startFen = k4/5/5/5/4K w - - 0 1
"""
TYPESCRIPT = """
  ['horde', 'start', 'rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq -', 8, skip, 1274],
const black = setupPosition('racingkings', parseFen('1k6/6K1/8/8/8/8/8/8 w - - 0 1').unwrap()).unwrap();
expect(black.isEnd()).toBe(true);
expect(black.outcome()).toStrictEqual({ winner: 'white' });
"""
PACKAGE = """import unittest
import pyffish as sf
class TestPyffish(unittest.TestCase):
    def test_all(self):
        fen = "8/8/8/8/8/2k5/1R6/K7 w - - 0 1"
        self.assertEqual(sf.get_fen("chess", fen, ["b2b8"]), "1R6/8/8/8/8/2k5/8/K7 b - - 1 1")
        self.assertIn("b2c2", sf.legal_moves("chess", fen, []))
        self.assertTrue(sf.has_insufficient_material("chess", fen, []))
        self.assertEqual(sf.validate_fen(fen, "chess"), sf.FEN_OK)
        self.assertNotEqual(sf.validate_fen("x", "chess"), sf.FEN_OK)
        self.assertTrue(sf.gives_check("chess", fen, []))
        self.assertEqual(sf.get_san("chess", fen, "b2b8"), "Rb7")
"""
EXPECTED = (
    "python-chess, tricky.perft: chess, any rook castles: depth 2: expected 243, got 242\n  at 2r5/8/8/8/8/8/6PP/k2KR3 w K -",
    "Fairy-Stockfish, tests/perft.sh: knightmate: depth 1: expected 17, got 18\n  at the start",
    "chessops, a.test.ts: racingkings: outcome expected white, got black",
    "Fairy-Stockfish, test.py: gives_check: chess: expected true, got False",
    "Fairy-Stockfish, test.py: get_san: chess: expected equal Rb7, got Rb8",
    "| python-chess, tricky.perft | 2 | 2 |",
    "| chessops, a.test.ts | 3 | 3 |",
    "| Fairy-Stockfish, tests/perft.sh | 4 | 3 |",
    "1: no variant nowhere here",
    "| Fairy-Stockfish, test.py: get_fen | 1 | 1 | 0 | 0 |",
    "| Fairy-Stockfish, test.py: validate_fen | 2 | 2 | 0 | 0 |",
    "| Fairy-Stockfish, test.py: has_insufficient_material | 1 | 0 | 0 | 0 | 1: no such question here |",
)


def main(source, program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for path, text in {"a/tricky.perft": PERFT, "b/src/a.test.ts": TYPESCRIPT, "c/tests/perft.sh": SCRIPT, "c/src/variants.ini": INI,
                           "c/test.py": PACKAGE}.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
        done = subprocess.run([sys.executable, source / "tools/others-suites", program, "--python-chess", folder / "a", "--chessops",
                               folder / "b", "--fairy-stockfish", folder / "c", "--jobs", "1"], capture_output=True, text=True)
    problems = [f"'{expected}' is missing" for expected in EXPECTED if expected not in done.stdout]
    if done.returncode != 1 or done.stdout.count("expected ") != 5:
        problems.append(f"status {done.returncode}, and not five differences")
    if problems:
        problems.append(done.stdout + done.stderr)
    print("\n".join(problems) or "suites of each form are read, and what differs is found")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
