// SPDX-License-Identifier: GPL-3.0-or-later
// A setup that nobody checked is no position.
#include "zermelo/puzzles/king_pawn/decide.hpp"

using namespace zermelo::king_pawn;

#ifdef MUST_NOT_COMPILE
zermelo::Color judge(const Setup& setup) { return winner(setup); }
#else
zermelo::Color judge(const Setup& setup) { return winner(Position::from(setup).value()); }
#endif
