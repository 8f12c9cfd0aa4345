// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/rules/reader.hpp"

namespace zermelo::engine {

/// Whether the start FEN of rules can be read and is a legal position of theirs.
///
/// Errors (bad_input): what `parse_fen` refuses, at its column; everything that `violations` finds in one
/// message, at the FEN's first column.
Result<void> check_start(const rules::Rules& rules);

/// A rules file, as `rules::read_rules_file` reads it, with every start looked at.
/// Cost: some 10 µs a kind of piece on 8×8, and more on larger boards; by `rules::steps_of` some 100 ns a
/// step.
rules::RulesFile read_variants_file(std::string_view text, const rules::FindRules& find,
                                    const rules::RulesBounds& bounds = {},
                                    rules::Reading reading = rules::Reading::strict, const Over& over = {});

/// All variants of a rules file, as `rules::read_rules` reads them, each with a start that can be played.
Result<std::vector<rules::Rules>> read_variants(std::string_view text, const rules::FindRules& find);

}  // namespace zermelo::engine
