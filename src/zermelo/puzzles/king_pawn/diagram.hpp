// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::king_pawn {

/// King against pawn as a diagram, squares called by x from the left and y from below, marks by the
/// statement's letters F and D; of the two squares that the pawn makes dangerous nothing is shown, since they
/// move with it. Each step of `walk` (the king's squares, the start first) is an arrow, numbered from 1.
/// There is no caption.
draw::Diagram diagram_of(const Position& position, const std::vector<Square>& walk = {});

/// The board after a move of the king, the same way: the king, or a sign on every square of `kings` if there
/// are several, and a cross on the open ones that the pawn guards. There is no caption.
draw::Diagram diagram_of(const Marks& marks, Squares kings, std::optional<Square> pawn);

/// The board as text: `K` the king, `p` the pawn, `F` forbidden, `D` dangerous, `.` open, and `1`, `2`, … the
/// squares of `walk` after its start.
std::string board_text(const Position& position, const std::vector<Square>& walk = {});

/// The same with `K` on every square of `kings`, and `x` on those open ones that the pawn guards.
std::string board_text(const Marks& marks, Squares kings, std::optional<Square> pawn);

/// What the signs of the first one mean, those that it has, as a line with its end.
std::string board_words(const Position& position, const std::vector<Square>& walk = {});
/// ", F forbidden squares, D dangerous ones": of these what there is.
std::string mark_words(const Marks& marks);

}  // namespace zermelo::king_pawn
