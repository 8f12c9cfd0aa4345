// SPDX-License-Identifier: GPL-3.0-or-later
// What a prober says that its folder covers, against what it then can tell.
#include "zermelo/tablebase/prober.hpp"

#include <gtest/gtest.h>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tell/solve.hpp"

#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"

namespace zermelo::tablebase {
namespace {

template <typename Bits>
Prober<Bits> prober_of(const engine::Game<Bits>& game, const std::string& folder) {
    return {tier_graph(game, puzzles::tier_kernels()), game,
            TableFolder::existing(folder, game.rules()).value()};
}

TEST(Prober, CoversWhatItKnowsTheValueOf) {
    for (const auto& [variant, men] : {std::pair{"small4x4", 3U}, std::pair{"breakthrough5x5", 4U}}) {
        const rules::Rules& rules = testing::shipped(variant);
        const testing::ScratchFolder scratch;
        tell::SolveOptions options;
        options.tables = scratch.file("t");
        options.men = men;
        ASSERT_TRUE(tell::solve(testing::shipped(), variant, options, [](const tell::SolveEvent&) {}));
        testing::NearEnds positions{rules, 7};
        std::uint64_t covered = 0, more = 0;
        std::visit(
            [&](const auto& start) {
                auto prober = prober_of(start.game, options.tables);
                for (std::uint64_t i = 0; i < testing::scaled(300); ++i) {
                    const engine::Setup setup = positions.any();
                    if (setup.holes.any() || !setup.barred.empty()) continue;
                    const auto position = start.game.position(setup);
                    if (!position || position->occupied().size() > 8)
                        continue;  // larger tiers take long to number
                    const bool covers = prober.covers(*position);
                    EXPECT_EQ(covers, prober.value(*position).has_value()) << engine::print_fen(setup);
                    ++(covers ? covered : more);
                }
                EXPECT_FALSE(prober.covers(start.position));
            },
            engine::set_up(rules, engine::parse_fen(rules.start_fen, rules).value()).value());
        EXPECT_GT(covered, testing::scaled(20)) << variant;
        EXPECT_GT(more, testing::scaled(20)) << variant;
    }
}

TEST(Prober, SeesTablesThatComeLater) {
    const rules::Rules& rules = testing::shipped("small4x4");
    const testing::ScratchFolder scratch;
    tell::SolveOptions options;
    options.tables = scratch.file("t");
    options.tiers = {"KvK"};
    ASSERT_TRUE(tell::solve(testing::shipped(), "small4x4", options, [](const tell::SolveEvent&) {}));
    std::visit(
        [&](const auto& start) {
            auto prober = prober_of(start.game, options.tables);
            const auto five = start.game.position(engine::parse_fen("3k/3r/4/KRR1 w", rules).value()).value();
            EXPECT_FALSE(prober.covers(five));
            options.tiers = {"KRRvKR"};
            ASSERT_TRUE(tell::solve(testing::shipped(), "small4x4", options, [](const tell::SolveEvent&) {}));
            EXPECT_TRUE(prober.covers(five));
        },
        engine::set_up(rules, engine::parse_fen(rules.start_fen, rules).value()).value());
}

TEST(Prober, TablesInMemoryHaveNothingToSayOfAWholeArmy) {
    // To find out so by numbering its positions would take minutes here.
    const rules::Rules& rules = testing::shipped("chess");
    std::visit(
        [](const auto& start) {
            Prober prober{tier_graph(start.game, puzzles::tier_kernels()), start.game};
            prober.hold({});
            EXPECT_FALSE(prober.knows(start.position));
            EXPECT_FALSE(prober.covers(start.position));
        },
        engine::set_up(rules, engine::parse_fen(rules.start_fen, rules).value()).value());
}

}  // namespace
}  // namespace zermelo::tablebase
