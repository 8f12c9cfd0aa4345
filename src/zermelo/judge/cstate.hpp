// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/judge/dialect.hpp"

namespace zermelo::judge {

/// SPOJ CSTATE1, "Chessboard State 1": 8×8 boards as rows of characters, the state without a count.
const Dialect& cstate1();
/// SPOJ CSTATE2, "Chessboard State 2": n×n boards as lists of pieces, with the count of rescuing moves.
const Dialect& cstate2();
/// SPOJ CSTATE3, "Chessboard State 3": as CSTATE2, with other bounds.
const Dialect& cstate3();

}  // namespace zermelo::judge
