// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/material.hpp"

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include "zermelo/rules/reader.hpp"

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/table_rules.hpp"

namespace zermelo::tablebase {
namespace {

Material material(const std::string& name, const rules::Rules& rules) {
    return parse_material(name, rules).value();
}

std::vector<std::string> names(const std::vector<Material>& list, const rules::Rules& rules) {
    std::vector<std::string> result;
    for (const Material& m : list) result.push_back(text(m, rules));
    std::sort(result.begin(), result.end());
    return result;
}

rules::Rules child_of_chess(const std::string& lines) {
    const auto find = [](std::string_view name) { return &testing::shipped(std::string{name}); };
    return rules::read_rules("[child:chess]\n" + lines, find).value().front();
}

TEST(Material, TextAndBack) {
    const rules::Rules& chess = testing::shipped("chess");
    EXPECT_EQ(text(material("KRvK", chess), chess), "KRvK");
    EXPECT_EQ(text(material("NKPRvPBK", chess), chess), "KRNPvKBP");
    EXPECT_EQ(text(start_material(chess), chess), "KQRRBBNNPPPPPPPPvKQRRBBNNPPPPPPPP");
    const rules::Rules& breakthrough = testing::shipped("breakthrough5x5");
    EXPECT_EQ(text(material("vPP", breakthrough), breakthrough), "vPP");
    EXPECT_EQ(text(material("PPPv", breakthrough), breakthrough), "PPPv");
    EXPECT_EQ(text(material("v", breakthrough), breakthrough), "v");
    EXPECT_EQ(violation(material("v", breakthrough), breakthrough), std::nullopt);
    for (const rules::Rules* rules : testing::shipped().all())
        for (const Material& m : materials(*rules, 3, false)) {
            ASSERT_EQ(material(text(m, *rules), *rules), m);
            ASSERT_EQ(m.swapped().swapped(), m);
        }
}

TEST(Material, WhatIsWrongWithAText) {
    const rules::Rules& chess = testing::shipped("chess");
    const auto why = [&](const char* name) { return parse_material(name, chess).error(); };
    EXPECT_EQ(why("KXvK").message, "'X' is no piece of chess, expected letters out of KQRBNP and one 'v'");
    EXPECT_EQ(why("KXvK").where, (Location{1, 2}));
    EXPECT_EQ(why("KvKq").where, (Location{1, 4}));
    EXPECT_EQ(why("KvKv").message, "a second 'v', expected one between the two sides");
    EXPECT_EQ(why("KRK").message, "no 'v', expected White's pieces, 'v', and Black's, as KQvKR");
    EXPECT_EQ(violation(material("v", chess), chess), "White has 0 royal pieces, expected 1");
    EXPECT_EQ(violation(material("KKvK", chess), chess), "White has 2 royal pieces, expected 1");
    EXPECT_EQ(violation(material("KvQ", chess), chess), "Black has 0 royal pieces, expected 1");
    EXPECT_EQ(violation(material("KvK", chess), chess), std::nullopt);
}

TEST(Material, BelowAreCapturesAndPromotions) {
    const rules::Rules& chess = testing::shipped("chess");
    EXPECT_EQ(names(sub_materials(material("KRvKN", chess), chess), chess),
              (std::vector<std::string>{"KRvK", "KvKN"}));
    EXPECT_EQ(names(sub_materials(material("KPvKR", chess), chess), chess),
              (std::vector<std::string>{"KBvK", "KBvKR", "KNvK", "KNvKR", "KPvK", "KQvK", "KQvKR", "KRvK",
                                        "KRvKR", "KvKR"}));
    const auto all = reachable(material("KPvK", chess), chess, true, 100).value();
    EXPECT_EQ(names(all, chess), (std::vector<std::string>{"KBvK", "KNvK", "KPvK", "KQvK", "KRvK", "KvK"}));
    EXPECT_EQ(text(all.back(), chess), "KPvK");
    EXPECT_EQ(text(all.front(), chess), "KvK");
    EXPECT_EQ(reachable(start_material(chess), chess, true, 1000), std::nullopt);
    // Who loses the queen has lost: no table.
    const rules::Rules& hunt = testing::shipped("simplified");
    EXPECT_EQ(names(sub_materials(material("QRvQN", hunt), hunt), hunt),
              (std::vector<std::string>{"QRvQ", "QvQN"}));
    EXPECT_TRUE(over(material("QRvN", hunt), hunt));
    EXPECT_EQ(names(materials(hunt, 3, true), hunt),
              (std::vector<std::string>{"QBvQ", "QNvQ", "QQvQ", "QRvQ", "QvQ"}));
}

/// Who captures goes, and with it whoever may stand beside it but pawns; without a king the game is over.
TEST(Material, BelowACaptureThatExplodesIsWhatItLeaves) {
    const rules::Rules& atomic = testing::shipped("atomic");
    const auto below = [&](const char* name) {
        return names(sub_materials(material(name, atomic), atomic), atomic);
    };
    EXPECT_EQ(below("KRvK"), std::vector<std::string>{});
    EXPECT_EQ(below("KRvKN"), (std::vector<std::string>{"KvK"}));
    EXPECT_EQ(below("KRRvKN"), (std::vector<std::string>{"KRvK", "KvK"}));
    EXPECT_EQ(below("KNvKP"), (std::vector<std::string>{"KNvKB", "KNvKN", "KNvKQ", "KNvKR", "KvK"}));
    EXPECT_TRUE(over(material("KRv", atomic), atomic));
    // Where no man has to be there, nobody may be left.
    const auto read = rules::read_rules(
        "[bare]\nmaxFile = 3\nmaxRank = 3\nqueen = q\nknight = n\nstartFen = 1nq/3/QN1 w - - 0 1\n"
        "castling = false\nblastOnCapture = true\n",
        [](std::string_view) { return nullptr; });
    const rules::Rules& bare = read.value().front();
    EXPECT_EQ(names(sub_materials(material("QvN", bare), bare), bare), std::vector<std::string>{"v"});
    EXPECT_EQ(names(sub_materials(material("QNvN", bare), bare), bare),
              (std::vector<std::string>{"Nv", "Qv", "v"}));
    EXPECT_EQ(names(materials(bare, 1, true), bare), (std::vector<std::string>{"Nv", "Qv", "v"}));
    EXPECT_EQ(names(reachable(material("QvN", bare), bare, true, 10).value(), bare),
              (std::vector<std::string>{"QvN", "v"}));
}

TEST(Material, KindsThatTurnInCircles) {
    const rules::Rules& chess = testing::shipped("chess");
    EXPECT_EQ(circling_kinds(start_material(chess), chess), "");
    const rules::Rules there_and_back = child_of_chess("promotedPieceType = n:b b:n\n");
    EXPECT_EQ(circling_kinds(start_material(there_and_back), there_and_back), "NB");
    EXPECT_EQ(circling_kinds(material("KRvK", there_and_back), there_and_back), "");
    EXPECT_EQ(reachable(material("KNvK", there_and_back), there_and_back, true, 100), std::nullopt);
}

TEST(Material, CanonicalHasTheStrongerSideFirst) {
    const rules::Rules& chess = testing::shipped("chess");
    const auto kept = [&](const char* name) { return text(canonical(material(name, chess), chess), chess); };
    EXPECT_EQ(kept("KvKP"), "KPvK");
    EXPECT_EQ(kept("KRvKQ"), "KQvKR");
    EXPECT_EQ(kept("KBNvKQ"), "KBNvKQ");
    EXPECT_EQ(kept("KRvKR"), "KRvKR");
}

/// Wherever a game goes, it goes by `sub_materials`, and what `reachable` lists is closed.
TEST(Material, GamesStayWithinWhatIsReachable) {
    Random random{71};
    std::uint64_t steps = 0;
    for (std::uint64_t i = 0; i < testing::scaled(400); ++i) {
        const rules::Rules rules = testing::random_table_rules(random);
        engine::Setup setup = reference::random_setup(random, rules);
        setup.castling.clear();
        setup.gates = {};  // through which men come from the hand
        for (int ply = 0; ply < 40; ++ply) {
            const auto moves = reference::moves(setup, rules);
            if (moves.empty()) break;
            const Material before = material_of(setup, rules);
            setup = reference::play(setup, rules, moves[random.below(moves.size())]);
            const Material after = material_of(setup, rules);
            if (before == after) continue;
            ++steps;
            if (over(after, rules)) {
                ASSERT_TRUE(reference::end(setup, rules));
                break;
            }
            const auto next = sub_materials(before, rules);
            ASSERT_TRUE(std::find(next.begin(), next.end(), after) != next.end())
                << text(before, rules) << " to " << text(after, rules) << "\n"
                << rules::canonical_text(rules);
        }
    }
    EXPECT_GT(steps, 0U);
}

TEST(Material, ReachableIsInOrderAndClosed) {
    Random random{72};
    for (std::uint64_t i = 0; i < testing::scaled(100); ++i) {
        const rules::Rules rules = testing::random_table_rules(random);
        const auto some = materials(rules, 4, false);
        if (some.empty()) continue;
        const Material& from = some[random.below(some.size())];
        const auto all = reachable(from, rules, false, 5000);
        if (!all) continue;
        ASSERT_EQ(all->back(), from);
        std::set<Material> seen;
        for (const Material& m : *all) {
            for (const Material& lower : sub_materials(m, rules)) ASSERT_TRUE(seen.contains(lower));
            ASSERT_TRUE(seen.insert(m).second);
        }
        ASSERT_LE(static_cast<double>(all->size()),
                  extent_of_reachable(from, rules, rules.files * rules.ranks).tiers);
    }
}

/// In how many ways the men of a material stand on a board, men of one kind alike.
double placements(const Material& m, unsigned squares) {
    double ways = 1;
    unsigned free = squares;
    for (const auto& army : m.armies)
        for (const std::uint8_t count : army)
            for (unsigned i = 0; i < count; ++i) ways *= static_cast<double>(free--) / (i + 1);
    return ways;
}

/// Held to what is listed one by one, in games that are not over for lack of men.
TEST(Material, ExtentsAreThoseOfTheMaterialsThemselves) {
    Random random{73};
    for (const char* name : {"chess", "small3x3", "losalamos", "knightmate", "simplified"}) {
        const rules::Rules& rules = testing::shipped(name);
        const unsigned squares = rules.files * rules.ranks;
        for (unsigned men = 0; men <= 5; ++men) {
            double tiers = 0;
            double positions = 0;
            for (const Material& m : materials(rules, men, false)) {
                ++tiers;
                positions += placements(m, squares);
            }
            const Extent extent = extent_of_materials(rules, men, squares);
            if (rules.extinction_value) {  // those that are over are counted, too
                EXPECT_GE(extent.tiers * (1 + 1e-9), tiers) << name << men;
                EXPECT_GE(extent.placements * (1 + 1e-9), positions) << name << men;
                continue;
            }
            EXPECT_NEAR(extent.tiers, tiers, 1e-6 * tiers) << name << men;
            EXPECT_NEAR(extent.placements, positions, 1e-6 * positions) << name << men;
        }
    }
    const rules::Rules& chess = testing::shipped("chess");
    for (const char* name : {"KvK", "KRvKN", "KPPvKQ", "KQRBNPvKP"}) {
        const auto all = reachable(material(name, chess), chess, false, 100'000).value();
        double positions = 0;
        for (const Material& m : all) positions += placements(m, 64);
        const Extent extent = extent_of_reachable(material(name, chess), chess, 64);
        EXPECT_NEAR(extent.tiers, static_cast<double>(all.size()), 1e-6) << name;
        EXPECT_NEAR(extent.placements, positions, 1e-6 * positions) << name;
    }
    // However many they are, they are counted at once.
    EXPECT_GT(extent_of_materials(chess, 64, 64).tiers, 1e11);
    EXPECT_GT(extent_of_reachable(start_material(chess), chess, 64).placements, 1e40);
    EXPECT_EQ(extent_of_materials(chess, 1, 64).tiers, 0);
}

}  // namespace
}  // namespace zermelo::tablebase
