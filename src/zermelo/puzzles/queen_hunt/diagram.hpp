// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"

namespace zermelo::queen_hunt {

/// A position of the queen hunt as a diagram, with an arrow, numbered from 1, for each move of the line that
/// begins there. `mover` is the side whose pieces `position` calls its own. There is no caption.
draw::Diagram diagram_of(const Position& position, Color mover, const std::vector<Move>& line = {});

/// The board as text: White's pieces in capitals, Black's in lower case, as FEN has them.
std::string board_text(const Position& position, Color mover);

}  // namespace zermelo::queen_hunt
