// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdlib>
#include <set>

#include <gtest/gtest.h>

#include "zermelo/puzzles/king_pawn/decide.hpp"
#include "zermelo/puzzles/registry.hpp"
#include "zermelo/stress/generate.hpp"

#include "reference/king_pawn.hpp"

namespace zermelo::king_pawn {
namespace {

std::vector<Position> drawn(std::string_view family) {
    const auto made = stress::generate(*puzzles::find("cheesy"), {11, family, 1000, {}});
    EXPECT_TRUE(made) << family;
    std::vector<Position> positions;
    if (made)
        for (const puzzles::Game& game : *made) positions.push_back(game.as<Position>());
    return positions;
}

bool guards(Square pawn, Square s) {
    return pawn.rank().index() == s.rank().index() + 1 &&
           std::abs(static_cast<int>(pawn.file().index()) - static_cast<int>(s.file().index())) == 1;
}

/// Plays a walk by the rules, square by square; nothing if a step is not allowed or the game goes on after
/// it.
std::optional<End> end_of(const Position& p, const std::vector<Square>& walk) {
    const auto open = [&](Square s) { return p.marks().open().contains(s); };
    Square pawn = p.pawn();
    Square king = p.king();
    for (std::size_t step = 1;; ++step) {
        if (step == walk.size()) {
            for (int dx = -1; dx <= 1; ++dx)
                for (int dy = -1; dy <= 1; ++dy) {
                    const auto to = Square::at(static_cast<int>(king.file().index()) + dx,
                                               static_cast<int>(king.rank().index()) + dy);
                    if (to && *to != king && open(*to) && !guards(pawn, *to)) return std::nullopt;
                }
            return End::king_without_move;
        }
        const Square to = walk[step];
        const bool near =
            std::abs(static_cast<int>(to.file().index()) - static_cast<int>(king.file().index())) <= 1 &&
            std::abs(static_cast<int>(to.rank().index()) - static_cast<int>(king.rank().index())) <= 1;
        if (!near || to == king || !open(to) || guards(pawn, to)) return std::nullopt;
        king = to;
        const bool last = step + 1 == walk.size();
        if (king == pawn) return last ? std::optional{End::pawn_captured} : std::nullopt;
        if (pawn.rank() == Rank{0}) return last ? std::optional{End::pawn_at_bottom} : std::nullopt;
        const Square below{pawn.file(), Rank{pawn.rank().index() - 1}};
        if (below == king) return last ? std::optional{End::pawn_obstructed} : std::nullopt;
        if (p.marks().forbidden.contains(below))
            return last ? std::optional{End::pawn_at_forbidden} : std::nullopt;
        pawn = below;
    }
}

void expect_end(std::string_view family, End end, Color winner) {
    SCOPED_TRACE(family);
    for (const Position& p : drawn(family)) {
        ASSERT_EQ(reference_winner(p), winner);
        ASSERT_EQ(end_of(p, best_game(p).walk), end);
    }
}

TEST(PursuitFamily, EveryEnd) {
    expect_end("captured", End::pawn_captured, Color::white);
    expect_end("captured-last", End::pawn_captured, Color::white);
    expect_end("blocked", End::pawn_obstructed, Color::white);
    expect_end("forbidden-below", End::pawn_at_forbidden, Color::white);
    expect_end("stalemated", End::king_without_move, Color::black);
    expect_end("bottom", End::pawn_at_bottom, Color::black);
}

TEST(PursuitFamily, CapturesOnTheLastLine) {
    for (const Position& p : drawn("captured-last")) ASSERT_EQ(best_game(p).walk.back().rank(), Rank{0});
}

TEST(PursuitFamily, PawnsThatDangerousSquaresSave) {
    for (const Position& p : drawn("dangerous-pawn")) {
        ASSERT_EQ(reference_winner(p), Color::black);
        king_pawn::Marks bare = p.marks();
        for (unsigned rank = 0; rank <= p.pawn().rank().index(); ++rank)
            bare.dangerous &= ~Square{p.pawn().file(), Rank{rank}}.set();
        ASSERT_EQ(reference_winner(Position::from({bare, p.king(), p.pawn()}).value()), Color::white);
    }
}

TEST(PursuitFamily, WallsAndLongGames) {
    for (const Position& p : drawn("walls")) {
        unsigned longest = 0;
        for (unsigned i = 0; i < 8; ++i) {
            unsigned across = 0;
            unsigned along = 0;
            for (unsigned j = 0; j < 8; ++j) {
                across += p.marks().forbidden.contains(Square{File{j}, Rank{i}}) ? 1 : 0;
                along += p.marks().forbidden.contains(Square{File{i}, Rank{j}}) ? 1 : 0;
            }
            longest = std::max({longest, across, along});
        }
        ASSERT_GE(longest, 5U);  // two gaps, and another wall's gap where they cross
    }
    for (const Position& p : drawn("long")) ASSERT_GE(best_game(p).length, Plies{11});
}

TEST(PursuitFamily, AreSpreadOut) {
    for (const puzzles::Family& family : puzzles::find("cheesy")->families()) {
        SCOPED_TRACE(family.name);
        std::set<unsigned> kings;
        std::set<unsigned> files;
        std::set<unsigned> ranks;
        std::set<zermelo::Square> forbidden;
        std::set<zermelo::Square> dangerous;
        for (const Position& p : drawn(family.name)) {
            kings.insert(p.king().index());
            files.insert(p.pawn().file().index());
            ranks.insert(p.pawn().rank().index());
            for (const zermelo::Square square : BoardSquares{64}) {
                if (p.marks().forbidden.contains(square)) forbidden.insert(square);
                if (p.marks().dangerous.contains(square)) dangerous.insert(square);
            }
        }
        EXPECT_GE(kings.size(), 56U);
        EXPECT_EQ(files.size(), 8U);
        EXPECT_GE(ranks.size(), family.name == "long" ? 3U : 7U);
        EXPECT_EQ(forbidden.size(), 64U);
        EXPECT_GE(dangerous.size(), 60U);
    }
}

}  // namespace
}  // namespace zermelo::king_pawn
