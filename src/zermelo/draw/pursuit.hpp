// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/pursuit/position.hpp"

namespace zermelo::draw {

/// The board as text, the top row first, with the judge's coordinates at its edges: `K` the king, `p` the
/// pawn, `F` forbidden, `D` dangerous, `.` open, and `1`, `2`, … the squares of `walk` after its start.
std::string text(const pursuit::Position& position, const std::vector<pursuit::Square>& walk = {});

}  // namespace zermelo::draw
