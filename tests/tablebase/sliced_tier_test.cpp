// SPDX-License-Identifier: GPL-3.0-or-later
// Tiers solved and verified a slice at a time, against the same entry by entry (`TierSolver` compares).
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"
#include "zermelo/rules/reader.hpp"

#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/tiers.hpp"

namespace zermelo::tablebase {
namespace {

using rules::Rules;
using tablebase::SlicedTier;
using testing::TierSolver;

void expect_lines(TierSolver<std::uint64_t>& solver, const std::string& material) {
    SCOPED_TRACE(material);
    const unsigned before = solver.sliced();
    const auto solved = solver.solve(material);
    ASSERT_TRUE(solved) << solved.error().message;
    EXPECT_FALSE((*solved)->audit.fault);
    EXPECT_GT(solver.sliced(), before) << "was not cut into slices";
}

// Both sides to move in one table or in two, leaders folded in all ways, pairs of equal men, bishops.
TEST(SlicedTiers, EndingsOfChessAsEntryByEntry) {
    TierSolver<std::uint64_t> chess{testing::shipped("chess")};
    for (const char* material : {"KRvK", "KQvK", "KNvK"}) expect_lines(chess, material);
    if (testing::scaled_up())
        for (const char* material : {"KRvKR", "KBBvK"}) expect_lines(chess, material);
    TierSolver<std::uint64_t> small{testing::shipped("small5x5")};
    for (const char* material : {"KQRvK", "KRvKB", "KRRvK", "KNNvK"}) expect_lines(small, material);
    if (!testing::scaled_down())
        for (const char* material : {"KRRvKQ", "KBBvKN"}) expect_lines(small, material);
    if (testing::scaled_up())
        for (const char* material : {"KQRvKR", "KBNvKR", "KRRvKR"}) expect_lines(small, material);
    TierSolver<std::uint64_t> tiny{testing::shipped("small4x4")};
    for (const char* material : {"KQRvKR", "KRRvKB"}) expect_lines(tiny, material);
    TierSolver<std::uint64_t> least{testing::shipped("small3x3")};
    for (const char* material : {"KRRvKQ", "KRRvKNN", "KRBvKRB"}) expect_lines(least, material);
}

// Leapers, riders of any range, lame ones, pieces that capture as they do not move, and some that know a
// direction; royal pieces of every kind.
TEST(SlicedTiers, RandomPiecesAsEntryByEntry) {
    const std::array<const char*, 16> pieces{"R",   "B",    "N",  "NN",    "mRcB", "fRbB",    "W2",    "nN",
                                             "nAD", "mNcK", "WD", "rlBfW", "C2",   "fsmWbcF", "mBcNW", "Z"};
    const std::array<const char*, 5> royal{"K", "W", "N", "WfF", "mKcN"};
    Random random{83};
    std::uint64_t sliced = 0;
    std::uint64_t decided = 0;
    for (std::uint64_t i = 0; i < testing::scaled(20); ++i) {
        const unsigned files = 3 + static_cast<unsigned>(random.below(3));
        const unsigned ranks = 3 + static_cast<unsigned>(random.below(3));
        const std::string king = royal[random.below(royal.size())];
        const std::string first = pieces[random.below(pieces.size())];
        const std::string second = pieces[random.below(pieces.size())];
        const auto* const stalemate = random.below(3) == 0 ? "loss" : "draw";
        std::string start = fmt::format("k{}/", files - 1);
        for (unsigned rank = 2; rank < ranks; ++rank) start += fmt::format("{}/", files);
        const std::string text = fmt::format(
            "[r]\nmaxFile = {}\nmaxRank = {}\nking = k:{}\ncustomPiece1 = a:{}\ncustomPiece2 = b:{}\n"
            "castling = false\nstalemateValue = {}\nstartFen = {}{}K w - - 0 1\n",
            files, ranks, king, first, second, stalemate, start, files - 1);
        SCOPED_TRACE(text);
        const auto rules = rules::read_rules(text, [](std::string_view) { return nullptr; });
        ASSERT_TRUE(rules) << rules.error().message;
        TierSolver<std::uint64_t> solver{rules->front()};
        const std::array<const char*, 7> materials{"KAvK",  "KAvKB",  "KAvKA",  "KABvK",
                                                   "KAAvK", "KABvKA", "KAAvKBB"};
        const auto material = materials[random.below(files * ranks > 12 ? 5 : materials.size())];
        const auto solved = solver.solve(material);
        ASSERT_TRUE(solved) << solved.error().message;
        EXPECT_FALSE((*solved)->audit.fault);
        if (HasFailure()) return;
        sliced += solver.sliced();
        for (const auto& table : (*solved)->audit.tables) decided += table.win || table.loss ? 1 : 0;
    }
    if (testing::scaled_down()) return;
    EXPECT_GT(sliced, 40U);
    EXPECT_GT(decided, 20U);
}

bool has_slices(const Rules& rules, const std::string& material) {
    const auto shared = testing::tier_rules<std::uint64_t>(rules);
    const auto tier =
        TierSolver<std::uint64_t>::Tier::make(shared, tablebase::parse_material(material, rules).value());
    return SlicedTier::make(tier.value()).has_value();
}

TEST(SlicedTiers, WhatHasNone) {
    const Rules& chess = testing::shipped("chess");
    EXPECT_TRUE(has_slices(chess, "KQvKR"));
    EXPECT_FALSE(has_slices(chess, "KvK")) << "no man varies";
    EXPECT_FALSE(has_slices(chess, "KPvK")) << "pawns turn into others";
    EXPECT_FALSE(has_slices(chess, "KRRRvK")) << "six copies of a placement";
    EXPECT_TRUE(has_slices(testing::shipped("knightmate"), "KRvK")) << "a royal knight";
    EXPECT_FALSE(has_slices(testing::shipped("grasshopper"), "KGvK")) << "hoppers";
    EXPECT_FALSE(has_slices(testing::shipped("simplified"), "QRvQ")) << "extinction";
    for (const char* slice : {"mustCapture = true", "checking = false", "pass = true", "stalemateValue = win",
                              "flagPiece = k\nflagRegionWhite = *5", "mobilityRegionWhiteRook = *1 *2"}) {
        const auto rules =
            rules::read_rules(fmt::format("[r:small5x5]\n{}\n", slice),
                              [](std::string_view name) { return &testing::shipped(std::string{name}); });
        ASSERT_TRUE(rules) << rules.error().message;
        EXPECT_FALSE(has_slices(rules->front(), "KRvK")) << slice;
    }
}

TEST(SlicedTiers, EveryChangedByteIsFound) {
    TierSolver<std::uint64_t> solver{testing::shipped("small5x5")};
    Random random{84};
    for (const char* material : {"KRvKB", "KRRvK", "KQvKQ"}) {
        SCOPED_TRACE(material);
        const auto solved = solver.solve(material).value();
        const auto& table = solved->table;
        const auto slices = SlicedTier::make(table.tier()).value();
        const auto below = [&](const auto& child) {
            const auto there = solver.solve(material_of(table.tier().game().setup(child), solver.rules()));
            return there.value()->table.byte(child);
        };
        auto changed = table.raw();
        const auto byte = [&](tablebase::Slot slot) { return changed[slot.table][slot.index]; };
        for (unsigned i = 0; i < 40; ++i) {
            const auto t = random.below(changed.size());
            const auto index = random.below(changed[t].size());
            if (changed[t][index] == tablebase::dont_care) continue;
            const std::uint8_t right = changed[t][index];
            changed[t][index] = static_cast<std::uint8_t>((right + 1 + random.below(253)) % 254);
            if (changed[t][index] == right) continue;
            const auto audit =
                tablebase::SetwiseVerifier{slices, solver.encoding(), byte, std::cref(below)}.run();
            EXPECT_TRUE(audit.fault) << t << ":" << index << " not " << int{changed[t][index]};
            changed[t][index] = right;
        }
    }
}

}  // namespace
}  // namespace zermelo::tablebase
