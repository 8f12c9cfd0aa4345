// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/tiers.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/scale.hpp"

namespace zermelo::queen_hunt {
namespace {

/// One of the eight symmetric copies.
Position copy(const Position& p, unsigned n) {
    const auto turned = [&](Army army) {
        Army result = 0;
        for (; army != 0; army &= army - 1) {
            const unsigned bit = lowest(army);
            unsigned file = bit % 4;
            unsigned rank = bit % 16 / 4;
            if ((n & 1U) != 0) file = 3 - file;
            if ((n & 2U) != 0) rank = 3 - rank;
            if ((n & 4U) != 0) std::swap(file, rank);
            result |= std::uint64_t{1} << (4 * rank + file + (bit & 48U));
        }
        return result;
    };
    return Position::unchecked(turned(p.own()), turned(p.other()));
}

std::uint64_t placements(const ArmyCounts& a, const ArmyCounts& b) {
    std::uint64_t ways = 1;
    unsigned free = 16;
    for (const ArmyCounts& army : {a, b})
        for (const unsigned n : {1U, unsigned{army.rooks}, unsigned{army.bishops}, unsigned{army.knights}}) {
            for (unsigned i = 0; i < n; ++i) ways *= free--;
            if (n == 2) ways /= 2;
        }
    return ways;
}

TEST(HuntTiers, IndexAndPositionAreInverse) {
    for (const ArmyCounts& a : all_armies)
        for (const ArmyCounts& b : all_armies) {
            if (a.men() + b.men() > 5) continue;
            const Tier tier{a, b};
            for (std::uint32_t t = 0; t < tier.tables(); ++t) {
                std::uint64_t weights = 0;
                std::uint64_t next = 0;
                tier.each_position(t, 0, tier.table_size(t),
                                   [&](std::uint64_t index, const Position& p, const auto& place) {
                                       ASSERT_EQ(index, next++);
                                       ASSERT_EQ(tier.slot(p), (tablebase::Slot{t, index}));
                                       ASSERT_EQ(tier.position({t, index}), p);
                                       weights += place.weight();
                                   });
                ASSERT_EQ(weights, placements(a, b));
            }
        }
}

TEST(HuntTiers, AllPlacementsTogether) {
    std::uint64_t all = 0;
    for (const ArmyCounts& a : all_armies)
        for (const ArmyCounts& b : all_armies) all += placements(a, b);
    EXPECT_EQ(all, 65'460'921'360U);
}

TEST(HuntTiers, EveryPositionAndItsCopiesHaveTheirPlace) {
    Random random{21};
    const Tiers tiers;
    for (std::uint64_t i = testing::scaled(50'000); i > 0; --i) {
        const Position p = random_position(random);
        const Tier tier = tiers.tier(tiers.tier_of(p));
        ASSERT_EQ(tiers.tier_of(Position::unchecked(p.other(), p.own())), tiers.tier_of(p));
        const tablebase::Slot slot = tier.slot(p);
        ASSERT_LT(slot.table, tier.tables());
        ASSERT_LT(slot.index, tier.table_size(slot.table));
        const Position stored = *tier.position(slot);
        std::set<std::uint64_t> slots;
        tier.each_slot(p, [&](tablebase::Slot twin) { slots.insert(twin.index); });
        bool copied = false;
        for (unsigned n = 0; n < 8; ++n) {
            copied = copied || copy(p, n) == stored;
            ASSERT_EQ(slots.count(tier.slot(copy(p, n)).index), 1U);
        }
        ASSERT_TRUE(copied);
    }
}

/// What is seen at one glance, and what is found by its index, is what a look at each position sees.
TEST(HuntTiers, OpenAndFoundPositionsAreThoseThatThereAre) {
    const auto tiers = {Tier{{}, {}}, Tier{{1, 0, 1}, {0, 1, 0}}, Tier{{0, 0, 2}, {2, 0, 0}}};
    for (const Tier& tier : tiers)
        for (std::uint32_t t = 0; t < tier.tables(); ++t) {
            const std::uint64_t size = tier.table_size(t);
            std::vector<std::uint64_t> open;
            std::vector<std::uint64_t> won;
            tier.each_position(t, 0, size, [&](std::uint64_t index, const Position& p, const auto&) {
                (wins_at_once(p) ? won : open).push_back(index);
            });
            std::vector<std::uint64_t> found_open;
            std::vector<std::uint64_t> found_won;
            for (std::uint64_t first = 0; first < size; first += 1001)
                tier.each_open_position(
                    t, first, std::min(size, first + 1001),
                    [&](std::uint64_t index, const Position& p, const auto&) {
                        ASSERT_EQ(tier.position({t, index}), p);
                        found_open.push_back(index);
                    },
                    [&](std::uint64_t index, std::uint64_t count, const auto& cursor) {
                        for (std::uint64_t i = 0; i < count; ++i) {
                            const auto p = tier.position({t, index + i});
                            std::set<std::uint64_t> slots;
                            tier.each_slot(*p, [&](tablebase::Slot twin) { slots.insert(twin.index); });
                            ASSERT_EQ(cursor.is_least(index), *slots.begin() == index + i);
                            found_won.push_back(index + i);
                        }
                    });
            ASSERT_EQ(found_open, open);
            ASSERT_EQ(found_won, won);

            std::vector<std::uint64_t> some;
            for (std::size_t i = 0; i < open.size(); i += 1 + i % 5) some.push_back(open[i]);
            std::vector<std::uint64_t> met;
            std::size_t at = 0;
            tier.each_found(
                t, [&] { return at < some.size() ? std::optional{some[at++]} : std::nullopt; },
                [&](std::uint64_t index, const Position& p, const auto&) {
                    ASSERT_EQ(tier.position({t, index}), p);
                    met.push_back(index);
                });
            ASSERT_EQ(met, some);
        }
}

/// `each_parent` tells a pair of an entry and a move once, where no symmetry keeps either position.
TEST(HuntTiers, ParentsAreToldOnceForEachMove) {
    static_assert(tablebase::CountsParents<Tier> && tablebase::SkipsEveryBlunder<Tier>);
    Random random{23};
    const Tiers tiers;
    const auto symmetric = [](const Position& p) {
        for (unsigned n = 1; n < 8; ++n)
            if (copy(p, n) == p) return true;
        return false;
    };
    std::uint64_t pairs = 0;
    for (std::uint64_t i = testing::scaled(10'000); i > 0; --i) {
        const Position p = random_position(random);
        if (wins_at_once(p)) continue;
        const Tier tier = tiers.tier(tiers.tier_of(p));
        const tablebase::Slot slot = tier.slot(p);
        any_safe_move(p, [&](const Move& move) {
            if (!tier.stays_in_tier(p, move)) return false;
            const Position child = play(p, move);
            std::set<std::pair<std::uint32_t, std::uint64_t>> entries;
            tier.each_slot(child, [&](tablebase::Slot entry) { entries.emplace(entry.table, entry.index); });
            const tablebase::Slot after = tier.child_index(p).slot_after(move);
            EXPECT_EQ(entries.count({after.table, after.index}), 1U);
            if (symmetric(p) || symmetric(child)) return false;
            unsigned told = 0;
            tier.each_parent(
                child, [&](const Position&, tablebase::Slot parent) { told += parent == slot ? 1 : 0; });
            unsigned moves = 0;
            any_safe_move(p, [&](const Move& other) {
                if (!tier.stays_in_tier(p, other)) return false;
                const tablebase::Slot entry = tier.slot(play(p, other));
                moves += entries.count({entry.table, entry.index}) != 0 ? 1 : 0;
                return false;
            });
            EXPECT_EQ(told, moves);
            ++pairs;
            return false;
        });
    }
    EXPECT_GT(pairs, testing::scaled(5'000));
}

TEST(HuntTiers, SubTiersAreSeenFromWhatWasTaken) {
    Random random{24};
    const Tiers tiers;
    for (const ArmyCounts& a : all_armies)
        for (const ArmyCounts& b : all_armies) {
            const auto below = tiers.sub_tiers(Tiers::number_of(a, b));
            EXPECT_EQ(std::set(below.begin(), below.end()).size(), below.size());
        }
    std::uint64_t captures = 0;
    for (std::uint64_t i = testing::scaled(10'000); i > 0; --i) {
        const Position p = random_position(random);
        if (wins_at_once(p)) continue;
        const Tier tier = tiers.tier(tiers.tier_of(p));
        MoveList moves;
        list_moves(p, moves);
        for (const Move& move : moves) {
            if (tier.stays_in_tier(p, move)) continue;
            const Position child = play(p, move);
            const auto [loser, lost] = tier.capture_before(child);
            ASSERT_EQ(Tiers::tier_after(tier.armies(), loser, lost), tiers.tier_of(child));
            ASSERT_EQ(Tier::counts(child.other()), tier.armies()[1 - loser]);
            ++captures;
        }
    }
    EXPECT_GT(captures, testing::scaled(5'000));
}

TEST(HuntTiers, ParentsAndChildrenAreDual) {
    Random random{22};
    const Tiers tiers;
    for (std::uint64_t i = testing::scaled(10'000); i > 0; --i) {
        const Position p = random_position(random);
        const Tier tier = tiers.tier(tiers.tier_of(p));
        // A position's parents are its entry's, so ask for those of what stands there.
        const auto parents_of = [&](const Position& child) {
            std::set<std::pair<std::uint32_t, std::uint64_t>> slots;
            tier.each_parent(child, [&](const Position& parent, tablebase::Slot slot) {
                slots.emplace(slot.table, slot.index);
                MoveList moves;
                list_moves(parent, moves);
                EXPECT_TRUE(std::any_of(moves.begin(), moves.end(), [&](const Move& m) {
                    return play(parent, m) == child &&
                           tier.leads_to(parent, m, child) == tablebase::LeadsTo::tier;
                }));
            });
            return slots;
        };
        parents_of(p);
        if (wins_at_once(p)) continue;
        MoveList moves;
        list_moves(p, moves);
        const auto below = tiers.sub_tiers(tiers.tier_of(p));
        for (const Move& move : moves) {
            const Position child = play(p, move);
            if (lost(child)) continue;
            if (tier.leads_to(p, move, child) == tablebase::LeadsTo::tier) {
                ASSERT_EQ(tiers.tier_of(child), tiers.tier_of(p));
                const auto parents = parents_of(*tier.position(tier.slot(child)));
                tier.each_slot(p, [&](tablebase::Slot slot) {
                    ASSERT_EQ(parents.count({slot.table, slot.index}), 1U);
                });
            } else {
                ASSERT_GT(std::count(below.begin(), below.end(), tiers.tier_of(child)), 0);
            }
        }
    }
}

}  // namespace
}  // namespace zermelo::queen_hunt
