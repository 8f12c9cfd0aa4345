// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/queen_hunt/position.hpp"

namespace zermelo::queen_hunt {

/// A side's rooks, bishops and knights; the queen goes without saying.
struct ArmyCounts {
    std::uint8_t rooks = 0;
    std::uint8_t bishops = 0;
    std::uint8_t knights = 0;
    constexpr unsigned men() const { return 1U + rooks + bishops + knights; }
    friend constexpr bool operator==(const ArmyCounts&, const ArmyCounts&) = default;
};

/// The eighteen armies that the rules allow, the bare queen first.
inline constexpr std::array<ArmyCounts, 18> all_armies = [] {
    std::array<ArmyCounts, 18> armies{};
    constexpr std::array<std::array<std::uint8_t, 2>, 6> minors{
        {{0, 0}, {1, 0}, {0, 1}, {2, 0}, {1, 1}, {0, 2}}};
    std::size_t i = 0;
    for (const auto& minor : minors)
        for (std::uint8_t rooks = 0; rooks <= 2; ++rooks) armies[i++] = {rooks, minor[0], minor[1]};
    return armies;
}();

/// Two armies on squares of which every choice is as likely as any other.
/// Precondition: both armies are allowed.
inline Position random_position(ArmyCounts own, ArmyCounts other, Random& random) {
    std::uint32_t taken = 0;
    const auto army = [&](ArmyCounts counts) {
        Army result = 0;
        const auto put = [&](Kind kind, unsigned count) {
            for (unsigned i = 0; i < count; ++i) {
                unsigned square = 0;
                do square = static_cast<unsigned>(random.below(16));
                while ((taken >> square & 1U) != 0);
                taken |= 1U << square;
                result |= std::uint64_t{1} << (square + lane(kind));
            }
        };
        put(Kind::queen, 1);
        put(Kind::rook, counts.rooks);
        put(Kind::bishop, counts.bishops);
        put(Kind::knight, counts.knights);
        return result;
    };
    const Army first = army(own);
    return Position::unchecked(first, army(other));
}

/// An army of `men` pieces, each that the rules allow as likely. Precondition: 1 ≤ men ≤ 5.
inline ArmyCounts random_army(unsigned men, Random& random) {
    ArmyCounts army;
    do army = all_armies[random.below(all_armies.size())];
    while (army.men() != men);
    return army;
}

/// A position with 1 to 5 men a side, each number as likely, and at most `max_men` on both together.
/// Precondition: max_men ≥ 2. Cost: O(men).
inline Position random_position(Random& random, std::uint64_t max_men = 10) {
    const auto men = [&](std::uint64_t left) {
        return 1 + static_cast<unsigned>(random.below(std::min<std::uint64_t>(left, 5)));
    };
    const ArmyCounts own = random_army(men(max_men - 1), random);
    const ArmyCounts other = random_army(men(max_men - own.men()), random);
    return random_position(own, other, random);
}

}  // namespace zermelo::queen_hunt
