// SPDX-License-Identifier: GPL-3.0-or-later
// A setup that nobody checked is no position.
#include "zermelo/pursuit/decide.hpp"

using namespace zermelo::pursuit;

#ifdef MUST_NOT_COMPILE
zermelo::Color judge(const Setup& setup) { return winner(setup); }
#else
zermelo::Color judge(const Setup& setup) { return winner(Position::from(setup).value()); }
#endif
