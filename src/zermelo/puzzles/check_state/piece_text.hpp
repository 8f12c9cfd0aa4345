// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"
#include "zermelo/puzzles/reader.hpp"

namespace zermelo::check_state {

/// The kings that a reader has met on a board: there is to be one a side.
class KingsRead {
  public:
    /// Takes a piece into account. Error: a second king; `letter` is where it is written.
    Result<void> add(Code code, const puzzles::Reader& reader, const char* letter);
    /// Error: a king is missing, which is reported at `board`.
    Result<void> close(const puzzles::Reader& reader, const char* board) const;

  private:
    std::array<bool, 2> has_king_{};
};

/// The first line of a board, `n p`.
struct Header {
    std::uint64_t n;
    std::uint64_t pieces;
    const char* start;
};

/// A line `x y c`.
struct PieceLine {
    Column x;
    Row y;
    Code code;
    const char* start;   ///< the start of its first word
    const char* letter;  ///< the letter of its last word
};
Result<PieceLine> read_piece_line(puzzles::Reader& reader, std::uint64_t n);

/// How many pieces the rest of the text can hold: a count that is wrong must not ask for memory.
std::uint64_t max_readable(const puzzles::Reader& reader);

/// A board whose first line the reader has just left; its pieces keep the order of their lines. Errors, the
/// first in the text: a line that breaks the format, a second piece on a square, a second king, or at last a
/// missing king, which is reported at the first line.
/// Cost: O(pieces) expected; if there is an error O(pieces × log pieces), and 48 bytes a piece.
Result<PlainBoard> read_board(puzzles::Reader& reader, const Header& header);

}  // namespace zermelo::check_state
