// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "zermelo/base/random.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/judge/hunt_solver.hpp"
#include "zermelo/stress/case.hpp"

/// Named families of generated games: what a problem setter wants to have in his test data.
///
/// The same dialect, family, seed and wishes give the same games on every machine.
namespace zermelo::stress {

/// What a user may ask of the games; what is not asked for is drawn within the statement's bounds.
struct Wishes {
    std::optional<std::uint64_t> plies;           ///< the length of the win that a hunt is about
    std::optional<std::uint64_t> men;             ///< of both sides of a hunt together
    std::optional<std::uint64_t> n;               ///< squares on a side of a board
    std::optional<std::uint64_t> pieces;          ///< on a board, kings included
    std::optional<std::uint64_t> interpositions;  ///< moves that step between king and checker
};

/// The wishes as bits, for those that a family heeds.
enum class Heeds : unsigned { none = 0, plies = 1, men = 2, n = 4, pieces = 8, interpositions = 16 };
constexpr Heeds operator|(Heeds a, Heeds b) {
    return static_cast<Heeds>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}
constexpr bool heeds_all(Heeds family, Heeds wished) {
    return (static_cast<unsigned>(wished) & ~static_cast<unsigned>(family)) == 0;
}
/// The wishes that were made.
Heeds wished(const Wishes& wishes);

/// What one game is made from. Families draw every random number in an order that the language fixes.
struct Order {
    Random& random;
    const Wishes& wishes;
    judge::HuntSolver& hunts;
    const judge::CheckBounds& bounds;  ///< of check states
    std::uint64_t load;                ///< what a board may add to the sum that the bounds hold
};

/// A kind of game that a setter names.
struct Family {
    std::string_view name;
    std::string_view about;  ///< one sentence
    Heeds heeds;
    std::uint64_t games;  ///< how many an input has if nobody says; 0: as many as the statement allows
    bool mixed;           ///< whether it is part of the mix of all families
    /// Draws one game that has the property. Errors (`ErrorKind::bad_usage`): there is no such game, or
    /// none was found in a number of tries that the message tells.
    Result<Case> (*make)(const Order&);
};

/// The families of a dialect, in the order in which they are listed. They live as long as the program.
std::span<const Family> families(const judge::Dialect& dialect);

/// The family called `name`, or nothing.
const Family* find_family(const judge::Dialect& dialect, std::string_view name);

struct Request {
    std::uint64_t seed = 1;
    std::optional<std::string_view> family;  ///< a mix of all that heed the wishes if absent
    std::optional<std::uint64_t> games;      ///< the family's own number if absent, 100 for a mix
    Wishes wishes;
};

/// The games of a request. Within the statement's bounds unless the request itself goes beyond them.
///
/// Each game is drawn from a seed of its own, and no game twice unless new ones are hard to find. Errors
/// (`ErrorKind::bad_usage`): an unknown family, a wish that it does not heed or that no game can have, and
/// those of `Family::make`; a mix goes on without a family that finds no game.
Result<std::vector<Case>> generate(const judge::Dialect& dialect, const Request& request);

namespace families_detail {

std::span<const Family> hunt_families();
std::span<const Family> pursuit_families();
/// With `largest` and `many-small` where the board may have any size.
std::span<const Family> check_families(bool any_size);

/// Error: no game with the property in so many tries.
tl::unexpected<Error> not_found(std::string_view what, std::uint64_t tries);

}  // namespace families_detail

}  // namespace zermelo::stress
