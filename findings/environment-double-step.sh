#!/bin/sh
# SPDX-License-Identifier: GPL-3.0-or-later
# Whether pgx's chess sees a position again that first came up by a double step.
#
# The guess was: a double step makes a position another one only where a pawn can capture the passing one, so 1.e4 followed twice
# by knights that go out and back brings a position for the third time and ends the game, as in open_spiel.
# Found: for pgx 2.6.0 every double step does, though no pawn is near and the legal moves are the same. The game goes on after the
# third occurrence for python-chess 1.11.2 and open_spiel 2.0.2, and only the next knight's move ends it. pgx's own FEN names the
# square passed over, which python-chess's does not.
#
# Exit status 0 while that is so, 1 when something has changed. Needs python3 with venv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/python"
"$folder/python/bin/pip" install --quiet --disable-pip-version-check pgx==2.6.0 jax==0.10.2 jaxlib==0.10.2 chess==1.11.2 open_spiel==2.0.2
cat > "$folder/step.py" <<'END'
import chess
import jax
import pgx
import pyspiel
from pgx.experimental.chess import to_fen
game = pgx.make("chess")
step = jax.jit(game.step)
state = jax.jit(game.init)(jax.random.PRNGKey(0))
board = chess.Board()
spiel = pyspiel.load_game("chess").new_initial_state()
for number, move in enumerate(["e2e4"] + 2 * ["g8f6", "g1f3", "f6g8", "f3g1"] + ["g8f6"], 1):
    board.push_uci(move)
    men = board.board_fen()
    after = [step(state, int(action)) for action in state.legal_action_mask.nonzero()[0]]
    state = next(one for one in after if to_fen(one).split()[0] == men)
    if not spiel.is_terminal():
        spiel.apply_action(spiel.parse_move_to_action(move))
    if number in (1, 5, 9, 10):
        print(number, "third", board.is_repetition(3), "open_spiel", spiel.is_terminal(), "pgx", bool(state.terminated), to_fen(state).split()[3], board.fen().split()[3])
END
expected='1 third False open_spiel False pgx False e3 -
5 third False open_spiel False pgx False - -
9 third True open_spiel True pgx False - -
10 third True open_spiel True pgx True - -'
found=$("$folder/python/bin/python" "$folder/step.py")
echo "$found"
[ "$found" = "$expected" ] || { printf 'This has changed. Expected was\n%s\n' "$expected" >&2; exit 1; }
