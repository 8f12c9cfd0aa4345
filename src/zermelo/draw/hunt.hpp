// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/puzzles/queen_hunt/position.hpp"

namespace zermelo::draw {

/// The board as text with ranks and files at its edges: White's pieces in capitals, Black's in lower case,
/// as FEN has them. `mover` is the side whose pieces `position` calls its own.
std::string text(const queen_hunt::Position& position, Color mover);

}  // namespace zermelo::draw
