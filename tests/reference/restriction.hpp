// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>

#include "zermelo/prove.hpp"

#include "reference/engine.hpp"

namespace zermelo::reference {

inline std::ptrdiff_t men_of(const Setup& setup, Color side) {
    return std::count_if(setup.men.begin(), setup.men.end(),
                         [&](const auto& man) { return man && man->color == side; });
}

/// Whether a restriction leaves the attacker the move between two positions, as the words of `Restriction`
/// have it. Cost: O(moves) of `moves`.
inline bool leaves_move(const Restriction& restriction, const rules::Rules& rules, const Setup& before,
                        const Setup& after) {
    const Color defender = after.to_move;
    const bool checks = attacked(after, rules, defender);
    const bool wins = end(after, rules) == game::Outcome::loss;
    const bool captures = men_of(after, defender) < men_of(before, defender);
    if (restriction.checks && !checks && !wins) return false;
    if (restriction.replies && moves(after, rules).size() > *restriction.replies) return false;
    if (restriction.no_captures && captures) return false;
    return !(restriction.no_quiet_captures && captures && !checks && !wins);
}

}  // namespace zermelo::reference
