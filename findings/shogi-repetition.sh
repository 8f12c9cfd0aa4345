#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# After how many occurrences of a position three libraries end shogi, and whether they tell perpetual check.
#
# The guess was: all at the fourth occurrence, as a draw, and as a loss of him who gave check all the time.
# Found: open_spiel 2.0.2 does. python-shogi 1.1.1 is over at the fourth (is_game_over) and has no word for who lost. cshogi 1.1.0
# tells who lost, but is_draw says so from the second occurrence on, both for a draw and for perpetual check, and is_game_over
# does not end it even at the fourth. So `while not board.is_draw()` ends a game by a rule that shogi does not have.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check open_spiel==2.0.2 cshogi==1.1.0 python-shogi==1.1.1
cat > "$folder/repetition.py" <<'END'
import cshogi
import pyspiel
import shogi
names = {getattr(cshogi, name): name for name in dir(cshogi) if name.startswith(("REPETITION", "NOT_REPETITION"))}
for kind, sfen, cycle in (("rooks", shogi.STARTING_SFEN, "2h3h 8b7b 3h2h 7b8b"), ("checks", "k8/9/9/9/9/9/9/1R7/8K b - 1", "8h9h 9a8a 9h8h 8a9a")):
    state = pyspiel.load_game("shogi").new_initial_state(sfen)
    python, c = shogi.Board(sfen), cshogi.Board(sfen)
    for time in (2, 3, 4):
        for move in cycle.split():
            state.apply_action(next(action for action in state.legal_actions() if state.action_to_string(action) == move))
            python.push_usi(move)
            c.push_usi(move)
        print(kind, time, "open_spiel", state.is_terminal(), state.returns(), "python-shogi", python.is_game_over(), "cshogi", names[c.is_draw()], c.is_game_over())
END
expected='rooks 2 open_spiel False [0.0, 0.0] python-shogi False cshogi REPETITION_DRAW False
rooks 3 open_spiel False [0.0, 0.0] python-shogi False cshogi REPETITION_DRAW False
rooks 4 open_spiel True [0.0, 0.0] python-shogi True cshogi REPETITION_DRAW False
checks 2 open_spiel False [0.0, 0.0] python-shogi False cshogi REPETITION_LOSE False
checks 3 open_spiel False [0.0, 0.0] python-shogi False cshogi REPETITION_LOSE False
checks 4 open_spiel True [-1.0, 1.0] python-shogi True cshogi REPETITION_LOSE False'
found=$("$folder/python/bin/python" "$folder/repetition.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
