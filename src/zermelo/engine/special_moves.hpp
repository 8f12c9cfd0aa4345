// SPDX-License-Identifier: GPL-3.0-or-later
// Moves that few games have: passes, first leaps, promotion in place.
#pragma once

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::more_quiets(To& to) {
    if (compiled_.rules.side(us_).pass) pass(to);
    if (compiled_.rules.first_leaps) first_leaps(to);
    if (compiled_.rules.sittuyin_promotion) promote_in_place(to);
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::first_leaps(To& to) {
    const int forward = us_ == Color::white ? 1 : -1;
    const auto leap = [&](Square from, int files, int ranks) {
        const auto at = compiled_.shifted(from, files, ranks);
        const PieceMoves<Bits>& piece = compiled_.piece_moves(us_, p_.kind_on(from));
        if (!at || !(quiet_ & piece.allowed & ~piece.stuck).contains(*at)) return;
        const Set others = targets(compiled_, piece, from, occupied_, quiet_, Set{}, shy_);
        if (!others.contains(*at)) to.plain(from, Set::of(*at));
    };
    if (!game_.in_check(p_))
        for (Set kings = game_.royals(p_, us_) & p_.gates(us_); kings.any();) {
            const Square from = kings.take_first();
            leap(from, 2, forward);
            leap(from, -2, forward);
        }
    if (!compiled_.named.fers) return;
    for (Set men = p_.men(us_, *compiled_.named.fers) & p_.gates(us_); men.any();)
        leap(men.take_first(), 0, 2 * forward);
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::promote_in_place(To& to) {
    const Set region = side_.promotion_region;
    for (const rules::PieceKind k : compiled_.kinds()) {
        const PieceMoves<Bits>& pawn = side_.piece_moves[k.index()];
        if (!pawn.promotes) continue;
        Set men = p_.men(us_, k);
        if (men.size() > 1) men &= region;
        for (; men.any();) {
            const Square from = men.take_first();
            for (const char letter : pawn.promotions)
                if (may_become(letter)) to.promote(from, calm_squares(from, letter), letter);
        }
    }
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::calm_squares(Square from, char letter) const -> Set {
    const PieceMoves<Bits>& kind = compiled_.piece_moves(us_, compiled_.kind_of(letter));
    Set calm;
    Set reached = targets<false>(compiled_, kind, from, occupied_, quiet_, Set{}, shy_);
    if (kind.allowed.contains(from)) reached |= Set::of(from);
    const Set without = occupied_ ^ Set::of(from);
    while (reached.any()) {
        const Square at = reached.take_first();
        if (targets(compiled_, kind, at, without, Set{}, p_.men(them_), shy_).empty()) calm |= Set::of(at);
    }
    return calm;
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::pass(To& to) {
    if (p_.men(us_).empty() || checked_) return;
    Set royal;
    for (const rules::PieceKind k : compiled_.royal_kinds) royal |= p_.men(us_, k);
    const Square at = (royal.any() ? royal : p_.men(us_)).first();
    to.special({at, at, 0, Move::Type::pass});
}

}  // namespace zermelo::engine
