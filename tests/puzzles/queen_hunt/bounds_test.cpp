// SPDX-License-Identifier: GPL-3.0-or-later
// Bounds of any size, written plainly and otherwise: the fast path and the other one read them alike.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/random.hpp"
#include "zermelo/puzzles/queen_hunt/solver.hpp"

#include "support/judging.hpp"
#include "support/proc.hpp"
#include "support/scale.hpp"

namespace zermelo::queen_hunt {
namespace {

using testing::judge_text;

/// A game as lines that end with `end`.
std::string game_of(const queen_hunt::Position& position, const std::string& bound, const std::string& end) {
    std::string white;
    std::string black;
    std::size_t counts[2]{};
    for (const queen_hunt::Piece& piece : position.pieces(Color::white)) {
        std::string& army = piece.color == Color::white ? white : black;
        ++counts[piece.color == Color::white ? 0 : 1];
        army += queen_hunt::letter(piece.kind);
        army += std::string(" ") + "ABCD"[piece.square.file().index()] + " " +
                "1234"[piece.square.rank().index()] + end;
    }
    return std::to_string(counts[0]) + " " + std::to_string(counts[1]) + " " + bound + end + white + black;
}

TEST(HuntBounds, OfAnyNumberOfDigits) {
    const std::vector<std::string> bounds{"1",
                                          "2",
                                          "9",
                                          "10",
                                          "15",
                                          "60",
                                          "99",
                                          "100",
                                          "99999999999999999",
                                          "100000000000000000",
                                          "999999999999999999",
                                          "1000000000000000000",
                                          "9999999999999999999",
                                          "18446744073709551615"};
    const auto games = testing::scaled(600);
    Random random{71};
    HuntSolver solver;
    std::string plain = std::to_string(games * bounds.size()) + "\n";
    std::string other = plain;
    std::string expected;
    unsigned long_wins = 0;
    for (std::uint64_t i = 0; i < games; ++i) {
        const auto own = queen_hunt::random_army(static_cast<unsigned>(2 + random.below(2)), random);
        const auto theirs = queen_hunt::random_army(static_cast<unsigned>(1 + random.below(2)), random);
        const queen_hunt::Position position = queen_hunt::random_position(own, theirs, random);
        const auto win = solver.prove(position, Plies{1'000});
        ASSERT_TRUE(win) << win.error().message;
        long_wins += *win && (*win)->plies > Plies{9} ? 1 : 0;
        for (const std::string& bound : bounds) {
            plain += game_of(position, bound, "\n");
            other += game_of(position, bound, " \r\n");
            expected += *win && (*win)->plies.count() <= std::stoull(bound) ? "YES\n" : "NO\n";
        }
    }
    for (const std::string& text : {plain, other}) {
        const auto judged = judge_text("simplified", text);
        EXPECT_FALSE(judged.error) << judged.error->message;
        EXPECT_EQ(judged.output, expected);
    }
    if (games >= 600) {
        EXPECT_GT(long_wins, 3U);
    }
}

TEST(HuntBounds, TooManyDigitsAreSaid) {
    const auto judged = judge_text("simplified", "1\n1 1 18446744073709551616\nQ A 1\nQ B 3\n");
    EXPECT_EQ(judged.output, "");
    ASSERT_TRUE(judged.error);
    EXPECT_EQ(judged.error->where->line, 2U);
}

[[noreturn]] void judge_long_hunts_on_one_thread() {
    for (const puzzles::AnswerFormat format : {puzzles::AnswerFormat::verdict, puzzles::AnswerFormat::json}) {
        puzzles::Options options;
        options.format = format;
        options.threads = 1;
        const auto judged =
            judge_text("simplified", "1\n3 3 60\nQ A 4\nB B 1\nN C 1\nQ C 3\nN A 1\nB D 1\n", options);
        if (judged.error) std::_Exit(1);
    }
    const std::filesystem::directory_iterator tasks{"/proc/self/task"};
    std::fprintf(stderr, "%d thread", static_cast<int>(std::distance(begin(tasks), end(tasks))));
    std::_Exit(0);
}

class HuntBoundsDeathTest : public testing::WithProc {};

/// One thread is one thread, for the tables of long hunts, too. In a process where there was never another.
TEST_F(HuntBoundsDeathTest, OneThreadMakesNoOthers) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(judge_long_hunts_on_one_thread(), ::testing::ExitedWithCode(0), "^1 thread");
}
}  // namespace
}  // namespace zermelo::queen_hunt
