// SPDX-License-Identifier: GPL-3.0-or-later
// What tables depend on, and that they depend on nothing else.
#include "zermelo/tablebase/table_rules.hpp"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/rules/keys.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tablebase/game_tier.hpp"

#include "reference/random_variants.hpp"
#include "reference/rule_switches.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/table_rules.hpp"

namespace zermelo::tablebase {
namespace {

rules::Rules with_start(rules::Rules rules, const std::string& fen) {
    rules.start_fen = fen;
    return rules;
}

TEST(TableRules, TheStartCountsForItsTerrainAndRoyalMenAlone) {
    const rules::Rules& chess = testing::shipped("chess");
    const auto same = [&](const std::string& fen) {
        return table_hash(with_start(chess, fen)) == table_hash(chess);
    };
    EXPECT_TRUE(same("4k3/8/8/8/8/8/8/4K3 w - - 0 1"));
    EXPECT_TRUE(same("8/5pk1/3P4/8/8/8/8/K6R b - - 17 40"));  // pawns come there from the second rank
    EXPECT_FALSE(same("4k3/8/8/8/8/8/8/3*K3 w - - 0 1"));
    EXPECT_FALSE(same("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ~R:h8"));
    EXPECT_FALSE(same("4k3/8/8/8/8/8/8/3KK3 w - - 0 1"));
    EXPECT_FALSE(same("4k3/8/8/8/8/8/8/P3K3 w - - 0 1"));  // here they begin below it
    EXPECT_NE(rules::hash(with_start(chess, "4k3/8/8/8/8/8/8/4K3 w - - 0 1")), rules::hash(chess));
    rules::Rules other = chess;
    other.must_capture = true;
    EXPECT_NE(table_hash(other), table_hash(chess));
    other = chess;
    other.name = "chess2";
    EXPECT_NE(table_hash(other), table_hash(chess));
}

/// What a start can change of the tables of a game.
template <typename Bits>
std::string of_the_start(const rules::Rules& rules, const engine::Setup& start) {
    const engine::Game<Bits> game{
        std::make_shared<const engine::CompiledRules<Bits>>(rules, start.holes, start.barred)};
    const TierRules<Bits> tiers{game};
    std::string text = tiers.swap ? "swap" : "no swap";
    for (const auto& of_side : tiers.found)
        for (auto found : of_side) {
            text += "\n";
            while (found.any()) text += " " + std::to_string(found.take_first().index());
        }
    engine::Setup empty = start;
    empty.men = {};
    empty.walls = {};
    empty.gates = {};
    empty.hands.reset();
    empty.en_passant.clear();
    empty.castling.clear();
    empty.to_move = Color::white;
    empty.half_moves = 0;
    empty.full_moves = 1;
    for (const Color c : both_colors)
        for (const rules::Kind& kind : rules.kinds) {
            unsigned royal = 0;
            for (const auto& man : start.men)
                if (kind.royal && man && *man == engine::Man{c, kind.letter}) ++royal;
            if (kind.royal && start.hands)
                if (const auto held = (*start.hands)[c].find(kind.letter); held != (*start.hands)[c].end())
                    royal += held->second;
            text += " " + std::to_string(royal);
        }
    // Where last men may not be lost, whose being gone ends the game.
    for (const auto& side : game.compiled().sides) {
        if (!rules.extinction_pseudo_royal || rules.blast) break;
        for (const auto& kinds : side.ending_kinds) {
            for (const rules::PieceKind kind : kinds) text += ' ' + std::to_string(kind.index());
            text += ',';
        }
        text += side.ends_as_a_whole ? " *;" : ";";
    }
    return text + print_fen(empty);
}

TEST(TableRules, OneHashMeansTheSameTables) {
    Random random{91};
    std::uint64_t same = 0;
    std::uint64_t different = 0;
    for (std::uint64_t i = 0; i < testing::scaled(150); ++i) {
        const rules::Rules rules = testing::random_table_rules(random);
        const bool small = rules.files * rules.ranks <= 64;
        std::optional<std::pair<Hash128, std::string>> first;
        for (int n = 0; n < 3; ++n) {
            const engine::Setup setup = reference::random_setup(random, rules);
            const rules::Rules moved = with_start(rules, print_fen(setup));
            const auto told = std::pair{table_hash(moved), small ? of_the_start<std::uint64_t>(moved, setup)
                                                                 : of_the_start<Bits256>(moved, setup)};
            if (!first) {
                first = told;
                continue;
            }
            ASSERT_EQ(told.first == first->first, told.second == first->second) << table_text(moved) << "\n"
                                                                                << told.second << "\n"
                                                                                << first->second;
            ++(told.first == first->first ? same : different);
        }
    }
    EXPECT_GT(same, testing::scaled(20));
    EXPECT_GT(different, testing::scaled(20));
}

/// The first rule that says something here of which its entry does not say that tables know it.
const rules::Rule* unknown_rule(const rules::Rules& rules) {
    const bool hands = hands_come_back(rules);
    for (const rules::Rule& rule : rules::all_rules())
        if (rule.acts(rules) && !rules::knows(rule.in_tables, hands)) return &rule;
    return nullptr;
}

// Solving is refused, by name, wherever a key says something that its entry does not say tables know.
TEST(TableRules, WhatNoEntryKnowsIsRefused) {
    Random random{17};
    std::set<std::string_view> refused;
    for (const reference::RuleSwitch& rule : reference::rule_switches())
        for (std::uint64_t i = testing::scaled(6); i > 0; --i) {
            const reference::RuleSwitch* const wanted[] = {&rule};
            const auto rules = reference::random_rules_with(random, wanted);
            const rules::Rule* const unknown = rules ? unknown_rule(*rules) : nullptr;
            if (unknown == nullptr) continue;
            const auto known = check_tables_know(*rules);
            ASSERT_FALSE(known) << canonical_text(*rules);
            EXPECT_EQ(known.error().kind, ErrorKind::bad_usage);
            EXPECT_NE(known.error().message.find(unknown->name), std::string::npos) << known.error().message;
            for (const rules::Rule& one : rules::all_rules())
                if (one.acts(*rules)) refused.insert(one.name);
        }
    if (testing::scaled_down()) return;
    for (const rules::Rule& rule : rules::all_rules())
        if (rule.field.differ != nullptr && rule.in_tables == rules::InTables::never) {
            EXPECT_TRUE(refused.contains(rule.name)) << rule.name;
        }
}

// What an entry says tables know, the games have that tests solve and compare.
TEST(TableRules, WhatEntriesKnowIsTried) {
    Random random{18};
    std::set<std::string_view> tried{
        "pieceDrops", "capturesToHand", "dropNoDoubled", "dropChecks",  // group_tier_test.cpp
        "stalematePieceCount", "flipEnclosedPieces",                    // tiers_reference_test.cpp
        // Of the history of a game tables know nothing.
        "nMoveRule", "nMoveRuleTypes", "nFoldRule", "nFoldValue", "nFoldValueAbsolute",
        "perpetualCheckIllegal", "moveRepetitionIllegal", "chasingRule", "countingRule"};
    for (std::uint64_t i = testing::scaled(3'000); i > 0; --i) {
        const rules::Rules rules = testing::random_table_rules(random);
        for (const rules::Rule& rule : rules::all_rules())
            if (rule.acts(rules)) tried.insert(rule.name);
    }
    if (testing::scaled_down()) return;
    for (const rules::Rule& rule : rules::all_rules())
        if (rule.field.differ != nullptr && rules::knows(rule.in_tables, false)) {
            EXPECT_TRUE(tried.contains(rule.name)) << rule.name;
        }
}

}  // namespace
}  // namespace zermelo::tablebase
