// SPDX-License-Identifier: GPL-3.0-or-later
// Which moves leave nothing attacked: checks and pins, found before moves are made, or each move made and
// looked at.
#pragma once

#include "zermelo/engine/generator.hpp"

namespace zermelo::engine {

template <typename Bits, typename Sink>
inline bool Generator<Bits, Sink>::hoppers_face(Square square) const {
    for (const auto& hoppers : compiled_.sides[them_].attackers.hoppers)
        for (Set men = p_.men(them_, hoppers.kind); men.any();) {
            const Square at = men.take_first();
            for (const auto& h : compiled_.piece_moves(them_, hoppers.kind).hops) {
                const auto& line = compiled_.line(h.line, at);
                if (h.capture && (h.up ? line.up : line.down).contains(square)) return true;
            }
        }
    return false;
}

template <typename Bits, typename Sink>
inline void Generator<Bits, Sink>::run_by_playing() {
    filter_legal(sink_, [&](auto& candidates) { pseudo_legal_moves(candidates); });
}

template <typename Bits, typename Sink>
template <typename To, typename Generate>
inline void Generator<Bits, Sink>::filter_legal(To& to, const Generate& generate) {
    MoveList list;
    ListSink candidates{list};
    generate(candidates);
    for (const Move m : list) {
        if (to.done()) return;
        if (game_.legal_after(p_, m)) to.special(m);
    }
}

template <typename Bits, typename Sink>
inline void Generator<Bits, Sink>::find_checks_and_pins() {
    for_each_attack(compiled_, p_, guard_, them_,
                    [&](Square attacker, Set path) { note_attack(attacker, path); });
    for (const std::uint16_t id : compiled_.facing_lines) {
        const auto& line = compiled_.line(id, guard_);
        const Set theirs = game_.royals(p_, them_);
        for (const bool up : {true, false}) {
            const Set faced = theirs & (up ? line.up : line.down);
            if (faced.empty()) continue;
            const Square king = up ? faced.first() : faced.last();
            const Set path = up ? line.up & Set::below(king) : line.down & Set::above(king);
            const Set between = path & occupied_;
            if (between.size() != 1 || (between & p_.men(us_)).empty()) continue;
            note_pin(between, path | Set::of(king));
        }
    }
}

template <typename Bits, typename Sink>
inline void Generator<Bits, Sink>::note_attack(Square attacker, Set path) {
    const Set between = path & occupied_;
    if (between.empty()) {
        check_mask_ &= path | Set::of(attacker);
        checked_ = true;
    } else if (between.size() == 1 && (between & p_.men(us_)).any()) {
        note_pin(between, path | Set::of(attacker));
    }
}

template <typename Bits, typename Sink>
inline void Generator<Bits, Sink>::note_pin(Set man, Set path) {
    pinned_ |= man;
    if (pins_ < max_pins)
        pin_.all[pins_++] = {man.first(), path};
    else
        too_many_pins_ = true;
}

template <typename Bits, typename Sink>
inline auto Generator<Bits, Sink>::legal_targets(Square from) const -> Set {
    Set free = check_mask_;
    if (pinned_.contains(from))
        for (unsigned i = 0; i < pins_; ++i)
            if (pin_.all[i].square == from) free &= pin_.all[i].path;
    return free;
}

}  // namespace zermelo::engine
