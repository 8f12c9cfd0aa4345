// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant/hunt_tiers.hpp"

#include <algorithm>
#include <utility>

namespace zermelo::hunt {
namespace {

/// Place of an army in `all_armies`, by its counts: 3 × minors + rooks.
std::uint32_t place(ArmyCounts army) {
    constexpr std::array<std::array<std::uint8_t, 3>, 3> minors{{{0, 2, 5}, {1, 4, 0}, {3, 0, 0}}};
    return 3U * minors[army.bishops][army.knights] + army.rooks;
}

std::uint32_t number(std::uint32_t a, std::uint32_t b) { return std::min(a, b) * 18U + std::max(a, b); }

}  // namespace

Tier::Tier(ArmyCounts a, ArmyCounts b) : armies_{a, b}, men_(a.men() + b.men()) {
    for (unsigned table = 0; table < 2; ++table) {
        std::size_t i = 0;
        for (const ArmyCounts& army : {armies_[table], armies_[1 - table]}) {
            const auto put = [&](Kind kind, unsigned n) {
                for (; n > 0; --n) lanes_[table][i++] = static_cast<std::uint8_t>(lane(kind));
            };
            put(Kind::queen, 1);
            put(Kind::rook, army.rooks);
            put(Kind::bishop, army.bishops);
            put(Kind::knight, army.knights);
        }
    }
}

std::optional<Position> Tier::position(game::Slot slot) const {
    const auto& lanes = lanes_[slot.table];
    const unsigned own_men = armies_[slot.table].men();
    std::array<Army, 2> sides{};
    std::uint32_t taken = 0;
    unsigned before = 0;
    for (unsigned i = 0; i < men_; ++i) {
        const auto square = static_cast<unsigned>(slot.index >> 4U * (men_ - 1 - i) & 15U);
        if ((taken >> square & 1U) != 0) return std::nullopt;
        const bool twin = i != 0 && i != own_men && lanes[i] == lanes[i - 1];
        if (twin && square < before) return std::nullopt;
        before = square;
        taken |= 1U << square;
        sides[i < own_men ? 0 : 1] |= std::uint64_t{1} << (square + lanes[i]);
    }
    return Position::unchecked(sides[0], sides[1]);
}

std::uint32_t Tiers::tier_of(const Position& p) const {
    return number(place(Tier::counts(p.own())), place(Tier::counts(p.other())));
}

Tier Tiers::tier(std::uint32_t number) const { return {all_armies[number / 18], all_armies[number % 18]}; }

std::vector<std::uint32_t> Tiers::below(std::uint32_t tier) const {
    std::vector<std::uint32_t> result;
    const auto lose = [&](std::uint32_t loser, std::uint32_t keeper, auto member) {
        ArmyCounts army = all_armies[loser];
        if (army.*member == 0) return;
        --(army.*member);
        result.push_back(number(place(army), keeper));
    };
    for (const auto& [loser, keeper] : {std::pair{tier / 18, tier % 18}, std::pair{tier % 18, tier / 18}}) {
        lose(loser, keeper, &ArmyCounts::rooks);
        lose(loser, keeper, &ArmyCounts::bishops);
        lose(loser, keeper, &ArmyCounts::knights);
    }
    return result;
}

}  // namespace zermelo::hunt
