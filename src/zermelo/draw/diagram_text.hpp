// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/draw/diagram.hpp"

namespace zermelo::draw {

/// The diagram as text of fixed width, each line ended: ranks at the left, files below (of a number its last
/// digit), pieces by their letters as FEN has them (White's in capitals), `.` for an empty square, `*` for a
/// hole, `%` for a wall, `#` for a forbidden and `~` for a restricted square (after the piece if one stands
/// there), `x` for a cross and `o` for every other sign (after what else stands there). Arrows cannot be
/// shown, but the two squares of the last arrow of the main line stand in `[ ]`, highlighted ones in `( )`. A
/// key of the marks, the side to move and the caption follow. Precondition: no errors.
std::string text(const Diagram& diagram);

}  // namespace zermelo::draw
