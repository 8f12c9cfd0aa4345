// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/puzzles/family.hpp"

namespace zermelo::check_state {

/// A board with as many squares and pieces as the order's load allows, or as wished: one slider checks from
/// the far end of the king's longest line, which is kept free; the other pieces are spread over the board and
/// along that line, none of them threatens a king. Cost: O(pieces).
Result<puzzles::Game> make_largest(const puzzles::GameRequest& request);

}  // namespace zermelo::check_state
