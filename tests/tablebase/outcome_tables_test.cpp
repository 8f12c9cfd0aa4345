// SPDX-License-Identifier: GPL-3.0-or-later
// Tables of outcomes alone, against those of distances: entry by entry, of games of every kernel and of
// random games; and what a folder that holds both does with them.
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/puzzles/tier_kernels.hpp"
#include "zermelo/tablebase/file/write.hpp"
#include "zermelo/tablebase/material.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tablebase/solve.hpp"
#include "zermelo/tablebase/tier_record.hpp"
#include "zermelo/tablebase/verify_file.hpp"

#include "support/scale.hpp"
#include "support/scratch.hpp"
#include "support/shipped.hpp"
#include "support/table_files.hpp"
#include "support/table_rules.hpp"
#include "support/tiers.hpp"

namespace zermelo::tablebase {
namespace {

using testing::ScratchFolder;

struct Solve {
    std::optional<unsigned> men = std::nullopt;
    std::vector<std::string> tiers = {};
    std::optional<unsigned> threads = std::nullopt;
    std::optional<std::uint64_t> memory = std::nullopt;
};

Result<TableFolder> solved(const TierGraph& graph, const rules::Rules& rules, const std::string& folder,
                           const Solve& asked, bool outcomes) {
    SolveOptions options;
    options.tables = folder;
    options.men = asked.men;
    options.tiers = asked.tiers;
    options.threads = asked.threads;
    options.memory = asked.memory;
    options.outcomes = outcomes;
    ZERMELO_CHECK(solve(graph, rules, options, [](const SolveEvent&) {}));
    return TableFolder::existing(folder, rules);
}

std::unique_ptr<TierGraph> graph_of(const rules::Rules& rules) {
    return puzzles::tier_graph(
        engine::set_up(rules, engine::parse_fen(rules.start_fen, rules).value()).value());
}

/// How many entries were compared, and how long the files are.
struct Compared {
    std::uint64_t entries = 0;
    std::uint64_t distances = 0;
    std::uint64_t outcomes = 0;
};

void expect_outcomes_of(const TableFolder& distances, const TableFolder& outcomes, const TierGraph& graph,
                        const rules::Rules& rules, Compared& compared) {
    ASSERT_EQ(outcomes.tiers(), distances.tiers());
    for (const std::string& tier : distances.tiers()) {
        SCOPED_TRACE(tier);
        const auto whole = distances.open(tier).value();
        const auto alone = outcomes.open(tier).value();
        EXPECT_FALSE(whole.outcomes_alone());
        ASSERT_TRUE(alone.outcomes_alone());
        EXPECT_FALSE(alone.wide());
        // Don't-care entries, too: they repeat the entry before them.
        EXPECT_TRUE(outcomes_of(read_values(whole).value()) == read_values(alone).value());
        const auto counted = parse_record(whole.header().record).value();
        const auto record = parse_record(alone.header().record).value();
        ASSERT_EQ(record.sides.size(), counted.sides.size());
        for (std::size_t side = 0; side < record.sides.size(); ++side) {
            const auto same = [](const TierRecord::Counts& a, const TierRecord::Counts& b) {
                EXPECT_EQ(sum(a.wins), sum(b.wins));
                EXPECT_EQ(sum(a.losses), sum(b.losses));
                EXPECT_EQ(a.draws, b.draws);
                for (const ByDistance& counts : {a.wins, a.losses})
                    for (const auto& each : counts) EXPECT_FALSE(each.first);
            };
            same(record.sides[side].placements, counted.sides[side].placements);
            same(record.sides[side].unique_placements, counted.sides[side].unique_placements);
            EXPECT_EQ(record.sides[side].positions, counted.sides[side].positions);
            EXPECT_FALSE(record.sides[side].longest || record.sides[side].longest_loss);
        }
        const auto verified = verify_file(graph, rules, alone);
        ASSERT_TRUE(verified) << verified.error().message;
        EXPECT_EQ(*verified, counted.positions());
        for (unsigned side = 0; side < alone.sides(); ++side) compared.entries += alone.entries(side);
        compared.distances += whole.length();
        compared.outcomes += alone.length();
    }
}

void expect_outcomes(const std::string& variant, const Solve& asked, std::uint64_t times_less) {
    SCOPED_TRACE(variant);
    const rules::Rules& rules = testing::shipped(variant);
    const auto graph = graph_of(rules);
    const ScratchFolder scratch;
    const auto distances = solved(*graph, rules, scratch.file("d"), asked, false);
    ASSERT_TRUE(distances) << distances.error().message;
    const auto outcomes = solved(*graph, rules, scratch.file("o"), asked, true);
    ASSERT_TRUE(outcomes) << outcomes.error().message;
    Compared compared;
    expect_outcomes_of(*distances, *outcomes, *graph, rules, compared);
    EXPECT_GE(compared.distances, times_less * compared.outcomes);

    // The same bytes with one thread, and above tables of distances.
    Solve alone = asked;
    alone.threads = 1;
    const auto again = solved(*graph, rules, scratch.file("again"), alone, true);
    ASSERT_TRUE(again) << again.error().message;
    const std::string last = outcomes->tiers().back();
    std::filesystem::copy(scratch.file("d"), scratch.file("mixed"), std::filesystem::copy_options::recursive);
    std::filesystem::remove(scratch.file("mixed/" + rules.name + "/" + last + ".zt"));
    const auto mixed = solved(*graph, rules, scratch.file("mixed"), asked, true);
    ASSERT_TRUE(mixed) << mixed.error().message;
    for (const std::string& tier : outcomes->tiers())
        EXPECT_TRUE(testing::bytes_of(again->path(tier)) == testing::bytes_of(outcomes->path(tier))) << tier;
    EXPECT_TRUE(testing::bytes_of(mixed->path(last)) == testing::bytes_of(outcomes->path(last)));
}

TEST(OutcomeTables, AreTheOutcomesOfDistances) {
    expect_outcomes("chess", {.tiers = {"KPvK", "KRvK"}}, 4);
    expect_outcomes("small4x4", {.men = 3}, 1);
    expect_outcomes("simplified", {.men = 4}, 2);
    expect_outcomes("atomic", {.tiers = {"KPvK", "KQvK"}}, 2);
    expect_outcomes("crazyhouse", {.tiers = {"KQvK"}}, 8);
    expect_outcomes("minishogi", {.tiers = {"KPvK"}}, 3);
    expect_outcomes("suicide", {.men = 2}, 1);
    expect_outcomes("breakthrough5x5", {.men = 3}, 1);
}

TEST(OutcomeTables, AreTheOutcomesOfDistancesInRandomGames) {
    Random random{71};
    Compared compared;
    std::uint64_t games = 0;
    for (std::uint64_t i = 0; i < testing::scaled(60); ++i) {
        const rules::Rules rules = testing::random_table_rules(random);
        if (rules.files * rules.ranks > 12) continue;
        const auto shared = testing::tier_rules<std::uint64_t>(rules);
        const auto graph = tier_graph<std::uint64_t>(shared->game, {});
        SCOPED_TRACE(canonical_text(rules));
        const ScratchFolder scratch;
        const Solve asked{.men = rules.files * rules.ranks <= 9 ? 3U : 2U};
        const auto distances = solved(*graph, rules, scratch.file("d"), asked, false);
        if (!distances) continue;
        const auto outcomes = solved(*graph, rules, scratch.file("o"), asked, true);
        ASSERT_TRUE(outcomes) << outcomes.error().message;
        ++games;
        expect_outcomes_of(*distances, *outcomes, *graph, rules, compared);
        if (HasFatalFailure()) return;
    }
    if (testing::scaled_down()) return;
    EXPECT_GT(games, 10U);
    EXPECT_GT(compared.entries, 10'000U);
}

/// K+R v K and K v K on 4×4.
struct Rook {
    explicit Rook(bool outcomes) : graph(graph_of(rules)) {
        folder = solved(*graph, rules, scratch.file("t"), {.tiers = {"KRvK"}}, outcomes).value();
    }
    const rules::Rules& rules = testing::shipped("small4x4");
    ScratchFolder scratch;
    std::unique_ptr<TierGraph> graph;
    std::optional<TableFolder> folder;
};

TEST(OutcomeTables, AWrongOutcomeIsFoundByItsSuccessors) {
    const Rook rook{true};
    const auto file = rook.folder->open("KRvK").value();
    const file::Header header = file.header();
    const auto values = read_values(file).value();
    const auto tier = rook.graph->tier(rook.graph->parse("KRvK").value()).value();
    Random random{72};
    for (unsigned i = 0; i < testing::scaled(40); ++i) {
        TierBytes bytes = *values.bytes();
        const auto table = static_cast<std::uint32_t>(random.below(2));
        std::optional<std::uint64_t> index;
        while (!index) {
            const std::uint64_t at = random.below(bytes[table].size());
            tier->list(table, at, at + 1, [&](const SolvableTier::Listed& listed) { index = listed.index; });
        }
        std::uint8_t& entry = bytes[table][*index];
        entry = static_cast<std::uint8_t>((entry + 1 + random.below(2)) % 3);
        ASSERT_TRUE(testing::write_table(rook.folder->path("KRvK"), header, bytes));
        const auto verified = verify_file(*rook.graph, rook.rules, rook.folder->open("KRvK").value());
        ASSERT_FALSE(verified);
        EXPECT_NE(verified.error().message.find(", and from its successors it is a "), std::string::npos)
            << verified.error().message;
        EXPECT_EQ(verified.error().message.find(" in "), std::string::npos) << verified.error().message;
    }
}

TEST(OutcomeTables, WillNotDoWhereDistancesAreWanted) {
    const Rook rook{true};
    SolveOptions options;
    options.tables = rook.scratch.file("t");
    options.only_tier = "KRvK";
    const auto refused = solve(*rook.graph, rook.rules, options, [](const SolveEvent&) {});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().message,
              "KRvK leads to a tier without a table in " + rook.folder->path() + ": KvK (" +
                  rook.folder->path("KvK") +
                  " has outcomes alone): `zermelo solve small4x4 --tiers KvK --tables " +
                  rook.scratch.file("t") + "` makes it");
    // A run for all of them puts distances in their place, and one for outcomes then keeps these.
    const Rook whole{false};
    ASSERT_TRUE(solved(*rook.graph, rook.rules, rook.scratch.file("t"), {.tiers = {"KRvK"}}, false));
    for (const bool outcomes : {false, true}) {
        ASSERT_TRUE(solved(*rook.graph, rook.rules, rook.scratch.file("t"), {.tiers = {"KRvK"}}, outcomes));
        for (const std::string tier : {"KvK", "KRvK"})
            EXPECT_TRUE(testing::bytes_of(rook.folder->path(tier)) ==
                        testing::bytes_of(whole.folder->path(tier)));
    }
    // A table of distances is not verified by outcomes alone.
    const Rook other{true};
    std::filesystem::copy_file(other.folder->path("KvK"), rook.folder->path("KvK"),
                               std::filesystem::copy_options::overwrite_existing);
    const auto verified = verify_file(*rook.graph, rook.rules, rook.folder->open("KRvK").value());
    ASSERT_FALSE(verified);
    EXPECT_EQ(verified.error().message,
              rook.folder->path("KvK") +
                  " has outcomes alone, expected distances: `zermelo solve small4x4 --tiers "
                  "KvK --tables " +
                  rook.scratch.file("t") + "` makes them");
}

// With less memory than the tier has entries it is solved in parts: the same bytes, and nothing is left
// beside.
TEST(OutcomeTables, SlowTheSameBytesInParts) {
    const rules::Rules& rules = testing::shipped("small6x6");
    const auto graph = graph_of(rules);
    const ScratchFolder scratch;
    const Solve asked{.tiers = {"KRBvKN"}};
    const auto whole = solved(*graph, rules, scratch.file("w"), asked, true);
    ASSERT_TRUE(whole) << whole.error().message;
    Solve little = asked;
    little.memory = 9'961'472;
    const auto parts = solved(*graph, rules, scratch.file("p"), little, true);
    ASSERT_TRUE(parts) << parts.error().message;
    EXPECT_NE(testing::bytes_of(parts->runs_path()).find(R"("entry_count":9694080,"method":"in_parts")"),
              std::string::npos);
    for (const std::string& tier : whole->tiers())
        EXPECT_TRUE(testing::bytes_of(parts->path(tier)) == testing::bytes_of(whole->path(tier))) << tier;
    for (const auto& entry : std::filesystem::directory_iterator{parts->path()})
        EXPECT_TRUE(entry.path().extension() == ".zt" || entry.path() == parts->runs_path()) << entry.path();
}

TEST(OutcomeTables, APlanTakesAnEighthOfTheDiskAndTheSameMemory) {
    const rules::Rules& rules = testing::shipped("chess");
    const auto graph = graph_of(rules);
    const ScratchFolder scratch;
    const auto planned = [&](bool outcomes) {
        SolveOptions options;
        options.tables = scratch.file("t");
        options.tiers = {"KQRvKR"};
        options.plan_only = true;
        options.outcomes = outcomes;
        std::vector<TierPlanned> tiers;
        EXPECT_TRUE(solve(*graph, rules, options, [&](const SolveEvent& event) {
            if (const auto* const tier = std::get_if<TierPlanned>(&event)) tiers.push_back(*tier);
        }));
        return tiers;
    };
    const TierPlanned distances = planned(false).back();
    const TierPlanned outcomes = planned(true).back();
    EXPECT_EQ(outcomes.tier, "KQRvKR");
    EXPECT_EQ(outcomes.memory, distances.memory);
    EXPECT_EQ((distances.disk - 4096) / 8, outcomes.disk - 4096);
}

TEST(OutcomeTables, AProberTellsOutcomesAndNoLine) {
    const Rook outcomes{true};
    const Rook distances{false};
    std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& start) {
            const auto prober_of = [&](const Rook& rook) {
                return Prober<Bits>{tier_graph(start.game, puzzles::tier_kernels()), start.game,
                                    *rook.folder};
            };
            auto alone = prober_of(outcomes);
            auto whole = prober_of(distances);
            std::uint64_t met = 0;
            for (const char* const fen :
                 {"4/2k1/3R/K3 w", "4/2k1/3R/K3 b", "k3/2R1/K3/4 b", "3k/4/K2R/4 b"}) {
                const auto position =
                    start.game.position(engine::parse_fen(fen, outcomes.rules).value()).value();
                const auto known = whole.value(position).value();
                EXPECT_EQ(alone.value(position).value(), (game::Value{known.outcome, std::nullopt})) << fen;
                const auto line = alone.line(position);
                ASSERT_TRUE(line);
                EXPECT_EQ(line->has_value(), known.outcome == game::Outcome::draw) << fen;
                if (start.game.end(position)) continue;
                // The first move that keeps the outcome.
                const auto kept = start.game.play(position, alone.best(position).value());
                EXPECT_EQ(game::of_the_move(whole.value(kept).value()).outcome, known.outcome);
                ++met;
            }
            EXPECT_GT(met, 2U);
            // The distances of K+R v K are known, and outcomes alone of K v K, which only a draw leads to.
            std::filesystem::copy_file(outcomes.folder->path("KvK"), distances.folder->path("KvK"),
                                       std::filesystem::copy_options::overwrite_existing);
            auto mixed = prober_of(distances);
            const auto won =
                start.game.position(engine::parse_fen("4/2k1/3R/K3 w", outcomes.rules).value()).value();
            EXPECT_EQ(mixed.value(won).value().distance, Plies{13});
            EXPECT_EQ(mixed.line(won).value().value().size(), 13U);
        },
        engine::set_up(outcomes.rules, engine::parse_fen(outcomes.rules.start_fen, outcomes.rules).value())
            .value());
}

}  // namespace
}  // namespace zermelo::tablebase
