// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// The rules called so, or nothing: how `[child:parent]` finds a parent outside its own file.
using FindRules = std::function<const Rules*(std::string_view name)>;

/// Whether the start FEN of rules can be played, which only an engine knows. Its error has the column in the
/// FEN.
using CheckStart = std::function<Result<void>(const Rules&)>;

/// All variants of a rules file, in its order. `engine::read_variants` is the same with the engine's check of
/// starts.
///
/// The format is Fairy-Stockfish's `variants.ini` (docs/rules.md). A parent is a section further up in the
/// same file, or one that `find` knows. Errors (bad_input, with line and column): everything that is not
/// understood or not supported: a line that is neither section, `key = value`, comment nor blank; an unknown
/// or repeated section, parent or key; a value that its key does not take; a key that asks for a rule that is
/// not supported; rules that contradict each other (a letter twice, a promotion to no kind); a start FEN that
/// `check_start`, if there is one, refuses. Nothing is ever ignored. Cost: O(length).
Result<std::vector<Rules>> read_rules(std::string_view text, const FindRules& find,
                                      const CheckStart& check_start = {});

/// The rules as a section without a parent that reads back to equal rules, always the same for equal rules:
/// what a certificate's checksum is made of.
std::string canonical_text(const Rules& rules);

/// The rules in plain words, many lines, for `zermelo rules show`.
std::string describe(const Rules& rules);

}  // namespace zermelo::rules
