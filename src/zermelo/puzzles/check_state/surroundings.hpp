// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <vector>

#include "zermelo/puzzles/check_state/packing.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {

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
constexpr unsigned straight_sliders(Color c) { return codes(c, {Kind::queen, Kind::rook}); }
constexpr unsigned diagonal_sliders(Color c) { return codes(c, {Kind::queen, Kind::bishop}); }

/// One of the eight directions of a queen.
struct Step {
    int x = 0;
    int y = 0;
    constexpr bool diagonal() const { return x != 0 && y != 0; }
};
inline constexpr std::array<Step, 8> queen_steps{
    {{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}};
inline constexpr std::array<Step, 8> knight_steps{
    {{-1, -2}, {1, -2}, {-2, -1}, {2, -1}, {-2, 1}, {2, 1}, {-1, 2}, {1, 2}}};

/// Which way the pawns of a colour walk.
constexpr int forward(Color color) { return color == Color::white ? 1 : -1; }

/// A piece as it is seen from a square along a line.
struct Seen {
    unsigned code = nobody;
    std::uint64_t distance = 0;
};

/// All of a board that matters for whether a king is threatened, now or after a step (or who could capture
/// on any other square, if that is put in the king's place): the pieces within three squares, and the nearest
/// two pieces outside the block of nine squares around the king on each side of the sixteen lines through
/// that block. Filled piece by piece, in any order.
class Surroundings {
  public:
    explicit Surroundings(Spot king) : king_(king) { near_.fill(nobody); }

    Spot king() const { return king_; }

    /// Takes a piece into account if it matters; what stands on the king's own square does not. Cost: O(1).
    void add(Spot piece) {
        const std::int64_t dx = piece.x - king_.x;
        const std::int64_t dy = piece.y - king_.y;
        if (on_lines(dx, dy)) [[unlikely]]
            take(dx, dy, piece.code);
    }
    /// Takes into account all that another part of the same board has found.
    void add(const Surroundings& other);

    /// What stands on a square at most three columns and rows from the king, itself never; `nobody` for an
    /// empty square.
    unsigned near(int dx, int dy) const { return near_[cell(dx, dy)]; }

    /// The first piece from the square at (dx, dy) from the king, exclusive, in direction `step`, as if
    /// the king were not on the board. The distance is counted in steps and right only from the king's own
    /// square. Precondition: |dx|, |dy| ≤ 1.
    Seen look(int dx, int dy, Step step) const;

    /// The piece behind the first one, from the king's square.
    Seen look_behind(Step step) const;

    /// Would a piece of `enemy`'s army capture on the square at (dx, dy) from the king, were the king there?
    /// Precondition: |dx|, |dy| ≤ 1.
    bool attacked(int dx, int dy, Color enemy) const;

  private:
    struct Nearest {
        std::uint64_t distance = ~std::uint64_t{0};
        unsigned code = nobody;
    };
    using Pair = std::array<Nearest, 2>;  // the nearest and the one behind it
    // Columns dx = −1..1, rows dy = −1..1, diagonals dx − dy = −2..2, antidiagonals dx + dy = −2..2; each two
    // sides.
    static constexpr std::size_t columns = 0, rows = 3, diagonals = 6, antidiagonals = 11, lines = 16;

    static bool on_lines(std::int64_t dx, std::int64_t dy) {
        const auto within = [](std::int64_t v, std::int64_t r) {
            return static_cast<std::uint64_t>(v + r) <= static_cast<std::uint64_t>(2 * r);
        };
        return within(dx, 1) | within(dy, 1) | within(dx - dy, 2) | within(dx + dy, 2);
    }
    static std::size_t cell(int dx, int dy) { return static_cast<std::size_t>((dy + 3) * 7 + dx + 3); }
    static std::size_t slot(std::size_t first_line, std::int64_t line, bool up) {
        return (first_line + static_cast<std::size_t>(line)) * 2 + (up ? 1 : 0);
    }
    static void insert(Pair& pair, Nearest piece) {
        if (piece.distance < pair[0].distance) {
            pair[1] = pair[0];
            pair[0] = piece;
        } else if (piece.distance < pair[1].distance) {
            pair[1] = piece;
        }
    }
    void take(std::int64_t dx, std::int64_t dy, unsigned code);
    const Pair& outside(int dx, int dy, Step step) const;

    Spot king_;
    std::array<unsigned char, 49> near_;
    std::array<Pair, lines * 2> outside_{};
};

/// The piece, its coordinates counted from 1. Precondition: the spot's code is one.
Piece piece_of(const Spot& spot);

/// A piece that could capture on the square that surroundings are of.
struct Attacker {
    Spot spot;
    std::optional<Step> step = std::nullopt;  ///< from the square towards it, if it is a slider
    std::uint64_t distance = 0;
};

/// Every piece of a colour that could capture on the square itself. Cost: O(1).
std::vector<Attacker> attackers_of(const Surroundings& around, Color attackers);

/// A piece that shields its own king, and the slider that would threaten the king if it were gone.
struct PinnedSpot {
    Spot pinned;
    Spot pinner;
};

/// The pieces of a colour that are pinned to the square, where that colour's king stands. Cost: O(1).
std::vector<PinnedSpot> pins_of(const Surroundings& around, Color own);

}  // namespace zermelo::check_state
