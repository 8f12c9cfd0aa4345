// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {

/// A random board of n × n squares without a defect, hard by construction: kings in corners, on edges and
/// close together, checks by every kind of piece from near and far, two at once, pieces that are pinned or
/// seem to be, sliders that look through the king, helpers and spoilers on the lines that cross the check,
/// pawns on the first and last rows, empty and crowded boards. Preconditions: 2 ≤ n ≤ largest_board;
/// max_pieces ≥ 2. Cost: O(max_pieces²).
PlainBoard random_board(Random& random, std::uint64_t n, std::size_t max_pieces);

}  // namespace zermelo::check_state
