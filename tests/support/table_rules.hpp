// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <utility>

#include "zermelo/base/random.hpp"
#include "zermelo/tablebase/material.hpp"
#include "zermelo/tablebase/table_rules.hpp"

#include "reference/random_variants.hpp"
#include "reference/rule_switches.hpp"

namespace zermelo::testing {

/// Random rules of a game that can have tables, of one material each; every other time with a rule that
/// random games seldom have.
inline rules::Rules random_table_rules(Random& random) {
    const auto switches = reference::rule_switches();
    while (true) {
        const reference::RuleSwitch* const wanted[] = {&switches[random.below(switches.size())]};
        auto rules = random.one_in(2) ? reference::random_rules_with(random, wanted)
                                      : std::optional{reference::random_rules(random)};
        if (rules && !tablebase::hands_come_back(*rules) && tablebase::check_tables_know(*rules))
            return *std::move(rules);
    }
}

}  // namespace zermelo::testing
