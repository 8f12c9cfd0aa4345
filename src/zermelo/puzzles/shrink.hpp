// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

/// What the steps of shrinking have in common.
namespace zermelo::puzzles {

/// What is left of `count` things when some are taken away, as lists of those that stay: all but chunks of a
/// half, a quarter, … one, or as small as memory allows (one up to some 1,400 things); then, where that is
/// not too many, all but any two and any three. Nothing left comes first.
std::vector<std::vector<std::size_t>> fewer(std::size_t count);

}  // namespace zermelo::puzzles
