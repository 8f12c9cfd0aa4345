// SPDX-License-Identifier: GPL-3.0-or-later
// Moves that put walls.
#pragma once

#include <utility>

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
inline void Generator<Bits, Sink>::run_with_walls(Wanted wanted) {
    MoveList list;
    ListSink candidates{list};
    pseudo_legal_moves(candidates);
    const bool instead = compiled_.rules.wall_or_move;
    for (Move m : list) {
        if (sink_.done()) return;
        if (instead || m.type == Move::Type::pass) {
            if (game_.legal_after(p_, m)) sink_.special(m);
        } else {
            put_walls(m, wall_squares(m));
        }
    }
    if (!instead || wanted == Wanted::captures || p_.men(us_).empty()) return;
    const Square at = p_.men(us_).first();
    const Move m{at, at, 0, Move::Type::wall};
    put_walls(m, wall_squares(m));
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::wall_squares(Move m) const -> Set {
    const rules::Walling rule = compiled_.rules.walling;
    const Position after = m.type == Move::Type::wall ? p_ : game_.moved(p_, m);
    Set squares = compiled_.board & ~after.occupied() & side_.wall_region;
    if (rule == rules::Walling::past) squares &= Set::of(m.from);
    if (rule == rules::Walling::arrow) {
        const bool kingside = m.type == Move::Type::castle_kingside;
        const Square at = is_castling(m) ? Castling<Bits>{compiled_, p_, us_, kingside}.king_to : m.to;
        if (!after.men(us_).contains(at)) return {};
        squares &= targets<false>(compiled_, compiled_.piece_moves(us_, after.kind_on(at)), at,
                                  after.occupied(), squares, Set{}, shy_men(compiled_, after));
    }
    if (rule == rules::Walling::edge) {
        Set near = compiled_.edge;
        for (Set walls = after.walls(); walls.any();) {
            const Square at = walls.take_first();
            for (const auto& [files, ranks] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}})
                if (const auto beside = compiled_.shifted(at, files, ranks)) near |= Set::of(*beside);
        }
        squares &= near;
    }
    return squares;
}

template <typename Bits, typename Sink>
inline void Generator<Bits, Sink>::put_walls(Move m, Set squares) {
    if (!compiled_.facts.may_leave_attacked) return sink_.gated(m, Move::wall_gated, squares);
    m.gated = Move::wall_gated;
    game_.with_legal_gates(p_, m, squares, sink_);
}

}  // namespace zermelo::engine
