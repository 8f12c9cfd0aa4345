#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether libraries of shogi forbid a drop of a pawn that mates, and also where a pinned man is all that could take the pawn.
#
# The guess was: it is one of the first rules that each of them tests, so all leave such a drop out of their legal moves, pins or not.
# Found: cshogi 1.1.0 and OpenSpiel 2.0.2 do. python-shogi 1.1.1 lists the drop where the only man that reaches the pawn is pinned, and says
# of the position after it that it is checkmate: whether the pawn can be taken is asked without regard to pins. pyffish 0.0.90 lists such
# drops always, and counts the game as won by who is mated; so its legal moves are more than others', and a search that trusts the list
# alone finds mates that are none.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check cshogi==1.1.0 python-shogi==1.1.1 open_spiel==2.0.2 pyffish==0.0.90
cat > "$folder/drops.py" <<'END'
import cshogi
import pyffish
import pyspiel
import shogi

DROP = "P*1b"
POSITIONS = {
    "mate": "7nk/9/8G/9/9/9/9/9/K8 b P 1",
    "mate, for the man that could take is pinned": "4R2gk/9/8G/9/9/9/9/9/K8 b P 1",
    "none, for that man is not pinned": "7gk/9/8G/9/9/9/9/9/K8 b P 1",
}
for what, sfen in POSITIONS.items():
    fen = sfen.split()[0] + "[P] w - - 0 1"
    state = pyspiel.load_game("shogi").new_initial_state(sfen)
    lists = {
        "cshogi": [cshogi.move_to_usi(move) for move in cshogi.Board(sfen).legal_moves],
        "OpenSpiel": [state.action_to_string(action) for action in state.legal_actions()],
        "python-shogi": [move.usi() for move in shogi.Board(sfen).legal_moves],
        "pyffish": [DROP if move == "P@i8" else move for move in pyffish.legal_moves("shogi", fen, [])],
    }
    print(f"{what}: legal in", ", ".join(name for name, moves in lists.items() if DROP in moves) or "none")
board = shogi.Board(POSITIONS["mate, for the man that could take is pinned"])
board.push_usi(DROP)
print("python-shogi says checkmate after it:", board.is_checkmate())
# As pyffish scores it, for who is to move: what is mated has won.
print("pyffish's result after the mate:", pyffish.game_result("shogi", POSITIONS["mate"].split()[0] + "[P] w - - 0 1", ["P@i8"]) > 0)
END
expected='mate: legal in pyffish
mate, for the man that could take is pinned: legal in python-shogi, pyffish
none, for that man is not pinned: legal in cshogi, OpenSpiel, python-shogi, pyffish
python-shogi says checkmate after it: True
pyffish'"'"'s result after the mate: True'
found=$("$folder/python/bin/python" "$folder/drops.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
