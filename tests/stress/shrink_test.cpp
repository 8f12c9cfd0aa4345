// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/shrink.hpp"

#include <set>

#include <gtest/gtest.h>

#include "zermelo/judge/run.hpp"
#include "zermelo/stress/random_case.hpp"

#include "support/judging.hpp"
#include "support/scale.hpp"

namespace zermelo::stress {
namespace {

/// What the judge has against an input under the statement's own bounds; empty if nothing.
std::string offence(const judge::Dialect& dialect, const std::vector<Case>& games) {
    const auto decider = dialect.decider({.limits = true, .threads = 1});
    std::string text;
    for (const Case& game : games) append_lines(format_of(dialect), game, text);
    judge::Batch batch;
    batch.text = text;
    batch.readable_end = text.data() + text.size();
    batch.games = games.size();
    judge::Output output;
    decider->decide(batch, output);
    return output.error ? output.error->message : "";
}

TEST(RandomCase, BatchesKeepTheStatementsBounds) {
    for (const judge::Dialect* dialect : judge::dialects())
        for (std::uint64_t seed = 0; seed < testing::scaled(20); ++seed) {
            Random random{seed};
            const std::size_t count = std::min<std::uint64_t>(1024, dialect->most_games());
            const auto games = random_cases(*dialect, count, random);
            EXPECT_EQ(games.size(), count);
            EXPECT_EQ(offence(*dialect, games), "") << dialect->name();
        }
}

TEST(RandomCase, SmallAndLargeGamesAreAmongThem) {
    for (const judge::Dialect* dialect : judge::dialects()) {
        Random random{3};
        std::set<std::uint64_t> sizes;
        std::set<std::uint64_t> seconds;
        for (const Case& game : random_cases(*dialect, 1000, random)) {
            sizes.insert(size_of(game)[0]);
            seconds.insert(size_of(game)[1]);
        }
        EXPECT_GE(sizes.size(), 9U) << dialect->name();
        EXPECT_LE(*sizes.begin(), 2U) << dialect->name();
        if (dialect->name() == "cstate2") {
            EXPECT_GT(*seconds.rbegin(), 50'000U);
        }
        if (dialect->name() == "simplified") {
            EXPECT_EQ(seconds.size(), 6U);
        }
    }
}

TEST(Shrink, EveryStepIsSmallerAndAGame) {
    for (const judge::Dialect* dialect : judge::dialects()) {
        const Format format = format_of(*dialect);
        Random random{1};
        for (const Case& game : random_cases(*dialect, testing::scaled(60), random))
            for (const Case& smaller : smaller_games(format, game)) {
                EXPECT_LT(size_of(smaller), size_of(game));
                EXPECT_EQ(offence(*dialect, {smaller}), "") << input_of(format, {{smaller}});
            }
    }
}

// Whatever fails always ends in the smallest game there is.
TEST(Shrink, StepsLeadToTheSmallestGame) {
    for (const judge::Dialect* dialect : judge::dialects()) {
        const Format format = format_of(*dialect);
        Random random{2};
        std::set<Size> ends;
        for (Case game : random_cases(*dialect, testing::scaled(100), random)) {
            for (auto smaller = smaller_games(format, game); !smaller.empty();
                 smaller = smaller_games(format, game))
                game = smaller.front();
            ends.insert(size_of(game));
        }
        ASSERT_FALSE(ends.empty());
        const Size smallest = format == Format::hunt    ? Size{2, 1, 6, 1, 0}
                              : format == Format::marks ? Size{0, 1, 0, 0, 0}
                                                        : Size{2, 8, 0, 0, 1};
        EXPECT_EQ(*ends.begin(), smallest) << dialect->name();
        if (format == Format::hunt || format == Format::marks) {
            EXPECT_EQ(ends.size(), 1U) << dialect->name();
        } else {  // kings one beside or one above the other
            EXPECT_LE((*ends.rbegin())[3] + (*ends.rbegin())[4], 1U) << dialect->name();
        }
    }
}

TEST(Shrink, FewerIsEverythingButSome) {
    EXPECT_TRUE(shrink_detail::fewer(0).empty());
    using Lists = std::vector<std::vector<std::size_t>>;
    EXPECT_EQ(shrink_detail::fewer(1), (Lists{{}}));
    const Lists of_five = shrink_detail::fewer(5);
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
