// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/compositions/mate_zones.hpp"
#include "zermelo/engine/attacks.hpp"
#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Which moves leave a king somewhere to go, seen without making them: where it says so the move does not
/// mate.
///
/// A *flight* is a square of the king's zone that holds no man of its own side and that nobody attacks, the
/// king being away. After a move it is attacked only by the man that moved, or along a line that this man
/// opened; so it stays a flight where neither does.
template <typename Bits>
class Flights {
  public:
    using Position = engine::Position<Bits>;
    using Set = SquareSet<Bits>;

    /// Those of the king of the side that is not to move. Precondition: `zones` hold for that side, which has
    /// one king; all outlive it. Cost: some tenths of a microsecond.
    Flights(const engine::CompiledRules<Bits>& compiled, const MateZones<Bits>& zones, const Position& p,
            Square king)
        : compiled_(compiled), p_(p), without_king_(p.occupied() & ~Set::of(king)) {
        const Color us = p.to_move();
        for (const Square square : zones.zone(king)) {
            if (p.men(!us).contains(square)) continue;
            if (engine::attacked(compiled, p, square, us, without_king_, ~Set{})) continue;
            flights_ |= Set::of(square);
            engine::for_each_attack(compiled, p, square, us, [&](Square, Set path) {
                const Set between = path & without_king_;
                if (between.size() == 1) openers_ |= between;
            });
        }
    }

    /// Whether a legal move surely leaves one.
    bool any_after(engine::Move m) const {
        if (m.type != engine::Move::Type::normal || m.promotion != 0 || m.gated != 0) return false;
        if (flights_.empty() || openers_.contains(m.from)) return false;
        const Set occupied = (without_king_ & ~Set::of(m.from)) | Set::of(m.to);
        const auto& piece = compiled_.piece_moves(p_.to_move(), p_.kind_on(m.from));
        return (flights_ & ~engine::targets(compiled_, piece, m.to, occupied, Set{}, compiled_.board)).any();
    }

  private:
    const engine::CompiledRules<Bits>& compiled_;
    const Position& p_;
    Set without_king_;
    Set flights_, openers_;
};

}  // namespace zermelo::compositions
