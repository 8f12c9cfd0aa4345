// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {

/// The slow and obvious reference of `decide`: makes every move of the threatened side, square by square, and
/// looks again. For boards of a few dozen squares a side. Precondition: one king each, no two pieces on a
/// square, all on the board. Cost: O(pieces² n log pieces).
CheckState decide_by_playing(const PlainBoard& board);

/// The reference of the moves that `explain` lists: every move after which the threatened king is safe, found
/// as above, in the order of the board's pieces; none unless exactly one king is threatened. Precondition and
/// cost: as above.
std::vector<Move> evasions_by_playing(const PlainBoard& board);

/// The other reference, for any n: asks of every piece and every square between checker and king, by formula,
/// whether the piece reaches it and whether any other piece stands in between. Precondition: as above. Cost:
/// O(pieces³).
CheckState decide_by_formula(const PlainBoard& board);

}  // namespace zermelo::check_state
