// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
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

/// The planes that follow those where a game is observed, not a position alone: what its rules of history
/// (docs/rules.md, "History") count. What is more than 255 stands there as 255.
std::vector<Plane> history_planes(const rules::Rules& rules);

/// Writes the planes of positions and games of one variant, one plane after the other. Any thread.
class PlaneWriter {
  public:
    /// `start`: the variant at its start. Cost: O(kinds).
    explicit PlaneWriter(const engine::AnyGameAt& start);

    /// How many planes positions have, and games.
    std::size_t position_planes() const;
    std::size_t game_planes() const;

    /// Writes those of a position. Precondition: `planes` has a byte for each plane and square. Errors
    /// (bad_input): the terrain of the position is not that of the start, which no plane tells. Cost: some
    /// nanoseconds a plane.
    Result<void> write(const engine::AnyGameAt& at, std::span<std::uint8_t> planes) const;
    /// Writes those of a game's position and then those of its history. Precondition, errors: as above.
    Result<void> write(const engine::PlayedGame& game, std::span<std::uint8_t> planes) const;

  private:
    struct Kept;
    std::shared_ptr<const Kept> kept_;
};

/// The position of planes as `PlaneWriter` writes those of a position. Precondition: as there. Errors
/// (bad_input): a byte that means nothing on its plane, by its plane and square; all violations of the
/// position, in one message.
Result<engine::AnyGameAt> read_planes(const engine::AnyGameAt& start, std::span<const std::uint8_t> planes);

}  // namespace zermelo::oracle
