#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# What a FEN says of the clock of half moves after 400 plies without progress.
#
# The guess was: 400, in all libraries that let a game go on until somebody claims a draw.
# Found: python-chess 1.11.2, pyffish 0.0.90 and chess.js 1.4.0 say so. chessops 0.15.1 counts 400, too, and reads 200 as 200,
# but writes 150 at most, in chess as in variants, while its games do not end by this clock. So a game that is kept as a FEN
# after each move stands at 150 for ever.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv, npm and node.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2 pyffish==0.0.90
npm install --silent --no-audit --no-fund --prefix "$folder" chessops@0.15.1 chess.js@1.4.0
cat > "$folder/clock.py" <<'END'
from importlib.metadata import version
import sys
import chess
import pyffish
moves = sys.argv[1].split() * 100
board = chess.Board()
for move in moves:
    board.push_uci(move)
print("python-chess", version("chess"), *board.fen().split()[4:])
print("pyffish", version("pyffish"), *pyffish.get_fen("chess", pyffish.start_fen("chess"), moves).split()[4:])
END
cat > "$folder/clock.mjs" <<'END'
import { readFileSync } from 'node:fs';
import { Chess } from 'chess.js';
import { makeFen, parseFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import { defaultPosition, setupPosition } from 'chessops/variant';
const version = name => JSON.parse(readFileSync(new URL(`node_modules/${name}/package.json`, import.meta.url))).version;
const clocks = fen => fen.split(' ').slice(-2).join(' ');
const moves = Array(100).fill(process.argv[2].split(' ')).flat();
const game = new Chess();
for (const move of moves) game.move({ from: move.slice(0, 2), to: move.slice(2) });
console.log('chess.js', version('chess.js'), clocks(game.fen()));
for (const name of ['chess', 'atomic', 'crazyhouse']) {
  const position = defaultPosition(name);
  for (const move of moves) position.play(parseUci(move));
  console.log('chessops', version('chessops'), name, position.halfmoves, clocks(makeFen(position.toSetup())), position.isEnd());
}
const read = setupPosition('chess', parseFen('4k3/8/8/8/8/8/8/4K2R w - - 200 300').unwrap()).unwrap();
console.log('read 200', read.halfmoves, clocks(makeFen(read.toSetup())));
END
expected='python-chess 1.11.2 400 201
pyffish 0.0.90 400 201
chess.js 1.4.0 400 201
chessops 0.15.1 chess 400 150 201 false
chessops 0.15.1 atomic 400 150 201 false
chessops 0.15.1 crazyhouse 400 150 201 false
read 200 200 150 300'
set -- 'g1f3 g8f6 f3g1 f6g8'
found=$("$folder/python/bin/python" "$folder/clock.py" "$1"; node "$folder/clock.mjs" "$1")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
