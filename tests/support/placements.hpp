// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/engine/setup.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/material.hpp"

namespace zermelo::testing {

/// Gives a setup what a material has beside the board.
inline void put_beside_board(engine::Setup& setup, const rules::Rules& rules, const tablebase::Material& m) {
    if (rules.check_counting) setup.checks_left = {m.checks_left[Color::white], m.checks_left[Color::black]};
    if (!rules.has_hands()) return;
    setup.hands.emplace();
    for (const Color c : both_colors)
        for (const rules::PieceKind k : rules::PieceKinds{rules.kinds.size()})
            if (const unsigned held = m.hands[c][k.index()]; held != 0)
                (*setup.hands)[c][rules.kinds[k.index()].letter] = held;
}

/// Calls f for every way to put the material, walls among it, on the board.
template <typename F>
void each_placement(engine::Setup& setup, const rules::Rules& rules, tablebase::Material& left, F&& f,
                    unsigned first = 0) {
    if (left.men() == 0 && left.walls == 0) return f(setup);
    if (first == rules.files * rules.ranks) return;
    each_placement(setup, rules, left, f, first + 1);
    const unsigned bit = rules::region_bit(first % rules.files, first / rules.files);
    auto& square = setup.men[bit];
    if (left.walls != 0) {
        --left.walls;
        setup.walls.set(bit);
        each_placement(setup, rules, left, f, first + 1);
        setup.walls.reset(bit);
        ++left.walls;
    }
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
