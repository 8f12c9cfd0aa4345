#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether antichess is over when bishops on squares of different colours are all that is left.
#
# The guess was: such bishops can never meet, so no one can win, and all libraries that know dead positions of antichess say so.
# Found: python-chess 1.11.2 and chessops 0.15.1 end the game. pyffish 0.0.90 has material enough for both sides, kokopu 4.13.4
# does not find the position dead, and open_spiel 2.0.2 lets the game go on. All agree on a dead position of chess (True).
# So a record of the first two ends where the last three wait for more moves.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv, npm and node.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 chess==1.11.2 pyffish==0.0.90
npm install --silent --no-audit --no-fund --prefix "$folder" chessops@0.15.1 kokopu@4.13.4
cat > "$folder/bishops.py" <<'END'
import sys
import chess.variant
import pyffish
import pyspiel
for name, fen in zip(("antichess", "chess"), sys.argv[1:]):
    print(name, "python-chess", chess.variant.find_variant(name)(fen).is_game_over())
    print(name, "pyffish", pyffish.has_insufficient_material(name, fen, []) == (True, True))
    print(name, "open_spiel", pyspiel.load_game(name).new_initial_state(fen).is_terminal())
END
cat > "$folder/bishops.mjs" <<'END'
import { parseFen } from 'chessops/fen';
import { setupPosition } from 'chessops/variant';
import kokopu from 'kokopu';
for (const [name, other, fen] of [['antichess', 'antichess', process.argv[2]], ['chess', 'regular', process.argv[3]]]) {
  console.log(name, 'chessops', setupPosition(name, parseFen(fen).unwrap()).unwrap().isEnd());
  console.log(name, 'kokopu', new kokopu.Position(other, fen).isDead());
}
END
expected='antichess python-chess True
antichess pyffish False
antichess open_spiel False
chess python-chess True
chess pyffish True
chess open_spiel True
antichess chessops true
antichess kokopu false
chess chessops true
chess kokopu true'
set -- '8/3B4/8/8/5b2/8/8/8 w - - 0 48' '8/3B4/8/8/2k5/8/6K1/8 w - - 0 48'
found=$("$folder/python/bin/python" "$folder/bishops.py" "$@"; node "$folder/bishops.mjs" "$@")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
