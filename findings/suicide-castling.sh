#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether one castles in suicide chess.
#
# The guess was: `suicide` is one game in python-chess and in Fairy-Stockfish, which share the name in UCI, with the same
# moves and the same start, without castling, as antichess.
# Found: python-chess 1.11.2 begins with all rights to castle and plays it; pyffish 0.0.90 begins without them, finds a FEN
# with them valid (1), and drops them without a word. In giveaway both castle, in antichess neither does.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check chess==1.11.2 pyffish==0.0.90
cat > "$folder/castling.py" <<'END'
import chess.variant
import pyffish
for board in (chess.variant.SuicideBoard(), chess.variant.GiveawayBoard(), chess.variant.AntichessBoard()):
    print(board.uci_variant, board.fen().split()[2], pyffish.start_fen(board.uci_variant).split()[2])
fen = "r3kb1B/pp3p1p/2n5/4p3/R1P4P/5P2/1P2B1PR/1N4N1 b q - 0 15"
print("e8c8" in [move.uci() for move in chess.variant.SuicideBoard(fen).legal_moves], "e8c8" in pyffish.legal_moves("suicide", fen, []))
print(pyffish.validate_fen(fen, "suicide"), pyffish.get_fen("suicide", fen, []).split()[2])
END
expected='suicide KQkq -
giveaway KQkq KQkq
antichess - -
True False
1 -'
found=$("$folder/python/bin/python" "$folder/castling.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
