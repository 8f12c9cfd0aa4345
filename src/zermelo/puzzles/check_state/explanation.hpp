// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"
#include "zermelo/puzzles/explanation.hpp"

namespace zermelo::check_state {

/// Interpositions beyond so many are counted and not listed.
inline constexpr std::size_t most_listed = 100;

/// The state of a board as sentences, fields and pictures. `count` says whether the verdict shows the number
/// of moves. Precondition: the state is `explain`'s of this board.
puzzles::Explanation explanation_of(const PlainBoard& board, const CheckState& state, MoveCount count);

/// Its reasons as fields of a JSON object: pieces by the judge's letters, squares as it counts them.
puzzles::Json explanation_fields(const CheckState& state);

}  // namespace zermelo::check_state
