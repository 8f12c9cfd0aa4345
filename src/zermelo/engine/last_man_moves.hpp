// SPDX-License-Identifier: GPL-3.0-or-later
// Moves of a side that may not lose its last man.
#pragma once

#include <algorithm>

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
inline bool Generator<Bits, Sink>::run_with_last_man() {
    Set own;
    LastMan last;
    for (const rules::PieceKind kind : compiled_.extinction_kinds) {
        const Set ours = p_.men(us_, kind);
        const Set theirs = p_.men(them_, kind);
        // Where there are more men, a blast may make last ones.
        if (std::max(ours.size(), theirs.size()) > compiled_.rules.extinction_count + 1U) return false;
        own |= ours;
        last.theirs |= theirs;
    }
    if (own.empty()) {
        pseudo_legal_moves(sink_);
        return true;
    }
    if (own.size() > 1 || hoppers_face(own.first())) return false;
    guard_ = own.first();
    guarded_ = Guarded::last_man;
    last_ = &last;
    if (compiled_.rules.blast) {
        last.blasted = p_.men();
        if (compiled_.named.pawn)
            last.blasted &= ~(p_.men(us_, *compiled_.named.pawn) | p_.men(them_, *compiled_.named.pawn));
        for (const rules::PieceKind kind : compiled_.blast_immune)
            last.blasted &= ~(p_.men(us_, kind) | p_.men(them_, kind));
    }
    last.shelter = game_.shelter(p_, us_);
    last.harmless = game_.spares_last_men(p_, them_);
    if (!last.shelter.contains(guard_))
        for_each_attack(compiled_, p_, guard_, them_, [&](Square attacker, Set path) {
            if (last.harmless.contains(attacker)) return;
            last.screen |= path & occupied_;
            note_attack(attacker, path);
        });
    if (!too_many_pins_) pseudo_legal_moves(sink_);
    last_ = nullptr;
    if (too_many_pins_) guarded_ = Guarded::nothing;
    return !too_many_pins_;
}

template <typename Bits, typename Sink>
inline bool Generator<Bits, Sink>::capture_is_legal(Square from, Square to, bool stays) const {
    Set blast;
    if (compiled_.rules.blast) blast = beside(compiled_, to) & last_->blasted & ~Set::of(from);
    if (blast.contains(guard_)) return false;
    const Set taken = blast | Set::of(to);
    if (last_->shelter.contains(guard_) || (taken & last_->theirs).any()) return true;
    if (!checked_ && ((taken | Set::of(from)) & last_->screen).empty()) return true;
    Set after = occupied_ & ~(Set::of(from) | Set::of(to));
    if (!compiled_.rules.petrify_blast) after &= ~blast;
    if (stays) after |= Set::of(to);
    return !attacked(compiled_, p_, guard_, them_, after, ~(taken | last_->harmless));
}

template <typename Bits, typename Sink>
template <typename To>
void Generator<Bits, Sink>::last_man_moves(To& to) {
    const rules::PieceKind kind = p_.kind_on(guard_);
    const PieceMoves<Bits>& piece = side_.piece_moves[kind.index()];
    Set captures = capture_;
    if (!survives_capturing(kind)) captures = Set{};
    if (compiled_.is_mutually_immune(kind)) captures &= ~p_.men(them_, kind);
    const Set reached = targets(compiled_, piece, guard_, occupied_, quiet_, captures, shy_) & ~piece.stuck;
    captures &= reached;
    if (captures.any()) filter_legal(to, [&](auto& candidates) { candidates.plain(guard_, captures); });
    const Set without = occupied_ ^ Set::of(guard_);
    Set safe = reached & ~captures & last_->shelter;
    for (Set left = reached & ~captures & ~last_->shelter; left.any();) {
        const Square at = left.take_first();
        if (!attacked(compiled_, p_, at, them_, without | Set::of(at), ~last_->harmless)) safe |= Set::of(at);
    }
    if (safe.any()) to.plain(guard_, safe);
}

template <typename Bits, typename Sink>
inline bool Generator<Bits, Sink>::survives_capturing(rules::PieceKind kind) const {
    return compiled_.rules.blast ? compiled_.is_blast_immune(kind) : !compiled_.petrifies(kind);
}

template <typename Bits, typename Sink>
template <typename To>
auto Generator<Bits, Sink>::keeping_last_man(To& to, rules::PieceKind kind, Square from, Set reached) -> Set {
    const PieceMoves<Bits>& piece = side_.piece_moves[kind.index()];
    Set captures = reached & capture_;
    reached ^= captures;
    reached &= legal_targets(from);
    if (captures.any() && piece.turns && !compiled_.blast_immune.empty()) {
        const Set region = side_.promotion_region;
        filter_legal(to, [&](auto& candidates) { emit_turning(candidates, piece, from, captures, region); });
    } else if (captures.any()) {
        const bool stays =
            !compiled_.rules.blast || compiled_.petrifies(kind) || compiled_.is_blast_immune(kind);
        while (captures.any()) {
            const Square at = captures.take_first();
            if (capture_is_legal(from, at, stays)) reached |= Set::of(at);
        }
    }
    return reached;
}

}  // namespace zermelo::engine
