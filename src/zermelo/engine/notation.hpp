// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/engine/move.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// A move as UCI writes it: from, to, and what the piece turns into: the letter in lower case for a pawn's
/// promotion, '+' where a piece takes its `promoted_kind`. Castling is the king's move, or king to rook where
/// that would look like a single step; a pass has equal squares.
std::string uci(Move move, const rules::Rules& rules);

}  // namespace zermelo::engine
