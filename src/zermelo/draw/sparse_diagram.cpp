// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/draw/sparse_diagram.hpp"

#include <algorithm>
#include <string>

#include <fmt/format.h>

namespace zermelo::draw {

namespace {

constexpr std::uint64_t around = 7;  // squares on each side of the centre of a larger board

Centre white_king(const check_state::PlainBoard& board) {
    for (const check_state::Piece& piece : board.pieces)
        if (piece.color == Color::white && piece.kind == check_state::Kind::king)
            return {piece.column, piece.row};
    return {check_state::Column{1}, check_state::Row{1}};
}

/// The least number that is shown. Precondition: `side` of `n` numbers are.
std::uint64_t first_shown(std::uint64_t centre, std::uint64_t n, std::uint64_t side) {
    return std::min(centre > around ? centre - around : 1, n - side + 1);
}

char upper(char letter) { return letter >= 'a' ? static_cast<char>(letter - 'a' + 'A') : letter; }

}  // namespace

Diagram diagram_of(const check_state::PlainBoard& board, std::optional<Centre> centre) {
    const std::uint64_t side = board.n <= Diagram::most ? board.n : 2 * around + 1;
    const Centre middle = centre ? *centre : white_king(board);
    Numbers numbers;
    numbers.down = true;
    numbers.x = board.n == side ? 1 : first_shown(middle.column.number(), board.n, side);
    numbers.y = board.n == side ? 1 : first_shown(middle.row.number(), board.n, side);
    Diagram diagram = Diagram::blank(static_cast<unsigned>(side), static_cast<unsigned>(side));
    for (const check_state::Piece& piece : board.pieces) {
        const std::uint64_t x = piece.column.number() - numbers.x;  // wraps around left of what is shown
        const std::uint64_t y = piece.row.number() - numbers.y;
        if (x >= side || y >= side) continue;
        const Place place{File{static_cast<unsigned>(x)}, Rank{static_cast<unsigned>(side - 1 - y)}};
        diagram.at(place).piece =
            Piece{piece.color, upper(letter_of(piece.color, piece.kind)), std::string{name(piece.kind)}};
    }
    if (side != board.n)
        diagram.caption.push_back(fmt::format("x from {} to {} and y from {} to {} of {}", numbers.x,
                                              numbers.x + side - 1, numbers.y, numbers.y + side - 1,
                                              board.n));
    diagram.numbers = numbers;
    return diagram;
}

}  // namespace zermelo::draw
