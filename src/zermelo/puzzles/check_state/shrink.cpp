// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/shrink.hpp"

#include <algorithm>
#include <map>
#include <utility>

#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/puzzle.hpp"

namespace zermelo::check_state {

namespace {

using puzzles::fewer;
using puzzles::Game;

constexpr std::uint64_t least_side = cstate2_bounds.least_n;  // and that of the others
/// On boards with more pieces no step is tried but taking some away.
constexpr std::size_t max_moved = 200;

void fewer_pieces(const PlainBoard& board, std::vector<Game>& games) {
    PlainBoard kings{board.n, {}};
    std::vector<Piece> others;
    for (const Piece& piece : board.pieces)
        (piece.kind == Kind::king ? kings.pieces : others).push_back(piece);
    for (const auto& kept : fewer(others.size())) {
        PlainBoard smaller = kings;
        for (const std::size_t i : kept) smaller.pieces.push_back(others[i]);
        games.emplace_back(std::move(smaller));
    }
}

/// Coordinates with no gap between neighbours, nor before the first, wider than `gap` empty lines; the order
/// of the pieces stays.
template <typename Line>
void squeeze(std::vector<Piece>& pieces, Line Piece::*line, std::uint64_t gap) {
    std::map<Line, std::uint64_t> moved;
    for (const Piece& piece : pieces) moved.emplace(piece.*line, 0);
    std::uint64_t before = 0;
    std::uint64_t now = 0;
    for (auto& [from, to] : moved) {
        now += std::min(from.number() - before, gap + 1);
        before = from.number();
        to = now;
    }
    for (Piece& piece : pieces) piece.*line = Line{moved.at(piece.*line)};
}

/// Smaller boards: the pieces as they stand, and drawn together; and the board without some of its middle.
void smaller_sides(const PlainBoard& board, std::vector<Game>& games) {
    const auto add = [&](std::uint64_t n, const PlainBoard& pieces) {
        if (n < board.n) games.emplace_back(PlainBoard{n, pieces.pieces});
    };
    const auto side = [](const PlainBoard& pieces) {
        std::uint64_t most = least_side;
        for (const Piece& piece : pieces.pieces)
            most = std::max({most, piece.column.number(), piece.row.number()});
        return most;
    };
    add(side(board), board);
    for (std::uint64_t gap = 0; gap < board.n; gap = 2 * gap + 1) {
        PlainBoard drawn = board;
        squeeze(drawn.pieces, &Piece::column, gap);
        squeeze(drawn.pieces, &Piece::row, gap);
        const std::uint64_t least = side(drawn);
        add(least, drawn);
        // The largest row may matter as such: a pawn stands on it, or nothing can leave it.
        std::uint64_t max_row = 0;
        for (const Piece& piece : drawn.pieces) max_row = std::max(max_row, piece.row.number());
        for (Piece& piece : drawn.pieces) piece.row = Row{piece.row.number() + least - max_row};
        add(least, drawn);
    }
    for (std::uint64_t cut = board.n / 2; cut > 0; cut /= 2) {
        const std::uint64_t n = board.n - cut;
        if (n < least_side) continue;
        PlainBoard near_ends = board;
        const auto nearer = [&](std::uint64_t at) {
            return at <= n / 2 ? at : at - std::min(at - 1, board.n - n);
        };
        for (Piece& piece : near_ends.pieces) {
            piece.column = Column{nearer(piece.column.number())};
            piece.row = Row{nearer(piece.row.number())};
        }
        if (!list_of(near_ends).has_defect()) add(n, near_ends);
    }
}

void weaker_pieces(const PlainBoard& board, std::vector<Game>& games) {
    for (std::size_t i = 0; i < board.pieces.size(); ++i) {
        if (board.pieces[i].kind == Kind::king) continue;
        for (auto kind = static_cast<unsigned>(Kind::pawn);
             kind > static_cast<unsigned>(board.pieces[i].kind); --kind) {
            PlainBoard weaker = board;
            weaker.pieces[i].kind = static_cast<Kind>(kind);
            games.emplace_back(std::move(weaker));
        }
    }
}

/// All pieces, and each for itself, moved towards the corner: as far as it goes, half of that, …, one step.
void nearer_pieces(const PlainBoard& board, std::vector<Game>& games) {
    const auto move = [&](std::size_t first, std::size_t count) {
        std::uint64_t left = board.n;
        std::uint64_t up = board.n;
        for (std::size_t i = first; i < first + count; ++i) {
            left = std::min(left, board.pieces[i].column.number() - 1);
            up = std::min(up, board.pieces[i].row.number() - 1);
        }
        const auto try_by = [&](std::uint64_t dx, std::uint64_t dy) {
            PlainBoard nearer = board;
            for (std::size_t i = first; i < first + count; ++i) {
                nearer.pieces[i].column = Column{board.pieces[i].column.number() - dx};
                nearer.pieces[i].row = Row{board.pieces[i].row.number() - dy};
            }
            if (!list_of(nearer).has_defect()) games.emplace_back(std::move(nearer));
        };
        for (std::uint64_t by = std::min(left, up); by > 0; by /= 2) try_by(by, by);
        for (std::uint64_t by = left; by > 0; by /= 2) try_by(by, 0);
        for (std::uint64_t by = up; by > 0; by /= 2) try_by(0, by);
    };
    move(0, board.pieces.size());
    for (std::size_t i = 0; i < board.pieces.size(); ++i) move(i, 1);
    // Lines close up where nothing stands between them.
    const auto close_up = [&](auto line, std::uint64_t gap) {
        PlainBoard drawn = board;
        squeeze(drawn.pieces, line, gap);
        if (drawn.pieces != board.pieces) games.emplace_back(std::move(drawn));
    };
    for (std::uint64_t gap = 0; gap <= 2; ++gap) {
        close_up(&Piece::column, gap);
        close_up(&Piece::row, gap);
    }
}

}  // namespace

puzzles::Size CheckPuzzle::size(const Game& game) const {
    const auto& board = game.as<PlainBoard>();
    puzzles::Size size{board.n, board.pieces.size()};
    // How far the pieces are from the left and from the upper edge in all, two words each.
    const auto add = [&](std::size_t high, std::uint64_t steps) {
        size[high + 1] += steps;
        if (size[high + 1] < steps) ++size[high];
    };
    for (const Piece& piece : board.pieces) {
        size[2] += weight_of(piece.kind);
        add(3, piece.column.number() - 1);
        add(5, piece.row.number() - 1);
    }
    return size;
}

std::vector<Game> CheckPuzzle::smaller(const Game& game) const {
    const auto& board = game.as<PlainBoard>();
    std::vector<Game> games;
    fewer_pieces(board, games);
    if (board.pieces.size() > max_moved) return games;
    if (any_size()) smaller_sides(board, games);
    weaker_pieces(board, games);
    nearer_pieces(board, games);
    return games;
}

}  // namespace zermelo::check_state
