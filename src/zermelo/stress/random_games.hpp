// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::stress {

/// Random games that make an input within the statement's bounds, also on its sum of sizes: from some point
/// on games are small where it would be passed. `room`: what each may have; its load is that before the
/// first. Precondition: count ≤ 1024, and within the statement's number of games.
std::vector<puzzles::Game> random_games(const puzzles::Puzzle& puzzle, std::size_t count, Random& random,
                                        puzzles::GameBounds room = {});

}  // namespace zermelo::stress
