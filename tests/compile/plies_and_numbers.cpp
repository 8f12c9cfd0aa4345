// SPDX-License-Identifier: GPL-3.0-or-later
// Lengths of play carry their unit: a bare number is not taken for plies.
#include "zermelo/plies.hpp"

zermelo::Plies twice(zermelo::Plies p) { return p + p; }

#ifdef MUST_NOT_COMPILE
auto length = twice(3);
#else
auto length = twice(zermelo::Plies{3});
#endif
