#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# When the chess environment of PettingZoo ends a game by repetition.
#
# The guess was: at the third occurrence of a position, as its notes on versions tell of a check for threefold repetition.
# Found: PettingZoo 1.27.0 ends the game before, as soon as the side to move has any move that would repeat a position for the
# third time, whether it would play it or not: here Black can mate at once (Qh4#), and no position has occurred three times,
# but both rewards are 0. So nobody learns there to win in such a position, and its games are shorter than the rules let them be.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check pettingzoo==1.27.0 chess==1.11.2 pygame==2.6.1
cat > "$folder/claims.py" <<'END'
import chess
from pettingzoo.classic import chess_v6
from pettingzoo.classic.chess.chess_utils import action_to_move
environment = chess_v6.env()
environment.reset()
board = environment.unwrapped.board
for text in "f2f3 b8c6 g2g4 e7e5 b1c3 c6b8 c3b1 b8c6 b1c3 c6b8 c3b1".split():
    assert not any(environment.terminations.values())
    player = int(board.turn == chess.BLACK)
    actions = environment.observe(environment.agent_selection)["action_mask"].nonzero()[0]
    environment.step(next(int(action) for action in actions if action_to_move(board, int(action), player).uci() == text))
mate = board.copy()
mate.push_uci("d8h4")
print("occurred twice", board.is_repetition(2), "thrice", board.is_repetition(3), "Black mates", mate.is_checkmate())
print("over", *environment.terminations.values(), "rewards", *environment.rewards.values())
END
expected='occurred twice True thrice False Black mates True
over True True rewards 0 0'
found=$(PYGAME_HIDE_SUPPORT_PROMPT=1 "$folder/python/bin/python" "$folder/claims.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
