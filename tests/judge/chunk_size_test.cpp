// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/judge/chunk_size.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <unistd.h>

#include "zermelo/judge/run.hpp"

#include "support/judging.hpp"

namespace zermelo::judge {
namespace {

using std::chrono::microseconds;
using std::chrono::seconds;

TEST(ChunkSize, QuickPiecesGrowStepByStep) {
    ChunkSize chunk_size{1 << 20};
    EXPECT_EQ(chunk_size.size(), ChunkSize::least);
    for (int i = 0; i < 10; ++i) {
        const std::size_t before = chunk_size.size();
        chunk_size.took(before, microseconds{1});
        EXPECT_EQ(chunk_size.size(), std::min<std::size_t>(4 * before, 1 << 20));
    }
    EXPECT_EQ(chunk_size.size(), 1 << 20);
    chunk_size.took(chunk_size.size(), microseconds{0});
    EXPECT_EQ(chunk_size.size(), 1 << 20);
}

TEST(ChunkSize, LongPiecesShrinkAtOnce) {
    ChunkSize chunk_size{1 << 20};
    while (chunk_size.size() < 1 << 20) chunk_size.took(chunk_size.size(), microseconds{1});
    chunk_size.took(10'000, 10 * ChunkSize::aim);
    EXPECT_EQ(chunk_size.size(), 1'000);
    chunk_size.took(1'000, 2 * ChunkSize::aim);
    EXPECT_EQ(chunk_size.size(), 500);
    chunk_size.took(500, seconds{3600});
    EXPECT_EQ(chunk_size.size(), ChunkSize::least);
    chunk_size.took(0, microseconds{1});  // an error in the first line
    EXPECT_EQ(chunk_size.size(), ChunkSize::least);
    chunk_size.took(~std::size_t{0}, microseconds{0});
    EXPECT_EQ(chunk_size.size(), 4 * ChunkSize::least);
}

TEST(ChunkSize, NoPieceIsLargerThanAllowed) {
    ChunkSize chunk_size{100};
    chunk_size.took(64, microseconds{1});
    EXPECT_EQ(chunk_size.size(), 100);
    chunk_size.took(100, microseconds{1});
    EXPECT_EQ(chunk_size.size(), 100);
}

/// However little text the games are, who looks sees that the work goes on, and all threads have some: of a
/// pipe that holds everything at once, too.
TEST(ChunkSize, InputsAreDecidedPieceByPiece) {
    constexpr int games = 130;
    std::string text = std::to_string(games) + "\n";
    for (int i = 0; i < games; ++i)
        text += "2 2 3\nQ A 1\nR B 4\nQ D 3\nN C " + std::to_string(i % 4 + 1) + "\n";
    for (const bool mapped : {true, false}) {
        for (const unsigned threads : {1U, 2U}) {
            puzzles::Options options;
            options.threads = threads;
            std::vector<std::uint64_t> reported;
            const Progress progress = [&](std::uint64_t done, std::optional<std::uint64_t>) {
                reported.push_back(done);
            };
            testing::Judged judged;
            if (mapped) {
                judged =
                    testing::judge_text("simplified", text, options, testing::Delivery::mapped, 1, progress);
            } else {
                auto [source, into] = testing::open_pipe();
                ASSERT_LT(text.size(), 4096U);  // what any pipe holds
                testing::write_all(into, text);
                ::close(into);
                judged = testing::judge_source(source, "simplified", options, progress);
            }
            ASSERT_FALSE(judged.error) << judged.error->message;
            EXPECT_EQ(std::count(judged.output.begin(), judged.output.end(), '\n'), games);
            EXPECT_GE(reported.size(),
                      4U);  // whatever the pieces grow to: 64, 256 and 1024 bytes, and the rest
            EXPECT_TRUE(std::is_sorted(reported.begin(), reported.end()));
            EXPECT_EQ(reported.back(), text.size());
        }
    }
}

}  // namespace
}  // namespace zermelo::judge
