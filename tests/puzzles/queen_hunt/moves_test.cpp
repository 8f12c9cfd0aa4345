// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/moves.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <string>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/random.hpp"

#include "support/mailbox.hpp"
#include "support/scale.hpp"

namespace zermelo::queen_hunt {
namespace {

bool wins_by_playing(const Position& position) {
    MoveList moves;
    list_moves(position, moves);
    return std::any_of(moves.begin(), moves.end(),
                       [&](const Move& move) { return lost(play(position, move)); });
}

bool loses_by_playing(const Position& position) {
    MoveList moves;
    list_moves(position, moves);
    return std::all_of(moves.begin(), moves.end(), [&](const Move& move) {
        const Position child = play(position, move);
        return !lost(child) && wins_by_playing(child);
    });
}

TEST(HuntMoves, AttacksAreWhatTheRaysReach) {
    for (unsigned square = 0; square < 16; ++square)
        for (std::uint32_t occupied = 0; occupied < 65536; ++occupied)
            ASSERT_EQ(
                attacks(square, occupied),
                attacks_slowly(Square::from_index(square), Board::Set{static_cast<std::uint16_t>(occupied)}));
}

TEST(HuntMoves, AgreeWithTheMailbox) {
    Random random{11};
    std::size_t most = 0;
    for (std::uint64_t i = testing::scaled(50'000); i > 0; --i) {
        const Position position = random_position(random);
        const testing::Mailbox board = testing::mailbox(position);
        MoveList moves;
        list_moves(position, moves);
        most = std::max(most, moves.size());
        std::map<std::string, testing::Mailbox> fast;
        for (const Move& move : moves) fast[text(move)] = testing::mailbox(play(position, move));
        ASSERT_EQ(fast.size(), moves.size());
        std::map<std::string, testing::Mailbox> slow;
        for (const auto& step : testing::mailbox_moves(board))
            slow[testing::text(step)] = testing::mailbox_play(board, step);
        ASSERT_EQ(fast, slow);
    }
    EXPECT_LE(most, 33U);
}

TEST(HuntMoves, WinsAtOnceIsACaptureOfTheQueen) {
    Random random{12};
    std::uint64_t wins = 0;
    const std::uint64_t games = testing::scaled(100'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const Position position = random_position(random);
        ASSERT_EQ(wins_at_once(position), wins_by_playing(position));
        const auto move = winning_move(position);
        ASSERT_EQ(move.has_value(), wins_at_once(position));
        if (move) {
            ++wins;
            ASSERT_TRUE(lost(play(position, *move)));
        }
    }
    EXPECT_GT(wins, games / 4);
    EXPECT_LT(wins, games * 3 / 4 + 10);
}

TEST(HuntMoves, SafeMovesAreThoseThatLeaveTheQueenAlone) {
    Random random{15};
    std::uint64_t skipped = 0;
    std::uint64_t kept = 0;
    const std::uint64_t games = testing::scaled(50'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const Position position = random_position(random);
        if (wins_at_once(position)) continue;
        MoveList all;
        list_moves(position, all);
        MoveList safe;
        ASSERT_FALSE(any_safe_move(position, [&](const Move& move) {
            safe.push(move);
            return false;
        }));
        for (const Move& move : all) {
            const bool leaves = !wins_at_once(play(position, move));
            ASSERT_EQ(std::count(safe.begin(), safe.end(), move), leaves ? 1 : 0);
            ++(leaves ? kept : skipped);
        }
        ASSERT_EQ(
            std::count_if(all.begin(), all.end(),
                          [&](const Move& move) { return std::count(safe.begin(), safe.end(), move) == 1; }),
            static_cast<std::ptrdiff_t>(safe.size()));
    }
    EXPECT_GT(skipped, games);
    EXPECT_GT(kept, games);
}

TEST(HuntMoves, LegalIsListed) {
    Random random{16};
    for (std::uint64_t i = testing::scaled(2'000); i > 0; --i) {
        const Position position = random_position(random);
        MoveList all;
        list_moves(position, all);
        for (unsigned from = 0; from < 16; ++from)
            for (unsigned to = 0; to < 16; ++to)
                for (const Kind kind : {Kind::queen, Kind::rook, Kind::bishop, Kind::knight}) {
                    const Move move{Square::from_index(from), Square::from_index(to), kind};
                    ASSERT_EQ(is_legal(position, move), std::count(all.begin(), all.end(), move) == 1);
                }
    }
}

TEST(HuntMoves, LostInTwoIsWhatItSays) {
    Random random{13};
    std::uint64_t mates = 0;
    std::uint64_t zugzwangs = 0;
    const std::uint64_t games = testing::scaled(600'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        // Half of them with few men, where zugzwang lives.
        const Position position =
            i % 2 == 0 ? random_position(random)
                       : random_position(random_army(1 + static_cast<unsigned>(i % 4 / 2), random),
                                         random_army(3 + static_cast<unsigned>(i % 3), random), random);
        if (wins_at_once(position)) continue;
        const bool is = lost_in_two(position);
        ASSERT_EQ(is, loses_by_playing(position)) << position.own() << ' ' << position.other();
        if (!is) continue;
        ++(wins_at_once(Position::unchecked(position.other(), position.own())) ? mates : zugzwangs);
    }
    EXPECT_GT(mates, games / 100);
    EXPECT_GT(zugzwangs, games / 10'000);
}

TEST(HuntMoves, MatesAreAmongTheMatesListed) {
    Random random{14};
    std::uint64_t found = 0;
    const std::uint64_t games = testing::scaled(300'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const Position position =
            i % 2 == 0
                ? random_position(random)
                : random_position(random_army(4, random), random_army(i % 4 < 2 ? 1 : 2, random), random);
        if (wins_at_once(position)) continue;
        MoveList all;
        list_moves(position, all);
        MoveList some;
        list_mates(position, some);
        for (const Move& move : some) ASSERT_EQ(std::count(all.begin(), all.end(), move), 1);
        for (const Move& move : all) {
            const Position child = play(position, move);
            if (wins_at_once(child) || !lost_in_two(child)) continue;
            ++found;
            ASSERT_EQ(std::count(some.begin(), some.end(), move), 1) << text(move);
        }
    }
    EXPECT_GT(found, games / 100);
}

// The rules leave open what happens to a side that cannot move. It never comes to that. An enemy piece can be
// captured, so that only its own men wall a side in, and it has fewest moves where all else is enemy: there
// every line ends after one step. All placements of all armies are tried.
TEST(HuntMoves, ASideAlwaysHasAMove) {
    std::uint64_t placements = 0;
    for (const ArmyCounts& army : all_armies) {
        const auto subsets = [](std::uint32_t free, unsigned size, auto&& f) {
            for (std::uint32_t set = 0; set < 65536; ++set)
                if ((set & ~free) == 0 && static_cast<unsigned>(std::popcount(set)) == size) f(set);
        };
        // Queens and rooks fix the loop; minor pieces are laid over what is left.
        subsets(0xFFFF, 1, [&](std::uint32_t queen) {
            subsets(0xFFFF & ~queen, army.rooks, [&](std::uint32_t rooks) {
                if (army.rooks == 0 && rooks != 0) return;
                const std::uint32_t heavy = queen | rooks;
                for (std::uint32_t a = 0; a < 17; ++a)
                    for (std::uint32_t b = 0; b < 17; ++b) {
                        const unsigned minors = army.bishops + army.knights;
                        if ((minors < 2 && b != 16) || (minors < 1 && a != 16)) continue;
                        if ((minors >= 1 && a == 16) || (minors >= 2 && b == 16)) continue;
                        const std::uint32_t first = a == 16 ? 0 : 1U << a;
                        const std::uint32_t second = b == 16 ? 0 : 1U << b;
                        if ((heavy & (first | second)) != 0 || (first & second) != 0) continue;
                        const std::uint32_t bishops =
                            (army.bishops > 0 ? first : 0U) | (army.bishops > 1 ? second : 0U);
                        const std::uint32_t knights = (first | second) & ~bishops;
                        const Army own = std::uint64_t{queen} | std::uint64_t{rooks} << 16U |
                                         std::uint64_t{bishops} << 32U | std::uint64_t{knights} << 48U;
                        MoveList moves;
                        list_moves(
                            Position::unchecked(own, (~squares(own) & 0xFFFFU) * (std::uint64_t{1} << 48U)),
                            moves);
                        ASSERT_FALSE(moves.empty());
                        ++placements;
                    }
            });
        });
    }
    EXPECT_GT(placements, 500'000U);
}

}  // namespace
}  // namespace zermelo::queen_hunt
