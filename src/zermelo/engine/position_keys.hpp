// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "zermelo/base/hash128.hpp"
#include "zermelo/board/square.hpp"
#include "zermelo/color.hpp"
#include "zermelo/rules/piece_kind.hpp"

namespace zermelo::engine {

/// A random number for each thing that tells positions of a game apart. Those of a position, put together by
/// exclusive or, are its key (Zobrist).
class PositionKeys {
  public:
    PositionKeys() = default;
    /// The game has this number of kinds and squares. Cost: O(kinds × squares).
    PositionKeys(std::size_t kinds, unsigned squares);

    const Hash128& man(Color c, rules::PieceKind kind, Square at) const {
        return parts_[(index(c) * kinds_ + kind.index()) * squares_ + at.index()];
    }
    const Hash128& en_passant(Square at) const { return rare(at.index()); }
    /// The man that can be captured en passant.
    const Hash128& en_passant_victim(Square at) const { return rare(squares_ + 7 + at.index()); }
    /// A right to castle, which depends on the rook where any rook may have it.
    const Hash128& castling(unsigned right) const { return rare(squares_ + right); }
    Hash128 castling(unsigned right, Square with) const {
        return turned(rare(squares_ + right), with.index());
    }
    const Hash128& black_to_move() const { return rare(squares_ + 4); }
    /// Precondition: count is 1 or 2.
    const Hash128& passes(unsigned count) const { return rare(squares_ + 4 + count); }
    /// The number of men of a kind in hand. Precondition: count > 0.
    Hash128 hand(Color c, rules::PieceKind kind, unsigned count) const {
        return turned(holding(index(c) * 26 + kind.index()), count);
    }
    /// What the man on a square was (`Holdings::former`).
    Hash128 former(unsigned former, Square at) const { return turned(holding(2 * 26 + at.index()), former); }
    /// The number of checks that a side still needs.
    Hash128 checks(Color c, unsigned count) const {
        return turned(holding(2 * 26 + squares_ + index(c)), count);
    }
    /// That castling has won.
    const Hash128& castled() const { return holding(2 * 26 + squares_ + 2); }
    const Hash128& wall(Square at) const { return holding(2 * 26 + squares_ + 3 + at.index()); }
    /// A gate, whose rank tells which side it belongs to.
    const Hash128& gate(Square at) const { return holding(2 * 26 + 2 * squares_ + 3 + at.index()); }
    const Hash128& strong_checks(unsigned by) const { return holding(2 * 26 + 3 * squares_ + 3 + by); }

  private:
    const Hash128& rare(std::size_t which) const { return parts_[2 * kinds_ * squares_ + which]; }
    const Hash128& holding(std::size_t which) const { return rare(2 * squares_ + 7 + which); }
    static Hash128 turned(const Hash128& key, unsigned count) {
        return {key.high * (2 * count + 1), std::rotl(key.low, static_cast<int>(count % 64)) + count};
    }

    std::size_t kinds_ = 0;
    std::size_t squares_ = 0;
    std::vector<Hash128> parts_;
};

}  // namespace zermelo::engine
