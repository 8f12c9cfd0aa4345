// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <span>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"
#include "zermelo/puzzles/check_state/surroundings.hpp"

namespace zermelo::check_state {

/// The line of a single check by a slider: the squares king + i × step, i = 1..length. The checker stands on
/// the last, the others are empty.
struct CheckLine {
    Spot king;
    Step step;
    std::uint64_t length = 0;
};

/// Moves of the threatened side's pieces other than its king.
struct Rescues {
    std::uint64_t captures = 0;
    std::uint64_t interpositions = 0;
};

/// How the filter of crossings is laid out; all give the same counts. Tests make it small.
struct CrossingSlots {
    enum class Kind : std::uint8_t {
        automatic,
        direct,  ///< a slot a square of the line; only for lines of fewer than 2^31 squares
        hashed,
    };
    Kind kind = Kind::automatic;
    std::uint32_t count = 0;  ///< if hashed, of a family or of each zone; 0: automatic
};

/// Counts the moves of `own`'s pieces, but its king and the pinned ones, onto the squares of `line`.
/// Preconditions: the list has no defect; `line` as said above; `pinned` lie on queen's lines through the
/// king; this machine has `isa`. Cost: O(pieces) expected; the filters take 2 to 6 bytes of memory a piece
/// (much less in zones), and each piece that shares its line's side with another 14 more (22 where n > 2^30),
/// one family, or one zone a thread, at a time.
Rescues count_crossings(const PieceList& list, const CheckLine& line, Color own, std::span<const Spot> pinned,
                        CrossingSlots slots, Isa isa);

}  // namespace zermelo::check_state
