// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "zermelo/base/by_color.hpp"
#include "zermelo/compositions/plain_play.hpp"
#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// The moves that are left to each side before a mate.
struct MovesToMate {
    unsigned mating = 0;  ///< to the side that mates
    unsigned mated = 0;   ///< to the other one
};

/// What a mate is made of, where the rules leave that to squares. In a mate the king stands on a square that
/// is attacked, and each square of its *zone*, to which it leaps with and without a capture, is attacked, as
/// if the king were gone, or holds one of its own men: it is *guarded* or *blocked*.
template <typename Bits>
class MateZones {
  public:
    using Set = SquareSet<Bits>;
    static constexpr std::size_t max_squares = 12;  ///< in a zone

    /// `mated`: whose king it is.
    MateZones(const engine::CompiledRules<Bits>& compiled, Color mated) {
        hold_ = has_plain_play(compiled) && compiled.royal_kinds.size() == 1 &&
                !compiled.is_mutually_immune(compiled.royal_kinds[0]) && compiled.rules.promoted_kind.empty();
        if (!hold_) return;
        zones_.resize(compiled.squares);
        const auto& king = compiled.piece_moves(mated, compiled.royal_kinds[0]);
        for (const Square square : BoardSquares{king.leaps.empty() ? 0 : compiled.squares}) {
            const auto& leaps = king.leaps[square.index()];
            for (Set left = leaps.quiet & leaps.capture & king.allowed & compiled.board; left.any();)
                zones_[square.index()].push_back(left.take_first());
            hold_ = hold_ && zones_[square.index()].size() <= max_squares;
        }
    }

    /// Whether a mate is so in this game: play is plain, with one kind of king.
    bool hold() const { return hold_; }
    const std::vector<Square>& zone(Square king) const { return zones_[king.index()]; }

    /// The bits of those squares of a zone that are in a set: the king's square is the lowest bit.
    unsigned bits(Square king, Set set) const {
        unsigned mask = set.contains(king) ? 1 : 0;
        for (std::size_t i = 0; i < zone(king).size(); ++i)
            if (set.contains(zone(king)[i])) mask |= 2U << i;
        return mask;
    }
    /// All bits of a zone.
    unsigned full(Square king) const { return (2U << zone(king).size()) - 1; }

  private:
    bool hold_ = false;
    std::vector<std::vector<Square>> zones_;  ///< by the king's square
};

/// With the move that castling may save a side that still has a right to castle: what it moves are two men.
template <typename Bits>
MovesToMate with_castling(const engine::Position<Bits>& p, Color mated, MovesToMate left) {
    ByColor<bool> may_castle{};
    for (unsigned right = 0; right < 4; ++right)
        if (p.may_castle(right)) may_castle[engine::Position<Bits>::side_of(right)] = true;
    left.mated += may_castle[mated] ? 1 : 0;
    left.mating += may_castle[!mated] ? 1 : 0;
    return left;
}

}  // namespace zermelo::compositions
