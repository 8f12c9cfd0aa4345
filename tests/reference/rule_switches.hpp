// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "zermelo/base/random.hpp"
#include "zermelo/rules/rules.hpp"

/// The rules that a rules file switches on and off, one by one: what pairs of rules are made of.
namespace zermelo::reference {

/// A rule with the keys that say it.
struct RuleSwitch {
    std::string_view name;  ///< the key that switches it on
    std::string_view keys;  ///< the other keys that it is said with, parted by blanks
    bool (*is_on)(const rules::Rules&);
    void (*off)(rules::Rules&);          ///< as if no key had said it; the start FEN is left alone
    void (*on)(Random&, rules::Rules&);  ///< with some values at random, and what it needs beside it
};

/// All of them: every key that changes which positions there are, which moves, or how the game ends.
std::span<const RuleSwitch> rule_switches();

/// Random rules in which all these are on, with a start; nothing where the draws have not brought any such
/// that a rules file may say. The more of them, the more often nothing. Cost: some milliseconds.
std::optional<rules::Rules> random_rules_with(Random& random, std::span<const RuleSwitch* const> wanted);

}  // namespace zermelo::reference
