#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether a capture en passant is a capture that must be made in antichess.
#
# The guess was: who can capture must, en passant too, as in antichess everywhere; learning environments count the same moves.
# Found: for open_spiel 2.0.2 it is no capture. Where it is the only one, the pawn may step ahead instead; where there is
# another, it is not among the moves at all. python-chess 1.11.2, pyffish 0.0.90 and chessops 0.15.1 agree on the rule.
# So a game of open_spiel can hold moves that nobody else takes, from the first few moves on.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv, npm and node.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90
npm install --silent --no-audit --no-fund --prefix "$folder" chessops@0.15.1
cat > "$folder/passing.py" <<'END'
import sys
import chess.variant
import pyffish
import pyspiel
for fen in sys.argv[1:]:
    state = pyspiel.load_game("antichess").new_initial_state(fen)
    print("open_spiel", *sorted(state.action_to_string(action) for action in state.legal_actions()))
    board = chess.variant.AntichessBoard(fen)
    print("python-chess", *sorted(board.san(move) for move in board.legal_moves))
    print("pyffish", *sorted(pyffish.get_san("antichess", fen, move) for move in pyffish.legal_moves("antichess", fen, [])))
END
cat > "$folder/passing.mjs" <<'END'
import { parseFen } from 'chessops/fen';
import { makeUci } from 'chessops/util';
import { setupPosition } from 'chessops/variant';
for (const fen of process.argv.slice(2)) {
  const moves = [...setupPosition('antichess', parseFen(fen).unwrap()).unwrap().allDests()];
  console.log('chessops', ...moves.flatMap(([from, to]) => [...to].map(square => makeUci({ from, to: square }))).sort());
}
END
expected='open_spiel e6 exd6
python-chess exd6
pyffish exd6
open_spiel gxh6
python-chess exd6 gxh6
pyffish exd6 gxh6
chessops e5d6
chessops e5d6 g5h6'
set -- 'r7/8/8/3pP3/8/8/8/8 w - d6 0 2' '8/8/7r/3pP1P1/8/8/8/8 w - d6 0 2'
found=$("$folder/python/bin/python" "$folder/passing.py" "$@"; node "$folder/passing.mjs" "$@")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
