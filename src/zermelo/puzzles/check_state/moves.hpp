// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/puzzles/check_state/piece.hpp"

namespace zermelo::check_state {

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

/// A step of the king to a neighbouring square of the board, plausible or not.
struct KingStep {
    Move move;
    bool taken = false;  ///< by a piece of his own colour, which is then `move.captured`
    /// The enemy pieces that could capture him there, he being gone from where he stands now and what he
    /// captures being gone, too.
    std::vector<Piece> attackers;

    bool plausible() const { return !taken && attackers.empty(); }
};

/// A move that would answer the check if its piece were not pinned.
struct PinnedMove {
    Move move;
    Piece pinner;
};

/// Whom each king is threatened by and what shields him; arrays are indexed by colour, White's first.
struct Threats {
    std::array<std::vector<Piece>, 2> checkers;  ///< the enemy pieces that threaten the king of a colour
    std::array<std::vector<Pin>, 2> pins;        ///< the pieces of a colour that shield their own king
};

/// Preconditions: one king a side, no two pieces on a square, all on the board. Cost: O(pieces).
Threats threats_of(const PlainBoard& board);

/// Every move that saves a threatened king, and those that seem to.
struct Rescuers {
    std::vector<KingStep> king_steps;  ///< all that stay on the board, row by row
    std::vector<Move> captures;        ///< of the only checker, by pieces other than the king
    /// Moves of other pieces between a single checker and the king, those next to the king first, then by
    /// row and column of the piece.
    std::vector<Move> interpositions;
    std::uint64_t untold = 0;              ///< interpositions beyond those that were asked for
    std::vector<PinnedMove> pinned_moves;  ///< they would open another line to the king

    /// How many moves save the king, listed or not.
    std::uint64_t count() const;
};

/// The moves of the side whose king is threatened after which it is not; exact, as `decide` counts them.
///
/// At most `most` interpositions are listed, and the rest counted. Preconditions: as of `threats_of`, from
/// whose answer for this board `threats` is; the king of `threatened` has a checker.
/// Cost: O(pieces × log pieces), whatever n; 32 bytes of memory for each line of a piece that crosses a long
/// check.
Rescuers rescuers_of(const PlainBoard& board, const Threats& threats, Color threatened, std::size_t most);

}  // namespace zermelo::check_state
