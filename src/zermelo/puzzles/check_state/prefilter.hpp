// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <vector>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"

namespace zermelo::check_state {

/// The pieces at most two columns, two rows or three diagonals of either kind away from one of two squares,
/// in any order. Of a large board they are few, and among them are, for each of the two: all that stand on
/// the rays of it and of the squares a king's step or a knight's jump away, and all from where a knight or a
/// pawn could go to one of these squares or onto a ray of it. Precondition: this machine has `isa`. Cost:
/// O(pieces of the list), 24 bytes for each that is found. Threads: as many as `list.threads()`.
std::vector<Spot> pieces_near(const PieceList& list, const std::array<Spot, 2>& squares, Isa isa);

}  // namespace zermelo::check_state
