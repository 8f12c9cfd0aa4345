// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/king_pawn/diagram.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "zermelo/draw/text.hpp"
#include "zermelo/puzzles/king_pawn/decide.hpp"

namespace zermelo::king_pawn {

namespace {

draw::Place place_of(Square square) { return {square.file(), square.rank()}; }

using Cells = std::array<char, Board::square_count>;

Cells cells_of(const Marks& marks) {
    Cells cells{};
    for (const zermelo::Square square : BoardSquares{Board::square_count})
        cells[square.index()] = marks.forbidden.contains(square)   ? 'F'
                                : marks.dangerous.contains(square) ? 'D'
                                                                   : '.';
    return cells;
}

std::string text_of(const Cells& cells) {
    draw::TextBoard board{Board::width, Board::height};
    board.column_names = "12345678";
    for (unsigned row = 0; row < Board::height; ++row) {
        const Rank rank{Board::height - 1 - row};
        board.row_names[row] = std::to_string(rank.index() + 1);
        for (unsigned f = 0; f < Board::width; ++f)
            board.at(f, row).symbol = cells[Square{File{f}, rank}.index()];
    }
    return draw::text(board);
}

const draw::Piece white_king{Color::white, 'K', "king"};
const draw::Piece black_pawn{Color::black, 'P', "pawn"};

draw::Diagram diagram_of(const Marks& marks) {
    draw::Diagram diagram = draw::Diagram::blank(Board::width, Board::height);
    for (const zermelo::Square square : BoardSquares{Board::square_count}) {
        draw::Cell& cell = diagram.at(place_of(Square{square}));
        if (marks.forbidden.contains(square)) {
            cell.mark = draw::Mark::forbidden;
            cell.note = "F";
        } else if (marks.dangerous.contains(square)) {
            cell.mark = draw::Mark::restricted;
            cell.note = "D";
        }
    }
    diagram.numbers = draw::Numbers{};
    diagram.legend.forbidden = "forbidden: nobody may enter";
    diagram.legend.restricted = "dangerous: the pawn may enter, the king may not";
    return diagram;
}

}  // namespace

draw::Diagram diagram_of(const Position& position, const std::vector<Square>& walk) {
    draw::Diagram diagram = diagram_of(position.marks());
    diagram.at(place_of(position.king())).piece = white_king;
    diagram.at(place_of(position.pawn())).piece = black_pawn;
    for (std::size_t step = 1; step < walk.size(); ++step)
        diagram.arrows.push_back({place_of(walk[step - 1]), place_of(walk[step]), draw::ArrowKind::main_line,
                                  std::to_string(step)});
    diagram.legend.arrows[static_cast<std::size_t>(draw::ArrowKind::main_line)] =
        "the king's moves, in order";
    diagram.to_move = Color::white;
    return diagram;
}

draw::Diagram diagram_of(const Marks& marks, Squares kings, std::optional<Square> pawn) {
    using draw::Sign;
    draw::Diagram diagram = diagram_of(marks);
    const auto put = [&](Squares squares, Sign sign) {
        while (squares.any()) diagram.at(place_of(Square{squares.take_first()})).signs = {sign};
    };
    constexpr Sign possible{Sign::Shape::move};
    constexpr Sign guarded{Sign::Shape::cross};
    diagram.legend.signs = {{possible, "where the king can be"}, {guarded, "guarded by the pawn"}};
    if (pawn) {
        put(guarded_by(pawn->set()) & marks.open(), guarded);
        diagram.at(place_of(*pawn)).piece = black_pawn;
    }
    if (kings.size() == 1) {
        diagram.at(place_of(Square{kings.take_first()})).piece = white_king;
    } else {
        put(kings, possible);
    }
    return diagram;
}

std::string mark_words(const Marks& marks) {
    std::string words;
    if (marks.forbidden.any()) words += ", F forbidden squares";
    if (marks.dangerous.any()) words += ", D dangerous ones";
    return words;
}

std::string board_words(const Position& position, const std::vector<Square>& walk) {
    const bool digits = std::any_of(walk.begin(), walk.end(), [&](Square square) {
        return square != position.king() && square != position.pawn();
    });
    return fmt::format("K the king, p the pawn{}{}.\n", digits ? ", digits the king's moves in order" : "",
                       mark_words(position.marks()));
}

std::string board_text(const Position& position, const std::vector<Square>& walk) {
    Cells cells = cells_of(position.marks());
    for (std::size_t step = 1; step < walk.size(); ++step)
        cells[walk[step].index()] = static_cast<char>('0' + step % 10);
    cells[position.king().index()] = 'K';
    cells[position.pawn().index()] = 'p';
    return text_of(cells);
}

std::string board_text(const Marks& marks, Squares kings, std::optional<Square> pawn) {
    Cells cells = cells_of(marks);
    const auto put = [&](Squares squares, char letter) {
        while (squares.any()) cells[squares.take_first().index()] = letter;
    };
    if (pawn) {
        put(guarded_by(pawn->set()) & marks.open(), 'x');
        put(pawn->set(), 'p');
    }
    put(kings, 'K');
    return text_of(cells);
}

}  // namespace zermelo::king_pawn
