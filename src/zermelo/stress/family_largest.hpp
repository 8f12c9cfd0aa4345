// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/stress/family.hpp"

namespace zermelo::stress::families_detail {

/// A board with as many squares and pieces as the order's load allows, or as wished: one slider checks from
/// the far end of the king's longest line, which is kept free; the other pieces are spread over the board and
/// along that line, none of them threatens a king. Cost: O(pieces).
Result<Case> make_largest(const Order& order);

}  // namespace zermelo::stress::families_detail
