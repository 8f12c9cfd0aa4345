#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether a right to capture en passant that a pin forbids to use makes a position of chess another one.
#
# The guess was: two positions are the same if the same moves can be played in both, as the Laws of Chess say (9.2.3), so all
# programs see a position for the third time in both games here: in one a pawn has passed by a pawn that is pinned to its
# king, in the other no pawn could capture.
# Found: python-chess 1.11.2 does. pyffish 0.0.90 (Fairy-Stockfish), open_spiel 2.0.2 and chess.js 1.4.0 do not see it after
# the pinned pawn, chess.js though its own FENs of the three positions agree but for the counters. Without the pawn all see it.
# So a game is a draw for one and goes on for the others, and counting a program's own FENs is not counting as it does.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv, npm and node.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90
npm install --silent --no-audit --no-fund --prefix "$folder" chess.js@1.4.0
cat > "$folder/third.py" <<'END'
import sys
import chess
import pyffish
import pyspiel
moves = sys.argv[1].split()
for fen in sys.argv[2:]:
    board = chess.Board(fen)
    state = pyspiel.load_game("chess").new_initial_state(fen)
    for move in moves:
        state.apply_action(state.parse_move_to_action(move))
        board.push_uci(move)
    print("python-chess", board.is_repetition(3))
    print("pyffish", pyffish.is_optional_game_end("chess", fen, moves)[0])
    print("open_spiel", state.is_terminal())
END
cat > "$folder/third.mjs" <<'END'
import { Chess } from 'chess.js';
for (const fen of process.argv.slice(3)) {
  const game = new Chess(fen);
  const seen = [];
  for (const move of process.argv[2].split(' ')) {
    game.move({ from: move.slice(0, 2), to: move.slice(2) });
    seen.push(game.fen().split(' ').slice(0, 4).join(' '));
  }
  console.log('chess.js', game.isThreefoldRepetition(), seen.filter(one => one === seen.at(-1)).length);
}
END
expected='python-chess True
pyffish False
open_spiel False
python-chess True
pyffish True
open_spiel True
chess.js false 3
chess.js true 3'
set -- 'e2e4 d8d7 h1h2 d7d8 h2h1 d8d7 h1h2 d7d8 h2h1' '3k4/8/8/8/3p4/8/4P3/3R3K w - - 0 1' '3k4/8/8/8/8/3p4/4P3/3R3K w - - 0 1'
found=$("$folder/python/bin/python" "$folder/third.py" "$@"; node "$folder/third.mjs" "$@")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
