#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# How a drop in crazyhouse changes the counter of half moves in a FEN.
#
# The guess was: all programs agree that a drop is progress, so the counter is 0 after each drop, and that the rule of
# fifty moves draws as in chess.
# Found: three ways among four programs. python-chess 1.11.2 counts on after every drop, and knows no draw by the
# counter there; chessops 0.15.1 and shakmaty 0.29.3 begin anew after the drop of a pawn alone; pyffish 0.0.90
# (Fairy-Stockfish) begins anew after every drop, and lets the players claim a draw at 100. So the counter of a FEN
# from one of them is no counter for another, and a draw of the one is a game that goes on for the other.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv, npm, node and cargo.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2 pyffish==0.0.90
npm install --silent --no-audit --no-fund --prefix "$folder" chessops@0.15.1
mkdir "$folder/src"
cat > "$folder/Cargo.toml" <<'END'
[package]
name = "clock"
version = "0.1.0"
edition = "2021"
[dependencies]
shakmaty = { version = "=0.29.3", features = ["variant"] }
END
cat > "$folder/src/main.rs" <<'END'
use shakmaty::{fen::Fen, uci::UciMove, variant::Crazyhouse, CastlingMode, EnPassantMode, Position};
fn main() {
    for (man, drop) in [("N", "N@a3"), ("P", "P@a3")] {
        let fen: Fen = format!("4k3/8/8/8/8/8/3R4/4K3[{man}] w - - 10 100").parse().unwrap();
        let mut position: Crazyhouse = fen.into_position(CastlingMode::Standard).unwrap();
        let drop = drop.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(drop);
        println!("shakmaty {man} {}", Fen::from_position(&position, EnPassantMode::Legal));
    }
}
END
cat > "$folder/clock.mjs" <<'END'
import { makeFen, parseFen } from 'chessops/fen';
import { parseUci } from 'chessops/util';
import { setupPosition } from 'chessops/variant';
for (const man of ['N', 'P']) {
  const position = setupPosition('crazyhouse', parseFen(`4k3/8/8/8/8/8/3R4/4K3[${man}] w - - 10 100`).unwrap()).unwrap();
  position.play(parseUci(`${man}@a3`));
  console.log('chessops', man, makeFen(position.toSetup()));
}
END
cat > "$folder/clock.py" <<'END'
import chess.variant
import pyffish
for man in "NP":
    fen = f"4k3/8/8/8/8/8/3R4/4K3[{man}] w - - 10 100"
    board = chess.variant.CrazyhouseBoard(fen)
    board.push_uci(f"{man}@a3")
    print("python-chess", man, board.fen())
    print("pyffish", man, pyffish.get_fen("crazyhouse", fen, [f"{man}@a3"]))
fen = "4k3/8/8/8/8/8/3R4/4K3[] w - - 150 100"
print("python-chess draw", chess.variant.CrazyhouseBoard(fen).outcome(claim_draw=True))
print("pyffish draw", pyffish.is_optional_game_end("crazyhouse", fen, []))
END
expected='python-chess N 4k3/8/8/8/8/N7/3R4/4K3[] b - - 11 100
pyffish N 4k3/8/8/8/8/N7/3R4/4K3[] b - - 0 100
python-chess P 4k3/8/8/8/8/P7/3R4/4K3[] b - - 11 100
pyffish P 4k3/8/8/8/8/P7/3R4/4K3[] b - - 0 100
python-chess draw None
pyffish draw (True, 0)
chessops N 4k3/8/8/8/8/N7/3R4/4K3[] b - - 11 100
chessops P 4k3/8/8/8/8/P7/3R4/4K3[] b - - 0 100
shakmaty N 4k3/8/8/8/8/N7/3R4/4K3[] b - - 11 100
shakmaty P 4k3/8/8/8/8/P7/3R4/4K3[] b - - 0 100'
found=$("$folder/python/bin/python" "$folder/clock.py"; node "$folder/clock.mjs"; cargo run --quiet --manifest-path "$folder/Cargo.toml")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
