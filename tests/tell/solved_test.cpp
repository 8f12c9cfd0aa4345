// SPDX-License-Identifier: GPL-3.0-or-later
// Solved games are worth what is published: the values of games/solved.tsv that can be had in seconds, by
// the search for both sides and by the reference; and what docs/solved/ tells of
// examples/small-games.ini and of tables.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/library/shipped.hpp"
#include "zermelo/tell/prove.hpp"
#include "zermelo/tell/solve.hpp"
#include "zermelo/tell/stats.hpp"
#include "zermelo/tell/value.hpp"
#include "zermelo/tell/variants.hpp"

#include "support/json_lines.hpp"
#include "support/reference_values.hpp"
#include "support/scratch.hpp"
#include "support/shell.hpp"
#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

void expect_published(const std::string& variant, const game::Value& value) {
    const library::SolvedStart* const solved = library::solved_start(variant);
    ASSERT_NE(solved, nullptr) << variant;
    const char* const words = value.outcome == game::Outcome::win    ? "win"
                              : value.outcome == game::Outcome::loss ? "loss"
                                                                     : "draw";
    EXPECT_EQ(words, solved->value) << variant;
    if (!solved->plies.empty()) {
        ASSERT_TRUE(value.distance) << variant;
        EXPECT_EQ(std::to_string(value.distance->count()), solved->plies) << variant;
    }
}

/// What the search for both sides says, without history.
game::Value searched_value(const std::string& variant, std::size_t memory = ValueOptions{}.memory) {
    ValueOptions options;
    options.memory = memory;
    options.ideal = true;
    const auto found = value(testing::shipped(), {variant, std::nullopt}, options);
    EXPECT_TRUE(found) << variant;
    if (!found) return {};
    EXPECT_TRUE(found->bounds.exact()) << variant;
    return found->bounds.value().value_or(Value{});
}

TEST(Solved, ThoroughTheSearchForBothSidesFindsThePublishedValues) {
    for (const char* const variant : {"tictactoe", "tapatan", "threemensmorris", "hexapawn", "hexapawn4x4",
                                      "breakthrough4x4one", "breakthrough4x4", "amazons4x4", "connect4-4x4",
                                      "connect4-5x4", "flipello4", "small3x3", "small3x4", "small4x4"})
        expect_published(variant, searched_value(variant));
}

struct SmallGame {
    const char* section;
    game::Value value;
};

void expect_small_games(const std::vector<SmallGame>& games, std::size_t memory = ValueOptions{}.memory) {
    const std::string file = ZERMELO_SOURCE_DIR "/examples/small-games.ini:";
    for (const SmallGame& game : games)
        EXPECT_EQ(searched_value(file + game.section, memory), game.value) << game.section;
}

TEST(Solved, SmallGamesAreWorthWhatIsTold) {
    const auto win = [](unsigned plies) { return game::Value{game::Outcome::win, Plies{plies}}; };
    const auto loss = [](unsigned plies) { return game::Value{game::Outcome::loss, Plies{plies}}; };
    // Those of hexapawn are those of its tables.
    expect_small_games({{"hexapawn3x4", loss(8)},
                        {"hexapawn3x5", win(11)},
                        {"hexapawn4x3", win(5)},
                        {"hexapawn4x5", loss(16)},
                        {"hexapawn5x3", win(7)},
                        {"hexapawn5x4", loss(14)},
                        {"hexapawn5x5", win(19)},
                        {"pawns3x4", win(13)},
                        {"pawns3x5", {}},
                        {"pawns4x4", win(3)},
                        {"joust4x4", loss(12)},
                        {"snailtrail4x4", loss(14)}});
}

TEST(Solved, SlowSmallGamesAreWorthWhatIsTold) {
    expect_small_games({{"pawns4x5", {}}, {"pawns5x5", {}}, {"dobutsu-without-drops", {}}});
    expect_small_games({{"isolation4x4", game::Value{game::Outcome::win, Plies{13}}}});
    for (const char* const variant : {"connect4-5x5", "connect4-6x4"})
        expect_published(variant, searched_value(variant));
    expect_published("simplified", searched_value("simplified"));
    expect_published("simplified-pawns", searched_value("simplified-pawns", std::size_t{4} << 30U));
}

// Half an hour or more, each.
TEST(Solved, SlowSilvermansGameAndMicrochessAreDrawn) {
    expect_small_games({{"silverman4x5", {}}, {"microchess", {}}}, std::size_t{5} << 30U);
}
TEST(Solved, SlowChessOnFourByFiveIsDrawn) {
    expect_published("small4x5", searched_value("small4x5", std::size_t{5} << 30U));
}
TEST(Solved, SlowBreakthroughOnFiveFilesIsLostAsPublished) {
    expect_published("breakthrough5x5", searched_value("breakthrough5x5", std::size_t{8} << 30U));
}

/// Solves tiers, or with none all that the start leads to, and looks for the checksums in a document that has
/// `expected` of them.
void expect_checksums_told(const std::string& document, const std::string& variant,
                           const std::vector<std::string>& tiers, unsigned expected) {
    const testing::ScratchFolder folder;
    tell::SolveOptions options;
    options.tables = folder.file("t");
    options.tiers = tiers;
    const auto solved = solve(testing::shipped(), variant, options, [](const SolveEvent&) {});
    ASSERT_TRUE(solved) << solved.error().message;
    const auto text = stats(testing::shipped(), variant, {options.tables, "", OutputFormat::json});
    ASSERT_TRUE(text) << text.error().message;
    const std::string page = testing::contents(ZERMELO_SOURCE_DIR "/docs/solved/" + document);
    std::set<std::string> found;
    for (const testing::ReadJson& tier : testing::objects_of(text.value())) {
        if (tier["type"] != "tier") continue;
        const auto checksum = tier["checksum"].get<std::string>();
        if (page.find("`" + checksum + "`") != std::string::npos) found.insert(checksum);
    }
    EXPECT_EQ(found.size(), expected) << variant;
}

TEST(Solved, TablesOfXiangqiHaveTheChecksumsThatAreTold) {
    expect_checksums_told("xiangqi.md", "xiangqi", {"KNvKAA"}, 2);
}
TEST(Solved, ThoroughTablesOfIsolationHaveTheChecksumsThatAreTold) {
    expect_checksums_told("walls.md", ZERMELO_SOURCE_DIR "/examples/small-games.ini:isolation4x4", {}, 15);
}
TEST(Solved, SlowTablesHaveTheChecksumsThatAreTold) {
    expect_checksums_told("walls.md", "amazons4x4", {}, 9);
    expect_checksums_told("walls.md", ZERMELO_SOURCE_DIR "/examples/small-games.ini:duck3x3", {}, 2);
    expect_checksums_told("xiangqi.md", "xiangqi", {"KCAvKAA"}, 8);
    expect_checksums_told("xiangqi.md", "xiangqi", {"KPPvKAA"}, 6);
}

TEST(Solved, TheReferenceFindsThePublishedValues) {
    for (const char* const variant : {"tictactoe", "hexapawn", "tapatan", "threemensmorris"}) {
        const rules::Rules& rules = testing::shipped(variant);
        testing::Reference reference{rules};
        reference.add(engine::parse_fen(rules.start_fen, rules).value());
        ASSERT_TRUE(reference.close()) << variant;
        reference.solve();
        std::optional<game::Value> start;
        reference.each([&](const engine::Setup&, const game::Value& value) {
            if (!start) start = value;
        });
        expect_published(variant, start.value());
    }
}

TEST(Solved, TicTacToeHasAsManyPositionsAndGamesAsArePublished) {
    const rules::Rules& rules = testing::shipped("tictactoe");
    testing::Reference reference{rules};
    reference.add(engine::parse_fen(rules.start_fen, rules).value());
    ASSERT_TRUE(reference.close());
    EXPECT_EQ(reference.size(), 5478U);
    std::set<std::string> folded;
    reference.each([&](const engine::Setup& setup, const game::Value&) {
        std::array<std::string, 8> copies;
        for (std::size_t copy = 0; copy < copies.size(); ++copy)
            for (unsigned y = 0; y < 3; ++y)
                for (unsigned x = 0; x < 3; ++x) {
                    unsigned file = copy % 2 == 0 ? x : 2 - x;
                    unsigned rank = copy / 2 % 2 == 0 ? y : 2 - y;
                    if (copy >= 4) std::swap(file, rank);
                    const auto& man = setup.men[rules::region_bit(file, rank)];
                    copies[copy] += !man ? '.' : man->color == Color::white ? 'x' : 'o';
                }
        folded.insert(*std::min_element(copies.begin(), copies.end()));
    });
    EXPECT_EQ(folded.size(), 765U);

    // The games that are over at a depth are those from which the next depth's count does not come.
    std::array<std::uint64_t, 10> counts{};
    for (unsigned depth = 4; depth <= 9; ++depth) {
        const auto text = perft(testing::shipped(), {"tictactoe", std::nullopt}, Plies{depth}, {});
        ASSERT_TRUE(text) << text.error().message;
        counts[depth] = std::stoull(text->substr(text->find(' ')));
    }
    std::uint64_t games = counts[9];
    for (unsigned depth = 5; depth < 9; ++depth) games += counts[depth] - counts[depth + 1] / (9 - depth);
    EXPECT_EQ(games, 255'168U);
}

}  // namespace
}  // namespace zermelo::tell
