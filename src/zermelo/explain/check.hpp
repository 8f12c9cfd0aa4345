// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "zermelo/explain/explanation.hpp"
#include "zermelo/judge/check_verdict.hpp"
#include "zermelo/puzzles/check_state/check_state.hpp"
#include "zermelo/puzzles/check_state/moves.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::explain {

/// Interpositions beyond so many are counted and not listed.
inline constexpr std::size_t most_listed = 100;

/// Why a board is in its state.
struct CheckAccount {
    check_state::CheckState state;  ///< as `check_state::decide` has it
    check_state::Threats threats;
    std::optional<check_state::Rescuers> rescuers;  ///< where one king is threatened
};

/// Preconditions: one king a side, no two pieces on a square, all on the board; n ≤
/// `check_state::largest_board`. Cost: that of `check_state::decide` and of `check_state::rescuers_of`.
CheckAccount account_of(const check_state::PlainBoard& board, std::size_t most = most_listed);

/// The account in words. `count` says whether the judge tells the number of moves. Precondition: it is of
/// this board.
Explanation tell(const check_state::PlainBoard& board, const CheckAccount& account, judge::Count count);

}  // namespace zermelo::explain
