// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/shrink.hpp"

#include <set>

#include <gtest/gtest.h>

#include "zermelo/judge/run.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/random_games.hpp"

#include "support/judging.hpp"
#include "support/scale.hpp"

namespace zermelo::stress {
namespace {

/// What the judge has against an input under the statement's own bounds; empty if nothing.
std::string error_in(const puzzles::Puzzle& puzzle, const std::vector<puzzles::Game>& games) {
    const auto decider = puzzle.decider({.limits = true, .threads = 1});
    std::string text;
    for (const puzzles::Game& game : games) puzzle.write(game, text);
    puzzles::Batch batch;
    batch.text = text;
    batch.readable_end = text.data() + text.size();
    batch.games = games.size();
    puzzles::Output output;
    decider->decide(batch, output);
    return output.error ? output.error->message : "";
}

TEST(RandomGames, BatchesKeepTheStatementsBounds) {
    for (const puzzles::Puzzle* puzzle : puzzles::all())
        for (std::uint64_t seed = 0; seed < zermelo::testing::scaled(20); ++seed) {
            Random random{seed};
            const std::size_t count = std::min<std::uint64_t>(1024, puzzle->most_games());
            const auto games = random_games(*puzzle, count, random);
            EXPECT_EQ(games.size(), count);
            EXPECT_EQ(error_in(*puzzle, games), "") << puzzle->name();
        }
}

TEST(RandomGames, SmallAndLargeGamesAreAmongThem) {
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        Random random{3};
        std::set<std::uint64_t> sizes;
        std::set<std::uint64_t> seconds;
        for (const puzzles::Game& game : random_games(*puzzle, 1000, random)) {
            sizes.insert(puzzle->size(game)[0]);
            seconds.insert(puzzle->size(game)[1]);
        }
        EXPECT_GE(sizes.size(), 9U) << puzzle->name();
        EXPECT_LE(*sizes.begin(), 2U) << puzzle->name();
        if (puzzle->name() == "cstate2") {
            EXPECT_GT(*seconds.rbegin(), 50'000U);
        }
        if (puzzle->name() == "simplified") {
            EXPECT_EQ(seconds.size(), 6U);
        }
    }
}

TEST(Shrink, EveryStepIsSmallerAndAGame) {
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        Random random{1};
        for (const puzzles::Game& game : random_games(*puzzle, zermelo::testing::scaled(60), random))
            for (const puzzles::Game& smaller : puzzle->smaller(game)) {
                EXPECT_LT(puzzle->size(smaller), puzzle->size(game));
                EXPECT_EQ(error_in(*puzzle, {smaller}), "") << puzzles::input_of(*puzzle, {{smaller}});
            }
    }
}

// Whatever fails always ends in the smallest game there is.
TEST(Shrink, StepsLeadToTheSmallestGame) {
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        Random random{2};
        std::set<puzzles::Size> ends;
        for (puzzles::Game game : random_games(*puzzle, zermelo::testing::scaled(100), random)) {
            for (auto smaller = puzzle->smaller(game); !smaller.empty(); smaller = puzzle->smaller(game))
                game = smaller.front();
            ends.insert(puzzle->size(game));
        }
        ASSERT_FALSE(ends.empty());
        const puzzles::Size smallest = puzzle->name() == "simplified" ? puzzles::Size{2, 1, 6, 1, 0}
                                       : puzzle->name() == "cheesy"   ? puzzles::Size{0, 1, 0, 0, 0}
                                                                      : puzzles::Size{2, 8, 0, 0, 1};
        EXPECT_EQ(*ends.begin(), smallest) << puzzle->name();
        if (puzzle->name() == "simplified" || puzzle->name() == "cheesy") {
            EXPECT_EQ(ends.size(), 1U) << puzzle->name();
        } else {  // kings one beside or one above the other
            EXPECT_LE((*ends.rbegin())[3] + (*ends.rbegin())[4], 1U) << puzzle->name();
        }
    }
}

TEST(Shrink, FewerIsEverythingButSome) {
    EXPECT_TRUE(puzzles::fewer(0).empty());
    using Lists = std::vector<std::vector<std::size_t>>;
    EXPECT_EQ(puzzles::fewer(1), (Lists{{}}));
    const Lists of_five = puzzles::fewer(5);
    EXPECT_TRUE(of_five.front().empty());
    const std::set<std::vector<std::size_t>> all{of_five.begin(), of_five.end()};
    for (std::size_t gone = 0; gone < 5; ++gone) {
        std::vector<std::size_t> rest;
        for (std::size_t i = 0; i < 5; ++i)
            if (i != gone) rest.push_back(i);
        EXPECT_TRUE(all.count(rest) == 1) << gone;
    }
    for (std::size_t i = 1; i < of_five.size(); ++i) EXPECT_LE(of_five[i - 1].size(), of_five[i].size());
}

}  // namespace
}  // namespace zermelo::stress
