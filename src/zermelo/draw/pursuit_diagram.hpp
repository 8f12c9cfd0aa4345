// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::draw {

/// King against pawn as a diagram, squares called by x from the left and y from below. A dangerous square is
/// `restricted` with the note "K", whom it bars; of the two squares that the pawn makes dangerous nothing is
/// shown, since they move with it. Each step of `walk` (the king's squares, the start first) is an arrow,
/// numbered from 1. There is no caption.
Diagram diagram_of(const king_pawn::Position& position, const std::vector<king_pawn::Square>& walk = {});

}  // namespace zermelo::draw
