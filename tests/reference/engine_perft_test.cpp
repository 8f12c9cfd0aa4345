// SPDX-License-Identifier: GPL-3.0-or-later
// The reference counts what others have counted.
#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/rules/reader.hpp"

#include "reference/engine.hpp"
#include "support/drop_games.hpp"
#include "support/shipped.hpp"

namespace zermelo::engine {
namespace {

std::uint64_t perft(const engine::Setup& setup, const rules::Rules& rules, unsigned depth) {
    if (depth == 0) return 1;
    std::uint64_t count = 0;
    for (const Move move : reference::moves(setup, rules))
        count += perft(reference::play(setup, rules, move), rules, depth - 1);
    return count;
}

struct Row {
    const char* variant;
    const char* fen;  ///< nothing: the start
    unsigned depth;
    std::uint64_t count;
};

void expect(const Row& row) {
    const rules::Rules& rules = testing::shipped(row.variant);
    const std::string fen = row.fen != nullptr ? row.fen : rules.start_fen;
    const auto setup = parse_fen(fen, rules);
    ASSERT_TRUE(setup) << fen;
    EXPECT_EQ(perft(*setup, rules, row.depth), row.count) << row.variant << " " << fen << " " << row.depth;
}

constexpr const char* kiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

// Compared with Stockfish and Fairy-Stockfish 11.1.
TEST(ReferencePerft, OrthodoxChess) {
    for (const Row& row :
         {Row{"chess", nullptr, 1, 20},
          {"chess", nullptr, 2, 400},
          {"chess", nullptr, 3, 8'902},
          {"chess", kiwipete, 1, 48},
          {"chess", kiwipete, 2, 2'039},
          {"chess", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 4, 43'238},
          {"chess", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 3, 9'467},
          {"chess", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, 1'486}})
        expect(row);
}

// Compared with Fairy-Stockfish 11.1, where it has the variant or reads its rules file (with `promotionRank`
// in place of the regions, which it does not know). Nightrider and grasshopper: see the slow test.
TEST(ReferencePerft, OtherVariants) {
    for (const Row& row : {Row{"losalamos", nullptr, 4, 14'332},
                           {"knightmate", nullptr, 3, 6'765},
                           {"amazon", nullptr, 3, 12'483},
                           {"breakthrough", nullptr, 3, 11'132},
                           {"breakthrough5x5", nullptr, 3, 1'924},
                           {"shatranj", nullptr, 3, 4'176},
                           {"gardner", nullptr, 3, 506},
                           {"simplified", nullptr, 3, 1'716},
                           {"simplified-pawns", nullptr, 4, 8'622},
                           {"small3x3", nullptr, 4, 122},
                           {"small3x4", nullptr, 4, 369},
                           {"small4x4", nullptr, 4, 1'005},
                           {"small4x5", nullptr, 4, 2'065},
                           {"small5x6", nullptr, 4, 4'178},
                           {"small9x9", nullptr, 3, 2'782},
                           {"small10x10", nullptr, 3, 3'542}})
        expect(row);
}

// The engine has the same.
TEST(ReferencePerft, ConditionsOfComposedProblems) {
    for (const Row& row : {Row{"koeko", nullptr, 3, 2'081},
                           {"koeko", kiwipete, 2, 2'038},
                           {"madrasi", nullptr, 3, 8'874},
                           {"madrasi", kiwipete, 2, 1'266},
                           {"andernach", nullptr, 3, 8'902},
                           {"andernach", kiwipete, 2, 2'072},
                           {"maximummer", nullptr, 3, 1'780},
                           {"maximummer", kiwipete, 2, 49},
                           {"whitemaximummer", nullptr, 3, 480},
                           {"whitemaximummer", kiwipete, 2, 77}})
        expect(row);
}
TEST(ReferencePerft, SlowConditionsOfComposedProblems) {
    for (const Row& row : {Row{"koeko", nullptr, 4, 30'969},
                           {"koeko", kiwipete, 3, 97'488},
                           {"madrasi", nullptr, 4, 195'475},
                           {"madrasi", kiwipete, 3, 46'121},
                           {"andernach", nullptr, 4, 197'410},
                           {"andernach", kiwipete, 3, 98'139},
                           {"maximummer", nullptr, 4, 10'668},
                           {"maximummer", kiwipete, 3, 2'038},
                           {"whitemaximummer", nullptr, 4, 10'563},
                           {"whitemaximummer", kiwipete, 3, 77}})
        expect(row);
}

void expect_drop_counts(bool quick) {
    constexpr std::uint64_t max_quick = 10'000;
    const auto games = rules::read_rules(testing::drop_games, {});
    ASSERT_TRUE(games) << games.error().where->line << ": " << games.error().message;
    for (const testing::DropCount& row : testing::drop_counts) {
        if ((row.count <= max_quick) != quick) continue;
        for (const rules::Rules& rules : *games) {
            if (rules.name != row.variant) continue;
            const std::string fen = row.fen != nullptr ? row.fen : rules.start_fen;
            const auto setup = parse_fen(fen, rules);
            ASSERT_TRUE(setup) << fen << ": " << setup.error().message;
            EXPECT_EQ(perft(*setup, rules, row.depth), row.count)
                << row.variant << " " << fen << " " << row.depth;
        }
    }
}

TEST(ReferencePerft, GamesWithDrops) { expect_drop_counts(true); }
TEST(ReferencePerft, SlowGamesWithDrops) { expect_drop_counts(false); }

// The published numbers by Fairy-Stockfish that are in reach.
TEST(ReferencePerft, SlowPublished) {
    for (const Row& row : {Row{"losalamos", nullptr, 5, 191'846},
                           {"knightmate", nullptr, 4, 139'774},
                           {"amazon", nullptr, 4, 318'185},
                           {"nightrider", nullptr, 4, 419'019},
                           {"grasshopper", nullptr, 4, 635'298},
                           {"breakthrough", nullptr, 4, 256'036},
                           {"shatranj", nullptr, 4, 68'122},
                           {"chess", nullptr, 4, 197'281},
                           {"chess", kiwipete, 3, 97'862}})
        expect(row);
}

}  // namespace
}  // namespace zermelo::engine
