// SPDX-License-Identifier: GPL-3.0-or-later
// Tiers whose distances do not fit into bytes: two men in a long corridor, of whom one takes the other in the
// end, against the reference; and how 16 bits an entry are chosen.
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/rules/reader.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/retrograde.hpp"
#include "zermelo/tablebase/solve.hpp"
#include "zermelo/tablebase/tier_record.hpp"
#include "zermelo/tablebase/verify_file.hpp"

#include "support/in_parts.hpp"
#include "support/reference_values.hpp"
#include "support/scratch.hpp"

namespace zermelo::tablebase {
namespace {

constexpr const char* corridors = R"(
[corridor]
maxFile = 16
maxRank = 15
wazir = w
startFen = 1w14/***************1/16/1***************/16/***************1/16/1***************/16/***************1/16/1***************/16/***************1/W15 w - - 0 1
extinctionValue = loss
extinctionPieceTypes = w
stalemateValue = loss
castling = false
doubleStep = false
promotionPieceTypes = -
promotionPawnTypes = -

[hands:corridor]
pieceDrops = true
capturesToHand = true

# Any outcome at any distance, so that bytes hold half as much.
[flag:corridor]
maxFile = 10
maxRank = 13
startFen = 8w1/1*********/10/*********1/10/1*********/10/*********1/10/1*********/10/*********1/W9 w - - 0 1
flagPiece = w
flagRegionWhite = *13
flagRegionBlack = *1
flagMove = true

# A stone does not move; who would pass it must take it.
[stone:flag]
customPiece1 = s:
startFen = 8w1/1*********/10/*********1/10/1*********/5s4/*********1/10/1*********/10/*********1/W9 w - - 0 1
)";

rules::Rules corridor(const std::string& name) {
    const auto all = rules::read_rules(corridors, {});
    EXPECT_TRUE(all);
    for (const rules::Rules& rules : all.value())
        if (rules.name == name) return rules;
    ADD_FAILURE() << name;
    return {};
}

/// Solves a game into a folder and calls f(prober, graph).
template <typename F>
void with_tables(const rules::Rules& rules, SolveOptions options, const F& f) {
    std::visit(
        [&](const auto& start) {
            const auto graph = tier_graph(start.game, puzzles::tier_kernels());
            const auto solved = solve(*graph, rules, options, [](const SolveEvent&) {});
            ASSERT_TRUE(solved) << solved.error().message;
            auto folder = TableFolder::existing(options.tables, rules).value();
            Prober prober{tier_graph(start.game, puzzles::tier_kernels()), start.game, std::move(folder)};
            f(prober, *graph);
        },
        engine::set_up(rules, engine::parse_fen(rules.start_fen, rules).value()).value());
}

struct Expected {
    const char* variant;
    std::uint64_t longest;
    bool wide;
};
std::ostream& operator<<(std::ostream& out, const Expected& expected) { return out << expected.variant; }

class WideTiers : public ::testing::TestWithParam<Expected> {};

TEST_P(WideTiers, ValuesAreThoseOfTheReference) {
    const rules::Rules rules = corridor(GetParam().variant);
    testing::Reference reference{rules, 60'000};
    reference.add(engine::parse_fen(rules.start_fen, rules).value());
    ASSERT_TRUE(reference.close());
    reference.solve();
    const testing::ScratchFolder scratch;
    SolveOptions options;
    options.tables = scratch.file("t");
    with_tables(rules, options, [&](auto& prober, const TierGraph& graph) {
        std::size_t met = 0;
        std::uint64_t longest = 0;
        reference.each([&](const engine::Setup& setup, const game::Value& value) {
            const auto p = prober.game().position(setup);
            ASSERT_TRUE(p) << print_fen(setup);
            const auto found = prober.value(*p);
            ASSERT_TRUE(found) << found.error().message;
            ASSERT_EQ(*found, value) << print_fen(setup);
            ++met;
            if (value.distance) longest = std::max(longest, value.distance->count());
        });
        EXPECT_GT(met, 1000U);
        EXPECT_EQ(longest, GetParam().longest);
        bool wide = false;
        for (const std::string& tier : prober.folder().tiers()) {
            const auto file = prober.folder().open(tier);
            ASSERT_TRUE(file) << file.error().message;
            wide = wide || file->wide();
            const auto verified = verify_file(graph, rules, *file);
            EXPECT_TRUE(verified) << verified.error().message;
            const auto record = parse_record(file->header().record);
            ASSERT_TRUE(record);
            // Only tiers that need them have 16 bits an entry.
            EXPECT_EQ(file->wide(), record->longest() > graph.encoding().longest()) << tier;
            testing::expect_same_in_parts(graph, prober.folder(), tier);
            std::uint64_t counted = 0;
            for (const TierRecord::Side& side : record->sides) counted += sum(side.placements.wins);
            EXPECT_GT(counted, 0U);
        }
        EXPECT_EQ(wide, GetParam().wide);
    });
}

INSTANTIATE_TEST_SUITE_P(All, WideTiers,
                         ::testing::Values(Expected{"corridor", 266, true}, Expected{"hands", 266, true},
                                           Expected{"flag", 133, true}),
                         [](const auto& game) { return std::string{game.param.variant}; });

TEST(WideTier, ThoroughIsLedToByOthers) {
    const rules::Rules rules = corridor("stone");
    const testing::ScratchFolder scratch;
    SolveOptions options;
    options.tables = scratch.file("t");
    with_tables(rules, options, [&](auto& prober, const TierGraph& graph) {
        for (const char* const tier : {"WvW", "WSvW"}) {
            const auto file = prober.folder().open(tier);
            ASSERT_TRUE(file) << file.error().message;
            EXPECT_TRUE(file->wide()) << tier;
            testing::expect_same_in_parts(graph, prober.folder(), tier);
            const auto verified = verify_file(graph, rules, *file);
            EXPECT_TRUE(verified) << verified.error().message;
        }
    });
}

TEST(WideTier, OfMoreMemoryThanItMayTakeIsRefused) {
    const rules::Rules rules = corridor("corridor");
    const testing::ScratchFolder scratch;
    SolveOptions options;
    options.tables = scratch.file("t");
    options.memory = 12'000;
    std::visit(
        [&](const auto& start) {
            const auto graph = tier_graph(start.game, puzzles::tier_kernels());
            const auto solved = solve(*graph, rules, options, [](const SolveEvent&) {});
            ASSERT_FALSE(solved);
            EXPECT_EQ(solved.error().kind, ErrorKind::bad_usage);
            EXPECT_EQ(
                solved.error().message,
                "WvW: distances that do not fit into bytes: with 16 bits a position it needs 26.9 KiB of "
                "memory, expected at most 11.7 KiB (what was asked for)");
        },
        engine::set_up(rules, engine::parse_fen(rules.start_fen, rules).value()).value());
}

}  // namespace
}  // namespace zermelo::tablebase
