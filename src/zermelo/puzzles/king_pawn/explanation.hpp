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

/// What `judge --json` says of a game, and `explain --json`: docs/json.md. Preconditions: as above.
Json judgement_of(const Position& position, const BestGame& best);
Json explanation_members(const Position& position, const BestGame& best);

}  // namespace zermelo::king_pawn
