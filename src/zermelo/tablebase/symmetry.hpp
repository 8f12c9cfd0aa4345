// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/engine/compiled_rules.hpp"
#include "zermelo/tablebase/material.hpp"

namespace zermelo::tablebase {

/// Where each square of the board goes.
using SquareMap = std::vector<Square>;

/// The rotations and mirror images of the board (up to eight of a square one, four of others; the identity
/// first) after which these men still move as the rules say, on the same terrain and towards the same
/// regions. They are a group. Rights to castle play no part. Some may be missing where two parts of a piece's
/// notation do together what no part does alone.
template <typename Bits>
std::vector<SquareMap> symmetries(const engine::CompiledRules<Bits>& compiled, const KindSets& kinds);

/// A rotation or mirror image, its own inverse, that makes of every position another of the same worth if the
/// colours are swapped, too; nothing if the rules treat the sides differently. The flip of the ranks if it is
/// one. As for `symmetries`, all kinds count.
template <typename Bits>
std::optional<SquareMap> colour_swap(const engine::CompiledRules<Bits>& compiled);

/// A setup with the colours swapped, seen through the map of `colour_swap`.
engine::Setup colours_swapped(const engine::Setup& setup, const SquareMap& swap, unsigned files);

/// What a map makes of a set. Cost: O(squares in it).
template <typename Set>
Set mapped(const SquareMap& map, Set set) {
    Set result;
    while (set.any()) result |= Set::of(map[set.take_first().index()]);
    return result;
}

extern template std::vector<SquareMap> symmetries(const engine::CompiledRules<std::uint64_t>&,
                                                  const KindSets&);
extern template std::vector<SquareMap> symmetries(const engine::CompiledRules<Bits256>&, const KindSets&);
extern template std::optional<SquareMap> colour_swap(const engine::CompiledRules<std::uint64_t>&);
extern template std::optional<SquareMap> colour_swap(const engine::CompiledRules<Bits256>&);

}  // namespace zermelo::tablebase
