// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "zermelo/puzzles/king_pawn/position.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::king_pawn {

/// BAPC 2006 "Cheesy Chess": king against pawn on marked squares. Its games are `Position`s.
const puzzles::Puzzle& cheesy();

// What the puzzle is put together from.
std::unique_ptr<puzzles::Decider> make_decider(const puzzles::Puzzle& puzzle,
                                               const puzzles::Options& options);
std::span<const puzzles::Family> families();
/// Marked squares; the distance of king and pawn from a1; that of the marks; dangerous squares, as forbidden
/// ones are simpler.
puzzles::Size size_of(const Position& game);
/// Marks gone, several at once, down to single ones; everything nearer the corner, together and each for
/// itself; a dangerous square made forbidden.
std::vector<puzzles::Game> smaller_games(const Position& game);
/// As `Puzzle::each_by_size`.
bool each_by_size(const std::function<bool(puzzles::Game)>& visit);

}  // namespace zermelo::king_pawn
