// SPDX-License-Identifier: GPL-3.0-or-later
// Where threads start in the middle of an input: chunks of plainly written games meet without a seam.
#include "zermelo/judge/chunks.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/puzzles/check_state/random.hpp"
#include "zermelo/puzzles/reader.hpp"

#include "support/judging.hpp"

namespace zermelo::judge {
namespace {

std::string hunt_game(Random& random) {
    return "1 1 " + std::to_string(1 + random.below(3)) + "\nQ A 1\nQ B " +
           std::to_string(2 + random.below(3)) + "\n";
}

std::string chase(Random& random) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += random.one_in(2) ? "....F...\n" : "........\n";
    return text + std::to_string(1 + random.below(3)) + " 7\n4 " + std::to_string(3 + random.below(4)) + "\n";
}

std::string small_board(Random& random) {
    const check_state::PlainBoard board = check_state::random_board(random, 8, 20);
    std::string text = std::to_string(board.n) + " " + std::to_string(board.pieces.size()) + "\n";
    for (const check_state::Piece& p : board.pieces) {
        text += std::to_string(p.column.number()) + " " + std::to_string(p.row.number()) + " " +
                letter_of(p.color, p.kind) + "\n";
    }
    return text;
}

using MakeGame = std::string (*)(Random&);

/// Many games, each followed by `gap`; the first after blank lines too if there is one.
std::string many_games(MakeGame make, std::string_view gap) {
    Random random{7};
    constexpr int count = 4000;
    std::string text = std::to_string(count) + "\n" + std::string{gap};
    for (int i = 0; i < count; ++i) text += make(random) + std::string{gap};
    return text;
}

/// `begin`, and the ends of all chunks from there on, as far as they can be guessed.
std::vector<std::size_t> guess_starts(std::string_view text, std::size_t begin, std::size_t size,
                                      const puzzles::Puzzle& puzzle) {
    std::vector<std::size_t> starts{begin};
    while (starts.back() != text.size()) {
        const auto end = guess_end(text, starts.back(), size, puzzle);
        if (!end) break;
        starts.push_back(*end);
    }
    return starts;
}

/// Decides each chunk by itself, and expects that it ends where the next one begins.
void expect_no_seam(std::string_view name, const std::string& text) {
    const puzzles::Puzzle& puzzle = *puzzles::find(name);
    constexpr std::size_t size = 4096;
    const std::size_t begin = text.find('\n') + 1;
    const std::vector<std::size_t> starts = guess_starts(text, begin, size, puzzle);
    ASSERT_GT(starts.size(), text.size() / (2 * size));
    ASSERT_EQ(starts.back(), text.size());
    const auto decider = puzzle.decider({});
    puzzles::Batch all;
    all.text = text;
    all.readable_end = text.data() + text.size();
    all.games = 4000;
    std::string written;
    for (std::size_t i = 0; i + 1 < starts.size(); ++i) {
        puzzles::Batch part = all;
        part.begin = starts[i];
        part.enough = starts[i + 1];
        puzzles::Output output;
        decider->decide(part, output);
        ASSERT_FALSE(output.error) << output.error->message;
        ASSERT_LE(output.end, starts[i + 1]);
        const std::string_view between{text.data() + output.end, starts[i + 1] - output.end};
        ASSERT_FALSE(puzzles::Reader{between}.skip_blank_lines()) << "chunk " << i << ": " << between;
        all.games -= output.games;
        written += output.text;
    }
    puzzles::Options one_thread;
    one_thread.threads = 1;
    const std::string whole = testing::judge_text(name, text, one_thread).output;
    EXPECT_EQ(written, whole);
    EXPECT_EQ(all.games, 0U);
}

TEST(Chunks, MeetWithoutASeam) {
    for (const std::string_view gap : {"", "\n", " \t\r\n\n"}) {
        SCOPED_TRACE(gap);
        expect_no_seam("simplified", many_games(hunt_game, gap));
        expect_no_seam("cstate2", many_games(small_board, gap));
        expect_no_seam("cstate3", many_games(small_board, gap));
        expect_no_seam("cheesy", many_games(chase, gap));
    }
}

/// A chunk that is nothing but blank lines still gets on: it decides the game after them.
TEST(Chunks, ADeciderAlwaysGetsOn) {
    Random random{1};
    const std::string text = std::string(100, '\n') + small_board(random);
    puzzles::Batch batch;
    batch.text = text;
    batch.enough = 10;
    batch.readable_end = text.data() + text.size();
    batch.games = 1;
    puzzles::Output output;
    puzzles::find("cstate2")->decider({})->decide(batch, output);
    EXPECT_FALSE(output.error);
    EXPECT_EQ(output.games, 1U);
}

/// Judges a mapped file with one thread and with several, and expects the same of all.
testing::Judged judged_alike(std::string_view name, const std::string& text) {
    puzzles::Options options;
    options.threads = 1;
    testing::Judged alone = testing::judge_text(name, text, options);
    for (const unsigned threads : {2U, 3U, 8U}) {
        options.threads = threads;
        const testing::Judged together = testing::judge_text(name, text, options);
        EXPECT_EQ(together.output, alone.output) << threads;
        EXPECT_EQ(together.error.has_value(), alone.error.has_value()) << threads;
        if (!together.error || !alone.error) continue;
        EXPECT_EQ(together.error->message, alone.error->message) << threads;
        EXPECT_EQ(together.error->where, alone.error->where) << threads;
    }
    return alone;
}

/// What comes after chunks that met well: an error, far down; a count that is wrong; words at the end.
TEST(Chunks, TheRestIsToldByItsOwnLines) {
    const std::string games = many_games(chase, "\n");
    const std::size_t half = games.find("\n\n", games.size() / 2) + 2;
    std::string error = games;
    error[half + 3] = '?';
    const testing::Judged broken = judged_alike("cheesy", error);
    ASSERT_TRUE(broken.error && broken.error->where);
    const auto lines = static_cast<std::uint64_t>(
        std::count(games.begin(), games.begin() + static_cast<std::ptrdiff_t>(half), '\n'));
    EXPECT_EQ(*broken.error->where, (Location{lines + 1, 4}));
    EXPECT_EQ(broken.output.size() / 6, lines / 11);

    const std::string lines_only = games.substr(games.find('\n') + 1);
    EXPECT_TRUE(judged_alike("cheesy", "4001\n" + lines_only).error);
    EXPECT_TRUE(judged_alike("cheesy", "3999\n" + lines_only).error);
    EXPECT_TRUE(judged_alike("cheesy", "1000\n" + lines_only).error);
    EXPECT_TRUE(judged_alike("cheesy", games + "x\n").error);
    EXPECT_FALSE(judged_alike("cheesy", games + " \n\t\n\n").error);
    EXPECT_TRUE(judged_alike("cheesy", games.substr(0, games.size() - 9)).error);
}

/// Boards in which no start of a game is near, between such that begin everywhere.
TEST(Chunks, LargeBoardsBetweenSmallOnes) {
    Random random{3};
    std::string text = "6002\n";
    for (int part = 0; part < 3; ++part) {
        for (int i = 0; i < 2000; ++i) text += small_board(random);
        if (part == 2) break;
        text += "500000 200002\n1 1 K\n500000 3 k\n";
        for (int i = 0; i < 200'000; ++i)
            text += std::to_string(i + 5) + " " + std::to_string(i % 999 + 7) + " P\n";
    }
    const testing::Judged judged = judged_alike("cstate2", text);
    EXPECT_FALSE(judged.error);
    EXPECT_EQ(std::count(judged.output.begin(), judged.output.end(), '\n'), 6002);
}

/// However small chunks are, the last one is guessed, too.
TEST(Chunks, TheyReachTheEnd) {
    Random random{4};
    for (const bool hunts : {true, false}) {
        for (int games = 1; games < 40; ++games) {
            std::string text;
            for (int i = 0; i < games; ++i) text += hunts ? hunt_game(random) : small_board(random);
            const puzzles::Puzzle& puzzle = *puzzles::find(hunts ? "simplified" : "cstate2");
            for (const std::size_t size : {1U, 64U, 200U}) {
                std::size_t at = 0;
                while (at < text.size()) {
                    const auto end = guess_end(text, at, size, puzzle);
                    ASSERT_TRUE(end) << text.substr(at);
                    ASSERT_GT(*end, at);
                    at = *end;
                }
            }
        }
    }
}

TEST(Chunks, NoneWhereLinesDoNotTell) {
    std::string rows = "2000\n";
    for (int i = 0; i < 2000; ++i) rows += "3\nk..\n...\n..K\n";
    EXPECT_FALSE(guess_end(rows, 5, 1024, *puzzles::find("cstate1")));
    EXPECT_FALSE(guess_end(std::string(99999, '\n'), 0, 1024, *puzzles::find("cstate2")));
    EXPECT_FALSE(guess_end(std::string(99999, 'x'), 0, 1024, *puzzles::find("cheesy")));
}

}  // namespace
}  // namespace zermelo::judge
