// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::stress {

/// Where an input first differs from the one way in which the statement's example is laid out, which the
/// judge does not ask for: one space between words and none elsewhere, lines that end with LF (the last one,
/// too), no leading zeros, one blank line after each game where the statement has it and none elsewhere.
///
/// It looks at the layout alone. Where the judge must find an error (a count that is no number), it looks
/// no further. Cost: O(input).
std::optional<Error> layout_error(const puzzles::Puzzle& puzzle, std::string_view input);

}  // namespace zermelo::stress
