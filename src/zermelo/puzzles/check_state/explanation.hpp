// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "zermelo/puzzles/check_state/check_state.hpp"
#include "zermelo/puzzles/check_state/moves.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/check_state/verdict.hpp"
#include "zermelo/puzzles/explanation.hpp"

namespace zermelo::check_state {

/// Interpositions beyond so many are counted and not listed.
inline constexpr std::size_t most_listed = 100;

/// Why a board is in its state.
struct CheckReasons {
    CheckState state;  ///< as `decide` has it
    Threats threats;
    std::optional<Rescuers> rescuers;  ///< where one king is threatened
};

/// Preconditions: one king a side, no two pieces on a square, all on the board; n ≤
/// `largest_board`. Cost: that of `decide` and of `rescuers_of`.
CheckReasons reasons_of(const PlainBoard& board, std::size_t most = most_listed);

/// The reasons as sentences, fields and pictures. `count` says whether the verdict shows the number of moves.
/// Precondition: they are of this board.
puzzles::Explanation explanation_of(const PlainBoard& board, const CheckReasons& reasons, MoveCount count);

/// The reasons as fields of a JSON object: pieces by the judge's letters, squares as it counts them.
puzzles::Json fields_of(const CheckReasons& reasons);

}  // namespace zermelo::check_state
