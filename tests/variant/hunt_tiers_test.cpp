// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/variant/hunt_tiers.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "support/scale.hpp"

namespace zermelo::hunt {
namespace {

TEST(HuntTiers, IndexAndPositionAreInverse) {
    for (const ArmyCounts& a : all_armies)
        for (const ArmyCounts& b : all_armies) {
            if (a.men() + b.men() > 4) continue;
            const Tier tier{a, b};
            std::set<std::uint64_t> seen;
            for (std::uint32_t t = 0; t < tier.tables(); ++t)
                for (std::uint64_t i = 0; i < tier.table_size(); ++i)
                    if (const auto position = tier.position({t, i})) {
                        ASSERT_EQ(tier.slot(*position), (game::Slot{t, i}));
                        ASSERT_TRUE(seen.insert(position->key()).second);
                    }
        }
}

TEST(HuntTiers, EveryPositionHasItsPlace) {
    Random random{21};
    const Tiers tiers;
    for (std::uint64_t i = testing::scaled(100'000); i > 0; --i) {
        const Position p = random_position(random);
        const Tier tier = tiers.tier(tiers.tier_of(p));
        ASSERT_EQ(tiers.tier_of(Position::unchecked(p.other(), p.own())), tiers.tier_of(p));
        const game::Slot slot = tier.slot(p);
        ASSERT_LT(slot.table, tier.tables());
        ASSERT_LT(slot.index, tier.table_size());
        ASSERT_EQ(tier.position(slot), p);
    }
}

TEST(HuntTiers, ParentsAndChildrenAreDual) {
    Random random{22};
    const Tiers tiers;
    for (std::uint64_t i = testing::scaled(10'000); i > 0; --i) {
        const Position p = random_position(random);
        const Tier tier = tiers.tier(tiers.tier_of(p));
        const auto parents_of = [&](const Position& child) {
            std::vector<Position> parents;
            tier.for_each_parent(child, [&](const Position& parent) { parents.push_back(parent); });
            return parents;
        };
        const auto ways = [&](const Position& parent, const Position& child) {
            MoveList moves;
            list_moves(parent, moves);
            return std::count_if(moves.begin(), moves.end(), [&](const Move& m) {
                return tier.stays(parent, m) && play(parent, m) == child;
            });
        };
        for (const Position& parent : parents_of(p)) ASSERT_EQ(ways(parent, p), 1);
        MoveList moves;
        list_moves(p, moves);
        const auto below = tiers.below(tiers.tier_of(p));
        for (const Move& move : moves) {
            const Position child = play(p, move);
            if (lost(child)) continue;
            if (tier.stays(p, move)) {
                const auto parents = parents_of(child);
                ASSERT_EQ(std::count(parents.begin(), parents.end(), p), 1);
                ASSERT_EQ(tiers.tier_of(child), tiers.tier_of(p));
            } else {
                ASSERT_EQ(std::count(below.begin(), below.end(), tiers.tier_of(child)) > 0, true);
            }
        }
    }
}

}  // namespace
}  // namespace zermelo::hunt
