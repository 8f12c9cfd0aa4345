// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/played_game.hpp"

/// Positions as planes of features, as programs that learn from them take them: all that a position holds.
///
/// A plane has a byte for each square, a1, b1, …, a2, …. What belongs to no square, as a count, stands on
/// every square of its plane. Which planes there are depends on the rules alone, and two positions have the
/// same planes exactly where they are the same position.
namespace zermelo::oracle {

/// What a plane is called, and a sentence that says what its bytes mean.
struct Plane {
    std::string name;
    std::string meaning;
};

/// The planes of a game's positions: for each kind of man White's and Black's, in the order of
/// `row_symbols`, then `to_move`, then those of what else positions of these rules hold.
std::vector<Plane> position_planes(const rules::Rules& rules);
/// How many they are. Cost: as that, without its texts.
std::size_t position_plane_count(const rules::Rules& rules);

/// Writes the planes of a position one after the other. `start`: the game, at its start. Precondition:
/// `planes` has a byte for each plane and square. Errors (bad_input): the terrain of the position is not that
/// of the start, which no plane tells.
Result<void> write_planes(const engine::AnyGameAt& start, const engine::AnyGameAt& at,
                          std::span<std::uint8_t> planes);

/// The planes that follow those where a game is observed, not a position alone: what its rules of history
/// (docs/rules.md, "History") count. What is more than 255 stands there as 255.
std::vector<Plane> history_planes(const rules::Rules& rules);
/// How many they are.
std::size_t history_plane_count(const rules::Rules& rules);

/// Writes the planes of a game's position and then those of its history. Precondition, errors: as above.
Result<void> write_planes(const engine::AnyGameAt& start, const engine::PlayedGame& game,
                          std::span<std::uint8_t> planes);

/// The position of planes as `write_planes` writes those of a position. Precondition: as there. Errors
/// (bad_input): a byte that means nothing on its plane, by its plane and square; all violations of the
/// position, in one message.
Result<engine::AnyGameAt> read_planes(const engine::AnyGameAt& start, std::span<const std::uint8_t> planes);

}  // namespace zermelo::oracle
