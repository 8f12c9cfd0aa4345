// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include "zermelo/game/game.hpp"

/// What the algorithms on lines (`game::Lined`) have in common.
namespace zermelo::tablebase {

/// Lanes of a row of bytes that is worked on as a whole, wherever the board has fewer.
inline constexpr unsigned most_lanes = 64;

constexpr game::Lanes lane_bit(unsigned lane) { return game::Lanes{1} << lane; }
/// Removes and returns the first lane. Precondition: there is one.
constexpr unsigned take_lane(game::Lanes& lanes) {
    const auto lane = static_cast<unsigned>(std::countr_zero(lanes));
    lanes &= lanes - 1;
    return lane;
}

/// Calls f(number) for the numbers of so many lines, on all threads of the task arena.
template <typename F>
void each_line(std::uint32_t lines, const F& f) {
    tbb::parallel_for(tbb::blocked_range<std::uint32_t>{0, lines, 1024}, [&](const auto& range) {
        for (std::uint32_t n = range.begin(); n < range.end(); ++n) f(n);
    });
}

/// Bytes that it takes at most to solve a tier of lines and to verify it, with its `entries` as they are
/// written: lanes and words for both sides, then the entries beside the lanes; or they and the lanes of one
/// side.
template <game::Lined L>
std::uint64_t line_memory(const L& tier, std::uint64_t entries) {
    const std::uint64_t lines = tier.lines();
    std::uint64_t captures = 0;
    for (unsigned man = 0; man < tier.men(); ++man)
        if (tier.takeable(man))
            captures += std::uint64_t{tier.lines_without(man)} * (man + 1 == tier.men() ? 1 : tier.lanes());
    const std::uint64_t words = 2 * lines * (4 * sizeof(game::Lanes) + 1);
    const std::uint64_t solving = 2 * lines * tier.lanes() + std::max(words + captures, entries);
    const std::uint64_t verifying = entries + lines * most_lanes + captures;
    return std::max(solving, verifying);
}

}  // namespace zermelo::tablebase
