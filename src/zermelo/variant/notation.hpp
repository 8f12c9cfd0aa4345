// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/variant/move.hpp"
#include "zermelo/variant/rules.hpp"

namespace zermelo::variant {

/// A move as UCI writes it: from, to, and what the piece turns into: the letter in lower case for a pawn's
/// promotion, '+' where a piece takes its `promoted_kind`. Castling is the king's move (and the rook's square
/// in place of the target where that is only one step); a pass has equal squares. `rook_file`: of a castling
/// move, where its rook starts.
std::string uci(Move move, const Rules& rules, unsigned rook_file = 0);

}  // namespace zermelo::variant
