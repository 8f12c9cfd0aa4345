// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "zermelo/judge/dialect.hpp"

namespace zermelo::judge {

/// Offsets in a text at which games seem to begin, `begin` first, about `size` bytes apart: where threads may
/// start to work before anybody knows where games really begin. A guess, made from the looks of a few lines
/// (`Dialect::begins_game`); who uses it must check that each stretch ends where the next one begins.
///
/// Empty if no such place is found near one of the cuts. Cost: a few lines for each stretch.
std::vector<std::size_t> guess_stretches(std::string_view text, std::size_t begin, std::size_t size,
                                         const Dialect& dialect);

}  // namespace zermelo::judge
