// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/engine/game.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Whether moves change what stands on their squares alone, any of them may be made that leaves no royal
/// piece attacked, what attacks is what can capture, and no capture hops over hurdles.
template <typename Bits>
bool has_plain_play(const engine::CompiledRules<Bits>& compiled) {
    const rules::Rules& rules = compiled.rules;
    const auto& facts = compiled.facts;
    return facts.plain_moves && facts.plain_legality && facts.free_choice && !facts.more_quiets &&
           compiled.facing_lines.empty() && !rules.drops && !rules.gating && !rules.castling_960 &&
           compiled.sides[Color::white].attackers.hoppers.empty() &&
           compiled.sides[Color::black].attackers.hoppers.empty();
}

}  // namespace zermelo::compositions
