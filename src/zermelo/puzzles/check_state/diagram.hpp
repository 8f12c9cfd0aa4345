// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {

/// A board of any size as a diagram, row y = 1 at the top as the judge counts, squares called by x and y.
///
/// If a board has more than 16 squares on a side, the 15×15 squares around a square are shown, fewer on a
/// side of it where the board ends there and more on the other; the caption tells which part it is.
/// Preconditions: the pieces and the square are on the board. Cost: O(pieces).
draw::Diagram diagram_of(const PlainBoard& board, Column column, Row row);

/// The same around the threatened king (White's if none or both are) with what `explain` tells of it: arrows
/// from the pieces that threaten a king, from those that pin a piece, and for the plausible moves of pieces
/// other than the king; signs where the king can go and where it cannot. An arrow from beyond the part that
/// is shown begins at its edge; the caption tells that there is one, and how many moves are not drawn. The
/// verdict stands first. Precondition: `state` is `explain`'s of this board. Cost: O(pieces).
draw::Diagram diagram_of(const PlainBoard& board, const CheckState& state, const std::string& verdict);

/// The board as text, row y = 1 at the top as the judge counts, pieces by the judge's letters. Boards wider
/// than 20 squares are drawn as the neighbourhood of the threatened king (White's if none or both are).
/// Precondition: `state` is that of the board. Cost: O(pieces).
std::string board_text(const PlainBoard& board, const CheckState& state);

}  // namespace zermelo::check_state
