// SPDX-License-Identifier: GPL-3.0-or-later
// That the side to move cannot win a hunt, by a closed set: beside the tables of few men, and of armies that
// have none.
#include "zermelo/search/closed_set.hpp"

#include <optional>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/moves.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"

#include "support/judging.hpp"
#include "support/scale.hpp"

namespace zermelo::queen_hunt {
namespace {

TEST(HuntClosedSets, AreAsTheTablesSay) {
    Random random{83};
    HuntSolver tables;
    search::ClosedSetSearch<Rules> search{{}, std::size_t{1} << 28U, nullptr};
    unsigned wins = 0;
    unsigned sets = 0;
    for (std::uint64_t i = testing::scaled(1'000); i > 0; --i) {
        const auto own = random_army(static_cast<unsigned>(2 + random.below(2)), random);
        const auto theirs = random_army(2, random);
        const Position position = random_position(own, theirs, random);
        const bool whole = random.one_in(2);
        search.begin(position, search::Role::attacker, 0, whole);
        search::Budget budget;
        const auto verdict = search.run(budget);
        const auto win = tables.prove(position, Plies{1'000});
        ASSERT_TRUE(win) << win.error().message;
        ASSERT_EQ(verdict, *win ? search::Verdict::win : search::Verdict::no_win) << position.key();
        (*win ? wins : sets) += 1;
        if (whole && !*win) {
            ASSERT_TRUE(search.closed(position, search::Role::attacker));
        }
    }
    if (!testing::scaled_down()) {
        EXPECT_GT(wins, 100U);
        EXPECT_GT(sets, 50U);
    }
}

// Ten men, which searches by plies and by proof numbers do not decide within minutes.
TEST(HuntClosedSets, ThoroughFullArmiesHoldForEver) {
    const auto judged = testing::judge_text(
        "simplified", "1\n5 5 60\nQ D 4\nR D 1\nR A 4\nB B 1\nB B 3\nQ A 1\nR C 1\nR A 3\nB B 2\nN B 4\n");
    EXPECT_FALSE(judged.error) << judged.error->message;
    EXPECT_EQ(judged.output, "NO\n");
}

}  // namespace
}  // namespace zermelo::queen_hunt
