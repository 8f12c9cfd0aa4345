// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::rules {

/// The rules called so, or null where there are none: how `[child:parent]` finds a parent outside its own
/// file. An error: there is a section of that name, and this is the first that is wrong with it.
/// Precondition: whoever checks starts takes theirs.
using FindRules = std::function<Result<const Rules*>(std::string_view name)>;

/// Whether the start FEN of rules can be played, which only an engine knows. Its error has the column in the
/// FEN.
using CheckStart = std::function<Result<void>(const Rules&)>;

/// A section of a rules file: a variant, or why it is none.
struct RulesSection {
    std::string name;  ///< as much of a wrong header's name as can be read, which may be nothing
    Location where;    ///< the place of the name
    /// Errors (bad_input, each with line and column): everything that is wrong with it, in the order of the
    /// places; as many as `max_errors_told`, fewer where `RulesBounds::told` is reached, and where there are
    /// more, one after them that says so at the place of the next.
    tl::expected<Rules, std::vector<Error>> rules;
    /// What was forgiven, see `Reading::lenient`, in the order of the places; as many as errors.
    std::vector<Error> warnings;
    std::string parent = {};  ///< the name of its parent; empty: it has none
};

/// A rules file: each section by itself.
struct RulesFile {
    std::vector<RulesSection> sections;  ///< in the order of the file
    /// What belongs to no section: a line before the first one; that the bounds ended the reading, or, last
    /// of all (stopped), that `over` did.
    std::vector<Error> errors;
    std::map<std::string, std::size_t, std::less<>> first_of_name;  ///< places in `sections`, see `add`

    /// A section more.
    void add(RulesSection section);
    /// The section that a name means, or nothing; the first where there are several, which are all wrong.
    /// Cost: O(log sections).
    const RulesSection* find(std::string_view name) const;
    std::size_t good_count() const;
};

/// The greatest number of errors that are told of a section, and by `all_errors`.
inline constexpr std::size_t max_errors_told = 100;

/// All that is wrong with a file, in the order of the places; where there is more than `max_errors_told`,
/// one after them says so.
std::vector<Error> all_errors(const RulesFile& file);

/// How large the variants of a text may be; as it stands, what a user's own file may have. Without bounds a
/// few kilobytes can describe games whose tables take gigabytes.
struct RulesBounds {
    std::size_t variants = 100'000;                 ///< sections, good or not
    std::uint64_t steps = std::uint64_t{1} << 28U;  ///< all together, as `steps_of`
    std::uint64_t bytes = std::uint64_t{1} << 30U;  ///< all together, as `bytes_of`
    /// Errors and warnings together; a section after these tells its first alone.
    std::size_t told = 100'000;
};

/// What becomes of accidents that rules files for Fairy-Stockfish have: a key that stands twice in a section,
/// a known key without a value, an older name of a key, rights to castle in the start FEN of a game without
/// castling, a region with squares beyond the board.
enum class Reading : std::uint8_t {
    strict,   ///< errors of the section
    lenient,  ///< as Fairy-Stockfish has it, with a warning: the last value counts, no value is no line, an
              ///< older key does what it did, the rights and the squares are left out
};

/// Reads a rules file. `engine::read_variants_file` is the same with the engine's check of starts.
///
/// The format is Fairy-Stockfish's `variants.ini` (docs/rules.md). A parent is a section further up in the
/// same file, or one that `find` knows. Errors of a section: everything that is not understood or not
/// supported: a line that is neither `key = value`, comment nor blank; a repeated name; an unknown parent, or
/// one with errors; an unknown or repeated key; a value that its key does not take; a key that asks for a
/// rule that is not supported; rules that contradict each other (a letter twice, a promotion to no kind); a
/// start FEN that `check_start`, if there is one, refuses. Nothing is ever ignored, and no section depends on
/// others than its parents.
///
/// One mistake is one error: a value is told its first one; values that name squares or pieces are not read
/// where the board or the pieces are in doubt; contradictions are looked for where every line of the section
/// is good, and the start is looked at where there are none; of a section whose header is wrong, or whose
/// parent is unknown or has errors, only that and what is wrong with the keys as such is told. The first
/// section that exceeds the bounds is an error of the file, and the end of reading; so is that it is `over`,
/// which is asked for each line and each value. Cost: O(length × log sections), and that of `check_start` for
/// each section that has a line of its own.
RulesFile read_rules_file(std::string_view text, const FindRules& find, const CheckStart& check_start = {},
                          const RulesBounds& bounds = {}, Reading reading = Reading::strict,
                          const Over& over = {});

/// All variants of a rules file that is good as a whole, or its first error.
Result<std::vector<Rules>> read_rules(std::string_view text, const FindRules& find,
                                      const CheckStart& check_start = {});

/// The rules as a section without a parent that reads back to equal rules, always the same for equal rules:
/// what a certificate's checksum is made of.
std::string canonical_text(const Rules& rules);

/// The same with what pictures and words need besides and what is no rule: whose boards and men they are, and
/// what players call them.
std::string whole_text(const Rules& rules);

/// The rules in plain words, many lines, for `zermelo rules show`.
std::string describe(const Rules& rules);

}  // namespace zermelo::rules
