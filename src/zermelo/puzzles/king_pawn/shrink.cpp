// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/shrink.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "zermelo/puzzles/king_pawn/puzzle.hpp"

namespace zermelo::king_pawn {

namespace {

using puzzles::fewer;
using puzzles::Game;

unsigned distance(Square square) { return square.file().index() + square.rank().index(); }

struct Mark {
    Square square;
    bool forbidden;
};

std::vector<Mark> marks_of(const Marks& marks) {
    std::vector<Mark> list;
    for (Squares left = marks.forbidden | marks.dangerous; left.any();) {
        const Square square{left.take_first()};
        list.push_back({square, marks.forbidden.contains(square)});
    }
    return list;
}

Marks marks_of(const std::vector<Mark>& list) {
    Marks marks;
    for (const Mark& mark : list) (mark.forbidden ? marks.forbidden : marks.dangerous) |= mark.square.set();
    return marks;
}

void add(const Marks& marks, Square king, Square pawn, std::vector<Game>& games) {
    if (const auto game = Position::from({marks, king, pawn})) games.emplace_back(*game);
}

/// Everything moved towards the corner; marks that leave the board are gone.
void shifted(const Position& game, int dx, int dy, std::vector<Game>& games) {
    const auto move = [&](Square square) {
        return Square::at(static_cast<int>(square.file().index()) + dx,
                          static_cast<int>(square.rank().index()) + dy);
    };
    const auto king = move(game.king());
    const auto pawn = move(game.pawn());
    if (!king || !pawn) return;
    std::vector<Mark> moved;
    for (const Mark& mark : marks_of(game.marks()))
        if (const auto to = move(mark.square)) moved.push_back({*to, mark.forbidden});
    add(marks_of(moved), *king, *pawn, games);
}

void nearer_pieces(const Position& game, std::vector<Game>& games) {
    for (unsigned nearer = 0; nearer < 2 * Board::width; ++nearer)
        for (const zermelo::Square square : BoardSquares{Board::square_count}) {
            const Square to{square};
            if (distance(to) != nearer) continue;
            if (nearer < distance(game.king())) add(game.marks(), to, game.pawn(), games);
            if (nearer < distance(game.pawn())) add(game.marks(), game.king(), to, games);
        }
}

void simpler_marks(const Position& game, const std::vector<Mark>& marks, std::vector<Game>& games) {
    for (std::size_t m = 0; m < marks.size(); ++m) {
        for (const zermelo::Square square : BoardSquares{Board::square_count}) {
            const Square to{square};
            const bool taken = std::any_of(marks.begin(), marks.end(),
                                           [&](const Mark& other) { return other.square == to; });
            if (taken || distance(to) >= distance(marks[m].square)) continue;
            std::vector<Mark> moved = marks;
            moved[m].square = to;
            add(marks_of(moved), game.king(), game.pawn(), games);
        }
        if (marks[m].forbidden) continue;
        std::vector<Mark> walled = marks;
        walled[m].forbidden = true;
        add(marks_of(walled), game.king(), game.pawn(), games);
    }
}

}  // namespace

puzzles::Size size_of(const Position& game) {
    puzzles::Size size{0, distance(game.king()) + distance(game.pawn()), 0, 0, 0};
    for (const Mark& mark : marks_of(game.marks())) {
        ++size[0];
        size[2] += distance(mark.square);
        size[3] += mark.forbidden ? 0U : 1U;
    }
    return size;
}

std::vector<Game> smaller_games(const Position& game) {
    std::vector<Game> games;
    const std::vector<Mark> marks = marks_of(game.marks());
    for (const auto& kept : fewer(marks.size())) {
        std::vector<Mark> left;
        for (const std::size_t i : kept) left.push_back(marks[i]);
        add(marks_of(left), game.king(), game.pawn(), games);
    }
    for (int by = static_cast<int>(Board::width) - 1; by > 0; --by)
        for (const auto& [dx, dy] : {std::pair{-by, -by}, std::pair{-by, 0}, std::pair{0, -by}})
            shifted(game, dx, dy, games);
    nearer_pieces(game, games);
    simpler_marks(game, marks, games);
    return games;
}

}  // namespace zermelo::king_pawn
