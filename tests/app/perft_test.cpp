// SPDX-License-Identifier: GPL-3.0-or-later
// The engine counts what others have counted: tests/data/perft.tsv.
#include <cstdint>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/app/variants.hpp"

#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::app {
namespace {

/// What takes longer is left to the slow tests.
constexpr std::uint64_t most_quick = 20'000'000;

struct Row {
    PositionRequest position;
    std::uint64_t depth = 0;
    std::uint64_t count = 0;
};

std::vector<std::string> columns(const std::string& line) {
    std::vector<std::string> columns(1);
    for (const char c : line) {
        if (c == '\t') {
            columns.emplace_back();
        } else {
            columns.back() += c;
        }
    }
    return columns;
}

const std::vector<Row>& rows() {
    static const std::vector<Row> all = [] {
        std::vector<Row> rows;
        std::ifstream file{ZERMELO_SOURCE_DIR "/tests/data/perft.tsv"};
        for (std::string line; std::getline(file, line);) {
            if (line.empty() || line.front() == '#') continue;
            const std::vector<std::string> fields = columns(line);
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
        if ((row.count <= most_quick) != quick) continue;
        if (quick && row.count > testing::scaled(most_quick)) continue;
        const auto text = perft(testing::shipped(), row.position, Plies{row.depth}, options);
        ASSERT_TRUE(text) << text.error().error.message;
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

TEST(Perft, HasARowOfEveryShippedVariant) {
    std::set<std::string> counted;
    for (const Row& row : rows()) counted.insert(row.position.variant);
    for (const variant::Rules* rules : testing::shipped().all())
        EXPECT_EQ(counted.count(rules->name), 1U)
            << "no row of '" << rules->name << "' in tests/data/perft.tsv";
}

}  // namespace
}  // namespace zermelo::app
