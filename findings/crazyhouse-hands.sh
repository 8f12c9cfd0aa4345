#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# In which order a FEN of crazyhouse names the men in hand.
#
# The guess was: the libraries that are used together write one position as one text, White's men and then Black's, each
# from the queen to the pawn.
# Found: python-chess 1.11.2 and pyffish 0.0.90 do; chessops 0.15.1 writes each from the pawn to the queen. So FENs of one
# position differ as texts, and are no keys to look it up by, until one of them has rewritten the other's.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv, npm and node.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2 pyffish==0.0.90
npm install --silent --no-audit --no-fund --prefix "$folder" chessops@0.15.1
fen='1nb1k1nr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKB1R[PpNbrQP] w KQk - 0 1'
cat > "$folder/hands.py" <<'END'
import sys
import chess.variant
import pyffish
print("python-chess", chess.variant.CrazyhouseBoard(sys.argv[1]).fen())
print("pyffish", pyffish.get_fen("crazyhouse", sys.argv[1], []))
END
cat > "$folder/hands.mjs" <<'END'
import { makeFen, parseFen } from 'chessops/fen';
import { setupPosition } from 'chessops/variant';
console.log('chessops', makeFen(setupPosition('crazyhouse', parseFen(process.argv[2]).unwrap()).unwrap().toSetup()));
END
expected='python-chess 1nb1k1nr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKB1R[QNPPrbp] w KQk - 0 1
pyffish 1nb1k1nr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKB1R[QNPPrbp] w KQk - 0 1
chessops 1nb1k1nr/pppp1ppp/8/8/8/8/PPPP1PPP/RNBQKB1R[PPNQpbr] w KQk - 0 1'
found=$("$folder/python/bin/python" "$folder/hands.py" "$fen"; node "$folder/hands.mjs" "$fen")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
