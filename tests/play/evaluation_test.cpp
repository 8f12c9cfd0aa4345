// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/play/evaluation.hpp"

#include <string>
#include <variant>

#include <gtest/gtest.h>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/library/game_cache.hpp"

#include "support/shipped.hpp"

namespace zermelo::play {
namespace {

Score worth(const std::string& variant, char letter, Color side = Color::white) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            return Evaluation<Bits>{at.game}.worth(side, at.game.compiled().kind_of(letter));
        },
        library::position_of(testing::shipped(variant), std::nullopt).value());
}

Score of(const std::string& variant, const std::string& fen) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            return Evaluation<Bits>{at.game}.of(at.position);
        },
        library::position_of(testing::shipped(variant), fen).value());
}

TEST(Evaluation, MenAreWorthWhatPlayersSay) {
    const Score pawn = worth("chess", 'P');
    EXPECT_NEAR(pawn, 100, 20);
    EXPECT_NEAR(worth("chess", 'N'), 300, 30);
    EXPECT_NEAR(worth("chess", 'B'), 330, 30);
    EXPECT_NEAR(worth("chess", 'R'), 500, 50);
    EXPECT_NEAR(worth("chess", 'Q'), 930, 60);
    EXPECT_EQ(worth("chess", 'K'), 0);
    // By the rules alone, in any game: on six files the queen has fewer moves.
    EXPECT_LT(worth("losalamos", 'Q'), worth("chess", 'Q'));
    EXPECT_GT(worth("xiangqi", 'R'), worth("xiangqi", 'C'));
    EXPECT_GT(worth("xiangqi", 'C'), worth("xiangqi", 'N'));
    EXPECT_GT(worth("xiangqi", 'N'), worth("xiangqi", 'B'));
    EXPECT_GT(worth("shogi", 'R'), worth("shogi", 'B'));
    EXPECT_GT(worth("shogi", 'B'), worth("shogi", 'G'));
    EXPECT_GT(worth("shogi", 'G'), worth("shogi", 'P'));
}

TEST(Evaluation, WhoLosesAllMenWinsAndSoMenAreWorthLessThanNothing) {
    for (const char letter : {'P', 'N', 'Q', 'K'}) EXPECT_LT(worth("antichess", letter), 0) << letter;
    EXPECT_GT(of("antichess", "8/8/8/8/8/8/P7/1qq5 w - - 0 1"), 0);
}

TEST(Evaluation, BothSidesAreWorthTheSameWhereTheyMoveAlike) {
    for (const char* variant : {"chess", "xiangqi", "shogi", "crazyhouse", "capablanca", "breakthrough"}) {
        const rules::Rules& rules = testing::shipped(variant);
        for (const rules::Kind& kind : rules.kinds)
            EXPECT_EQ(worth(variant, kind.letter), worth(variant, kind.letter, Color::black)) << variant;
        EXPECT_LE(std::abs(of(variant, rules.start_fen)), 30) << variant;
    }
}

TEST(Evaluation, WhatIsNearToWinCounts) {
    const char* const far = "8/8/8/8/8/8/P6k/K7 w - - 0 1";
    const char* const near = "8/P7/8/8/8/8/7k/K7 w - - 0 1";
    EXPECT_GT(of("chess", near), of("chess", far) + 50);
    EXPECT_GT(of("breakthrough", "7p/8/P7/8/8/8/8/8 w - - 0 1"),
              of("breakthrough", "7p/8/8/8/8/P7/8/8 w - - 0 1") + 50);
    EXPECT_GT(of("kingofthehill", "k7/8/8/8/8/3K4/8/8 w - - 0 1"),
              of("kingofthehill", "k7/8/8/8/8/8/8/3K4 w - - 0 1") + 100);
    EXPECT_GT(of("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1"),
              of("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 3+3 0 1") + 100);
    EXPECT_GT(of("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"), 500);
}

}  // namespace
}  // namespace zermelo::play
