// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/base/isa.hpp"
#include "zermelo/puzzles/check_state/piece.hpp"

/// The way in to the kernel of check states: what others include of it is this, `piece.hpp` for the boards,
/// and `piece_list.hpp` where boards are packed as they are read.
namespace zermelo::check_state {

class PieceList;

/// A piece that shields its own king, and the slider that would threaten the king if it were gone.
struct Pin {
    Piece pinned;
    Piece pinner;
};

/// A move of one piece to another square.
struct Move {
    Piece piece;  ///< before it moves
    Column column{1};
    Row row{1};
    std::optional<Piece> captured = std::nullopt;

    friend bool operator==(const Move&, const Move&) = default;
};

/// A step of the king to a neighbouring square of the board, an evasion or not.
struct KingStep {
    Move move;
    bool taken = false;  ///< by a piece of its own colour, which is then `move.captured`
    /// The enemy pieces that could capture the king there, it being gone from where it stands now, and what
    /// it captures being gone, too.
    std::vector<Piece> attackers;
    /// The one of them that looks through the king: it checks along the line on which the king would stay.
    std::optional<Piece> through_king = std::nullopt;

    bool is_evasion() const { return !taken && attackers.empty(); }
};

/// A move that would answer the check if its piece were not pinned.
struct PinnedMove {
    Move move;
    Piece pinner;
};

/// How many moves of each kind there are after which a threatened king no longer is.
struct Evasions {
    std::uint64_t king_moves = 0;
    std::uint64_t captures = 0;        ///< captures of the only checker, by pieces other than the king
    std::uint64_t interpositions = 0;  ///< moves of pieces to between king and checker

    std::uint64_t count() const { return king_moves + captures + interpositions; }
    friend bool operator==(const Evasions&, const Evasions&) = default;
};

/// The pieces and moves that a `CheckState` is about. Arrays are indexed by colour, White's first; moves are
/// there if one king is threatened.
struct Reasons {
    std::array<std::vector<Piece>, 2> checkers;  ///< the enemy pieces that threaten the king of a colour
    std::array<std::vector<Pin>, 2> pins;        ///< the pieces of a colour that shield their own king
    std::vector<KingStep> king_steps;            ///< all that stay on the board, row by row
    std::vector<Move> captures;                  ///< by row and column of the piece
    /// Those next to the king first, then by row and column of the piece; no more than were asked for.
    std::vector<Move> interpositions;
    std::vector<PinnedMove> pinned_moves;  ///< they would open another line to the king
};

/// What is to be said about the two kings of a board.
struct CheckState {
    enum class Verdict : std::uint8_t {
        safe,        ///< neither king is threatened
        impossible,  ///< both are
        check,       ///< one is; mate if there is no evasion
    };
    Verdict verdict = Verdict::safe;
    Color threatened = Color::white;  ///< whose king, if `check`; white otherwise
    Evasions evasions;                ///< if `check`; none otherwise
    std::optional<Reasons> reasons;   ///< given by `explain` alone

    bool is_mate() const { return verdict == Verdict::check && evasions.count() == 0; }
    /// The reasons aside.
    friend bool operator==(const CheckState& a, const CheckState& b) {
        return a.verdict == b.verdict && a.threatened == b.threatened && a.evasions == b.evasions;
    }
};

/// Safe, impossible, or check with the number of moves after which the king is not threatened; exact.
///
/// A threat is a capture of the king that an enemy piece (pinned or not, the king included) could make now.
/// Preconditions: `list` has no defect; n ≤ largest_board; this machine has `isa`.
/// Cost: O(pieces) expected, whatever n; memory: as of `count_slider_moves`.
/// Threads: all that there are if the list has more than one buffer, this one alone otherwise.
/// Source of the rules: the game `cstate2` (SPOJ CSTATE2), for any n.
CheckState decide(const PieceList& list, Isa isa);

/// The same of a board as anyone would write it down, with the reasons; it shares no vector code with
/// `decide`. At most `most` interpositions are listed, all are counted.
/// Preconditions: one king a side, no two pieces on a square, all on the board; n ≤ largest_board.
/// Cost: O(pieces × log pieces), whatever n; memory: 24 bytes a piece, and 80 for each line of a piece that
/// meets a long check.
CheckState explain(const PlainBoard& board, std::size_t most);

}  // namespace zermelo::check_state
