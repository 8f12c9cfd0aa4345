// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/explanation.hpp"

#include <array>
#include <cstdlib>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/puzzles/king_pawn/random.hpp"

#include "reference/king_pawn.hpp"
#include "support/scale.hpp"

namespace zermelo::king_pawn {
namespace {

using puzzles::Explanation;

using king_pawn::End;
using king_pawn::Square;
using Place = std::pair<int, int>;

Place place(Square square) {
    return {static_cast<int>(square.file().index()), static_cast<int>(square.rank().index())};
}

char mark(const king_pawn::Marks& marks, Place p) {
    const auto square = Square::at(p.first, p.second);
    if (!square || marks.forbidden.contains(*square)) return 'F';
    return marks.dangerous.contains(*square) ? 'D' : '.';
}

/// May the king step from one square to the other, the pawn standing where it stands? A capture is a step.
bool may_step(const king_pawn::Marks& marks, Place from, Place to, Place pawn) {
    if (from == to || std::abs(from.first - to.first) > 1 || std::abs(from.second - to.second) > 1)
        return false;
    if (mark(marks, to) != '.') return false;
    return to == pawn || !(to.second == pawn.second - 1 && std::abs(to.first - pawn.first) == 1);
}

std::set<Place> steps(const king_pawn::Marks& marks, const std::set<Place>& kings, Place pawn) {
    std::set<Place> next;
    for (const Place& from : kings)
        for (int x = 0; x < 8; ++x)
            for (int y = 0; y < 8; ++y)
                if (may_step(marks, from, {x, y}, pawn)) next.insert({x, y});
    return next;
}

std::set<Place> places(king_pawn::Squares squares) {
    std::set<Place> result;
    while (squares.any()) result.insert(place(Square{squares.take_first()}));
    return result;
}

void expect_best(const king_pawn::Position& position, const BestGame& best) {
    const king_pawn::Marks& marks = position.marks();
    EXPECT_EQ(best.winner, reference_winner(position));
    ASSERT_EQ(best.walk.size(), best.reachable.size());
    EXPECT_EQ(best.walk.front(), position.king());
    Place pawn = place(position.pawn());
    std::set<Place> kings{place(position.king())};
    for (std::size_t move = 1; move < best.walk.size(); ++move) {
        const bool last = move + 1 == best.walk.size();
        EXPECT_TRUE(may_step(marks, place(best.walk[move - 1]), place(best.walk[move]), pawn));
        kings = steps(marks, kings, pawn);
        if (last && best.end == End::pawn_captured) {
            EXPECT_EQ(kings.count(pawn), 1U);
            kings = {pawn};
        }
        EXPECT_EQ(places(best.reachable[move]), kings);
        EXPECT_EQ(kings.count(place(best.walk[move])), 1U);
        if (!last) {
            --pawn.second;
            EXPECT_GE(pawn.second, 0);
            EXPECT_NE(mark(marks, pawn), 'F');
            EXPECT_EQ(kings.count(pawn), 0U);
        }
    }
    const Place below{pawn.first, pawn.second - 1};
    const std::uint64_t moves = best.walk.size() - 1;
    switch (best.end) {
        case End::pawn_captured:
            EXPECT_EQ(place(best.walk.back()), pawn);
            break;
        case End::pawn_obstructed:
            EXPECT_EQ(place(best.walk.back()), below);
            break;
        case End::pawn_at_forbidden:
            EXPECT_GT(pawn.second, 0);
            EXPECT_EQ(mark(marks, below), 'F');
            break;
        case End::king_without_move:
            if (moves > 0) --pawn.second;
            EXPECT_TRUE(steps(marks, kings, pawn).empty());
            EXPECT_EQ(best.length, Plies{2 * moves});
            return;
        case End::pawn_at_bottom:
            EXPECT_EQ(pawn.second, 0);
            break;
    }
    EXPECT_EQ(best.length, Plies{2 * moves - 1});
}

TEST(ExplainPursuit, WalksAreLegalAndSetsAreThoseOfPlainSteps) {
    Random random{1};
    std::array<int, 5> ends{};
    const auto games = testing::scaled(20'000);
    for (std::uint64_t i = 0; i < games && !::testing::Test::HasFailure(); ++i) {
        const king_pawn::Position position = king_pawn::random_position(random);
        const BestGame best = best_game(position);
        ++ends[static_cast<std::size_t>(best.end)];
        expect_best(position, best);
    }
    if (games < 20'000) return;
    for (const int count : ends) EXPECT_GT(count, 100);
}

TEST(ExplainPursuit, WordsNameEverySquareOfTheWalk) {
    Random random{2};
    for (int i = 0; i < 3'000 && !::testing::Test::HasFailure(); ++i) {
        const king_pawn::Position position = king_pawn::random_position(random);
        const BestGame best = best_game(position);
        const Explanation words = explanation_of(position, best);
        EXPECT_EQ(words.verdict, name(best.winner));
        const std::string all = text_of(words);
        std::string moves = short_text_of(words);
        for (const std::string& line : words.details) {
            moves += line + "\n";
            // The pawn has come there.
            const std::size_t at = line.find(", a dangerous square");
            if (at == std::string::npos) continue;
            const int steps = static_cast<int>(best.walk.size()) - (best.end == End::pawn_captured ? 2 : 1);
            EXPECT_GE(line[at - 2] - '1', place(position.pawn()).second - steps) << all;
        }
        for (const char* wrong :
             {" 1 plies", "(0,", ",0)", "(9,", ",9)", " .", "{}", "from :", "from any of :"})
            EXPECT_EQ(moves.find(wrong), std::string::npos) << all;
        for (std::size_t move = 1; move < best.walk.size(); ++move) {
            if (best.winner == Color::black && best.reachable[move].size() > 8) continue;
            const Place to = place(best.walk[move]);
            const std::string square =
                "(" + std::to_string(to.first + 1) + "," + std::to_string(to.second + 1) + ")";
            const std::size_t line = moves.find(std::to_string(move) + ". ");
            ASSERT_NE(line, std::string::npos) << all;
            EXPECT_NE(moves.substr(line, moves.find('\n', line) - line).find(square), std::string::npos)
                << all;
        }
    }
}

}  // namespace
}  // namespace zermelo::king_pawn
