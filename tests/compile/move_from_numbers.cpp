// SPDX-License-Identifier: GPL-3.0-or-later
// A move leads from a square to a square: numbers are not taken for them.
#include "zermelo/engine/move.hpp"

using zermelo::Square;
using zermelo::engine::Move;

#ifdef MUST_NOT_COMPILE
Move move{12, 28, 0, Move::Type::normal};
#else
Move move{Square{12}, Square{28}, 0, Move::Type::normal};
#endif
