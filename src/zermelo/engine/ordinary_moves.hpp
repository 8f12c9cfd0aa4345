// SPDX-License-Identifier: GPL-3.0-or-later
// Moves of men on the board, square by square as their kinds move.
#pragma once

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::pieces(To& to) {
    for (const rules::PieceKind k : compiled_.kinds()) {
        Set men = p_.men(us_, k) & movers_;
        if (men.empty()) continue;
        const PieceMoves<Bits>& piece = side_.piece_moves[k.index()];
        if (is_guarded() && men.contains(guard_)) {
            if (guarded_ == Guarded::royal)
                royal_moves(to);
            else
                last_man_moves(to);
            continue;
        }
        const Set capture = compiled_.is_mutually_immune(k) ? capture_ & ~p_.men(them_, k) : capture_;
        while (men.any() && !to.done()) {
            const Square from = men.take_first();
            Set reached = targets(compiled_, piece, from, occupied_, quiet_, capture, shy_);
            if (checks_ != nullptr) reached &= wanted_targets(piece, k, from);
            if (guarded_ == Guarded::royal) {
                reached &= legal_targets(from);
            } else if (guarded_ == Guarded::last_man) {
                reached = keeping_last_man(to, k, from, reached);
            }
            if (reached.any()) emit(to, piece, from, reached);
        }
    }
    if (to.done()) return;
    if (p_.en_passant().any()) en_passant(to);
    if (quiets_ && p_.castling_rights() != 0) castling(to);
    if (quiets_ && compiled_.facts.more_quiets) more_quiets(to);
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::wanted_targets(const PieceMoves<Bits>& piece, rules::PieceKind kind,
                                                  Square from) const -> Set {
    const bool any = piece.turns || checks_->discoverers.contains(from);
    return any ? ~Set{} : checks_->by_kind[kind.index()];
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::attacked_squares(Set occupied) const -> Set {
    Set attacked;
    for (const rules::PieceKind k : compiled_.kinds())
        for (Set men = p_.men(them_, k); men.any();)
            attacked |= targets(compiled_, compiled_.piece_moves(them_, k), men.take_first(), occupied, Set{},
                                compiled_.board, shy_);
    return attacked;
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::royal_moves(To& to) {
    const rules::PieceKind kind = p_.kind_on(guard_);
    const PieceMoves<Bits>& piece = side_.piece_moves[kind.index()];
    const Set without = occupied_ ^ Set::of(guard_);
    Set reached = targets(compiled_, piece, guard_, occupied_, quiet_, capture_, shy_);
    if (checks_ != nullptr) reached &= wanted_targets(piece, kind, guard_);
    // What stands on a square now would keep shy hoppers off it, and is gone when the royal piece comes.
    const bool together =
        !To::one_is_enough && p_.men(them_).size() <= 2 * reached.size() && (reached & shy_).empty();
    if (together) reached &= ~attacked_squares(without);
    const auto is_safe = [&](Square at) {
        const Set occupied = without | Set::of(at);
        if (!together && attacked(compiled_, p_, at, them_, occupied, ~Set::of(at))) return false;
        return !compiled_.rules.flying_general ||
               (facing_squares(compiled_, at, occupied) & game_.royals(p_, them_)).empty();
    };
    Set safe;
    if (together && !compiled_.rules.flying_general) {
        safe = reached;
    } else {
        for (Set left = reached; left.any() && !to.done();) {
            const Square at = left.take_first();
            if (!is_safe(at)) continue;
            if constexpr (To::one_is_enough)
                emit(to, piece, guard_, Set::of(at));
            else
                safe |= Set::of(at);
        }
    }
    if (safe.any()) emit(to, piece, guard_, safe);
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::emit(To& to, const PieceMoves<Bits>& piece, Square from, Set reached) {
    const Set region = side_.promotion_region;
    if (!piece.turns || (region & (reached | Set::of(from))).empty())
        return to.plain(from, reached & ~piece.stuck);
    emit_turning(to, piece, from, reached, region);
}

template <typename Bits, typename Sink>
template <typename To>
inline void Generator<Bits, Sink>::emit_turning(To& to, const PieceMoves<Bits>& piece, Square from,
                                                Set reached, Set region) {
    // A promoted pawn has no kind of its own to turn back into.
    const unsigned kept = compiled_.rules.piece_demotion ? p_.former(from) : 0;
    const unsigned former = kept == Holdings<Bits>::promoted_pawn ? 0 : kept;
    const Set entering = piece.promotes && !compiled_.rules.sittuyin_promotion ? reached & region : Set{};
    const auto may_stand = [&](char letter) {
        return compiled_.piece_moves(us_, compiled_.kind_of(letter)).allowed;
    };
    const auto promote = [&](Set where, char letter) {
        where &= may_stand(letter);
        if (where.any()) to.promote(from, where, letter);
    };
    Set staying = reached;
    Set turning = region.contains(from) ? reached : reached & region;
    if (compiled_.rules.piece_promotion_on_capture) turning &= p_.men(them_);
    const bool turns = piece.promoted_letter && may_become(*piece.promoted_letter);
    if ((turns || former != 0) && compiled_.rules.mandatory_piece_promotion) staying &= ~turning;
    if (turns) {
        const bool for_pawns = rules::contains(piece.promotions, *piece.promoted_letter);
        promote(for_pawns ? turning & ~entering : turning, *piece.promoted_letter);
    }
    if (former != 0) {
        const char letter = compiled_.letter(rules::PieceKind{former - 1});
        for (Set left = turning & may_stand(letter); left.any();)
            to.special({from, left.take_first(), letter, Move::Type::demotion});
    }
    for (const char letter : piece.promotions)
        if (may_become(letter)) promote(entering, letter);
    if (compiled_.rules.mandatory_pawn_promotion) staying &= ~entering;
    staying &= ~piece.stuck;
    if (staying.any()) to.plain(from, staying);
}

template <typename Bits, typename Sink>
inline bool Generator<Bits, Sink>::may_become(char letter) const {
    const auto limit = compiled_.rules.promotion_limit.find(letter);
    return limit == compiled_.rules.promotion_limit.end() ||
           p_.men(us_, compiled_.kind_of(letter)).size() < limit->second;
}

}  // namespace zermelo::engine
