// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/case.hpp"

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/check_state/random.hpp"
#include "zermelo/puzzles/king_pawn/random.hpp"
#include "zermelo/puzzles/queen_hunt/random.hpp"

#include "reference/king_pawn.hpp"

namespace zermelo::stress {
namespace {

std::vector<Case> random_cases(Format format, std::size_t count, Random& random) {
    std::vector<Case> games;
    for (std::size_t i = 0; i < count; ++i) switch (format) {
            case Format::hunt:
                games.emplace_back(HuntCase{queen_hunt::random_position(random), Plies{1 + random.below(7)}});
                break;
            case Format::rows:
                games.emplace_back(check_state::random_board(random, 8, 20));
                break;
            case Format::pieces:
                games.emplace_back(check_state::random_board(random, 2 + random.below(1000), 20));
                break;
            case Format::marks:
                games.emplace_back(king_pawn::random_position(random));
                break;
        }
    return games;
}

TEST(Case, WhatIsWrittenIsReadAgain) {
    Random random{1};
    for (const judge::Dialect* dialect : judge::dialects()) {
        const Format format = format_of(*dialect);
        const std::string input = input_of(format, random_cases(format, 200, random));
        EXPECT_EQ(input_of(format, read_cases(format, input)), input) << dialect->name();
    }
}

TEST(Case, TheJudgeSaysALineAGame) {
    Random random{2};
    for (const judge::Dialect* dialect : judge::dialects()) {
        const auto games = random_cases(format_of(*dialect), 300, random);
        const auto lines = verdicts(*dialect, games);
        ASSERT_TRUE(lines) << dialect->name() << ": " << lines.error().message;
        ASSERT_EQ(lines->size(), games.size()) << dialect->name();
        for (std::size_t i = 0; i < games.size(); ++i)
            if (const auto* game = std::get_if<king_pawn::Position>(&games[i])) {
                EXPECT_EQ((*lines)[i], name(reference_winner(*game)));
            }
    }
}

TEST(Case, TheStatementsLayoutIsKept) {
    const std::string input = "2\n2 1 3\nQ A 1\nN C 2\nQ D 4\n1 2 1\nQ B 2\nQ B 1\nR C 1\n";
    EXPECT_EQ(input_of(Format::hunt, read_cases(Format::hunt, input)), input);
    const std::string loose = "1\r\n\r\n 8\t 3\r\n1 1 k\r\n8  8 K\r\n2 1 p";
    EXPECT_EQ(input_of(Format::pieces, read_cases(Format::pieces, loose)), "1\n8 3\n1 1 k\n8 8 K\n2 1 p\n\n");
}

}  // namespace
}  // namespace zermelo::stress
