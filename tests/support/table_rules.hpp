// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/base/random.hpp"
#include "zermelo/tablebase/table_rules.hpp"

#include "reference/random_variants.hpp"

namespace zermelo::testing {

/// Random rules of a game that can have tables, of one material each.
inline rules::Rules random_table_rules(Random& random) {
    while (true) {
        rules::Rules rules = reference::random_rules(random);
        if (!rules.has_hands() && tablebase::check_tables_know(rules)) return rules;
    }
}

}  // namespace zermelo::testing
