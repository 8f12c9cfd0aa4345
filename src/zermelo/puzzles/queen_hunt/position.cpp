// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/queen_hunt/position.hpp"

#include <fmt/format.h>

namespace zermelo::queen_hunt {
namespace {

void append(std::string& reasons, std::string reason) {
    if (!reasons.empty()) reasons += "; ";
    reasons += reason;
}

}  // namespace

std::optional<Kind> kind_of(char letter) {
    switch (letter) {
        case 'Q':
            return Kind::queen;
        case 'R':
            return Kind::rook;
        case 'B':
            return Kind::bishop;
        case 'N':
            return Kind::knight;
        default:
            return std::nullopt;
    }
}

std::string name(Square square) {
    return {static_cast<char>('a' + square.file().index()), static_cast<char>('1' + square.rank().index())};
}

std::string text(const Move& move) { return name(move.from()) + name(move.to()); }

std::string Placement::violations() const {
    std::string reasons;
    for (const Color color : both_colors) {
        const auto side = zermelo::name(color);
        const Army one = army(color);
        const int queens = std::popcount(squares(one, Kind::queen));
        const int rooks = std::popcount(squares(one, Kind::rook));
        const int minors = std::popcount(squares(one, Kind::bishop) | squares(one, Kind::knight));
        if (queens == 0) append(reasons, fmt::format("{} has no queen, expected exactly one", side));
        if (queens > 1) append(reasons, fmt::format("{} has {} queens, expected exactly one", side, queens));
        if (rooks > 2) append(reasons, fmt::format("{} has {} rooks, expected at most two", side, rooks));
        if (minors > 2)
            append(reasons,
                   fmt::format("{} has {} bishops and knights, expected at most two together", side, minors));
    }
    return reasons;
}

Result<Position> Position::from(const Setup& setup) {
    Placement placement;
    std::string reasons;
    for (const Piece& piece : setup.pieces)
        if (!placement.add(piece.color, piece.kind, piece.square))
            append(reasons,
                   fmt::format("two pieces on {}, expected at most one", queen_hunt::name(piece.square)));
    if (std::string armies = placement.violations(); !armies.empty()) append(reasons, std::move(armies));
    if (!reasons.empty()) return failure(ErrorKind::bad_input, std::move(reasons));
    return Position{placement.army(setup.to_move), placement.army(!setup.to_move)};
}

std::vector<Piece> Position::pieces(Color mover) const {
    std::vector<Piece> result;
    for (const Color color : both_colors)
        for (Army rest = color == mover ? own_ : other_; rest != 0; rest &= rest - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(rest));
            result.push_back({color, static_cast<Kind>(bit / 16), Square::from_index(bit % 16)});
        }
    return result;
}

}  // namespace zermelo::queen_hunt
