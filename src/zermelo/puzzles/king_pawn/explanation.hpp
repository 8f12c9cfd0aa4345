// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::king_pawn {

/// How king and pawn meet where White wins; why every walk of the king fails where Black does. Precondition:
/// `best` is the best game from this position.
puzzles::Explanation explanation_of(const Position& position, const BestGame& best);

/// Squares as the judge counts them: `[[4,1],[4,2]]`.
puzzles::Json json_of(const std::vector<Square>& walk);

}  // namespace zermelo::king_pawn
