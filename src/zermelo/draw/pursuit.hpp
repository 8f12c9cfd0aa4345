// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::draw {

/// The board as text, the top row first, with the judge's coordinates at its edges: `K` the king, `p` the
/// pawn, `F` forbidden, `D` dangerous, `.` open, and `1`, `2`, … the squares of `walk` after its start.
std::string text(const king_pawn::Position& position, const std::vector<king_pawn::Square>& walk = {});

/// The same with `K` on every square of `kings`, and `x` on those open ones that the pawn guards.
std::string text(const king_pawn::Marks& marks, king_pawn::Squares kings,
                 std::optional<king_pawn::Square> pawn);

}  // namespace zermelo::draw
