// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

/// Reads lines `x y c` that are written plainly (single blanks, LF or CRLF, at most 19 digits) into `buffer`.
///
/// Stops before the first line that is not, that is incomplete, or whose piece is not on a board of n × n
/// squares, after `wanted` lines, and at the text's end. Moves `at` past the last line read and returns
/// how many there were. `readable_end` ≥ `end`: bytes may be loaded up to there.
/// Cost: O(bytes); with AVX2 a line at a time, the portable path a byte at a time.
std::uint64_t read_piece_lines(const char*& at, const char* end, const char* readable_end,
                               std::uint64_t wanted, std::uint64_t n, PieceBuffer& buffer, Isa isa);

}  // namespace zermelo::check_state
