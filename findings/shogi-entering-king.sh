#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# When a king in the enemy's camp wins shogi by points.
#
# The guess was: by the usual declaration with at least 27 or 28 points: on one's own turn, not in check, with ten more of one's
# men in the camp, and only they and the men in hand count. Without a claim of that kind the game goes on.
# Found: open_spiel 2.0.2 ends the game at once when a player has moved, with the king in the camp and 28 points, whether others
# of his men are there or not: here nothing but the king is on the board, and the opponent can mate in one (G*8a). cshogi 1.1.0
# finds no declaration there, in either's turn, and the mate. Where both kings have entered and neither has 28 points, open_spiel
# draws at once, though no one has asked to count. So rewards there come from rules of its own, and mates are lost.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 cshogi==1.1.0
cat > "$folder/entering.py" <<'END'
import cshogi
import pyspiel
def after(sfen, move):
    """The position after the move, in both programs."""
    state = pyspiel.load_game("shogi").new_initial_state(sfen)
    assert not state.is_terminal()
    state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(action) == move))
    board = cshogi.Board(sfen)
    board.push_usi(move)
    return state, board
for sfen, move in (("9/K1+r6/9/9/9/8k/9/9/9 b R2B3G4S4N4L18Pg 1", "9b9a"), ("9/1K7/9/9/9/8k/9/9/9 w RB2G2S2N2L9Prb2g2s2n2l9p 1", "1f1g")):
    state, board = after(sfen, move)
    other = cshogi.Board(board.sfen().replace(f" {'bw'[board.turn]} ", f" {'wb'[board.turn]} "))
    mate = board.mate_move_in_1ply()
    print(move, "open_spiel", state.is_terminal(), state.returns())
    print(move, "cshogi", board.is_nyugyoku(), other.is_nyugyoku(), board.is_game_over(), cshogi.move_to_usi(mate) if mate else "no mate")
END
expected='9b9a open_spiel True [1.0, -1.0]
9b9a cshogi False False False G*8a
1f1g open_spiel True [0.0, 0.0]
1f1g cshogi False False False no mate'
found=$("$folder/python/bin/python" "$folder/entering.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
