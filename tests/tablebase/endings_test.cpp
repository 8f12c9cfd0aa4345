// SPDX-License-Identifier: GPL-3.0-or-later
// Endings solved backwards and verified, against what others have published.
#include <algorithm>
#include <array>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/rules/reader.hpp"

#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/tiers.hpp"

namespace zermelo::tablebase {
namespace {

using rules::Rules;
using testing::TierSolver;

struct Sums {
    std::uint64_t wins = 0;
    std::uint64_t losses = 0;
    std::uint64_t open = 0;
};

Sums sums(const tablebase::TableCounts& counts) {
    Sums result;
    for (unsigned byte = 0; byte <= tablebase::last_value<std::uint8_t>; ++byte) {
        const auto b = static_cast<std::uint8_t>(byte);
        auto& sum = b == tablebase::ValueEncoding::draw   ? result.open
                    : tablebase::ValueEncoding::is_win(b) ? result.wins
                                                          : result.losses;
        sum += counts.placements[byte];
    }
    return result;
}

/// Pawns as in the tables of others: never on their own first rank.
Rules endings_of_chess() {
    const auto find = [](std::string_view name) { return &testing::shipped(std::string{name}); };
    const auto read = rules::read_rules(
        "[endings:chess]\ncastling = false\nmobilityRegionWhitePawn = *2 *3 *4 *5 *6 *7 *8\n"
        "mobilityRegionBlackPawn = *1 *2 *3 *4 *5 *6 *7\n"
        "startFen = rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n",
        find);
    return read.value().front();
}

struct Published {
    const char* material;
    Sums white;
    Sums black;
    unsigned longest_win;
    unsigned longest_loss;
};

TEST(Endings, ChessWithThreeMenAsInEveryTable) {
    TierSolver<std::uint64_t> solver{endings_of_chess()};
    const std::array<Published, 3> published{{
        {"KRvK", {175'168, 0, 0}, {0, 201'700, 22'244}, 31, 32},
        {"KQvK", {144'508, 0, 0}, {0, 200'896, 23'048}, 19, 20},
        {"KPvK", {124'960, 0, 38'368}, {0, 97'604, 70'420}, 55, 56},
    }};
    for (const Published& table : published) {
        SCOPED_TRACE(table.material);
        const auto solved = solver.solve(table.material).value();
        ASSERT_FALSE(solved->audit.fault);
        ASSERT_EQ(solved->audit.tables.size(), 2U);
        const auto expect = [](const Sums& found, const Sums& expected) {
            EXPECT_EQ(found.wins, expected.wins);
            EXPECT_EQ(found.losses, expected.losses);
            EXPECT_EQ(found.open, expected.open);
        };
        expect(sums(solved->audit.tables[0]), table.white);
        expect(sums(solved->audit.tables[1]), table.black);
        EXPECT_EQ(solver.encoding().plies(solved->audit.tables[0].win->number), table.longest_win);
        EXPECT_EQ(solver.encoding().plies(solved->audit.tables[1].loss->number), table.longest_loss);
    }
    for (const char* material : {"KBvK", "KNvK"}) {
        const auto solved = solver.solve(material).value();
        ASSERT_FALSE(solved->audit.fault);
        for (const auto& table : solved->audit.tables) {
            EXPECT_EQ(sums(table).wins, 0U);
            EXPECT_EQ(sums(table).losses, 0U);
        }
    }
}

template <typename Bits>
void expect_longest(unsigned n, unsigned queen, unsigned rook) {
    const std::string size = std::to_string(n);
    SCOPED_TRACE(size);
    TierSolver<Bits> solver{testing::shipped("small" + size + "x" + size)};
    for (const auto& [material, moves] : {std::pair{"KQvK", queen}, std::pair{"KRvK", rook}}) {
        const auto solved = solver.solve(material).value();
        ASSERT_FALSE(solved->audit.fault);
        EXPECT_EQ((solver.encoding().plies(solved->audit.tables[0].win->number) + 1) / 2, moves) << material;
    }
}

/// OEIS A225551 and A225552.
TEST(Endings, QueenOrRookAgainstKingOnBoardsOfManySizes) {
    constexpr std::array<unsigned, 8> queen{1, 4, 6, 7, 8, 10, 11, 12};
    constexpr std::array<unsigned, 8> rook{3, 7, 10, 12, 14, 16, 18, 21};
    // Under sanitizers only the small ones; else both widths of sets, and sizes odd and even.
    const unsigned most = testing::scaled_down() ? 6 : 10;
    for (unsigned n = 3; n <= most; ++n) {
        if ((n == 7 || n == 10) && !testing::scaled_up()) continue;
        if (n <= 8)
            expect_longest<std::uint64_t>(n, queen[n - 3], rook[n - 3]);
        else
            expect_longest<Bits256>(n, queen[n - 3], rook[n - 3]);
    }
}

/// A line of tests/data/syzygy.tsv.
struct Counted {
    std::string variant;
    std::string tier;
    std::string to_move;
    Sums sums;
};

std::vector<Counted> syzygy() {
    std::ifstream file{ZERMELO_SOURCE_DIR "/tests/data/syzygy.tsv"};
    std::vector<Counted> rows;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) continue;
        std::istringstream fields{line};
        Counted row;
        fields >> row.variant >> row.tier >> row.to_move >> row.sums.wins >> row.sums.losses >> row.sums.open;
        EXPECT_TRUE(fields) << line;
        rows.push_back(row);
    }
    return rows;
}

/// Solves the tiers of the rows that are `wanted`. Returns how many rows were compared.
template <typename Wanted>
unsigned expect_syzygy(const Wanted& wanted) {
    std::map<std::string, TierSolver<std::uint64_t>> solvers;
    unsigned compared = 0;
    for (const Counted& row : syzygy()) {
        if (!wanted(row)) continue;
        SCOPED_TRACE(row.variant + " " + row.tier + " " + row.to_move);
        TierSolver<std::uint64_t>& solver =
            solvers.try_emplace(row.variant, testing::shipped(row.variant)).first->second;
        const auto solved = solver.solve(row.tier);
        EXPECT_TRUE(solved) << solved.error().message;
        if (!solved) return compared;
        const tablebase::TierAudit& audit = (*solved)->audit;
        EXPECT_FALSE(audit.fault);
        // Equal armies have one table.
        const bool black = row.to_move == "black" && audit.tables.size() == 2;
        const Sums found = sums(audit.tables[black ? 1 : 0]);
        EXPECT_EQ(found.wins, row.sums.wins);
        EXPECT_EQ(found.losses, row.sums.losses);
        EXPECT_EQ(found.open, row.sums.open);
        ++compared;
    }
    return compared;
}

/// What a generator that shares no line with this one counts, by games whose captures explode or are forced.
TEST(Endings, AtomicAndSuicideAsTheSyzygyGeneratorCounts) {
    const bool more = !testing::scaled_down();
    const unsigned compared = expect_syzygy([&](const Counted& row) {
        if (row.variant == "atomic") return row.tier == "KPvK" || (more && row.tier.size() == 4);
        const bool small = row.tier.find_first_of("KQRP") == std::string::npos;
        return row.tier.size() == 3 || (more && row.tier.size() == 4 && small);
    });
    EXPECT_EQ(compared, more ? 118U : 86U);
}

TEST(Endings, SlowAllThatTheSyzygyGeneratorCounted) {
    EXPECT_EQ(expect_syzygy([](const Counted&) { return true; }), syzygy().size());
}

/// Kirill Kryukov's tables of 4×4: unique legal positions by number of men.
TEST(Endings, SmallChessOnSixteenSquaresHasAsManyPositionsAsPublished) {
    const Rules& rules = testing::shipped("small4x4");
    TierSolver<std::uint64_t> solver{rules};
    std::array<std::uint64_t, 5> unique{};
    for (const auto& material : tablebase::materials(rules, 4, true)) {
        const auto solved = solver.solve(material);
        ASSERT_TRUE(solved) << solved.error().message;
        ASSERT_FALSE((*solved)->audit.fault) << text(material, rules);
        for (const auto& table : (*solved)->audit.tables)
            for (const std::uint64_t n : table.unique) unique[material.men()] += n;
    }
    EXPECT_EQ(unique[3], 3'378U);
    EXPECT_EQ(unique[4], 227'362U);
}

}  // namespace
}  // namespace zermelo::tablebase
