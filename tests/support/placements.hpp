// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/material.hpp"

namespace zermelo::testing {

/// Calls f for every way to put the material on the board.
template <typename F>
void each_placement(engine::Setup& setup, const rules::Rules& rules, tablebase::Material& left, F&& f,
                    unsigned first = 0) {
    if (left.men() == 0) return f(setup);
    if (first == rules.files * rules.ranks) return;
    each_placement(setup, rules, left, f, first + 1);
    auto& square = setup.men[rules::region_bit(first % rules.files, first / rules.files)];
    for (const Color c : both_colors)
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()}) {
            if (left.count(c, k) == 0) continue;
            --left.army(c)[k.index()];
            square = engine::Man{c, rules.kinds[k.index()].letter};
            each_placement(setup, rules, left, f, first + 1);
            square.reset();
            ++left.army(c)[k.index()];
        }
}

}  // namespace zermelo::testing
