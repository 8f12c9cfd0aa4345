// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/pursuit_diagram.hpp"

namespace zermelo::draw {

namespace {

Place place_of(king_pawn::Square square) { return {square.file(), square.rank()}; }

}  // namespace

Diagram diagram_of(const king_pawn::Position& position, const std::vector<king_pawn::Square>& walk) {
    using king_pawn::Board;
    Diagram diagram = Diagram::blank(Board::width, Board::height);
    for (unsigned i = 0; i < Board::square_count; ++i) {
        Cell& cell = diagram.at(place_of(king_pawn::Square::from_index(i)));
        if (position.marks().forbidden.contains(i)) cell.mark = Mark::forbidden;
        if (position.marks().dangerous.contains(i)) {
            cell.mark = Mark::restricted;
            cell.note = "K";
        }
    }
    diagram.at(place_of(position.king())).piece = Piece{Color::white, 'K', "king"};
    diagram.at(place_of(position.pawn())).piece = Piece{Color::black, 'P', "pawn"};
    for (std::size_t step = 1; step < walk.size(); ++step)
        diagram.arrows.push_back(
            {place_of(walk[step - 1]), place_of(walk[step]), ArrowKind::main_line, std::to_string(step)});
    diagram.to_move = Color::white;
    diagram.numbers = Numbers{};
    return diagram;
}

}  // namespace zermelo::draw
