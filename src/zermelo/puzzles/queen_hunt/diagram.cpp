// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/diagram.hpp"

#include <array>
#include <string_view>

#include "zermelo/base/ascii.hpp"
#include "zermelo/draw/text.hpp"

namespace zermelo::queen_hunt {

namespace {

constexpr std::array<std::string_view, 4> glyph_of_kind{"queen", "rook", "bishop", "knight"};

draw::Place place_of(Square square) { return {square.file(), square.rank()}; }

}  // namespace

draw::Diagram diagram_of(const Position& position, Color mover, const std::vector<Move>& line) {
    draw::Diagram diagram = draw::Diagram::blank(Board::width, Board::height);
    for (const Piece& piece : position.pieces(mover))
        diagram.at(place_of(piece.square)).piece =
            draw::Piece{piece.color, letter(piece.kind),
                        std::string{glyph_of_kind[static_cast<std::size_t>(piece.kind)]}};
    for (std::size_t i = 0; i < line.size(); ++i)
        diagram.arrows.push_back({place_of(line[i].from()), place_of(line[i].to()),
                                  draw::ArrowKind::main_line, std::to_string(i + 1)});
    diagram.to_move = mover;
    return diagram;
}

std::string board_text(const Position& position, Color mover) {
    draw::TextBoard board{Board::width, Board::height};
    board.column_names = "abcd";
    for (unsigned row = 0; row < Board::height; ++row)
        board.row_names[row] = std::to_string(Board::height - row);
    for (const Piece& piece : position.pieces(mover)) {
        const char capital = letter(piece.kind);
        board.at(piece.square.file().index(), Board::height - 1 - piece.square.rank().index()).symbol =
            piece.color == Color::white ? capital : lower(capital);
    }
    return draw::text(board);
}

}  // namespace zermelo::queen_hunt
