// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/reader.hpp"

namespace zermelo::check_state {

/// A line `x y c`, read with care.
struct PieceLine {
    Column x;
    Row y;
    Code code;
    const char* start;   ///< of its first word
    const char* letter;  ///< of its last word
};
Result<PieceLine> read_piece_line(puzzles::Reader& reader, std::uint64_t n);

/// The first error in a board whose first line `n p` the reader has just left: a line that breaks the
/// format, a second piece on a square, a second king, or at last a missing king, which is reported at
/// `header`. Precondition: there is one. Cost: O(p log p) time, 40 bytes a piece: for errors only.
Error first_error(puzzles::Reader reader, const char* header, std::uint64_t n, std::uint64_t pieces);

/// Messages that the puzzles share.
std::string missing_king(Color color);
std::string second_king(Color color);

}  // namespace zermelo::check_state
