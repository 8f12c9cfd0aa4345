// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::king_pawn {

/// King against pawn as a diagram, squares called by x from the left and y from below. A dangerous square is
/// `restricted` with the note "K", which it bars; of the two squares that the pawn makes dangerous nothing is
/// shown, since they move with it. Each step of `walk` (the king's squares, the start first) is an arrow,
/// numbered from 1. There is no caption.
draw::Diagram diagram_of(const Position& position, const std::vector<Square>& walk = {});

/// The board as text: `K` the king, `p` the pawn, `F` forbidden, `D` dangerous, `.` open, and `1`, `2`, … the
/// squares of `walk` after its start.
std::string board_text(const Position& position, const std::vector<Square>& walk = {});

/// The same with `K` on every square of `kings`, and `x` on those open ones that the pawn guards.
std::string board_text(const Marks& marks, Squares kings, std::optional<Square> pawn);

}  // namespace zermelo::king_pawn
