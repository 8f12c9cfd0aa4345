// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/piece_list.hpp"

namespace zermelo::check_state {

/// What is to be said about the two kings of a board.
struct CheckState {
    enum class Verdict : std::uint8_t {
        safe,        ///< neither king is threatened
        impossible,  ///< both are
        check,       ///< one is; mate if `moves` is 0
    };
    Verdict verdict = Verdict::safe;
    Color threatened = Color::white;  ///< whose king, if `check`; white otherwise
    std::uint64_t moves = 0;          ///< how many moves save it, if `check`; 0 otherwise

    bool is_mate() const { return verdict == Verdict::check && moves == 0; }
    friend bool operator==(const CheckState&, const CheckState&) = default;
};

/// Safe, impossible, or check with the number of moves after which the king is not threatened; exact.
///
/// A threat is a capture of the king that an enemy piece (pinned or not, the king included) could make now.
/// Preconditions: `list.find_defect()` found none; n ≤ largest_board; this machine has `isa`.
/// Cost: O(pieces) expected, whatever n; memory: as of `count_crossings`.
/// Threads: all that there are if the list has more than one shard, this one alone otherwise.
/// Source of the rules: the game `cstate2` (SPOJ CSTATE2), for any n.
CheckState decide(const PieceList& list, Isa isa);

/// The reasons of a `CheckState`. Arrays are indexed by colour, White's first.
struct Details {
    CheckState state;
    std::array<std::vector<Piece>, 2> checkers;  ///< the enemy pieces that threaten the king of a colour
    std::array<std::vector<Piece>, 2>
        pinned;                    ///< the pieces of a colour that shield their own king from a slider
    std::uint64_t king_moves = 0;  ///< these three add up to `state.moves`
    std::uint64_t captures = 0;    ///< of the checker, by pieces other than the king
    std::uint64_t interpositions = 0;
};

/// As `decide`, with the reasons; it goes the same way for every n, where `decide` has a faster one for n
/// ≤ 16. Preconditions and cost as there.
Details explain(const PieceList& list, Isa isa);

}  // namespace zermelo::check_state
