// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/hunt_diagram.hpp"

#include <array>
#include <string_view>

namespace zermelo::draw {

namespace {

constexpr std::array<std::string_view, 4> glyph_of_kind{"queen", "rook", "bishop", "knight"};

Place place_of(queen_hunt::Square square) { return {square.file(), square.rank()}; }

}  // namespace

Diagram diagram_of(const queen_hunt::Position& position, Color mover,
                   const std::vector<queen_hunt::Move>& line) {
    Diagram diagram = Diagram::blank(queen_hunt::Board::width, queen_hunt::Board::height);
    for (const queen_hunt::Piece& piece : position.pieces(mover))
        diagram.at(place_of(piece.square)).piece =
            Piece{piece.color, queen_hunt::letter(piece.kind),
                  std::string{glyph_of_kind[static_cast<std::size_t>(piece.kind)]}};
    for (std::size_t i = 0; i < line.size(); ++i)
        diagram.arrows.push_back(
            {place_of(line[i].from()), place_of(line[i].to()), ArrowKind::main_line, std::to_string(i + 1)});
    diagram.to_move = mover;
    return diagram;
}

}  // namespace zermelo::draw
