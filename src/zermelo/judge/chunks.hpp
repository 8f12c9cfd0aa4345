// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::judge {

/// Where a chunk of games that begins at offset `begin` of a text may end and the next one begin: the first
/// place, `size` bytes or a little more after it, at which a game seems to begin, or the text's end where no
/// more than twice that is left. So threads may start before anybody knows where games really begin. A guess,
/// made from the looks of a few lines (`puzzles::Puzzle::begins_game`); who uses it must check that each
/// chunk ends where the next one begins.
///
/// Nothing if there is no such place near. Precondition: size > 0. Cost: a few lines.
std::optional<std::size_t> guess_end(std::string_view text, std::size_t begin, std::size_t size,
                                     const puzzles::Puzzle& puzzle);

}  // namespace zermelo::judge
