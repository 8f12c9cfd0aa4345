// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/variants.hpp"

#include <string>

#include "zermelo/engine/setup_check.hpp"

namespace zermelo::engine {

Result<void> check_start(const rules::Rules& rules) {
    ZERMELO_TRY(const auto setup, parse_fen(rules.start_fen, rules));
    std::string wrong;
    for (const Violation& violation : violations(setup, rules)) {
        if (!wrong.empty()) wrong += "; ";
        wrong += violation.message;
        if (violation.place) wrong += " (" + name(*violation.place) + ")";
    }
    if (!wrong.empty()) return failure(ErrorKind::bad_input, std::move(wrong), Location{1, 1});
    return {};
}

rules::RulesFile read_variants_file(std::string_view text, const rules::FindRules& find,
                                    const rules::RulesBounds& bounds, rules::Reading reading,
                                    const Over& over) {
    return rules::read_rules_file(text, find, check_start, bounds, reading, over);
}

Result<std::vector<rules::Rules>> read_variants(std::string_view text, const rules::FindRules& find) {
    return rules::read_rules(text, find, check_start);
}

}  // namespace zermelo::engine
