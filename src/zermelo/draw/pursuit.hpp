// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zermelo/pursuit/position.hpp"

namespace zermelo::draw {

/// The board as text, the top row first, with the judge's coordinates at its edges: `K` the king, `p` the
/// pawn, `F` forbidden, `D` dangerous, `.` open, and `1`, `2`, … the squares of `walk` after its start.
std::string text(const pursuit::Position& position, const std::vector<pursuit::Square>& walk = {});

/// The same with `K` on every square of `kings`, and `x` on those open ones that the pawn guards.
std::string text(const pursuit::Marks& marks, pursuit::Squares kings, std::optional<pursuit::Square> pawn);

}  // namespace zermelo::draw
