// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::draw {

/// A square of a board of any size.
struct Centre {
    check_state::Column column;
    check_state::Row row;
};

/// A board of any size as a diagram, row y = 1 at the top as the judge counts, squares called by x and y.
///
/// Of a board with more than 16 squares on a side the 15×15 squares around `centre` are shown, fewer squares
/// on a side of `centre` where the board ends there and more on the other; the caption tells which part it
/// is. Without `centre` it is White's king, or the upper left corner if there is none. Preconditions: the
/// pieces and the centre are on the board. Cost: O(pieces).
Diagram diagram_of(const check_state::PlainBoard& board, std::optional<Centre> centre = std::nullopt);

}  // namespace zermelo::draw
