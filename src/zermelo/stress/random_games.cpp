// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/random_games.hpp"

namespace zermelo::stress {

std::vector<puzzles::Game> random_games(const puzzles::Puzzle& puzzle, std::size_t count, Random& random,
                                        puzzles::GameBounds room) {
    std::vector<puzzles::Game> games;
    games.reserve(count);
    while (games.size() < count) {
        games.push_back(puzzle.random_game(random, room));
        room.load += puzzle.load(games.back());
    }
    return games;
}

}  // namespace zermelo::stress
