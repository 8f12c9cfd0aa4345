// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <vector>

#include "zermelo/engine/move.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/rules.hpp"

/// The slow witness of the general game: square by square from the rules, no tables, no bits, every move made
/// and looked at. Shares nothing with the fast engine but the plain data of rules, setups and moves.
namespace zermelo::engine::reference {

/// Whether a royal piece of `side` (or, under `extinction_pseudo_royal`, a last piece) could be captured now.
bool attacked(const Setup& setup, const rules::Rules& rules, Color side);

/// All legal moves, each once, in no particular order; none if the game has ended at once (extinction, a
/// flag, two passes). Precondition: the setup is a legal position. Cost: O(moves × squares × movements).
std::vector<Move> moves(const Setup& setup, const rules::Rules& rules);

/// The position after a legal move. En passant squares are noted only where an enemy piece could
/// pseudo-legally capture on them; castling rights go when king or rook moves or is captured.
Setup play(const Setup& setup, const rules::Rules& rules, Move move);

/// The outcome for the side to move if the game is over: by extinction, flag, two passes, or because there
/// is no legal move. Nothing if it goes on.
std::optional<game::Outcome> end(const Setup& setup, const rules::Rules& rules);

}  // namespace zermelo::engine::reference
