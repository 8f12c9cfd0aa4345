// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>

#include "zermelo/explain/explanation.hpp"
#include "zermelo/judge/check_verdict.hpp"
#include "zermelo/sparse/check_state.hpp"
#include "zermelo/sparse/moves.hpp"
#include "zermelo/sparse/piece.hpp"

namespace zermelo::explain {

/// Interpositions beyond so many are counted and not listed.
inline constexpr std::size_t most_listed = 100;

/// Why a board is in its state.
struct CheckAccount {
    sparse::CheckState state;  ///< as `sparse::decide` has it
    sparse::Threats threats;
    std::optional<sparse::Rescuers> rescuers;  ///< where one king is threatened
};

/// Preconditions: one king a side, no two pieces on a square, all on the board; n ≤ `sparse::largest_board`.
/// Cost: that of `sparse::decide` and of `sparse::rescuers_of`.
CheckAccount account_of(const sparse::PlainBoard& board, std::size_t most = most_listed);

/// The account in words. `count` says whether the judge tells the number of moves. Precondition: it is of
/// this board.
Explanation tell(const sparse::PlainBoard& board, const CheckAccount& account, judge::Count count);

}  // namespace zermelo::explain
