// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"

namespace zermelo::check_state {

/// The largest side of a board that is held in a bit a square, 16 rows of 16 bits.
inline constexpr std::uint64_t largest_small_board = 16;

/// `decide` for small boards: whole sets of pieces move at once, without a branch a piece.
/// Preconditions: as of `decide`; n ≤ largest_small_board. Cost: O(pieces) and some hundred operations on
/// sets; it takes a fifth of the time of the general way.
CheckState decide_small(const PieceList& list, Isa isa);

/// `decide` for boards of any size. Preconditions and cost: as there.
CheckState decide_large(const PieceList& list, Isa isa);

/// The prefilter: the pieces at most two columns, two rows or three diagonals of either kind away from one of
/// two squares, in any order. On a large board they are few, and among them are, for each of the two: all
/// that stand on the rays of it and of the squares a king's step or a knight's jump away, and all from where
/// a knight or a pawn could go to one of these squares or onto a ray of it. Precondition: this machine has
/// `isa`. Cost: O(pieces of the list), 24 bytes for each that is found. Threads: as many as `list.threads()`.
std::vector<Spot> pieces_near(const PieceList& list, const std::array<Spot, 2>& squares, Isa isa);

}  // namespace zermelo::check_state
