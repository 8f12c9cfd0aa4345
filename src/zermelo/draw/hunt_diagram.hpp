// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/draw/diagram.hpp"
#include "zermelo/puzzles/queen_hunt/moves.hpp"

namespace zermelo::draw {

/// A position of the queen hunt as a diagram, with an arrow, numbered from 1, for each move of the line that
/// begins there. `mover` is the side whose pieces `position` calls its own. There is no caption.
Diagram diagram_of(const queen_hunt::Position& position, Color mover,
                   const std::vector<queen_hunt::Move>& line = {});

}  // namespace zermelo::draw
