// SPDX-License-Identifier: GPL-3.0-or-later
// Captures en passant.
#pragma once

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::legal_en_passant() -> Set {
    static_assert(Sink::one_is_enough);
    const bool walls = compiled_.rules.walling != rules::Walling::none && !compiled_.rules.wall_or_move;
    Set legal;
    each_en_passant([&](Move m) {
        if (legal.contains(m.to)) return;
        // Who may be captured so is paralysed, whatever keeps the other one from it.
        if (compiled_.rules.madrasi) legal |= Set::of(m.to);
        if (walls) {
            sink_ = {};
            put_walls(m, wall_squares(m));
        }
        if (walls ? sink_.done() : game_.legal_after(p_, m)) legal |= Set::of(m.to);
    });
    return legal;
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::en_passant(To& to) {
    each_en_passant([&](Move m) {
        if (movers_.contains(m.from) && (!is_guarded() || game_.legal_after(p_, m))) to.special(m);
    });
}

template <typename Bits, typename Sink>
template <typename F>
inline void Generator<Bits, Sink>::each_en_passant(const F& f) const {
    if (!p_.men(them_).contains(p_.en_passant_victim())) return;  // its side is to move: the other has passed
    for (const rules::PieceKind k : side_.en_passant_kinds) {
        const PieceMoves<Bits>& piece = side_.piece_moves[k.index()];
        for (Set men = p_.men(us_, k); men.any();) {
            const Square from = men.take_first();
            for (Set at = p_.en_passant() & capture_only(compiled_, piece, from, occupied_); at.any();)
                f(Move{from, at.take_first(), 0, Move::Type::en_passant});
        }
    }
}

}  // namespace zermelo::engine
