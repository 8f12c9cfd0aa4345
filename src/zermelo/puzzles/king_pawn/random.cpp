// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/random.hpp"

namespace zermelo::king_pawn {

namespace {

/// Each square with the chance of `eighths` in eight.
Squares sprinkle(Random& random, unsigned eighths) {
    Squares s;
    for (const zermelo::Square square : BoardSquares{Board::square_count}) {
        if (random.below(8) < eighths) s |= Squares::of(square);
    }
    return s;
}

Square random_square(Random& random) {
    return Square::from_index(static_cast<unsigned>(random.below(Board::square_count)));
}

/// Takes marks away until there are no more than `most`.
void thin_out(Marks& marks, std::uint64_t most, Random& random) {
    while ((marks.forbidden | marks.dangerous).size() > most) {
        const Squares gone = random_square(random).set();
        marks.forbidden &= ~gone;
        marks.dangerous &= ~gone;
    }
}

/// Up to two files and three ranks from `near`, where the board allows.
Square random_near(Random& random, Square near) {
    while (true) {
        const auto dx = static_cast<int>(random.below(5)) - 2;
        const auto dy = static_cast<int>(random.below(7)) - 3;
        const auto square = Square::at(static_cast<int>(near.file().index()) + dx,
                                       static_cast<int>(near.rank().index()) + dy);
        if (square) return *square;
    }
}

}  // namespace

Position random_position(Random& random, std::uint64_t max_marks) {
    while (true) {
        Marks marks;
        const auto thickness = static_cast<unsigned>(random.below(5));
        if (thickness > 0) {
            const auto share = static_cast<unsigned>(random.below(3));
            marks.forbidden = sprinkle(random, thickness);
            marks.forbidden &= sprinkle(random, 2 + share);
            marks.dangerous = sprinkle(random, thickness) & ~marks.forbidden;
            if (max_marks < Board::square_count) thin_out(marks, random.below(max_marks + 1), random);
        }
        const Square pawn = random_square(random);
        const Square king = random.one_in(2) ? random_near(random, pawn) : random_square(random);
        const auto position = Position::from({marks, king, pawn});
        if (position) return *position;
    }
}

}  // namespace zermelo::king_pawn
