#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether a game of crazyhouse repeats when a promoted queen and a plain one have changed places.
#
# The guess was: it does not, for who captures the promoted one gets a pawn, and not a queen; so all programs that mark
# promoted men in their FENs, as Q~, wait until both queens stand where they stood.
# Found: python-chess 1.11.2 and open_spiel 2.0.2 wait, and see the third occurrence after 32 plies. pyffish 0.0.90
# (Fairy-Stockfish) sees it after 16, as with two plain queens, though its own FENs half way are others, and so is what it
# puts into the hand after the same capture. And open_spiel writes the promoted queen as E and refuses Q~, which the other
# two write; they refuse E. So neither the end of a game nor its FEN carries over.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90
cat > "$folder/promoted.py" <<'END'
from importlib.metadata import version
import chess.variant
import pyffish
import pyspiel
print("chess", version("chess"), "pyffish", version("pyffish"), "open_spiel", version("open_spiel"))
SWAP = "a1b2 g8f8 c1a1 f8g8 b2b1 g8f8 b1c1 f8g8".split()
game = pyspiel.load_game("crazyhouse")
def fen_of(queen):
    return "2r3k1/5ppp/8/8/8/8/5PPP/" + queen + "1Q3K1[] w - - 0 1"
def reads(make, fen, error):
    try:
        make(fen)
        return True
    except error:
        return False
for name, mark, spiel_mark in (("promoted", "Q~", "E"), ("plain", "Q", "Q")):
    start, moves, third = fen_of(mark), [], {}
    board, state = chess.variant.CrazyhouseBoard(start), game.new_initial_state(fen_of(spiel_mark))
    for ply in range(1, 33):
        moves.append(SWAP[(ply - 1) % 8])
        board.push_uci(moves[-1])
        if not state.is_terminal():
            state.apply_action(state.parse_move_to_action(moves[-1]))
        for who, seen in (("python-chess", board.is_repetition(3)), ("open_spiel", state.is_terminal()),
                          ("pyffish", pyffish.is_optional_game_end("crazyhouse", start, moves)[0])):
            if seen:
                third.setdefault(who, ply)
    print(name, *(f"{who} {ply}" for who, ply in sorted(third.items())))
    for plies in (7, 15):
        taken = [*moves[:plies], "c8c1"]
        print(plies, *(pyffish.get_fen("crazyhouse", start, line).split()[0] for line in (moves[:plies], taken)))
state = game.new_initial_state("7k/P7/8/8/8/8/8/K7[] w - - 0 1")
print("open_spiel a8=Q", str(state.child(state.parse_move_to_action("a7a8q"))).split()[0])
for mark in ("Q~", "E"):
    fen = fen_of(mark)
    print(mark, "open_spiel", reads(game.new_initial_state, fen, pyspiel.SpielError), "python-chess", reads(chess.variant.CrazyhouseBoard, fen, ValueError),
          "pyffish", pyffish.validate_fen(fen, "crazyhouse") == pyffish.FEN_OK)
END
expected='chess 1.11.2 pyffish 0.0.90 open_spiel 2.0.2
promoted open_spiel 32 pyffish 16 python-chess 32
7 2r2k2/5ppp/8/8/8/8/5PPP/Q1Q~3K1[] 5k2/5ppp/8/8/8/8/5PPP/Q1r3K1[p]
15 2r2k2/5ppp/8/8/8/8/5PPP/Q~1Q3K1[] 5k2/5ppp/8/8/8/8/5PPP/Q~1r3K1[q]
plain open_spiel 16 pyffish 16 python-chess 16
7 2r2k2/5ppp/8/8/8/8/5PPP/Q1Q3K1[] 5k2/5ppp/8/8/8/8/5PPP/Q1r3K1[q]
15 2r2k2/5ppp/8/8/8/8/5PPP/Q1Q3K1[] 5k2/5ppp/8/8/8/8/5PPP/Q1r3K1[q]
open_spiel a8=Q E6k/8/8/8/8/8/8/K7
Q~ open_spiel False python-chess True pyffish True
E open_spiel True python-chess False pyffish False'
found=$("$folder/python/bin/python" "$folder/promoted.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
