// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <tl/expected.hpp>

#include "zermelo/board/geometry.hpp"

namespace zermelo::king_pawn {

/// The board of the game: 8×8, a1 (x = 1, y = 1 in the judge's words) is square 0.
using Board = Geometry<8, 8, std::uint64_t>;
using Squares = Board::Set;
using Square = Board::Square;

/// The marks that a game is played on. A square that is neither forbidden nor dangerous is open.
struct Marks {
    Squares forbidden;  ///< nobody may enter
    Squares dangerous;  ///< the pawn may enter, the king may not

    constexpr Squares open() const { return ~(forbidden | dangerous); }
};

/// What anyone may type: marks, White's king, Black's pawn. White is to move.
struct Setup {
    Marks marks;
    Square king;
    Square pawn;
};

/// Why a setup is not a position.
enum class Refusal {
    mark_twice,         ///< a square is marked forbidden and dangerous
    king_not_on_open,   ///< the king starts on a forbidden or dangerous square
    pawn_on_forbidden,  ///< the pawn starts on a forbidden square
    pawn_on_king,       ///< both start on one square
};

/// The refusal in words: what is wrong and what was expected.
std::string describe(Refusal refusal);

/// A setup that the rules allow; there is no other way to get one than `from`.
class Position {
  public:
    /// The position, or every reason why the setup is none. Cost: O(1).
    static tl::expected<Position, std::vector<Refusal>> from(const Setup& setup);
    /// For a caller that has checked the setup already. Precondition: `from(setup)` has a value (asserted).
    static Position from_checked(const Setup& setup);

    const Marks& marks() const { return setup_.marks; }
    Square king() const { return setup_.king; }
    Square pawn() const { return setup_.pawn; }

  private:
    explicit Position(const Setup& setup) : setup_(setup) {}
    Setup setup_;
};

}  // namespace zermelo::king_pawn
