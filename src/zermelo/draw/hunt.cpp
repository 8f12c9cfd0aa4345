// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/hunt.hpp"

#include <array>

namespace zermelo::draw {

std::string text(const queen_hunt::Position& position, Color mover) {
    using queen_hunt::Board;
    std::array<char, Board::square_count> cells{};
    cells.fill('.');
    for (const queen_hunt::Piece& piece : position.pieces(mover)) {
        const char letter = queen_hunt::letter(piece.kind);
        cells[piece.square.index()] =
            piece.color == Color::white ? letter : static_cast<char>(letter - 'A' + 'a');
    }
    std::string result;
    for (unsigned r = Board::height; r-- > 0;) {
        result += static_cast<char>('1' + r);
        for (unsigned f = 0; f < Board::width; ++f) {
            result += ' ';
            result += cells[queen_hunt::Square{File{f}, Rank{r}}.index()];
        }
        result += '\n';
    }
    return result + "  A B C D\n";
}

}  // namespace zermelo::draw
