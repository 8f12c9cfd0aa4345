// SPDX-License-Identifier: GPL-3.0-or-later
// Play that is not proved, against the plain definition of a depth, on every shipped variant; and by hand.
#include "zermelo/play/search.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/engine/notation.hpp"
#include "zermelo/library/game_cache.hpp"
#include "zermelo/library/library.hpp"

#include "reference/plain_play.hpp"
#include "support/near_ends.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"

namespace zermelo::play {
namespace {

constexpr std::size_t table = std::size_t{1} << 20;

template <typename Bits>
std::vector<typename Search<Bits>::RootMove> root_moves(const engine::GameAt<Bits>& at) {
    engine::MoveList list;
    at.game.moves(at.position, list);
    std::vector<typename Search<Bits>::RootMove> moves;
    for (const engine::Move move : list) moves.push_back({.move = move});
    return moves;
}

engine::AnyGameAt position(const std::string& variant, const std::string& fen) {
    return library::position_of(testing::shipped(variant), fen).value();
}

/// The best move after looking so deep, as UCI, and its score.
struct Best {
    std::string move;
    Score score = 0;
    std::vector<engine::Move> line;
};
Best best(const engine::AnyGameAt& any, unsigned depth, std::vector<Past> before = {}) {
    return std::visit(
        [&]<typename Bits>(const engine::GameAt<Bits>& at) {
            Search<Bits> search{at.game, table};
            search::Budget budget;
            auto moves = root_moves(at);
            search.begin(at.position, std::move(before));
            for (unsigned d = 1; d <= depth; ++d) EXPECT_TRUE(search.look(moves, d, 1, budget));
            return Best{engine::uci(moves[0].move, at.game.rules()), moves[0].score, moves[0].line};
        },
        any);
}

template <typename Bits>
void expect_playable(engine::GameAt<Bits> at, const std::vector<engine::Move>& line) {
    for (const engine::Move move : line) {
        engine::MoveList list;
        at.game.moves(at.position, list);
        ASSERT_NE(std::find(list.begin(), list.end(), move), list.end());
        at.position = at.game.play(at.position, move);
    }
}

/// That looking to 1, 2 and 3 plies scores the best moves as the definition does. The number of depths that
/// could be compared.
template <typename Bits>
unsigned expect_as_defined(const engine::GameAt<Bits>& at) {
    if (at.game.end(at.position)) return 0;
    Search<Bits> search{at.game, table};
    auto moves = root_moves(at);
    search.begin(at.position, {});
    search::Budget budget;
    for (unsigned depth = 1; depth <= 3; ++depth) {
        std::vector<Score> expected;
        reference::PlainPlay plain{at.game,
                                   search.evaluation(),
                                   at.position,
                                   {won_at_once, search.loud_plies(), Search<Bits>::loud_checks},
                                   40'000};
        for (const auto& move : root_moves(at)) {
            const auto score = plain.score(at.game.play(at.position, move.move), depth - 1, 1);
            if (!score) return depth - 1;
            expected.push_back(-*score);
        }
        std::sort(expected.rbegin(), expected.rend());
        const std::size_t lines = std::min<std::size_t>(moves.size(), 3);
        EXPECT_TRUE(search.look(moves, depth, lines, budget));
        for (std::size_t line = 0; line < lines; ++line)
            EXPECT_EQ(moves[line].score, expected[line]) << "depth " << depth << ", line " << line;
        expect_playable(at, moves[0].line);
        EXPECT_EQ(moves[0].line.front(), moves[0].move);
    }
    return 3;
}

class AsDefined : public ::testing::TestWithParam<std::string> {};

TEST_P(AsDefined, TheBestMovesHaveTheScoresOfTheDefinition) {
    const std::string& name = GetParam();
    const rules::Rules& rules = testing::shipped(name);
    testing::NearEnds positions{rules, testing::seed_of(name)};
    std::uint64_t depths = 0;
    for (std::uint64_t i = 0; i < testing::scaled(12); ++i) {
        const engine::Setup setup =
            i == 0 ? engine::parse_fen(rules.start_fen, rules).value() : positions.any();
        const std::string fen = engine::print_fen(setup);
        const auto at = library::position_of(rules, fen);
        if (!at) continue;
        SCOPED_TRACE(name + " " + fen);
        depths += std::visit([](const auto& each) { return expect_as_defined(each); }, *at);
        if (HasFailure()) return;
    }
    EXPECT_TRUE(depths > 0 || testing::scaled_down());
}

ZERMELO_TEST_EACH_SHIPPED(AsDefined);

TEST(Play, TakesWhatIsLeftEnPriseAndLeavesNothing) {
    struct Case {
        const char* variant;
        const char* fen;
        const char* move;
    };
    const Case cases[] = {
        {"chess", "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR w KQkq - 0 1", "c1g5"},
        {"chess", "rnbqkbnr/ppp2ppp/8/3pp3/6Q1/4P3/PPPP1PPP/RNB1KBNR b KQkq - 0 1", "c8g4"},
        // The pawn is guarded, and the knight that guards it is pinned to nothing.
        {"chess", "4k3/8/2n5/4p3/8/8/4Q3/4K3 w - - 0 1", ""},
        {"crazyhouse", "rnb1kbnr/pppp1ppp/8/4p1q1/3PP3/8/PPP2PPP/RNBQKBNR[] w KQkq - 0 1", "c1g5"},
        {"losalamos", "r1qknr/pppp1p/4p1/n5/P1PPPP/RNQKNR w - - 0 1", ""},
        {"kingofthehill", "rnbqkbnr/ppp2ppp/8/3pp3/6Q1/4P3/PPPP1PPP/RNB1KBNR b KQkq - 0 1", "c8g4"},
        {"xiangqi", "4k4/4a4/9/9/r8/R8/9/9/9/3K5 w - - 0 1", "a5a6"},
    };
    for (const Case& each : cases) {
        const auto at = position(each.variant, each.fen);
        for (unsigned depth = 1; depth <= 5; ++depth) {
            const Best found = best(at, depth);
            EXPECT_TRUE(*each.move == '\0' || found.move == each.move) << each.fen << " " << found.move;
            // Nothing that is worth more than a pawn is lost by it.
            EXPECT_GE(found.score, best(at, 1).score - 110) << each.fen << " depth " << depth;
        }
    }
}

TEST(Play, SeesWinsByOtherWaysThanMates) {
    // A king two steps from the hill, a third check, a pawn at its goal, the last man given away.
    EXPECT_GT(best(position("kingofthehill", "7k/8/8/8/8/3K4/8/8 w - - 0 1"), 1).score, won_at_once - 10);
    EXPECT_GT(best(position("3check", "4k3/8/8/8/8/8/8/R3K3 w - - 1+3 0 1"), 1).score, won_at_once - 10);
    EXPECT_GT(best(position("breakthrough", "8/P7/8/8/8/8/7p/8 w - - 0 1"), 1).score, won_at_once - 10);
    EXPECT_GT(best(position("antichess", "8/8/8/1p6/8/P7/8/8 w - - 0 1"), 3).score, won_at_once - 10);
}

TEST(Play, RepeatsNothingThatItHoldsForBetterAndWhatItHoldsForWorse) {
    // A rook more: Ra1-a2 and back again has been played; no move comes to a position of before.
    const std::string start = "7k/8/8/8/8/8/8/R3K3 w - - 0 1";
    const auto history = [&](std::vector<std::string> moves) {
        engine::AnyGameAt at = position("chess", start);
        std::vector<Past> before;
        for (const std::string& move : moves) {
            before.push_back({at.key(), at.in_check()});
            at = at.play(at.find_move(move).value());
        }
        return std::pair{at, before};
    };
    const auto [better, before] = history({"a1a2", "h8g8", "a2a1", "g8h8", "a1a2", "h8g8"});
    for (unsigned depth = 1; depth <= 5; ++depth) {
        const Best found = best(better, depth, before);
        EXPECT_NE(found.move, "a2a1");
        EXPECT_GT(found.score, 200);
    }
    // Whoever is a rook less goes back to where it was.
    const auto [worse, seen] = history({"a1a2", "h8g8", "a2a1"});
    for (unsigned depth = 1; depth <= 5; ++depth) {
        const Best found = best(worse, depth, seen);
        EXPECT_EQ(found.move, "g8h8");
        EXPECT_EQ(found.score, 0);
    }
    EXPECT_LT(best(worse, 3).score, -200);
}

TEST(Play, IsTheSameEachTimeAndEndsWhereItsBudgetDoes) {
    const auto at = position("chess", "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1");
    const Best first = best(at, 5);
    const Best second = best(at, 5);
    EXPECT_EQ(first.move, second.move);
    EXPECT_EQ(first.score, second.score);
    EXPECT_EQ(first.line, second.line);
    const auto& chess = std::get<engine::GameAt<std::uint64_t>>(at);
    Search<std::uint64_t> search{chess.game, table};
    auto moves = root_moves(chess);
    const std::size_t count = moves.size();
    search.begin(chess.position, {});
    search::Budget budget{{std::nullopt, 2'000, {}}};
    unsigned depth = 1;
    while (search.look(moves, depth, 1, budget)) ++depth;
    EXPECT_GT(depth, 2U);
    EXPECT_EQ(budget.nodes_used(), 2'000U);
    EXPECT_EQ(moves.size(), count);
}

TEST(Play, WhatIsKnownOfAMoveCounts) {
    const auto at =
        std::get<engine::GameAt<std::uint64_t>>(position("chess", "7k/8/8/8/8/8/8/R3K3 b - - 0 1"));
    Search<std::uint64_t> search{at.game, table};
    auto moves = root_moves(at);
    ASSERT_GT(moves.size(), 1U);
    moves.back().least = moves.back().most = 0;  // a draw, as a table says
    const engine::Move drawn = moves.back().move;
    search.begin(at.position, {});
    search::Budget budget;
    ASSERT_TRUE(search.look(moves, 1, 1, budget));
    EXPECT_EQ(moves[0].move, drawn);
    EXPECT_EQ(moves[0].score, 0);
    EXPECT_LT(moves[1].score, 0);
}

TEST(Play, TheTableForgetsNothingAsItGrows) {
    Scores scores{std::size_t{1} << 20};
    const auto key = [](std::uint64_t i) { return Hash128{0, i * 0x9E37'79B9'7F4A'7C15U}; };
    for (std::uint64_t i = 1; i <= 3'000; ++i)
        scores.keep(key(i), {0, static_cast<std::int16_t>(i), 1, Scores::Kind::exact, {}});
    std::uint64_t found = 0;
    for (std::uint64_t i = 1; i <= 3'000; ++i)
        if (const auto* const entry = scores.find(key(i))) {
            EXPECT_EQ(entry->score, static_cast<std::int16_t>(i));
            ++found;
        }
    EXPECT_GT(found, 2'000U);
    EXPECT_EQ(Scores{0}.find(key(1)), nullptr);
}

}  // namespace
}  // namespace zermelo::play
