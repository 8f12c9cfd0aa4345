// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Whether moves change what stands on their squares alone, and are no more than a man has on an empty board:
/// none hops over hurdles.
template <typename Bits>
bool has_plain_moves(const engine::CompiledRules<Bits>& compiled) {
    const rules::Rules& rules = compiled.rules;
    for (const Color side : both_colors)
        for (const rules::PieceKind kind : compiled.kinds())
            if (!compiled.piece_moves(side, kind).hops.empty()) return false;
    return compiled.facts.plain_moves && !compiled.facts.more_quiets && !rules.drops && !rules.gating &&
           !rules.castling_960;
}

/// Whether moreover any of them may be made that leaves no royal piece attacked, and what attacks is what can
/// capture.
template <typename Bits>
bool has_plain_play(const engine::CompiledRules<Bits>& compiled) {
    return has_plain_moves(compiled) && compiled.facts.plain_legality && compiled.facts.free_choice &&
           compiled.facing_lines.empty();
}

}  // namespace zermelo::compositions
