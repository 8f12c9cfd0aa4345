// SPDX-License-Identifier: GPL-3.0-or-later
// Castling.
#pragma once

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::castling(To& to) {
    for (const bool kingside : {true, false}) {
        const unsigned right = Position::right(us_, kingside);
        if (!p_.may_castle(right) || !compiled_.castling_ends(us_, kingside)) continue;
        const Castling<Bits> c{compiled_, p_, us_, kingside};
        const PieceMoves<Bits>& king = compiled_.piece_moves(us_, p_.kind_on(c.king));
        const PieceMoves<Bits>& rook = compiled_.piece_moves(us_, p_.kind_on(c.rook));
        const Set stands = Set::of(c.king) | Set::of(c.rook);
        if ((c.path & (occupied_ ^ stands)).any() || (c.path & ~compiled_.board).any()) continue;
        if (!movers_.contains(c.king) && compiled_.rules.madrasi) continue;
        if (!king.allowed.contains(c.king_to) || !rook.allowed.contains(c.rook_to)) continue;
        if (game_.castles_through_danger(p_, c.king, c.king_to, c.king_path)) continue;
        const Set empty = compiled_.board & ~occupied_;
        const Move m = c.move(targets(compiled_, king, c.king, occupied_, empty, Set{}, shy_));
        if (!is_guarded() || game_.legal_after(p_, m)) to.special(m);
    }
}

}  // namespace zermelo::engine
