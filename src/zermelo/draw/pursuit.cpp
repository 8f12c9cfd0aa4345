// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/pursuit.hpp"

#include <array>

#include "zermelo/puzzles/king_pawn/decide.hpp"

namespace zermelo::draw {

namespace {

using king_pawn::Board;
using Cells = std::array<char, Board::square_count>;

Cells cells_of(const king_pawn::Marks& marks) {
    Cells cells{};
    for (unsigned i = 0; i < Board::square_count; ++i)
        cells[i] = marks.forbidden.contains(i) ? 'F' : marks.dangerous.contains(i) ? 'D' : '.';
    return cells;
}

std::string lines_of(const Cells& cells) {
    std::string result;
    for (unsigned r = Board::height; r-- > 0;) {
        result += static_cast<char>('1' + r);
        for (unsigned f = 0; f < Board::width; ++f) {
            result += ' ';
            result += cells[king_pawn::Square{File{f}, Rank{r}}.index()];
        }
        result += '\n';
    }
    result += ' ';
    for (unsigned f = 0; f < Board::width; ++f) {
        result += ' ';
        result += static_cast<char>('1' + f);
    }
    return result + '\n';
}

}  // namespace

std::string text(const king_pawn::Position& position, const std::vector<king_pawn::Square>& walk) {
    Cells cells = cells_of(position.marks());
    for (std::size_t step = 1; step < walk.size(); ++step)
        cells[walk[step].index()] = static_cast<char>('0' + step % 10);
    cells[position.king().index()] = 'K';
    cells[position.pawn().index()] = 'p';
    return lines_of(cells);
}

std::string text(const king_pawn::Marks& marks, king_pawn::Squares kings,
                 std::optional<king_pawn::Square> pawn) {
    Cells cells = cells_of(marks);
    const auto put = [&](king_pawn::Squares squares, char letter) {
        while (squares.any()) cells[squares.take_first()] = letter;
    };
    if (pawn) {
        put(king_pawn::detail::guarded_by(pawn->set()) & marks.open(), 'x');
        put(pawn->set(), 'p');
    }
    put(kings, 'K');
    return lines_of(cells);
}

}  // namespace zermelo::draw
