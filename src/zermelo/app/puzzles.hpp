// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::app {

/// The puzzle that a user calls so. Errors: `bad_usage`, with the names of all that there are.
Result<const puzzles::Puzzle*> find_puzzle(std::string_view name);

/// "simplified, cstate1, cstate2, cstate3 or cheesy".
std::string puzzle_names();

/// All puzzles in words, as `zermelo games` writes them.
std::string list_puzzles();

/// One of them, with an example (the published one, if there is one) and its verdicts. Errors: as
/// `find_puzzle`.
Result<std::string> show_puzzle(std::string_view name);

}  // namespace zermelo::app
