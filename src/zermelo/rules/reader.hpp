// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
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

/// A rules file as far as it can be read: the variants that are good and everything that is wrong, each in
/// the order of their places.
struct RulesFile {
    std::vector<Rules> variants;
    std::vector<Error> errors;  ///< (bad_input), each with line and column
};

/// So many errors are told; where there are more, one behind them says so at the place of the next.
inline constexpr std::size_t most_errors_told = 100;

/// How large the variants of a text may be. Without bounds a few kilobytes can describe games whose tables
/// take gigabytes.
struct RulesBounds {
    std::size_t variants = std::numeric_limits<std::size_t>::max();
    std::uint64_t steps = std::numeric_limits<std::uint64_t>::max();  ///< of all together, as `steps_of`
};

/// Reads a rules file. `engine::read_variants_file` is the same with the engine's check of starts.
///
/// The format is Fairy-Stockfish's `variants.ini` (docs/rules.md). A parent is a section further up in the
/// same file, or one that `find` knows. Errors: everything that is not understood or not supported: a line
/// that is neither section, `key = value`, comment nor blank; an unknown or repeated section, parent or key;
/// a value that its key does not take; a key that asks for a rule that is not supported; rules that
/// contradict each other (a letter twice, a promotion to no kind); a start FEN that `check_start`, if there
/// is one, refuses. Nothing is ever ignored.
///
/// One mistake is one error: a value is told its first one; values that name squares or pieces are not read
/// where the board or the pieces are in doubt; contradictions are looked for where every line of the section
/// is good, and the start is looked at where there are none; of a section whose header is wrong, or whose
/// parent is unknown or has errors, only what is wrong with the keys as such is told. The first variant that
/// exceeds the bounds is an error, too, and the end of reading. Cost: O(length), and that of `check_start`.
RulesFile read_rules_file(std::string_view text, const FindRules& find, const CheckStart& check_start = {},
                          const RulesBounds& bounds = {});

/// All variants of a rules file, or its first error.
Result<std::vector<Rules>> read_rules(std::string_view text, const FindRules& find,
                                      const CheckStart& check_start = {});

/// The rules as a section without a parent that reads back to equal rules, always the same for equal rules:
/// what a certificate's checksum is made of.
std::string canonical_text(const Rules& rules);

/// The rules in plain words, many lines, for `zermelo rules show`.
std::string describe(const Rules& rules);

}  // namespace zermelo::rules
