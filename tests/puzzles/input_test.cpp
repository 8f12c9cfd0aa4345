// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/input.hpp"

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/puzzles/king_pawn/position.hpp"
#include "zermelo/puzzles/registry.hpp"
#include "zermelo/stress/trial.hpp"

#include "reference/king_pawn.hpp"

namespace zermelo::puzzles {
namespace {

std::vector<Game> random_games(const Puzzle& puzzle, std::size_t count, Random& random) {
    std::vector<Game> games;
    for (std::size_t i = 0; i < count; ++i) games.push_back(puzzle.random_game(random, {}));
    return games;
}

TEST(Input, WhatIsWrittenIsReadAgain) {
    Random random{1};
    for (const Puzzle* puzzle : all()) {
        const std::string input = input_of(*puzzle, random_games(*puzzle, 200, random));
        const auto games = read_games(*puzzle, input);
        ASSERT_TRUE(games) << puzzle->name() << ": " << games.error().message;
        EXPECT_EQ(input_of(*puzzle, *games), input) << puzzle->name();
    }
}

TEST(Input, TheJudgeSaysALineAGame) {
    Random random{2};
    for (const Puzzle* puzzle : all()) {
        const auto games = random_games(*puzzle, 300, random);
        const auto lines = stress::verdicts(*puzzle, games);
        ASSERT_TRUE(lines) << puzzle->name() << ": " << lines.error().message;
        ASSERT_EQ(lines->size(), games.size()) << puzzle->name();
        const auto solver = puzzle->solver({});
        for (std::size_t i = 0; i < games.size(); ++i) {
            EXPECT_EQ((*lines)[i], solver->verdict(games[i])) << puzzle->name();
            if (games[i].holds<king_pawn::Position>()) {
                EXPECT_EQ((*lines)[i], name(reference_winner(games[i].as<king_pawn::Position>())));
            }
        }
    }
}

TEST(Input, TheStatementsLayoutIsKept) {
    const Puzzle& simplified = *find("simplified");
    const std::string input = "2\n2 1 3\nQ A 1\nN C 2\nQ D 4\n1 2 1\nQ B 2\nQ B 1\nR C 1\n";
    EXPECT_EQ(input_of(simplified, read_games(simplified, input).value()), input);
    const Puzzle& cstate2 = *find("cstate2");
    const std::string loose = "1\r\n\r\n 8\t 3\r\n1 1 k\r\n8  8 K\r\n2 1 p";
    EXPECT_EQ(input_of(cstate2, read_games(cstate2, loose).value()), "1\n8 3\n1 1 k\n8 8 K\n2 1 p\n\n");
}

}  // namespace
}  // namespace zermelo::puzzles
