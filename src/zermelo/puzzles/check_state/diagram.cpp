// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/check_state/diagram.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

#include "zermelo/draw/text.hpp"

namespace zermelo::check_state {

namespace {

constexpr std::uint64_t margin = 7;  // squares on each side of the centre of a larger board

Centre white_king(const PlainBoard& board) {
    for (const Piece& piece : board.pieces)
        if (piece.color == Color::white && piece.kind == Kind::king) return {piece.column, piece.row};
    return {Column{1}, Row{1}};
}

/// The least number that is shown. Precondition: `side` of `n` numbers are.
std::uint64_t first_shown(std::uint64_t centre, std::uint64_t n, std::uint64_t side) {
    return std::min(centre > margin ? centre - margin : 1, n - side + 1);
}

char upper(char letter) { return letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter; }

constexpr std::uint64_t widest = 20;
constexpr std::uint64_t beside_king = 8;  // squares on each side of the king on larger boards

/// The numbers that are shown of a larger board.
struct Range {
    std::uint64_t first = 1;
    std::uint64_t last = 1;
    bool contains(std::uint64_t number) const { return number >= first && number <= last; }
    std::size_t size() const { return static_cast<std::size_t>(last - first + 1); }
};

Range range_of(std::uint64_t king, std::uint64_t n) {
    if (n <= widest) return {1, n};
    return {king > beside_king ? king - beside_king : 1, std::min(n, king + beside_king)};
}

}  // namespace

draw::Diagram diagram_of(const PlainBoard& board, std::optional<Centre> centre) {
    const std::uint64_t side = board.n <= draw::Diagram::most ? board.n : 2 * margin + 1;
    const Centre middle = centre ? *centre : white_king(board);
    draw::Numbers numbers;
    numbers.down = true;
    numbers.x = board.n == side ? 1 : first_shown(middle.column.number(), board.n, side);
    numbers.y = board.n == side ? 1 : first_shown(middle.row.number(), board.n, side);
    draw::Diagram diagram = draw::Diagram::blank(static_cast<unsigned>(side), static_cast<unsigned>(side));
    for (const Piece& piece : board.pieces) {
        const std::uint64_t x = piece.column.number() - numbers.x;  // wraps around left of what is shown
        const std::uint64_t y = piece.row.number() - numbers.y;
        if (x >= side || y >= side) continue;
        const draw::Place place{File{static_cast<unsigned>(x)}, Rank{static_cast<unsigned>(side - 1 - y)}};
        diagram.at(place).piece = draw::Piece{piece.color, upper(letter_of(piece.color, piece.kind)),
                                              std::string{name(piece.kind)}};
    }
    if (side != board.n)
        diagram.caption.push_back(fmt::format("x from {} to {} and y from {} to {} of {}", numbers.x,
                                              numbers.x + side - 1, numbers.y, numbers.y + side - 1,
                                              board.n));
    diagram.numbers = numbers;
    return diagram;
}

std::string board_text(const PlainBoard& board, const CheckState& state) {
    const Piece& king = king_of(board, state.threatened);
    const Range columns = range_of(king.column.number(), board.n);
    const Range rows = range_of(king.row.number(), board.n);
    draw::TextBoard picture{columns.size(), rows.size()};
    for (std::size_t i = 0; i < rows.size(); ++i) picture.row_names[i] = std::to_string(rows.first + i);
    for (std::size_t i = 0; i < columns.size(); ++i)
        picture.column_names[i] = static_cast<char>('0' + (columns.first + i) % 10);
    for (const Piece& piece : board.pieces) {
        const std::uint64_t x = piece.column.number();
        const std::uint64_t y = piece.row.number();
        if (columns.contains(x) && rows.contains(y))
            picture.at(x - columns.first, y - rows.first).symbol = letter_of(piece.color, piece.kind);
    }
    std::string result = draw::text(picture);
    if (columns.size() < board.n)
        result += fmt::format("x from {} to {} of {}\n", columns.first, columns.last, board.n);
    return result;
}

}  // namespace zermelo::check_state
