// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/extinction.hpp"

#include "zermelo/engine/setup.hpp"

namespace zermelo::engine {
namespace {

/// How many men of a kind a side has on the board and in hand; of all kinds if the letter is 0.
unsigned count_men(const Setup& setup, Color side, rules::Letter letter) {
    unsigned count = 0;
    for (const auto& man : setup.men)
        if (man && man->color == side && (letter == 0 || man->letter == letter)) ++count;
    if (setup.hands)
        for (const auto& [held, many] : (*setup.hands)[static_cast<unsigned>(side)])
            if (letter == 0 || held == letter) count += many;
    return count;
}

}  // namespace

EndingKinds ending_kinds(const rules::Rules& rules, Color side) {
    if (!rules.extinction_value) return {};
    if (!rules.extinction_pseudo_royal || rules.blast)
        return {rules.extinction_kinds, rules.extinction_total};
    const auto start = parse_fen(rules.start_fen, rules);
    if (!start) return {};
    const auto has_more = [&](rules::Letter letter) {
        return count_men(*start, side, letter) > rules.extinction_count;
    };
    EndingKinds ending;
    for (const rules::Letter letter : rules.extinction_kinds)
        if (has_more(letter)) ending.kinds += letter;
    ending.together = rules.extinction_total && has_more(0);
    return ending;
}

}  // namespace zermelo::engine
