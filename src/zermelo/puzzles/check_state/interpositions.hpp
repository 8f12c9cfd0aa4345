// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/hash_partition.hpp"
#include "zermelo/puzzles/check_state/rays.hpp"

namespace zermelo::check_state {

class PieceList;

/// The ray of a single check by a slider: the squares king + i × step, i = 1..length. The checker stands on
/// the last, the others are empty.
struct CheckRay {
    Spot king;
    Step step;
    std::uint64_t length = 0;

    /// How far a square lies off the ray, as a form of its way from the king.
    LinearForm off_form() const { return {-step.y, step.x}; }
    /// 0 on the ray and its prolongations, else the sign is the side; of two squares on one line that crosses
    /// it, the one with the lesser |off| is nearer to the intersection.
    std::int64_t off(const Spot& spot) const { return off_form()(spot.x - king.x, spot.y - king.y); }
    /// The number i of a square between king and checker; 0 if it is none of them.
    std::int64_t between(const Spot& spot) const {
        if (off(spot) != 0) return 0;
        const std::int64_t i = step.x != 0 ? step.x * (spot.x - king.x) : step.y * (spot.y - king.y);
        return i >= 1 && i < static_cast<std::int64_t>(length) ? i : 0;
    }
};

/// One of the three families of parallel lines that cross a check's ray. Each square of the ray is reached
/// from two sides on each.
///
/// Derivation: a square king + i × step + t × direction gives the cross product (square - king) × direction =
/// i × (step × direction), and step × direction is ±1, or ±2 where both are diagonals.
struct LineFamily {
    LinearForm number;    ///< that of the square where a line meets the ray, or twice that
    bool twice = false;   ///< odd values then mean that the line passes between two squares
    unsigned movers = 0;  ///< the codes of the threatened side's pieces that move along the lines

    /// The number i of the ray's square where the line through a square meets it; 0 if it does not.
    /// Precondition: the square is off the ray.
    std::int64_t intersection(const CheckRay& ray, const Spot& spot) const {
        const std::int64_t value = number(spot.x - ray.king.x, spot.y - ray.king.y);
        const std::int64_t i = twice ? value / 2 : value;
        return (twice && value % 2 != 0) || i < 1 || i > static_cast<std::int64_t>(ray.length) ? 0 : i;
    }
};
std::array<LineFamily, 3> families_of(const CheckRay& ray, Color own);

bool is_pinned(std::span<const Spot> pinned, const Spot& spot);

/// Moves of sliders onto the squares of a ray.
struct SliderMoves {
    std::uint64_t captures = 0;  ///< captures of the checker
    std::uint64_t interpositions = 0;
};

/// How they are counted; all ways give the same counts. Tests take each.
enum class Counting : std::uint8_t {
    automatic,
    nearest,           ///< a table of the nearest piece on each line; for n ≤ 2^30 only
    direct_prefilter,  ///< a prefilter that tells all lines apart, and its collisions exactly; as above
    prefilter,         ///< a prefilter by hash, and its collisions exactly
    crowded_prefilter  ///< the same with so few slots that most pieces collide
};

/// Counts the moves of `own`'s sliders onto the squares of the ray, from off it, the pinned ones left out.
/// Preconditions: the list has no defect; `ray` as said above; `pinned` lie on queen's lines through the
/// king; this machine has `isa`. Cost: O(pieces) expected; memory for each thread at a time, for one part of
/// one family: 16 bytes a piece of the part at most where a ray is no longer than twice the number of pieces;
/// else 4, and 32 to 64 for each line with collisions.
SliderMoves count_slider_moves(const PieceList& list, const CheckRay& ray, Color own,
                               std::span<const Spot> pinned, Isa isa,
                               Counting counting = Counting::automatic);

}  // namespace zermelo::check_state
