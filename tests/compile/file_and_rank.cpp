// SPDX-License-Identifier: GPL-3.0-or-later
// A file is no rank: swapping them does not compile.
#include "zermelo/board/geometry.hpp"

using Board = zermelo::Geometry<4, 4, unsigned short>;

#ifdef MUST_NOT_COMPILE
Board::Square square{zermelo::Rank{1}, zermelo::File{2}};
#else
Board::Square square{zermelo::File{2}, zermelo::Rank{1}};
#endif
