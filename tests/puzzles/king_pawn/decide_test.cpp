// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/decide.hpp"

#include <map>

#include <gtest/gtest.h>

#include "zermelo/puzzles/king_pawn/random.hpp"

#include "reference/king_pawn.hpp"
#include "support/scale.hpp"

namespace zermelo::king_pawn {
namespace {

Square square(unsigned x, unsigned y) { return Square{File{x - 1}, Rank{y - 1}}; }

Position position(const Marks& marks, Square king, Square pawn) {
    return Position::from({marks, king, pawn}).value();
}

Squares mirrored(Squares s) {
    Squares result;
    while (s.any()) {
        const Square q = Square{s.take_first()};
        result |= Square{File{7 - q.file().index()}, q.rank()}.set();
    }
    return result;
}

TEST(Pursuit, PublishedSamples) {
    Marks marks;
    const char* rows[8] = {"........", ".......D", "........", ".....F..",
                           "..DDD...", "..DFDD..", "..DDD...", "........"};
    for (unsigned r = 0; r < 8; ++r) {
        for (unsigned f = 0; f < 8; ++f) {
            const Squares s = Square{File{f}, Rank{7 - r}}.set();
            if (rows[r][f] == 'F') marks.forbidden |= s;
            if (rows[r][f] == 'D') marks.dangerous |= s;
        }
    }
    EXPECT_EQ(winner(position(marks, square(7, 6), square(3, 7))), Color::black);
    EXPECT_EQ(winner(position({}, square(3, 1), square(6, 3))), Color::white);
}

TEST(Pursuit, EveryEnd) {
    EXPECT_EQ(best_game(position({}, square(4, 4), square(5, 5))).end, End::pawn_captured);
    Marks danger;
    danger.dangerous = square(5, 5).set();
    EXPECT_EQ(best_game(position(danger, square(4, 5), square(5, 5))).end, End::pawn_obstructed);
    Marks wall;
    wall.forbidden = square(5, 4).set();
    wall.dangerous = square(5, 5).set();
    EXPECT_EQ(best_game(position(wall, square(1, 1), square(5, 5))).end, End::pawn_at_forbidden);
    EXPECT_EQ(best_game(position({}, square(1, 8), square(8, 2))).end, End::pawn_at_bottom);
    Marks cell;
    cell.forbidden = square(2, 1).set() | square(1, 2).set() | square(2, 2).set();
    EXPECT_EQ(best_game(position(cell, square(1, 1), square(8, 8))).end, End::king_without_move);
    Marks below_only;
    below_only.dangerous = square(5, 5).set();
    EXPECT_EQ(best_game(position(below_only, square(5, 3), square(5, 5))).end, End::pawn_obstructed);
}

TEST(Pursuit, PawnOnTheBottomLineWinsUnlessCaptured) {
    EXPECT_EQ(winner(position({}, square(1, 1), square(3, 1))), Color::black);
    EXPECT_EQ(winner(position({}, square(1, 1), square(2, 1))), Color::white);
}

TEST(Pursuit, RefusesWithAllReasons) {
    Marks marks;
    marks.forbidden = square(2, 2).set();
    marks.dangerous = square(2, 2).set();
    const auto refused = Position::from({marks, square(2, 2), square(2, 2)});
    ASSERT_FALSE(refused.has_value());
    EXPECT_EQ(refused.error(), (std::vector<Refusal>{Refusal::mark_twice, Refusal::king_not_on_open,
                                                     Refusal::pawn_on_forbidden, Refusal::pawn_on_king}));
    for (const Refusal r : refused.error()) EXPECT_FALSE(describe(r).empty());
}

// The kernel, its best and its mirror image against plain recursion; every end must be met often.
TEST(Pursuit, AgreesWithPlainRecursion) {
    Random random{2006};
    std::map<End, std::uint64_t> ends;
    const std::uint64_t games = testing::scaled(40'000);
    for (std::uint64_t i = 0; i < games; ++i) {
        const Position p = random_position(random);
        const Color expected = reference_winner(p);
        ASSERT_EQ(winner(p), expected) << "game " << i;
        const Marks m{mirrored(p.marks().forbidden), mirrored(p.marks().dangerous)};
        ASSERT_EQ(winner(m, mirrored(p.king().set()), mirrored(p.pawn().set())), expected);
        const BestGame best = best_game(p);
        ASSERT_EQ(best.winner, expected);
        ++ends[best.end];
    }
    for (const End end : {End::pawn_captured, End::pawn_obstructed, End::pawn_at_forbidden,
                          End::king_without_move, End::pawn_at_bottom}) {
        EXPECT_GE(ends[end], games / 200) << static_cast<int>(end);
    }
}

// A walk is checked by playing it: every step allowed, and the end what the best says.
TEST(Pursuit, WalksCanBePlayed) {
    Random random{1913};
    for (std::uint64_t i = 0; i < testing::scaled(50'000); ++i) {
        const Position p = random_position(random);
        const BestGame a = best_game(p);
        Squares pawn = p.pawn().set();
        ASSERT_EQ(a.walk.front(), p.king());
        for (std::size_t step = 1; step < a.walk.size(); ++step) {
            const Squares to = a.walk[step].set();
            ASSERT_TRUE((Board::leaps(a.walk[step - 1], king_steps) & to).any());
            ASSERT_TRUE((to & p.marks().open()).any());
            if (to == pawn) {
                ASSERT_EQ(a.end, End::pawn_captured);
                ASSERT_EQ(step + 1, a.walk.size());
                break;
            }
            ASSERT_FALSE((to & guarded_by(pawn)).any());
            if (step + 1 < a.walk.size() || a.end == End::king_without_move) pawn = below(pawn);
        }
        const Squares next = below(pawn);
        const Squares king = a.walk.back().set();
        if (a.end == End::pawn_obstructed) {
            ASSERT_EQ(next, king);
        }
        if (a.end == End::pawn_at_forbidden) {
            ASSERT_TRUE((next & p.marks().forbidden).any());
        }
        if (a.end == End::pawn_at_bottom) {
            ASSERT_TRUE(next.empty());
        }
    }
}

}  // namespace
}  // namespace zermelo::king_pawn
