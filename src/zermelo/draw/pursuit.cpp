// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/pursuit.hpp"

#include <array>

namespace zermelo::draw {

std::string text(const pursuit::Position& position, const std::vector<pursuit::Square>& walk) {
    using pursuit::Board;
    std::array<char, Board::square_count> cells{};
    for (unsigned i = 0; i < Board::square_count; ++i) {
        cells[i] = position.marks().forbidden.contains(i)   ? 'F'
                   : position.marks().dangerous.contains(i) ? 'D'
                                                            : '.';
    }
    for (std::size_t step = 1; step < walk.size(); ++step)
        cells[walk[step].index()] = static_cast<char>('0' + step % 10);
    cells[position.king().index()] = 'K';
    cells[position.pawn().index()] = 'p';

    std::string result;
    for (unsigned r = Board::height; r-- > 0;) {
        result += static_cast<char>('1' + r);
        for (unsigned f = 0; f < Board::width; ++f) {
            result += ' ';
            result += cells[pursuit::Square{File{f}, Rank{r}}.index()];
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

}  // namespace zermelo::draw
