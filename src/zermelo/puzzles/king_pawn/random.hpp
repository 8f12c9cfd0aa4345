// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"

namespace zermelo::king_pawn {

/// A random position with at most `max_marks` marks, made to be hard: marks from none to crowded, walls
/// below the pawn, kings near the pawn's file as often as far away, every square of the board for both. Cost:
/// O(1) expected.
Position random_position(Random& random, std::uint64_t max_marks = Board::square_count);

}  // namespace zermelo::king_pawn
