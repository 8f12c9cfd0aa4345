// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "zermelo/puzzles/check_state/puzzle.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Game;
using Visit = std::function<bool(Game)>;

/// Whether the square of a piece is free of those before it, and after that of the last of them if both are
/// alike.
bool fits(const std::vector<Piece>& pieces, std::size_t i) {
    const auto square = [&](std::size_t j) { return std::pair{pieces[j].column, pieces[j].row}; };
    for (std::size_t j = 0; j < i; ++j)
        if (square(j) == square(i)) return false;
    const bool twins =
        i > 0 && pieces[i].kind == pieces[i - 1].kind && pieces[i].color == pieces[i - 1].color;
    return !twins || square(i - 1) < square(i);
}

/// Puts the pieces from the i-th on everywhere, one after the other, so that the columns and rows between
/// them and the corner add up to these. False if `visit` said so.
bool each_placement(PlainBoard& board, std::size_t i, std::uint64_t columns, std::uint64_t rows,
                    const Visit& visit) {
    if (i == board.pieces.size()) return visit(Game{board});
    const std::uint64_t last = board.n - 1;
    const std::uint64_t left = last * (board.pieces.size() - i - 1);  // that the others can have
    const auto least = [left](std::uint64_t sum) { return sum - std::min(sum, left); };
    for (std::uint64_t column = least(columns); column <= std::min(columns, last); ++column)
        for (std::uint64_t row = least(rows); row <= std::min(rows, last); ++row) {
            board.pieces[i].column = Column{column + 1};
            board.pieces[i].row = Row{row + 1};
            if (fits(board.pieces, i) && !each_placement(board, i + 1, columns - column, rows - row, visit))
                return false;
        }
    return true;
}

/// Adds pieces that weigh so much, those alike beside each other, in every way; `placed` puts them down.
template <typename Placed>
bool each_kind(PlainBoard& board, std::size_t pieces, std::uint64_t weight, const Placed& placed) {
    if (board.pieces.size() == pieces) return weight != 0 || placed();
    const auto of = [](const Piece& piece) { return std::pair{piece.kind, piece.color}; };
    const Piece before = board.pieces.back();
    for (const Kind kind : {Kind::queen, Kind::rook, Kind::bishop, Kind::knight, Kind::pawn})
        for (const Color color : both_colors) {
            const Piece piece{color, kind};
            if (of(piece) < of(before) || weight_of(kind) > weight) continue;
            board.pieces.push_back(piece);
            const bool more = each_kind(board, pieces, weight - weight_of(kind), placed);
            board.pieces.pop_back();
            if (!more) return false;
        }
    return true;
}

}  // namespace

bool CheckPuzzle::each_by_size(const Visit& visit) const {
    // The numbers of `size`, from the first to the last.
    for (std::uint64_t n = bounds().least_n; n <= bounds().max_n; ++n)
        for (std::uint64_t pieces = 2; pieces <= std::min(bounds().max_pieces, n * n); ++pieces)
            for (std::uint64_t weight = 0; weight <= weight_of(Kind::queen) * (pieces - 2); ++weight)
                for (std::uint64_t columns = 0; columns <= (n - 1) * pieces; ++columns)
                    for (std::uint64_t rows = 0; rows <= (n - 1) * pieces; ++rows) {
                        PlainBoard board{n, {{Color::white, Kind::king}, {Color::black, Kind::king}}};
                        const auto placed = [&] { return each_placement(board, 0, columns, rows, visit); };
                        if (!each_kind(board, pieces, weight, placed)) return false;
                    }
    return true;
}

}  // namespace zermelo::check_state
