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
    // To make a move takes longer than to see what is empty after most.
    if (!game_.is_plain(p_, m))
        return wall_squares_after(m.type == Move::Type::wall ? p_ : game_.moved(p_, m), m);
    const Set occupied = (p_.occupied() & ~Set::of(m.from)) | Set::of(m.to);
    return wall_squares_by(occupied, p_.walls(), m.from, [&](Set squares) {
        const auto kind = m.promotion == 0 ? p_.kind_on(m.from) : compiled_.kind_of(m.promotion);
        const Set shy = shy_men(compiled_, p_) & ~(Set::of(m.from) | Set::of(m.to));
        const bool is_shy = kind == compiled_.named.shy_hopper;
        return arrow_squares(kind, m.to, occupied, squares, is_shy ? shy | Set::of(m.to) : shy);
    });
}

template <typename Bits, typename Sink>
[[gnu::noinline]] auto Generator<Bits, Sink>::wall_squares_after(const Position& after, Move m) const -> Set {
    return wall_squares_by(after.occupied(), after.walls(), m.from, [&](Set squares) -> Set {
        const bool kingside = m.type == Move::Type::castle_kingside;
        const Square at = m.is_castling() ? Castling<Bits>{compiled_, p_, us_, kingside}.king_to : m.to;
        if (!after.men(us_).contains(at)) return {};
        return arrow_squares(after.kind_on(at), at, after.occupied(), squares, shy_men(compiled_, after));
    });
}

template <typename Bits, typename Sink>
template <typename Shoot>
inline auto Generator<Bits, Sink>::wall_squares_by(Set occupied, Set walls, Square from,
                                                   const Shoot& shoot) const -> Set {
    const Set squares = compiled_.board & ~occupied & side_.wall_region;
    switch (compiled_.rules.walling) {
        case rules::Walling::past:
            return squares & Set::of(from);
        case rules::Walling::edge:
            return squares & beside_walls(walls);
        case rules::Walling::arrow:
            return shoot(squares);
        default:
            return squares;
    }
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::beside_walls(Set walls) const -> Set {
    Set near = compiled_.edge;
    while (walls.any()) {
        const Square at = walls.take_first();
        for (const auto& [files, ranks] : {std::pair{0, 1}, {0, -1}, {1, 0}, {-1, 0}})
            if (const auto beside = compiled_.shifted(at, files, ranks)) near |= Set::of(*beside);
    }
    return near;
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::arrow_squares(rules::PieceKind kind, Square at, Set occupied, Set squares,
                                                 Set shy) const -> Set {
    return targets<false>(compiled_, compiled_.piece_moves(us_, kind), at, occupied, squares, Set{}, shy);
}

template <typename Bits, typename Sink>
inline void Generator<Bits, Sink>::put_walls(Move m, Set squares) {
    if (!compiled_.facts.may_leave_attacked) return sink_.gated(m, Move::wall_gated, squares);
    m.gated = Move::wall_gated;
    game_.with_legal_gates(p_, m, squares, sink_);
}

}  // namespace zermelo::engine
