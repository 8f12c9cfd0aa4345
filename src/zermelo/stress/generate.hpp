// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::stress {

/// What to generate. The same puzzle and request give the same games on every machine.
struct GenerationRequest {
    std::uint64_t seed = 1;
    std::optional<std::string_view> family;  ///< a mix of all that meet the requirements if absent
    std::optional<std::uint64_t> games;      ///< the family's own number if absent, 100 for a mix
    puzzles::Requirements requirements;
};

/// The games of a request. Within the statement's bounds unless the request itself goes beyond them.
///
/// Each game is drawn from a seed of its own, and no game twice unless new ones are hard to find. Errors
/// (`ErrorKind::bad_usage`): an unknown family, a requirement that it or no game can meet, and those of
/// `Family::make`; a mix goes on without a family that finds no game.
Result<std::vector<puzzles::Game>> generate(const puzzles::Puzzle& puzzle, const GenerationRequest& request);

/// The family called `name`, or nothing.
const puzzles::Family* find_family(const puzzles::Puzzle& puzzle, std::string_view name);

}  // namespace zermelo::stress
