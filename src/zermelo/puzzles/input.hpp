// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::puzzles {

/// All games of an input, each read once, with care. Errors (`ErrorKind::bad_input`): the first one, as the
/// judge has it. Cost: O(input).
Result<std::vector<Game>> read_games(const Puzzle& puzzle, std::string_view input);

/// A whole input: the number of games, and the games.
std::string input_of(const Puzzle& puzzle, std::span<const Game> games);

}  // namespace zermelo::puzzles
