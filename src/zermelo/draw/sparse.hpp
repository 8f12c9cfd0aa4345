// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/puzzles/check_state/check_state.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::draw {

/// The board as text, row y = 1 at the top as the judge counts, pieces by the judge's letters. Boards wider
/// than 20 squares are drawn as the neighbourhood of the threatened king (White's if none or both are).
/// Precondition: `details` explains `pieces`. Cost: O(pieces).
std::string text(const check_state::PieceList& pieces, const check_state::Details& details);

}  // namespace zermelo::draw
