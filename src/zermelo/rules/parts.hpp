// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// A region as a rules file writes it: whole ranks of the board as one word, other squares one by one.
/// Squares outside the board are left out; '-' if none is left.
std::string region_text(const Region& region, const Rules& rules);

/// A region's squares on the board; the others matter only to a larger child.
Region on_board(const Region& region, const Rules& rules);

/// How much there is to compile: the movements of all kinds from all squares, and the letters of their
/// notations. Initial and lame moves count four times, and each length of an initial ride by itself: tables
/// keep the way of each. Chess has 2255 steps; one takes some hundred bytes and nanoseconds.
std::uint64_t steps_of(const Rules& rules);

/// What rules take of memory, in bytes, near enough to bound it.
std::uint64_t bytes_of(const Rules& rules);

/// Whether castling is possible at all: it is allowed, and some side has a piece that castles and a rook.
bool may_castle(const Rules& rules);

}  // namespace zermelo::rules
