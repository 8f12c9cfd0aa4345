// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/partition.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/surroundings.hpp"

namespace zermelo::check_state {

/// The line of a single check by a slider: the squares king + i × step, i = 1..length. The checker stands on
/// the last, the others are empty.
struct CheckLine {
    Spot king;
    Step step;
    std::uint64_t length = 0;

    /// How far a square lies off the line, as a form of its way from the king.
    Form off_form() const { return {-step.y, step.x}; }
    /// 0 on the line and its prolongations, else the sign is the side; of two squares on one line that
    /// crosses it, the one with the lesser |off| is nearer to the crossing.
    std::int64_t off(const Spot& spot) const { return off_form()(spot.x - king.x, spot.y - king.y); }
    /// The number of a square on the line or its prolongations.
    std::int64_t number(const Spot& spot) const {
        return step.x != 0 ? step.x * (spot.x - king.x) : step.y * (spot.y - king.y);
    }
    /// The number of a square on the line; 0 if it is not.
    std::int64_t at(const Spot& spot) const {
        const std::int64_t i = off(spot) == 0 ? number(spot) : 0;
        return i >= 1 && i <= static_cast<std::int64_t>(length) ? i : 0;
    }
};

/// One of the three families of parallel lines that cross a check line. Each square of the check line is
/// reached from two sides on each.
///
/// Derivation: a square king + i × step + t × direction gives the cross product (square - king) × direction =
/// i × (step × direction), and step × direction is ±1, or ±2 where both are diagonals.
struct LineFamily {
    Form number;          ///< of the square where a line meets the check line, or twice that
    bool twice = false;   ///< odd values then mean that the line passes between two squares
    unsigned movers = 0;  ///< the codes of the threatened side's pieces that move along the lines

    /// The number i of the square of the check line where the line through a square meets it; 0 if it
    /// does not. Precondition: the square is off the check line.
    std::int64_t crossing(const CheckLine& line, const Spot& spot) const {
        const std::int64_t value = number(spot.x - line.king.x, spot.y - line.king.y);
        const std::int64_t i = twice ? value / 2 : value;
        return (twice && value % 2 != 0) || i < 1 || i > static_cast<std::int64_t>(line.length) ? 0 : i;
    }
};
std::array<LineFamily, 3> families_of(const CheckLine& line, Color own);

/// Moves of the threatened side's pieces other than its king.
struct Rescues {
    std::uint64_t captures = 0;
    std::uint64_t interpositions = 0;

    void add(const Rescues& other) {
        captures += other.captures;
        interpositions += other.interpositions;
    }
};

/// How crossings are counted; all ways give the same counts. Tests take each.
enum class CountingWay : std::uint8_t {
    automatic,
    nearest,        ///< a table of the nearest piece on each line; for n ≤ 2^30 only
    filter,         ///< a prefilter, and the collisions exactly
    narrow_filter,  ///< the same with so few slots that most pieces collide
};

/// Counts the moves of `own`'s pieces, but its king and the pinned ones, onto the squares of `line`.
/// Preconditions: the list has no defect; `line` as said above; `pinned` lie on queen's lines through the
/// king; this machine has `isa`. Cost: O(pieces) expected; memory for each thread at a time, for one part of
/// one family: 16 bytes a piece of the part at most where a check is no longer than twice the number of
/// pieces; else 4, and 32 to 64 for each line with collisions.
Rescues count_crossings(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
                        Isa isa, CountingWay way = CountingWay::automatic);

}  // namespace zermelo::check_state
