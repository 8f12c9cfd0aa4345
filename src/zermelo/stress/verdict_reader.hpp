// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::stress {

/// What stands where a verdict is expected.
struct FoundVerdict {
    std::string words;  ///< with one space between them
    bool verdict =
        false;  ///< whether it is a verdict of the game; otherwise `words` end where it cannot be one
    std::uint64_t line = 1;  ///< on which the first word stands
};

/// Reads the verdicts of a program that may be anybody's: words with any white space between them, upper and
/// lower case distinguished, numbers as they are written.
class VerdictReader {
  public:
    /// Both must outlive the reader.
    VerdictReader(const puzzles::Puzzle& puzzle, std::string_view text) : puzzle_(puzzle), left_(text) {}

    /// The next verdict, or what stands in its place; nothing at the end of the text.
    std::optional<FoundVerdict> next();

  private:
    std::string_view word();

    const puzzles::Puzzle& puzzle_;
    std::string_view left_;
    std::uint64_t line_ = 1;
    std::uint64_t word_line_ = 1;
};

/// The lines of a text, without their ends. Precondition: the last one has an end.
std::vector<std::string_view> lines_of(std::string_view text);

}  // namespace zermelo::stress
