// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <utility>

#include "zermelo/puzzles/check_state/puzzle.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::Game;
using Visit = std::function<bool(Game)>;

/// Puts the pieces of a board everywhere, one after the other, so that columns and rows add up to sums.
class EachPlacement {
  public:
    EachPlacement(PlainBoard& board, const Visit& visit) : board_(board), visit_(visit) {}

    /// Of columns and rows between pieces and corner. False if `visit` said so.
    bool run(std::uint64_t columns, std::uint64_t rows) { return put_from(0, columns, rows); }

  private:
    bool put_from(std::size_t i, std::uint64_t columns, std::uint64_t rows) {
        if (i == board_.pieces.size()) return visit_(Game{board_});
        const std::uint64_t last = board_.n - 1;
        const std::uint64_t left = last * (board_.pieces.size() - i - 1);  // that the others can have
        const auto least = [left](std::uint64_t sum) { return sum - std::min(sum, left); };
        for (std::uint64_t column = least(columns); column <= std::min(columns, last); ++column)
            for (std::uint64_t row = least(rows); row <= std::min(rows, last); ++row) {
                board_.pieces[i].column = Column{column + 1};
                board_.pieces[i].row = Row{row + 1};
                if (fits(i) && !put_from(i + 1, columns - column, rows - row)) return false;
            }
        return true;
    }

    /// Whether the square is free, and behind that of the piece before if both are alike.
    bool fits(std::size_t i) const {
        const auto square = [&](std::size_t j) {
            return std::pair{board_.pieces[j].column, board_.pieces[j].row};
        };
        for (std::size_t j = 0; j < i; ++j)
            if (square(j) == square(i)) return false;
        const bool twins = i > 0 && board_.pieces[i].kind == board_.pieces[i - 1].kind &&
                           board_.pieces[i].color == board_.pieces[i - 1].color;
        return !twins || square(i - 1) < square(i);
    }

    PlainBoard& board_;
    const Visit& visit_;
};

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
    for (std::uint64_t n = bounds().least_n; n <= bounds().most_n; ++n)
        for (std::uint64_t pieces = 2; pieces <= std::min(bounds().most_pieces, n * n); ++pieces)
            for (std::uint64_t weight = 0; weight <= weight_of(Kind::queen) * (pieces - 2); ++weight)
                for (std::uint64_t columns = 0; columns <= (n - 1) * pieces; ++columns)
                    for (std::uint64_t rows = 0; rows <= (n - 1) * pieces; ++rows) {
                        PlainBoard board{n, {{Color::white, Kind::king}, {Color::black, Kind::king}}};
                        const auto placed = [&] { return EachPlacement{board, visit}.run(columns, rows); };
                        if (!each_kind(board, pieces, weight, placed)) return false;
                    }
    return true;
}

}  // namespace zermelo::check_state
