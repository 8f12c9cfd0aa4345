// SPDX-License-Identifier: GPL-3.0-or-later
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "zermelo/puzzles/queen_hunt/format.hpp"
#include "zermelo/puzzles/registry.hpp"
#include "zermelo/stress/generate.hpp"

#include "reference/minimax.hpp"
#include "support/mailbox.hpp"

namespace zermelo::queen_hunt {
namespace {

std::vector<HuntGame> drawn(std::string_view family, std::uint64_t games,
                            const puzzles::Requirements& requirements = {}) {
    const auto made = stress::generate(*puzzles::find("simplified"), {11, family, games, requirements});
    EXPECT_TRUE(made) << family;
    std::vector<HuntGame> hunts;
    if (made)
        for (const puzzles::Game& game : *made) hunts.push_back(game.as<HuntGame>());
    return hunts;
}

bool wins(const Position& p, std::uint64_t plies) {
    return reference::wins_within(queen_hunt::Rules{}, p, Plies{plies});
}

/// By plain recursion: whether the shortest win takes exactly this number of plies.
bool wins_in_exactly(const Position& p, std::uint64_t plies) {
    return wins(p, plies) && (plies < 3 || !wins(p, plies - 2));
}

TEST(HuntFamily, WinsTakeTheirPlies) {
    constexpr std::uint64_t each = 700;
    for (const std::uint64_t plies : {1U, 3U, 5U}) {
        std::map<std::uint64_t, unsigned> bounds;
        for (const HuntGame& game : drawn("win", each, {plies, {}, {}, {}, {}})) {
            ASSERT_TRUE(wins_in_exactly(game.position, plies));
            ++bounds[game.bound.count()];
        }
        if (plies == 1) {
            EXPECT_EQ(bounds.size(), 2U);  // there is no m below 1
            continue;
        }
        for (const std::uint64_t m : {plies - 2, plies - 1, plies, plies + 1})
            EXPECT_GE(bounds[m], each / 8) << plies << ' ' << m;
        EXPECT_EQ(bounds.size(), 4U);
    }
}

TEST(HuntFamily, LongWins) {
    for (const HuntGame& game : drawn("win", 20, {7, 5, {}, {}, {}}))
        EXPECT_TRUE(wins_in_exactly(game.position, 7));
}

TEST(HuntFamily, EvenBounds) {
    unsigned yes = 0;
    for (const HuntGame& game : drawn("even-bound", 600)) {
        const std::uint64_t m = game.bound.count();
        ASSERT_EQ(m % 2, 0U);
        const bool won = wins(game.position, m);
        ASSERT_TRUE(won ? wins_in_exactly(game.position, m - 1) : wins_in_exactly(game.position, m + 1));
        yes += won ? 1 : 0;
    }
    EXPECT_GE(yes, 200U);
    EXPECT_LE(yes, 400U);
}

TEST(HuntFamily, NoWins) {
    for (const HuntGame& game : drawn("no-win", 1000)) {
        ASSERT_GE(game.bound, Plies{5});
        ASSERT_FALSE(wins(game.position, game.bound.count()));
    }
}

bool can_capture(const testing::Mailbox& board) {
    for (const testing::MailboxMove& s : testing::mailbox_moves(board))
        if (board[static_cast<std::size_t>(s.to_rank)][static_cast<std::size_t>(s.to_file)] != '.')
            return true;
    return false;
}

Position other_side(const Position& p) { return Position::unchecked(p.other(), p.own()); }

TEST(HuntFamily, QuietGames) {
    for (const HuntGame& game : drawn("quiet", 1000)) {
        ASSERT_FALSE(can_capture(testing::mailbox(game.position)));
        ASSERT_FALSE(can_capture(testing::mailbox(other_side(game.position))));
    }
}

TEST(HuntFamily, HangingQueens) {
    for (const HuntGame& game : drawn("hanging", 1000)) {
        ASSERT_TRUE(wins(other_side(game.position), 1));
        ASSERT_FALSE(wins(game.position, 1));
    }
}

TEST(HuntFamily, Zugzwangs) {
    for (const HuntGame& game : drawn("zugzwang", 1000)) {
        ASSERT_TRUE(wins_in_exactly(game.position, 3));
        queen_hunt::MoveList moves;
        queen_hunt::list_moves(game.position, moves);
        for (const queen_hunt::Move& move : moves) {
            const Position after = queen_hunt::play(game.position, move);
            // A move that wins, though not at once: if Black could pass, White would not capture.
            bool saved = wins(after, 1);
            queen_hunt::MoveList replies;
            queen_hunt::list_moves(after, replies);
            for (const queen_hunt::Move& reply : replies)
                saved = saved || !wins(queen_hunt::play(after, reply), 1);
            ASSERT_TRUE(saved || !wins(other_side(after), 1)) << text(move);
        }
    }
}

TEST(HuntFamily, FewAndManyMen) {
    std::map<unsigned, unsigned> men;
    for (const HuntGame& game : drawn("few-men", 1000)) ++men[game.position.men()];
    EXPECT_EQ(men.size(), 3U);
    for (const unsigned n : {2U, 3U, 4U}) EXPECT_GE(men[n], 100U) << n;
    for (const HuntGame& game : drawn("full", 1000)) ASSERT_EQ(game.position.men(), 10U);
}

/// Every square and every kind of either side, verdicts of both kinds where the family has both.
TEST(HuntFamily, AreSpreadOut) {
    for (const puzzles::Family& family : puzzles::find("simplified")->families()) {
        SCOPED_TRACE(family.name);
        std::map<std::pair<Color, unsigned>, unsigned> queens;
        std::set<std::pair<Color, queen_hunt::Kind>> kinds;
        std::set<unsigned> men;
        unsigned yes = 0;
        constexpr unsigned games = 1000;
        for (const HuntGame& game : drawn(family.name, games)) {
            men.insert(game.position.men());
            yes += wins(game.position, game.bound.count()) ? 1 : 0;
            for (const queen_hunt::Piece& piece : game.position.pieces(Color::white)) {
                kinds.insert({piece.color, piece.kind});
                if (piece.kind == queen_hunt::Kind::queen) ++queens[{piece.color, piece.square.index()}];
            }
        }
        EXPECT_EQ(kinds.size(), 8U);
        EXPECT_EQ(queens.size(), 32U);
        for (const auto& [where, count] : queens) EXPECT_GE(count, games / 160) << where.second;
        if (family.name != "few-men" && family.name != "full") {
            EXPECT_GE(men.size(), family.name == "quiet" ? 5U : 7U);  // more men leave no quiet place
        }
        if (family.name == "no-win") {
            EXPECT_EQ(yes, 0U);
        } else {
            EXPECT_GE(yes, games / 4);
            EXPECT_LE(yes, games * 3 / 4);
        }
    }
}

}  // namespace
}  // namespace zermelo::queen_hunt
