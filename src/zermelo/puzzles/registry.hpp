// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::puzzles {

/// All puzzles, in the order in which they are listed. They live as long as the program.
std::span<const Puzzle* const> all();

/// The puzzle called `name`, or nothing.
const Puzzle* find(std::string_view name);

}  // namespace zermelo::puzzles
