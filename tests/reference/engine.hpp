// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "zermelo/engine/move.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/rules.hpp"

/// The reference of the engine: square by square from the rules, no tables, no bits, every move made and
/// looked at. Of the engine it uses the plain data of setups and moves, and FENs; nothing that computes.
namespace zermelo::reference {

using engine::Barred;
using engine::Man;
using engine::Move;
using engine::Place;
using engine::Setup;
using engine::Violation;

/// Everything that keeps a setup from being a legal position, as `engine::violations` says it, but in an
/// order of its own: square by square, then law by law. Cost: O(squares³ × movements).
std::vector<Violation> violations(const Setup& setup, const rules::Rules& rules);

/// Whether a royal piece of `side` (or, under `extinction_pseudo_royal`, a last piece) could be captured now.
bool attacked(const Setup& setup, const rules::Rules& rules, Color side);

/// All legal moves, each once, in no particular order; none if the game has ended at once (extinction, a
/// flag, two passes, a full board). Precondition: the setup is a legal position. Cost: O(moves × squares ×
/// movements).
std::vector<Move> moves(const Setup& setup, const rules::Rules& rules);

/// The position after a legal move. En passant squares are noted only where an enemy piece could
/// pseudo-legally capture on them; castling rights go when king or rook moves, is captured or changes sides.
Setup play(const Setup& setup, const rules::Rules& rules, Move move);

/// The outcome for the side to move if the game is over: by extinction, flag, two passes, a full board, or
/// because there is no legal move. Nothing if it goes on.
std::optional<game::Outcome> end(const Setup& setup, const rules::Rules& rules);

/// A setup without what its FEN does not hold.
Setup told_by_fen(Setup setup);

}  // namespace zermelo::reference
