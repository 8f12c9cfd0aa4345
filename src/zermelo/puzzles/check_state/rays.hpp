// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <initializer_list>
#include <optional>
#include <vector>

#include "zermelo/puzzles/check_state/decide.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {

/// A piece as the kernel sees it: both coordinates from 0, and the four bits of its `Code`.
struct Spot {
    std::int64_t x = 0;
    std::int64_t y = 0;
    unsigned code = 0;

    bool same_square(const Spot& other) const { return x == other.x && y == other.y; }
};
Spot spot_of(const Piece& piece);
/// Precondition: the spot's code is a piece's.
Piece piece_of(const Spot& spot);

/// The code of an empty square where four bits stand for one.
inline constexpr unsigned nobody = 15;

/// Sets of codes as bits, to test `set >> code & 1`.
constexpr unsigned codes(Color color, std::initializer_list<Kind> kinds) {
    unsigned set = 0;
    for (const Kind kind : kinds) set |= 1U << static_cast<unsigned>(code_of(color, kind));
    return set;
}
constexpr bool is_in(unsigned set, unsigned code) { return (set >> code & 1U) != 0; }
constexpr unsigned army(Color color) { return color == Color::white ? 0x003FU : 0x3F00U; }

/// One of the eight directions of a queen, or a knight's jump.
struct Step {
    int x = 0;
    int y = 0;
    constexpr bool diagonal() const { return x != 0 && y != 0; }
    friend constexpr bool operator==(Step, Step) = default;
};
inline constexpr std::array<Step, 8> queen_steps{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
inline constexpr std::array<Step, 8> knight_steps{
    {{-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2}}};

/// The direction of a square `dx` columns and `dy` rows away; nothing if no queen's line leads there.
constexpr std::optional<Step> direction(std::int64_t dx, std::int64_t dy) {
    const bool on_line = dx == 0 || dy == 0 || dx == dy || dx == -dy;
    if (!on_line || (dx == 0 && dy == 0)) return std::nullopt;
    return Step{(dx > 0) - (dx < 0), (dy > 0) - (dy < 0)};
}

/// Coordinates from 1, and outside of the board, too: where boards are put together or drawn.
using Number = std::int64_t;

struct Point {
    Number x = 0;
    Number y = 0;
    Point operator+(Step step) const { return {x + step.x, y + step.y}; }
    friend bool operator==(Point, Point) = default;
};
inline Point along(Point from, Step step, Number distance) {
    return {from.x + step.x * distance, from.y + step.y * distance};
}
/// The moves that a king needs from one to the other on an empty board.
inline Number apart(Point a, Point b) { return std::max(std::abs(a.x - b.x), std::abs(a.y - b.y)); }
inline std::optional<Step> direction(Point from, Point to) { return direction(to.x - from.x, to.y - from.y); }
inline Point point_of(const Piece& piece) {
    return {static_cast<Number>(piece.column.number()), static_cast<Number>(piece.row.number())};
}

/// Which way the pawns of a colour walk.
constexpr int forward(Color color) { return color == Color::white ? 1 : -1; }

/// The codes of a colour's pieces that move any distance in a direction.
constexpr unsigned sliders_along(Step step, Color color) {
    return codes(color, {Kind::queen, step.diagonal() ? Kind::bishop : Kind::rook});
}

/// A piece that could capture on a square.
struct Attacker {
    Spot spot;
    std::optional<Step> step = std::nullopt;  ///< from the square towards it, if it is a slider
    std::uint64_t distance = 0;               ///< how far off a slider is, in steps
};

/// All of a board that matters for who could capture on one square: the nearest two pieces on each of the
/// eight rays from it, and what stands a knight's jump away. Filled piece by piece, in any order.
class Rays {
  public:
    /// What stands on the square itself does not count.
    explicit Rays(const Spot& square) : square_(square) { jumps_.fill(nobody); }

    const Spot& square() const { return square_; }
    /// Takes a piece into account if it matters. Cost: O(1).
    void add(const Spot& piece);

    /// The code of the nearest piece in the direction queen_steps[ray], or of the second; `nobody` if there
    /// is none.
    unsigned blocker(std::size_t ray, std::size_t which) const { return blockers_[ray][which].spot.code; }
    /// Every piece of a colour that could capture on the square. Cost: O(1).
    std::vector<Attacker> attackers(Color color) const;
    /// The pieces of a colour that are pinned to the square, where that colour's king stands. Cost: O(1).
    std::vector<Pin> pins(Color own) const;

  private:
    struct Blocker {
        Spot spot{0, 0, nobody};
        std::uint64_t distance = ~std::uint64_t{0};
    };

    Spot square_;
    std::array<std::array<Blocker, 2>, 8> blockers_;  // as queen_steps; the nearest and the one behind it
    std::array<unsigned, 8> jumps_;                   // as knight_steps; the codes that stand there
};

}  // namespace zermelo::check_state
