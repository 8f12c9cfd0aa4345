// SPDX-License-Identifier: GPL-3.0-or-later
// An input that is cut off while it is judged: the verdicts up to there, and an error of the world.
#include <chrono>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "support/cuttable.hpp"
#include "support/judging.hpp"

namespace zermelo::judge {
namespace {

using testing::Cuttable;

class CutOff : public testing::WithMapping {};

struct Input {
    std::string_view puzzle;
    std::string text;
};

std::vector<Input> inputs() {
    constexpr int games = 20'000;
    const auto many = [](std::string_view puzzle, std::string_view one, std::string_view other) {
        std::string text = std::to_string(games) + "\n";
        for (int i = 0; i < games; ++i) text += i % 3 == 0 ? one : other;
        return Input{puzzle, std::move(text)};
    };
    Input large{"cstate3", "1\n1000000 200000\n"};
    for (int i = 1; i <= 200'000; ++i)
        large.text += fmt::format("{} {} {}\n", i, i * 4 % 999'999 + 1, i == 1 ? 'k' : i == 7 ? 'K' : 'p');
    return {
        many("simplified", "1 1 3\nQ A 1\nQ B 4\n", "1 1 1\nQ A 1\nQ B 3\n"),
        many("cstate2", "8 3\n1 1 K\n8 8 k\n1 8 r\n", "9 2\n1 1 K\n8 8 k\n"),
        many("cheesy",
             "........\n........\n........\n........\n........\n........\n........\n........\n1 7\n4 3\n",
             "........\n..F.....\n........\n...D....\n........\n........\n........\n........\n1 1\n8 3\n"),
        std::move(large)};
}

void expect_loss(const testing::Judged& judged) {
    ASSERT_TRUE(judged.error);
    EXPECT_EQ(judged.error->kind, ErrorKind::io) << judged.error->message;
    EXPECT_NE(judged.error->message.find(": it was cut off while it was read"), std::string::npos)
        << judged.error->message;
}

TEST_F(CutOff, KeepsTheVerdictsBeforeIt) {
    for (const Input& input : inputs()) {
        for (const unsigned threads : {1U, 2U, 5U}) {
            puzzles::Options options;
            options.threads = threads;
            for (const std::size_t cut : {0U, 1U, 4096U, 8192U, 10'000U, 123'456U, 262'144U}) {
                SCOPED_TRACE(fmt::format("{}, {} threads, cut at {}", input.puzzle, threads, cut));
                const Cuttable file{input.text};
                Source source = file.open();
                file.cut(cut);
                const testing::Judged judged = testing::judge_source(source, input.puzzle, options);
                expect_loss(judged);
                // What stands after the end is zeros, of which no game is made.
                const std::string zero = input.text.substr(0, cut) + '\0';
                EXPECT_EQ(judged.output, testing::judge_text(input.puzzle, zero, options).output);
                const bool one_board = input.puzzle == "cstate3";
                EXPECT_EQ(judged.output.empty(), one_board || cut < 4096);
            }
        }
    }
}

TEST_F(CutOff, AtAnyTime) {
    Random random{5};
    for (const Input& input : inputs()) {
        puzzles::Options options;
        options.threads = 2;
        const std::string whole = testing::judge_text(input.puzzle, input.text, options).output;
        for (int i = 0; i < 20; ++i) {
            const Cuttable file{input.text};
            Source source = file.open();
            std::jthread other{[&, size = random.below(input.text.size()), wait = random.below(1500)] {
                std::this_thread::sleep_for(std::chrono::microseconds{wait});
                file.cut(size);
            }};
            const testing::Judged judged = testing::judge_source(source, input.puzzle, options);
            if (judged.error) {
                expect_loss(judged);
            } else {
                EXPECT_EQ(judged.output, whole);
            }
            EXPECT_EQ(judged.output, whole.substr(0, judged.output.size()));
        }
    }
}

}  // namespace
}  // namespace zermelo::judge
