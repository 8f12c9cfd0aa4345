// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/explain/explanation.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::explain {

/// How king and pawn meet where White wins; why every walk of the king fails where Black does. The account is
/// that of `king_pawn::explain`. Precondition: it is of this position.
Explanation tell(const king_pawn::Position& position, const king_pawn::Account& account);

}  // namespace zermelo::explain
