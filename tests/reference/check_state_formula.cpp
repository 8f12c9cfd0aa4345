// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "reference/check_state.hpp"

namespace zermelo::check_state {

namespace {

using Number = std::int64_t;

struct Vector {
    Number x;
    Number y;
    friend bool operator==(Vector, Vector) = default;
    friend Vector operator+(Vector a, Vector b) { return {a.x + b.x, a.y + b.y}; }
    friend Vector operator-(Vector a, Vector b) { return {a.x - b.x, a.y - b.y}; }
    friend Vector operator*(Number k, Vector a) { return {k * a.x, k * a.y}; }
};

struct Man {
    Color color;
    Kind kind;
    Vector place;
};
using Men = std::vector<Man>;

Number cross(Vector a, Vector b) { return a.x * b.y - a.y * b.x; }
Number sign(Number v) { return v > 0 ? 1 : v < 0 ? -1 : 0; }
Number steps(Vector v) { return std::max(std::abs(v.x), std::abs(v.y)); }
bool on_queen_line(Vector v) { return v.x == 0 || v.y == 0 || std::abs(v.x) == std::abs(v.y); }

/// Does `p` lie on the open stretch of a queen's line from `a` to `b`?
bool between(Vector a, Vector b, Vector p) {
    const Vector whole = b - a;
    const Vector part = p - a;
    return part != Vector{0, 0} && on_queen_line(part) && sign(part.x) == sign(whole.x) &&
           sign(part.y) == sign(whole.y) && steps(part) < steps(whole);
}

/// May `man` move to `to` (or capture there), its king's safety not considered?
bool reaches(const Men& men, const Man& man, Vector to) {
    const Vector v = to - man.place;
    if (v == Vector{0, 0}) return false;
    bool occupied = false;
    for (const Man& other : men) {
        if (other.place != to) continue;
        if (other.color == man.color) return false;
        occupied = true;
    }
    const Number ahead = man.color == Color::white ? 1 : -1;
    const bool is_straight = v.x == 0 || v.y == 0;
    switch (man.kind) {
        case Kind::king:
            return steps(v) == 1;
        case Kind::knight:
            return steps(v) == 2 && std::abs(v.x * v.y) == 2;
        case Kind::pawn:
            return v.y == ahead && (occupied ? std::abs(v.x) == 1 : v.x == 0);
        case Kind::rook:
            if (!is_straight) return false;
            break;
        case Kind::bishop:
            if (is_straight) return false;
            break;
        case Kind::queen:
            break;
    }
    return on_queen_line(v) && std::none_of(men.begin(), men.end(), [&](const Man& other) {
               return between(man.place, to, other.place);
           });
}

Vector king_of(const Men& men, Color color) {
    for (const Man& man : men)
        if (man.color == color && man.kind == Kind::king) return man.place;
    return {0, 0};
}

Men checkers(const Men& men, Color color) {
    const Vector king = king_of(men, color);
    Men found;
    for (const Man& man : men)
        if (man.color != color && reaches(men, man, king)) found.push_back(man);
    return found;
}

Men after(const Men& men, const Man& mover, Vector to) {
    Men result;
    for (const Man& man : men)
        if (man.place != mover.place && man.place != to) result.push_back(man);
    result.push_back({mover.color, mover.kind, to});
    return result;
}

const std::vector<Vector> queen{{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, 1}, {1, -1}, {-1, -1}};
const std::vector<Vector> knight{{1, 2}, {2, 1}, {-1, 2}, {-2, 1}, {1, -2}, {2, -1}, {-1, -2}, {-2, -1}};

/// Squares among which are all where `man` could be of use against `checker`. A move by another than the king
/// has to end on the checker's square or between it and the king; which of these lie on a line of the piece
/// is an intersection of two lines.
std::vector<Vector> candidates(const Man& man, const Man& checker, Vector king) {
    std::vector<Vector> found{checker.place};
    if (man.kind == Kind::king || man.kind == Kind::pawn)
        for (const Vector step : queen) found.push_back(man.place + step);
    if (man.kind == Kind::knight)
        for (const Vector step : knight) found.push_back(man.place + step);
    const Vector line = checker.place - king;
    if (!on_queen_line(line)) return found;
    const Vector u{sign(line.x), sign(line.y)};
    for (const Vector d : queen) {
        const Number slope = cross(d, u);
        if (slope == 0) continue;  // along the check line a slider can only capture the checker
        const Number whole = cross(king - man.place, u);
        if (whole % slope == 0 && whole / slope > 0) found.push_back(man.place + whole / slope * d);
    }
    return found;
}

}  // namespace

CheckState decide_by_formula(const PlainBoard& board) {
    Men men;
    for (const Piece& piece : board.pieces)
        men.push_back(
            {piece.color,
             piece.kind,
             {static_cast<Number>(piece.column.number()), static_cast<Number>(piece.row.number())}});
    const auto n = static_cast<Number>(board.n);
    const Men against_white = checkers(men, Color::white);
    const Men against_black = checkers(men, Color::black);
    if (against_white.empty() && against_black.empty()) return {};
    if (!against_white.empty() && !against_black.empty())
        return {CheckState::Verdict::impossible, Color::white, {}, {}};
    const Color own = against_black.empty() ? Color::white : Color::black;
    const Man checker = own == Color::white ? against_white[0] : against_black[0];
    CheckState state{CheckState::Verdict::check, own, {}, {}};
    const Vector king = king_of(men, own);
    for (const Man& man : men) {
        if (man.color != own) continue;
        std::vector<Vector> tried;
        for (const Vector to : candidates(man, checker, king)) {
            if (to.x < 1 || to.y < 1 || to.x > n || to.y > n) continue;
            if (std::find(tried.begin(), tried.end(), to) != tried.end()) continue;
            tried.push_back(to);
            if (!reaches(men, man, to) || !checkers(after(men, man, to), own).empty()) continue;
            ++(man.kind == Kind::king ? state.evasions.king_moves
               : to == checker.place  ? state.evasions.captures
                                      : state.evasions.interpositions);
        }
    }
    return state;
}

}  // namespace zermelo::check_state
