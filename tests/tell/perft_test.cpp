// SPDX-License-Identifier: GPL-3.0-or-later
// The engine counts what others have counted: tests/data/perft.tsv.
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/tell/variants.hpp"

#include "support/columns.hpp"
#include "support/drop_games.hpp"
#include "support/scale.hpp"
#include "support/shell.hpp"
#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

/// What takes longer is left to the slow tests.
constexpr std::uint64_t max_quick = 1'500'000;

struct Row {
    PositionRequest position;
    std::uint64_t depth = 0;
    std::uint64_t count = 0;
};

const std::vector<Row>& rows() {
    static const std::vector<Row> all = [] {
        std::vector<Row> rows;
        std::ifstream file{ZERMELO_SOURCE_DIR "/tests/data/perft.tsv"};
        for (std::string line; std::getline(file, line);) {
            if (line.empty() || line.front() == '#') continue;
            const std::vector<std::string> fields = testing::columns(line);
            if (fields.size() != 5 || fields[4].empty()) {
                ADD_FAILURE() << "expected five columns: " << line;
                continue;
            }
            Row row{{fields[0], std::nullopt}, std::stoull(fields[2]), std::stoull(fields[3])};
            if (fields[1] != "start") row.position.fen = fields[1];
            rows.push_back(std::move(row));
        }
        return rows;
    }();
    return all;
}

void expect_counts(bool quick, bool bulk) {
    PerftOptions options;
    options.bulk = bulk;
    unsigned tried = 0;
    for (const Row& row : rows()) {
        if ((row.count <= max_quick) != quick) continue;
        if (quick && row.count > testing::scaled(max_quick)) continue;
        const auto text = perft(testing::shipped(), row.position, Plies{row.depth}, options);
        ASSERT_TRUE(text) << text.error().message;
        EXPECT_EQ(*text, fmt::format("Nodes: {}\n", row.count))
            << row.position.variant << " " << row.position.fen.value_or("start") << ", depth " << row.depth;
        ++tried;
    }
    EXPECT_GT(tried, 0U);
}

TEST(Perft, IsWhatOthersCount) { expect_counts(true, true); }
TEST(Perft, IsTheSameWhenTheLastPlyIsPlayed) { expect_counts(true, false); }
TEST(Perft, SlowIsWhatOthersCount) { expect_counts(false, true); }
TEST(Perft, SlowIsTheSameWhenTheLastPlyIsPlayed) { expect_counts(false, false); }

TEST(Perft, SaysWhatItHasCountedWhenItIsStopped) {
    std::stop_source stop;
    std::uint64_t counted = 0;
    PerftOptions options;
    options.stop = stop.get_token();
    options.progress = [&](std::uint64_t done, std::optional<std::uint64_t> /*all*/) {
        counted = done;
        if (done > 1'000) stop.request_stop();
    };
    const auto stopped = perft(testing::shipped(), {"chess", std::nullopt}, Plies{5}, options);
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().kind, ErrorKind::stopped);
    EXPECT_GT(counted, 1'000U);
    EXPECT_EQ(stopped.error().message,
              fmt::format("interrupted when {} nodes were counted, and all after 0 first moves", counted));
}

// The counts are Fairy-Stockfish's. En passant after initial moves that leave the file begins with the fifth
// ply of the first and of the second.
TEST(Perft, OfPawnsThatDoNotGoStraight) {
    const testing::Scratch file{
        "[berolina:chess]\ncustomPiece1 = p:mfFcfWimfnA\npawnTypes = p\n"
        "[aside:chess]\ncustomPiece1 = p:fmWfcFimsD\npawnTypes = p\n"
        "[backward:chess]\ncustomPiece1 = p:fmWfcFbmWbcFimvnD\npawnTypes = p\n"
        "doubleStepRegionWhite = *2 *3 *4\ndoubleStepRegionBlack = *7 *6 *5\n"
        "[sliding:chess]\ncustomPiece1 = p:mFcWimR\npawnTypes = p\n"};
    auto library = library::Library::open({file.path()}).value();
    const auto count = [&](const std::string& variant, unsigned depth) {
        return perft(library, {variant, std::nullopt}, Plies{depth}).value();
    };
    EXPECT_EQ(count("berolina", 4), "Nodes: 882717\n");
    EXPECT_EQ(count("aside", 5), "Nodes: 685656\n");
    EXPECT_EQ(count("backward", 5), "Nodes: 6567385\n");
    EXPECT_EQ(count("sliding", 4), "Nodes: 5692093\n");
    if (testing::scaled_down()) return;
    EXPECT_EQ(count("berolina", 5), "Nodes: 29119802\n");
}

// Published for atomic chess in which any rook castles, in the suites of python-chess, shakmaty, scalachess,
// chessops and Fairy-Stockfish: kings that touch, and what the rook hides when it has come.
TEST(Perft, OfAtomicChessWithAnyRook) {
    const testing::Scratch file{"[atomic960:atomic]\nchess960 = true\n"};
    auto library = library::Library::open({file.path()}).value();
    const auto count = [&](const char* fen, unsigned depth) {
        return perft(library, {"atomic960", fen}, Plies{depth}).value();
    };
    EXPECT_EQ(count("8/8/8/8/8/8/2k5/rR4KR w KQ - 0 1", 4), "Nodes: 61401\n");
    EXPECT_EQ(count("r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1", 3), "Nodes: 6753\n");
    EXPECT_EQ(count("r3k1rR/5K2/8/8/8/8/8/8 b kq - 0 1", 4), "Nodes: 98729\n");
    EXPECT_EQ(count("Rr2k1rR/3K4/3p4/8/8/8/7P/8 w kq - 0 1", 4), "Nodes: 241478\n");
    EXPECT_EQ(count("1R4kr/4K3/8/8/8/8/8/8 b k - 0 1", 4), "Nodes: 17915\n");
}

TEST(Perft, OfGamesWithDrops) {
    const testing::Scratch file{testing::drop_games};
    auto library = library::Library::open({file.path()}).value();
    for (const testing::DropCount& row : testing::drop_counts) {
        PositionRequest position{row.variant, std::nullopt};
        if (row.fen != nullptr) position.fen = row.fen;
        for (const bool bulk : {true, false}) {
            PerftOptions options;
            options.bulk = bulk;
            const auto text = perft(library, position, Plies{row.depth}, options);
            ASSERT_TRUE(text) << text.error().message;
            EXPECT_EQ(*text, fmt::format("Nodes: {}\n", row.count))
                << row.variant << " " << position.fen.value_or("start") << ", depth " << row.depth;
        }
    }
}

TEST(Perft, HasARowOfEveryShippedVariant) {
    std::set<std::string> counted;
    for (const Row& row : rows()) counted.insert(row.position.variant);
    for (const rules::Rules* rules : testing::shipped().all())
        EXPECT_EQ(counted.count(rules->name), 1U)
            << "no row of '" << rules->name << "' in tests/data/perft.tsv";
}

}  // namespace
}  // namespace zermelo::tell
