// SPDX-License-Identifier: GPL-3.0-or-later
// Laws that hold for the reference on games and positions at random.
#include <algorithm>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/engine/notation.hpp"
#include "zermelo/engine/setup_check.hpp"
#include "zermelo/engine/variants.hpp"
#include "zermelo/rules/reader.hpp"

#include "reference/engine.hpp"
#include "reference/random_variants.hpp"
#include "support/scale.hpp"

namespace zermelo::engine {
namespace {

/// A failing case, to be read and typed again.
std::string shown(const rules::Rules& rules, const engine::Setup& setup) {
    return rules::canonical_text(rules) + "fen: " + print_fen(setup) +
           "\npasses: " + std::to_string(setup.passes);
}

std::string shown(const std::vector<Violation>& violations) {
    std::string text;
    for (const Violation& violation : violations)
        text += "\n" + (violation.place ? name(*violation.place) + ": " : "") + violation.message;
    return text;
}

TEST(RandomRules, AreWhatARulesFileSays) {
    Random random{1};
    for (std::uint64_t i = testing::scaled(1'000); i > 0; --i) {
        const rules::Rules rules = zermelo::reference::random_rules(random);
        const std::string text = rules::canonical_text(rules);
        const auto read = engine::read_variants(text, {});
        ASSERT_TRUE(read) << text << read.error().where->line << ": " << read.error().message;
        ASSERT_EQ(read->size(), 1U);
        ASSERT_EQ(rules::canonical_text(read->front()), text);
        const auto start = parse_fen(rules.start_fen, rules);
        ASSERT_TRUE(start) << text << start.error().message;
        ASSERT_EQ(shown(violations(*start, rules)), "") << text;
    }
}

TEST(RandomSetup, HasNoViolationPrintsAsItselfAndPlaysByTheRulesText) {
    Random random{2};
    for (std::uint64_t i = testing::scaled(500); i > 0; --i) {
        const rules::Rules rules = zermelo::reference::random_rules(random);
        const engine::Setup setup = zermelo::reference::random_setup(random, rules);
        ASSERT_EQ(shown(violations(setup, rules)), "") << shown(rules, setup);
        // A rule that the text leaves out would make two games with one hash.
        const auto read = engine::read_variants(rules::canonical_text(rules), {});
        ASSERT_TRUE(read) << shown(rules, setup) << read.error().message;
        ASSERT_EQ(reference::end(setup, read->front()), reference::end(setup, rules)) << shown(rules, setup);
        ASSERT_EQ(reference::moves(setup, read->front()), reference::moves(setup, rules))
            << shown(rules, setup);
        const auto again = parse_fen(print_fen(setup), rules);
        ASSERT_TRUE(again) << shown(rules, setup) << again.error().message;
        ASSERT_EQ(*again, reference::told_by_fen(setup)) << shown(rules, setup);
    }
}

TEST(RandomSetup, MovesAreDistinctAndLeadToPositions) {
    Random random{3};
    std::uint64_t en_passant = 0;
    std::uint64_t castlings = 0;
    std::uint64_t promotions = 0;
    std::uint64_t passes = 0;
    std::uint64_t demotions = 0;
    std::uint64_t drops = 0;
    std::uint64_t promoted_drops = 0;
    std::uint64_t ends = 0;
    for (std::uint64_t i = testing::scaled(1'500); i > 0; --i) {
        const rules::Rules rules = zermelo::reference::random_rules(random);
        const engine::Setup setup = zermelo::reference::random_setup(random, rules);
        const auto moves = reference::moves(setup, rules);
        const auto end = reference::end(setup, rules);
        ASSERT_EQ(end.has_value(), moves.empty()) << shown(rules, setup);
        ends += end ? 1 : 0;
        std::set<std::string> names;
        for (const Move move : moves) {
            ASSERT_TRUE(names.insert(uci(move, rules)).second) << shown(rules, setup) << "\n"
                                                               << uci(move, rules);
            const auto next = reference::play(setup, rules, move);
            ASSERT_EQ(next.to_move, !setup.to_move);
            ASSERT_TRUE(shown(violations(next, rules)).empty())
                << shown(violations(next, rules)) << shown(rules, setup) << "\n"
                << uci(move, rules) << "\n"
                << print_fen(next);
            en_passant += move.type == Move::Type::en_passant;
            castlings +=
                move.type == Move::Type::castle_kingside || move.type == Move::Type::castle_queenside;
            promotions += move.type == Move::Type::normal && move.promotion != 0;
            demotions += move.type == Move::Type::demotion;
            drops += move.type == Move::Type::drop;
            promoted_drops += move.type == Move::Type::drop_promoted;
            passes += move.type == Move::Type::pass;
        }
    }
    if (testing::scaled_down()) return;
    for (const auto seen :
         {en_passant, castlings, promotions, passes, demotions, drops, promoted_drops, ends})
        EXPECT_GT(seen, 0U);
}

}  // namespace
}  // namespace zermelo::engine
