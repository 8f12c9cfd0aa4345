// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/tell/output_format.hpp"

namespace zermelo::tell {

/// The puzzle that a user calls so. Errors: `bad_usage`, with the names of all that there are.
Result<const puzzles::Puzzle*> find_puzzle(std::string_view name);

/// All puzzles, in the order in which they are listed.
std::span<const puzzles::Puzzle* const> all_puzzles();

/// Their names, in the same order.
std::vector<std::string> all_puzzle_names();

/// "simplified, cstate1, cstate2, cstate3 or cheesy".
std::string puzzle_names();

/// A puzzle with an example (the published one, if there is one) and its verdicts: the `puzzle` of
/// docs/json.md.
Result<Json> puzzle_object(const puzzles::Puzzle& puzzle);
/// All of them, in a list.
Result<Json> puzzle_objects();

/// All puzzles in words, or a JSON object each: `zermelo games`.
Result<std::string> list_puzzles(OutputFormat format = OutputFormat::text);

/// One of them, with its example. Errors: as `find_puzzle`.
Result<std::string> show_puzzle(std::string_view name, OutputFormat format = OutputFormat::text);

}  // namespace zermelo::tell
