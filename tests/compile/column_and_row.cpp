// SPDX-License-Identifier: GPL-3.0-or-later
// On the boards of check states a column is no row.
#include "zermelo/puzzles/check_state/piece.hpp"

using namespace zermelo::check_state;

#ifdef MUST_NOT_COMPILE
Piece piece{zermelo::Color::white, Kind::king, Row{1}, Column{2}};
#else
Piece piece{zermelo::Color::white, Kind::king, Column{2}, Row{1}};
#endif
