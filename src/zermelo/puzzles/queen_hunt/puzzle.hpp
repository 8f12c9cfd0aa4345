// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"

namespace zermelo::queen_hunt {

/// HackerRank "Simplified Chess Engine": can White force the capture of Black's queen within m plies?
/// Its games are `HuntGame`s, its solvers `HuntSolver`s, its tables `HuntTables`.
const puzzles::Puzzle& simplified();

// What the puzzle is put together from.
std::unique_ptr<puzzles::Decider> make_decider(const puzzles::Puzzle& puzzle,
                                               const puzzles::Options& options);
std::span<const puzzles::Family> families();
inline HuntSolver& hunts_of(const puzzles::GameRequest& request) {
    return static_cast<HuntSolver&>(request.solver);
}
/// What a kind adds to the size of a game: a knight is the weakest.
constexpr unsigned weight_of(Kind kind) {
    return static_cast<unsigned>(Kind::knight) - static_cast<unsigned>(kind);
}
/// Men; m; what the men are; their distance from a1.
puzzles::Size size_of(const HuntGame& game);
/// Men gone, several at once, down to single ones; a smaller m; one weaker piece; pieces nearer the corner.
/// Cost: O(2^men).
std::vector<puzzles::Game> smaller_games(const HuntGame& game);
/// As `Puzzle::each_by_size`.
bool each_by_size(const std::function<bool(puzzles::Game)>& visit);

}  // namespace zermelo::queen_hunt
