// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string_view>

#include "zermelo/base/random.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/game.hpp"

/// Families of generated games: what a problem setter wants to have among test data.
namespace zermelo::puzzles {

class Solver;

/// What a user may require of the games; what is not required is drawn within the statement's bounds.
struct Requirements {
    std::optional<std::uint64_t> plies;           ///< the length of the win that a hunt is about
    std::optional<std::uint64_t> men;             ///< men of both sides of a hunt together
    std::optional<std::uint64_t> n;               ///< squares on a side of a board
    std::optional<std::uint64_t> pieces;          ///< on a board, kings included
    std::optional<std::uint64_t> interpositions;  ///< moves that step between king and checker
};

/// Requirements as bits, for those that a family can meet.
enum class Requirement : unsigned { none = 0, plies = 1, men = 2, n = 4, pieces = 8, interpositions = 16 };
constexpr Requirement operator|(Requirement a, Requirement b) {
    return static_cast<Requirement>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
/// Whether every requirement of `wanted` is one of `all`.
constexpr bool includes(Requirement all, Requirement wanted) {
    return (static_cast<unsigned>(wanted) & ~static_cast<unsigned>(all)) == 0;
}

/// What one game is made from. Families draw every random number in an order that the language fixes, so
/// that the same seed gives the same game on every machine.
struct GameRequest {
    Random& random;
    const Requirements& requirements;
    Solver& solver;      ///< the puzzle's own
    std::uint64_t load;  ///< what the game may add to the sum that the statement bounds
    std::stop_token stop = {};
};

/// Generated games with a named property.
struct Family {
    std::string_view name;
    std::string_view about;  ///< one sentence
    Requirement meets;
    std::uint64_t games;  ///< how many an input has if nobody says; 0: as many as the statement allows
    bool mixed;           ///< whether it is part of the mix of all families
    /// Draws one game that has the property. Errors (`ErrorKind::bad_usage`): there is no such game, or
    /// none was found in a number of tries that the message says.
    Result<Game> (*make)(const GameRequest&);
};

/// The error that no game with the property was found in `tries` tries.
tl::unexpected<Error> not_found(std::string_view what, std::uint64_t tries);

}  // namespace zermelo::puzzles
