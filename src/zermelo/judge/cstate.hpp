// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "zermelo/judge/dialect.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::judge {

/// SPOJ CSTATE1, "Chessboard State 1": 8×8 boards as rows of characters, the state without a count.
const Dialect& cstate1();
/// What CSTATE2 and CSTATE3 differ in: the bounds of their statements.
struct CheckBounds {
    std::string_view name;
    std::uint64_t most_games;
    std::uint64_t least_n;
    std::uint64_t most_n;
    std::uint64_t most_pieces;
    std::uint64_t most_load;  ///< of the sum over the input of p, and of n too where `load_counts_n`
    bool load_counts_n;
};

inline constexpr CheckBounds cstate2_bounds{"cstate2", 12'000, 8, 100'000, 100'000, 450'000, true};
inline constexpr CheckBounds cstate3_bounds{"cstate3", 12'000,    8,    check_state::largest_board,
                                            1'000'000, 1'000'000, false};

/// SPOJ CSTATE2, "Chessboard State 2": n×n boards as lists of pieces, with the count of rescuing moves.
const Dialect& cstate2();
/// SPOJ CSTATE3, "Chessboard State 3": as CSTATE2, with other bounds.
const Dialect& cstate3();

}  // namespace zermelo::judge
