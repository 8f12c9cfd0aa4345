// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/rules/history.hpp"

#include <cstdint>

#include <gtest/gtest.h>

namespace zermelo::rules {
namespace {

/// A large number of plies before, which a FEN may say, is no reason to trust a win.
TEST(History, TheMoveRuleCountsFromAnyNumber) {
    Rules rules;
    rules.history.move_rule = 50;
    rules.material_counting = MaterialCounting::black_draw_odds;
    const auto doubted = [&](std::uint64_t half_moves, std::uint64_t plies) {
        const HistoryStart start{half_moves, Color::white, 8};
        const bool win = doubt_of_win(rules, start, Plies{plies}).has_value();
        EXPECT_EQ(doubt_of_no_win(rules, start, Plies{plies}).has_value(), win);
        return win;
    };
    EXPECT_FALSE(doubted(0, 99));
    EXPECT_TRUE(doubted(0, 100));
    EXPECT_FALSE(doubted(96, 3));
    EXPECT_TRUE(doubted(97, 3));
    EXPECT_TRUE(doubted(100, 0));
    EXPECT_TRUE(doubted(~std::uint64_t{0}, 3));
    rules.history.move_rule = 0;
    EXPECT_FALSE(doubted(~std::uint64_t{0}, 3));
}

/// Where a FEN says that moves are counted already, a win has to come before they are all counted.
TEST(History, ACountingThatHasBegunLeavesSoManyPlies) {
    Rules rules;
    rules.history.counting = CountingRule::makruk;
    const auto doubted = [&](std::optional<std::uint64_t> left, std::uint64_t plies) {
        const HistoryStart start{0, Color::white, 8, left};
        EXPECT_FALSE(doubt_of_no_win(rules, start, Plies{plies}));
        return doubt_of_win(rules, start, Plies{plies}).has_value();
    };
    EXPECT_FALSE(doubted(std::nullopt, 13));
    EXPECT_TRUE(doubted(std::nullopt, 14));  // long enough to leave a side one man before the last ply
    EXPECT_FALSE(doubted(5, 5));
    EXPECT_TRUE(doubted(4, 5));
    EXPECT_TRUE(doubted(0, 1));
}

/// A game that must end before a rule of its history can come is worth what it is without it; and where no
/// position comes twice, none is repeated.
TEST(History, AGameThatEndsBeforeKnowsNone) {
    Rules rules;
    rules.history.move_rule = 50;
    rules.history.fold_rule = 3;
    rules.history.fold_value = game::Outcome::win;
    rules.material_counting = MaterialCounting::black_draw_odds;
    HistoryStart start{0, Color::white, 8};
    const Plies any{65'535};
    EXPECT_TRUE(doubt_of_win(rules, start, any));
    EXPECT_TRUE(doubt_of_no_win(rules, start, any));
    EXPECT_TRUE(doubt_of_no_win(rules, start, Plies{20}));
    start.plies_left = Plies{99};
    EXPECT_FALSE(doubt_of_win(rules, start, any));
    EXPECT_FALSE(doubt_of_no_win(rules, start, any));
    start.half_moves = 1;
    EXPECT_TRUE(doubt_of_win(rules, start, any));
    EXPECT_TRUE(doubt_of_no_win(rules, start, any));
    EXPECT_FALSE(doubt_of_no_win(rules, start, Plies{20}));
    // But a man may go to and fro while others use something up.
    rules.history.moving_to_and_fro_loses = true;
    EXPECT_TRUE(doubt_of_no_win(rules, start, Plies{20}));
    EXPECT_TRUE(doubt_of_win(rules, start, Plies{20}));
}

/// The counting begins when a side has one man left, which takes as long as men are lost one by one. Where
/// the last ply leaves it one, it has lost by then.
TEST(History, HowSoonASideMayBeBare) {
    const auto doubted = [](const Rules& rules, unsigned men, std::uint64_t plies) {
        return doubt_of_win(rules, {0, Color::white, men}, Plies{plies}).has_value();
    };
    Rules rules;
    EXPECT_FALSE(doubted(rules, 1, 99));
    rules.history.counting = CountingRule::makruk;
    EXPECT_TRUE(doubted(rules, 1, 1));
    EXPECT_FALSE(doubted(rules, 2, 1));
    EXPECT_TRUE(doubted(rules, 2, 2));
    EXPECT_FALSE(doubted(rules, 3, 3));
    EXPECT_TRUE(doubted(rules, 3, 4));
    EXPECT_FALSE(doubted(rules, 4, 5));
    EXPECT_TRUE(doubted(rules, 4, 6));
    Rules stone = rules;
    stone.petrifying = "N";
    EXPECT_FALSE(doubted(stone, 4, 3));
    EXPECT_TRUE(doubted(stone, 4, 4));
    EXPECT_FALSE(doubted(stone, 5, 4));
    Rules blasts = rules;
    blasts.blast = true;
    EXPECT_FALSE(doubted(blasts, 10, 1));
    EXPECT_TRUE(doubted(blasts, 10, 2));
    EXPECT_FALSE(doubted(blasts, 11, 2));
    Rules flips = rules;
    flips.flip_enclosed = Enclosing::reversi;
    EXPECT_TRUE(doubted(flips, 32, 1));
}

/// A king may go to and fro while the other side's men walk, and no position comes twice.
TEST(History, ToAndFroIsNoRepetitionOfPositions) {
    Rules rules;
    const auto doubted = [&](std::uint64_t plies) {
        return doubt_of_win(rules, {0, Color::white, 8}, Plies{plies}).has_value();
    };
    rules.history.fold_rule = 3;
    EXPECT_FALSE(doubted(99));
    rules.history.moving_to_and_fro_loses = true;
    EXPECT_FALSE(doubted(6));
    EXPECT_TRUE(doubted(7));
}

}  // namespace
}  // namespace zermelo::rules
