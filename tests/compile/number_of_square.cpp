// SPDX-License-Identifier: GPL-3.0-or-later
// A square is not counted with, and never becomes a number by itself: it takes a named call.
#include "zermelo/board/square.hpp"

unsigned next(zermelo::Square square) {
#ifdef MUST_NOT_COMPILE
    return square + 1;
#else
    return square.index() + 1;
#endif
}
