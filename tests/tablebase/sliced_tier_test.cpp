// SPDX-License-Identifier: GPL-3.0-or-later
// Tiers solved and verified a slice at a time, against the same entry by entry (`TierSolver` compares).
#include <algorithm>
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

// Both sides to move in one table or in two, leaders folded in all ways, pairs of equal men, bishops; pawns
// that vary or do not, and are the leading pieces of the index.
TEST(SlicedTiers, EndingsOfChessAsEntryByEntry) {
    TierSolver<std::uint64_t> chess{testing::shipped("chess")};
    for (const char* material : {"KRvK", "KQvK", "KNvK", "KPvK"}) expect_lines(chess, material);
    if (testing::scaled_up())
        for (const char* material : {"KRvKR", "KBBvK", "KPvKP", "KPPvK"}) expect_lines(chess, material);
    TierSolver<std::uint64_t> small{testing::shipped("small5x5")};
    for (const char* material : {"KQRvK", "KRvKB", "KRRvK", "KNNvK", "KPPvK", "KPvKP"})
        expect_lines(small, material);
    if (!testing::scaled_down())
        for (const char* material : {"KRRvKQ", "KBBvKN"}) expect_lines(small, material);
    if (testing::scaled_up())
        for (const char* material : {"KQRvKR", "KBNvKR", "KRRvKR"}) expect_lines(small, material);
    TierSolver<std::uint64_t> tiny{testing::shipped("small4x4")};
    for (const char* material : {"KQRvKR", "KRRvKB"}) expect_lines(tiny, material);
    TierSolver<std::uint64_t> least{testing::shipped("small3x3")};
    for (const char* material : {"KRRvKQ", "KRRvKNN", "KRBvKRB", "KPPvKP"}) expect_lines(least, material);
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

// Pawns of several kinds on boards where they soon meet: double steps and captures en passant, promotion that
// may be left, on one rank or two, into one kind or two.
TEST(SlicedTiers, RandomPawnsAsEntryByEntry) {
    const std::array<const char*, 4> pawns{"pawn = p", "pawn = p", "customPiece3 = p:mfFcfeWimfnA",
                                           "customPiece3 = p:fmWfceFfmWifmnD"};
    const std::array<const char*, 5> pieces{"R", "B", "N", "WD", "fRbB"};
    const std::array<const char*, 7> materials{"KPvKP", "KPPvK",  "KAPvK", "KAvKP",
                                               "KBvKP", "KPPvKP", "KAPvKP"};
    Random random{85};
    std::uint64_t sliced = 0;
    std::uint64_t unindexed = 0;
    std::uint64_t decided = 0;
    for (std::uint64_t i = 0; i < testing::scaled(20); ++i) {
        const unsigned files = 3 + static_cast<unsigned>(random.below(2));
        const unsigned ranks = 4 + static_cast<unsigned>(random.below(3));
        const auto* const pawn = pawns[random.below(pawns.size())];
        const auto* const first = pieces[random.below(pieces.size())];
        const auto* const second = pieces[random.below(pieces.size())];
        const unsigned start = 1 + static_cast<unsigned>(random.below(2));
        const unsigned zone = random.below(3) == 0 ? 2 : 1;
        const auto region = [&](bool white) {
            std::string squares;
            for (unsigned n = 0; n < zone; ++n) squares += fmt::format(" *{}", white ? ranks - n : 1 + n);
            return squares;
        };
        std::string empty;
        for (unsigned rank = 2; rank < ranks; ++rank) empty += fmt::format("{}/", files);
        const std::string text = fmt::format(
            "[r]\nmaxFile = {}\nmaxRank = {}\nking = k\n{}\ncustomPiece1 = a:{}\ncustomPiece2 = b:{}\n"
            "castling = false\nstartFen = k{}/{}{}K w - - 0 1\npawnTypes = p\npromotionPieceTypes = {}\n"
            "promotionRegionWhite ={}\npromotionRegionBlack ={}\nmandatoryPawnPromotion = {}\n"
            "doubleStepRegionWhite = *{}\ndoubleStepRegionBlack = *{}\nstalemateValue = {}\n",
            files, ranks, pawn, first, second, files - 1, empty, files - 1, random.below(2) == 0 ? "a" : "ab",
            region(true), region(false), random.below(3) != 0, start, ranks + 1 - start,
            random.below(3) == 0 ? "loss" : "draw");
        const auto* const material = materials[random.below(files * ranks > 16 ? 5 : materials.size())];
        SCOPED_TRACE(text + material);
        const auto rules = rules::read_rules(text, [](std::string_view) { return nullptr; });
        ASSERT_TRUE(rules) << rules.error().message;
        TierSolver<std::uint64_t> solver{rules->front()};
        const auto solved = solver.solve(material);
        ASSERT_TRUE(solved) << solved.error().message;
        EXPECT_FALSE((*solved)->audit.fault);
        if (HasFailure()) return;
        sliced += solver.sliced();
        unindexed += solver.sliced_unindexed();
        for (const auto& table : (*solved)->audit.tables) decided += table.win || table.loss ? 1 : 0;
    }
    if (testing::scaled_down()) return;
    EXPECT_GT(sliced, 70U);
    EXPECT_GT(unindexed, 5U);
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
    EXPECT_TRUE(has_slices(chess, "KPvKP"));
    EXPECT_FALSE(has_slices(chess, "KRRRvK")) << "six copies of a placement";
    EXPECT_TRUE(has_slices(testing::shipped("knightmate"), "KRvK")) << "a royal knight";
    EXPECT_FALSE(has_slices(chess, "KPPPvK")) << "and of pawns";
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

std::vector<Slot> entries_with_unindexed_moves(const SlicedTier::Tier& tier) {
    std::vector<Slot> found;
    const auto is_unindexed = [&](const auto& position, const auto& move) {
        return tier.leads_to(position, move, tier.play(position, move)) == LeadsTo::unindexed;
    };
    for (std::uint32_t t = 0; t < tier.tables(); ++t)
        tier.each_position(t, 0, tier.table_size(t), [&](std::uint64_t index, const auto& position, auto&) {
            SlicedTier::Tier::MoveList moves;
            tier.moves(position, moves);
            if (std::any_of(moves.begin(), moves.end(),
                            [&](const auto& move) { return is_unindexed(position, move); }))
                found.push_back({t, index});
        });
    return found;
}

TEST(SlicedTiers, EveryChangedByteIsFound) {
    const auto passing = rules::read_rules(
        "[p:small4x5]\ndoubleStep = true\ndoubleStepRegionWhite = *2\ndoubleStepRegionBlack = *4\n"
        "enPassantTypes = p\n",
        [](std::string_view name) { return &testing::shipped(std::string{name}); });
    ASSERT_TRUE(passing) << passing.error().message;
    TierSolver<std::uint64_t> pieces{testing::shipped("small5x5")};
    TierSolver<std::uint64_t> pawns{passing->front()};
    Random random{84};
    for (const char* material : {"KRvKB", "KRRvK", "KQvKQ", "KPvK", "KPvKP"}) {
        SCOPED_TRACE(material);
        auto& solver = std::string{material}.find('P') == std::string::npos ? pieces : pawns;
        const auto solved = solver.solve(material).value();
        const auto& table = solved->table;
        const auto slices = SlicedTier::make(table.tier()).value();
        const auto below = [&](const auto& child) {
            const auto there = solver.solve(material_of(table.tier().game().setup(child), solver.rules()));
            return there.value()->table.byte(child);
        };
        auto changed = table.raw();
        const auto unindexed = entries_with_unindexed_moves(table.tier());
        EXPECT_EQ(unindexed.empty(), std::string{material} != "KPvKP");
        for (unsigned i = 0; i < 40; ++i) {
            const auto any = [&] {
                const auto t = static_cast<std::uint32_t>(random.below(changed.size()));
                return Slot{t, random.below(changed[t].size())};
            };
            const bool passes = i % 2 == 0 && !unindexed.empty();
            const auto [t, index] = passes ? unindexed[random.below(unindexed.size())] : any();
            if (changed[t][index] == tablebase::dont_care) continue;
            const std::uint8_t right = changed[t][index];
            changed[t][index] = static_cast<std::uint8_t>((right + 1 + random.below(253)) % 254);
            if (changed[t][index] == right) continue;
            const auto audit =
                tablebase::SetwiseVerifier{slices, solver.encoding(), changed, std::cref(below)}.run();
            EXPECT_TRUE(audit.fault) << t << ":" << index << " not " << int{changed[t][index]};
            changed[t][index] = right;
        }
    }
}

}  // namespace
}  // namespace zermelo::tablebase
