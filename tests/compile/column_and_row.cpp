// SPDX-License-Identifier: GPL-3.0-or-later
// On sparse boards a column is no row.
#include "zermelo/sparse/piece.hpp"

using namespace zermelo::sparse;

#ifdef MUST_NOT_COMPILE
Piece piece{zermelo::Color::white, Kind::king, Row{1}, Column{2}};
#else
Piece piece{zermelo::Color::white, Kind::king, Column{2}, Row{1}};
#endif
