// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/decide.hpp"

#include <algorithm>
#include <utility>

namespace zermelo::king_pawn {

namespace {

/// A king's walk that ends on `last`, one square out of each set, the sets being the steps of all walks.
std::vector<Square> walk_back(const std::vector<Squares>& steps, Squares last) {
    std::vector<Square> walk;
    Squares at = last;
    for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
        const Square square = Square{(*step & at).first()};
        walk.push_back(square);
        at = king_steps_from(square.set());
    }
    std::reverse(walk.begin(), walk.end());
    return walk;
}

/// The best game whose last square is one of `last`.
BestGame game_of(Color winner, End end, std::uint64_t plies, std::vector<Squares> steps, Squares last) {
    std::vector<Square> walk = walk_back(steps, last);
    return {winner, end, Plies{plies}, std::move(walk), std::move(steps)};
}

}  // namespace

std::string_view describe(End end) {
    switch (end) {
        case End::pawn_captured:
            return "the king captures the pawn";
        case End::pawn_obstructed:
            return "the king stands in the pawn's way";
        case End::pawn_at_forbidden:
            return "the square below the pawn is forbidden";
        case End::king_without_move:
            return "the king has no move";
        case End::pawn_at_bottom:
            return "the pawn reaches the bottom line";
    }
    return {};
}

BestGame best_game(const Position& position) {
    const Marks& marks = position.marks();
    const Squares closed = marks.forbidden | marks.dangerous;
    Squares pawn = position.pawn().set();
    std::vector<Squares> steps{position.king().set()};
    std::uint64_t plies = 0;
    while (true) {
        const Squares reach = king_steps_from(steps.back());
        if ((reach & pawn & ~closed).any()) {
            steps.push_back(pawn);
            return game_of(Color::white, End::pawn_captured, plies + 1, std::move(steps), pawn);
        }
        const Squares kings = reach & ~(closed | guarded_by(pawn) | pawn);
        if (kings.empty()) return game_of(Color::black, End::king_without_move, plies, steps, steps.back());
        steps.push_back(kings);
        ++plies;
        const Squares next = below(pawn);
        if (next.empty()) return game_of(Color::black, End::pawn_at_bottom, plies, std::move(steps), kings);
        if ((next & marks.forbidden).any())
            return game_of(Color::white, End::pawn_at_forbidden, plies, std::move(steps), kings);
        if ((next & kings).any())
            return game_of(Color::white, End::pawn_obstructed, plies, std::move(steps), next);
        pawn = next;
        ++plies;
    }
}

}  // namespace zermelo::king_pawn
