// SPDX-License-Identifier: GPL-3.0-or-later
// Published facts about forced wins: composed problems with all their keys, and the longest mates on 3×3.
#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

#include <gtest/gtest.h>

#include "zermelo/tell/prove.hpp"

#include "support/columns.hpp"
#include "support/shipped.hpp"

namespace zermelo::search {
namespace {

std::vector<std::string> keys_of(const Proof& proof) {
    std::vector<std::string> keys;
    for (const FirstMove& move : proof.winning)
        if (move.plies == proof.plies) keys.push_back(move.move);
    std::sort(keys.begin(), keys.end());
    return keys;
}

/// tests/data/mates/README.md says where the problems come from and how their keys were verified.
TEST(Mates, FortyPublishedProblemsAndAllTheirKeys) {
    std::ifstream file{ZERMELO_SOURCE_DIR "/tests/data/mates/problems.tsv"};
    unsigned problems = 0;
    for (std::string line; std::getline(file, line);) {
        if (line.empty() || line.front() == '#') continue;
        SCOPED_TRACE(line);
        const std::vector<std::string> columns = testing::columns(line);
        ASSERT_GE(columns.size(), 3U);
        const Plies length{2 * std::stoull(columns[1]) - 1};
        ProveOptions options;
        options.certificate = true;
        const auto proof = tell::prove(testing::shipped(), {"chess", columns[0]}, length, options);
        ASSERT_TRUE(proof) << proof.error().message;
        EXPECT_EQ(proof->verdict, Verdict::win);
        EXPECT_EQ(proof->plies, length);
        EXPECT_EQ(proof->line.size(), length.count());
        std::istringstream words{columns[2]};
        std::vector<std::string> expected{std::istream_iterator<std::string>{words}, {}};
        std::sort(expected.begin(), expected.end());
        EXPECT_EQ(keys_of(*proof), expected);
        EXPECT_FALSE(proof->certificate.empty());
        ++problems;
    }
    EXPECT_EQ(problems, 40U);
}

/// Kirill Kryukov's tables of minichess: the longest mates on 3×3 take 16 moves, and these two do.
TEST(Mates, TheLongestOnThreeByThree) {
    for (const char* fen : {"KpN/bPk/BqN w", "KrN/Pnn/PPk w"}) {
        SCOPED_TRACE(fen);
        const auto proof = tell::prove(testing::shipped(), {"small3x3", fen}, Plies{33}, {});
        ASSERT_TRUE(proof);
        EXPECT_EQ(proof->verdict, Verdict::win);
        EXPECT_EQ(proof->plies, Plies{31});
        EXPECT_EQ(proof->none_within, Plies{30});
    }
}

}  // namespace
}  // namespace zermelo::search
