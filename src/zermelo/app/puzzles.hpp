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

}  // namespace zermelo::app
