// SPDX-License-Identifier: GPL-3.0-or-later
// Drops from the hand.
#pragma once

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::drops(To& to) {
    const rules::Rules& rules = compiled_.rules;
    Set free = quiet_;
    if (rules.enclosing_drop != rules::Enclosing::none) free &= enclosing_squares(compiled_, p_, us_);
    if (is_guarded()) free &= check_mask_;
    const bool must = rules.must_drop && rules.must_drop_kind && game_.has_men_to_drop(p_);
    for (const rules::PieceKind kind : compiled_.kinds()) {
        if (rules.free_drops ? compiled_.is_royal(kind) : p_.in_hand(us_, kind) == 0) continue;
        const char letter = compiled_.letter(kind);
        if (must && letter != *rules.must_drop_kind) continue;
        const PieceMoves<Bits>& piece = side_.piece_moves[kind.index()];
        Set squares = free & piece.drop_squares;
        if (letter == rules.undoubled_kind) squares &= ~doubled_files(kind);
        if (rules.drop_promoted && piece.promoted_letter) {
            const rules::PieceKind turned = compiled_.kind_of(*piece.promoted_letter);
            drop(to, squares & side_.piece_moves[turned.index()].allowed, turned, letter,
                 Move::Type::drop_promoted);
        }
        if ((squares & piece.turn_squares).any())
            drop(to, squares & piece.turn_squares, *piece.turned_round, letter, Move::Type::drop);
        drop(to, squares & ~piece.turn_squares, kind, letter, Move::Type::drop);
    }
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::drop(To& to, Set squares, rules::PieceKind kind, char letter,
                                        Move::Type type) {
    const rules::Rules& rules = compiled_.rules;
    squares &= ~side_.piece_moves[kind.index()].stuck;
    const bool looked_at = compiled_.is_royal(kind) || !rules.drop_checks || rules.opposite_bishop_drops ||
                           (rules.pawn_drop_mate_illegal && kind == compiled_.named.shogi_pawn);
    if (!looked_at) {
        if (squares.any()) to.drop(squares, letter, type);
        return;
    }
    while (squares.any()) {
        const Square at = squares.take_first();
        const Move move{at, at, letter, type};
        if (game_.drop_is_legal(p_, move, kind)) to.special(move);
    }
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::doubled_files(rules::PieceKind kind) const -> Set {
    Set doubled;
    for (unsigned file = 0; file < compiled_.files; ++file) {
        Set squares;
        for (unsigned s = file; s < compiled_.squares; s += compiled_.files) squares |= Set::of(Square{s});
        if ((squares & p_.men(us_, kind)).size() >= compiled_.rules.undoubled_count) doubled |= squares;
    }
    return doubled;
}

}  // namespace zermelo::engine
