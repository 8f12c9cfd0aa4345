#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Which player begins in the learning environments' games of two sides.
#
# The guess was: who moves first is player 0, as in each game of boards that open_spiel has and in each environment of PettingZoo.
# Found: in open_spiel 2.0.2 player 1 begins chess and antichess (White is player 1, so that Black's returns come first), and player 0
# shogi, xiangqi, breakthrough, checkers, othello, clobber and amazons. In PettingZoo 1.27.0 player_0 begins chess. So an agent that
# reads returns[0] as those of who moved first learns the wrong side's in just these two games.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 'pettingzoo[classic]==1.27.0'
cat > "$folder/first.py" <<'END'
import pyspiel
from pettingzoo.classic import chess_v6

for name in ("chess", "antichess", "shogi", "xiangqi", "breakthrough", "checkers", "othello", "clobber", "amazons"):
    print(name, pyspiel.load_game(name).new_initial_state().current_player())
state = pyspiel.load_game("chess").new_initial_state("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1")
state.apply_action(state.string_to_action("Ra8#"))
print("chess, White has mated", state.returns())
environment = chess_v6.env()
environment.reset()
print("PettingZoo's chess", environment.agent_selection)
END
expected='chess 1
antichess 1
shogi 0
xiangqi 0
breakthrough 0
checkers 0
othello 0
clobber 0
amazons 0
chess, White has mated [-1.0, 1.0]
PettingZoo'"'"'s chess player_0'
found=$("$folder/python/bin/python" "$folder/first.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
