// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"
#include "zermelo/puzzles/explanation.hpp"

namespace zermelo::check_state {

/// Interpositions beyond this number are counted and not listed.
inline constexpr std::size_t max_listed = 100;

/// The state of a board as sentences, fields and pictures. `count` says whether the verdict shows the number
/// of moves. Precondition: the state is `explain`'s of this board.
puzzles::Explanation explanation_of(const PlainBoard& board, const CheckState& state, MoveCount count);

/// The same as members of a JSON object: docs/json.md.
Json explanation_members(const PlainBoard& board, const CheckState& state, MoveCount count);

/// How a slider reaches the king that it threatens.
struct Approach {
    std::string_view line;      ///< "row", "column", "diagonal"
    std::uint64_t between = 0;  ///< empty squares
};
/// Nothing for what is no slider. Precondition: the checker threatens the king.
std::optional<Approach> approach_of(const Piece& checker, const Piece& king);

}  // namespace zermelo::check_state
