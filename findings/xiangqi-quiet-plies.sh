#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# After how many plies without a capture, and after how many of a shuffle, xiangqi is drawn.
#
# The guess was: after 60 moves of both sides, 120 plies, or 50, 100 plies, as in chess, and after the third occurrence of a
# position where both sides only walk to and fro.
# Found: elephantops 0.1.1 ends the game after 50 plies, 25 moves of both sides, though it calls that 50 moves. pyffish 0.0.90 lets
# the players claim a draw after 100. For open_spiel 2.0.2 there is neither rule: two chariots that walk to and fro do so until a
# game has 500 plies; pyffish ends that after 8. So records of one are cut short, or too long, for the other.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv, npm and node.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 pyffish==0.0.90
npm install --silent --no-audit --no-fund --prefix "$folder" elephantops@0.1.1
cat > "$folder/quiet.py" <<'END'
import pyffish
import pyspiel

FEN = "4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - {} 80"
print("pyffish claims from", next(n for n in range(300) if pyffish.is_optional_game_end("xiangqi", FEN.format(n), [])[0]))

moves = []
while not pyffish.is_optional_game_end("xiangqi", pyffish.start_fen("xiangqi"), moves)[0]:
    moves.append(["a1a2", "a10a9", "a2a1", "a9a10"][len(moves) % 4])
print("pyffish shuffles", len(moves))

state = pyspiel.load_game("xiangqi").new_initial_state()
plies = 0
while not state.is_terminal():
    wanted = ["R(9,0)-(8,0)", "r(0,0)-(1,0)", "R(8,0)-(9,0)", "r(1,0)-(0,0)"][plies % 4]
    state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(action) == wanted))
    plies += 1
print("open_spiel shuffles", plies, state.returns())
END
cat > "$folder/quiet.mjs" <<'END'
import { parseFen } from 'elephantops/fen';
import { Xiangqi } from 'elephantops/xiangqi';
const ended = plies => Xiangqi.fromSetup(parseFen(`4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - ${plies} 80`).unwrap()).unwrap().isEnd();
let plies = 0;
while (!ended(plies)) ++plies;
console.log('elephantops ends at', plies);
END
expected='pyffish claims from 100
pyffish shuffles 8
open_spiel shuffles 500 [0.0, 0.0]
elephantops ends at 50'
found=$("$folder/python/bin/python" "$folder/quiet.py"; cd "$folder"; node quiet.mjs)
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
