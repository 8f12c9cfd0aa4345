// SPDX-License-Identifier: GPL-3.0-or-later
// A number is no square: it takes a named call to make one of the other.
#include "zermelo/board/geometry.hpp"

using Board = zermelo::Geometry<8, 8, unsigned long>;

#ifdef MUST_NOT_COMPILE
Board::Square square = 12;
#else
Board::Square square = Board::Square::from_index(12);
#endif
