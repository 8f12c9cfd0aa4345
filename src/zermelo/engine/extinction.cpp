// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/extinction.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/engine/setup.hpp"

namespace zermelo::engine {
namespace {

/// How many men of a kind a side has on the board and in hand; of all kinds if none is named.
unsigned count_men(const Setup& setup, Color side, std::optional<rules::Letter> letter) {
    unsigned count = 0;
    for (const auto& man : setup.men)
        if (man && man->color == side && (!letter || man->letter == letter)) ++count;
    if (setup.hands)
        for (const auto& [held, many] : (*setup.hands)[side])
            if (!letter || held == letter) count += many;
    return count;
}

/// Whether a man of a side may turn from one kind into the other.
bool turns(const rules::Rules& rules, Color side, rules::Letter from, rules::Letter into) {
    const rules::SideRules& own = rules.side(side);
    const auto promoted = rules.promoted_kind.find(from);
    return (promoted != rules.promoted_kind.end() && promoted->second == into) ||
           (rules::contains(own.promotion_pawns, from) && rules::contains(own.promotion_pieces, into));
}

/// The extinction kinds, those of which one turns into another put together.
std::vector<rules::Letters> turning_into_each_other(const rules::Rules& rules, Color side) {
    std::vector<rules::Letters> groups;
    for (const rules::Letter letter : rules.extinction_kinds) {
        rules::Letters group(1, letter);
        std::vector<rules::Letters> others;
        for (const rules::Letters& other : groups) {
            const bool related = std::any_of(other.begin(), other.end(), [&](rules::Letter l) {
                return turns(rules, side, l, letter) || turns(rules, side, letter, l);
            });
            if (related)
                group += other;
            else
                others.push_back(other);
        }
        groups = std::move(others);
        groups.push_back(std::move(group));
    }
    return groups;
}

}  // namespace

EndingKinds ending_kinds(const rules::Rules& rules, Color side) {
    if (!rules.extinction_value) return {};
    EndingKinds ending;
    if (!rules.extinction_pseudo_royal || rules.blast) {
        for (const rules::Letter letter : rules.extinction_kinds) ending.kinds.emplace_back(1, letter);
        ending.together = rules.extinction_total;
        return ending;
    }
    const auto start = parse_fen(rules.start_fen, rules);
    if (!start) return {};
    const auto has_more = [&](const rules::Letters& letters) {
        unsigned men = 0;
        for (const rules::Letter letter : letters) men += count_men(*start, side, letter);
        return men > rules.extinction_count;
    };
    for (const rules::Letters& letters : turning_into_each_other(rules, side))
        if (has_more(letters)) ending.kinds.push_back(letters);
    ending.together =
        rules.extinction_total && count_men(*start, side, std::nullopt) > rules.extinction_count;
    return ending;
}

}  // namespace zermelo::engine
