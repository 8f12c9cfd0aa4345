// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/rules/rules.hpp"

/// The variants that are shipped inside the program (`games/`).
namespace zermelo::library {

/// A section of a shipped rules file, unread.
struct ShippedSection {
    std::string_view family;  ///< its file's name without the ending
    std::string_view name;
    std::string_view text;  ///< from its header to the next one
    std::size_t line = 1;   ///< where the header stands in its file
};

/// All of them, file by file, in the order in which they stand there. Cost: the first time, O(length).
std::span<const ShippedSection> shipped_sections();

/// The families, in their order.
std::vector<std::string> shipped_families();

/// The shipped variant of a name, null if there is none: it and its parents are read when they are first
/// asked for, and stay. Every thread may ask. `name` may be one of `other_names`. Errors: none that the tests
/// would let pass; they are those of `rules::read_rules_file`.
Result<const rules::Rules*> shipped_variant(std::string_view name);

/// Another name under which GUIs know a shipped variant.
struct OtherName {
    std::string_view name;
    std::string_view variant;
};
inline constexpr std::array other_names{OtherName{"chess960", "fischerandom"},
                                        OtherName{"standard", "chess"}};

/// The section of the shipped variant that has these very rules, or null. Cost: as `rules::hash`.
const ShippedSection* shipped_section_of(const rules::Rules& rules);

/// How players speak of a shipped variant (`games/catalogue.tsv`).
struct CatalogueEntry {
    std::string_view group;     ///< "Shogi and its kin"
    std::string_view variant;   ///< its name in rules files
    std::string_view title;     ///< "Dobutsu shogi"
    std::string_view sentence;  ///< what it is about
    std::size_t place = 1;      ///< the best known is at 1
};

/// All of them, group by group, the best known first among the groups and in each.
const std::vector<CatalogueEntry>& catalogue();

/// That of a variant of this name, or null.
const CatalogueEntry* catalogue_entry(std::string_view name);

/// Who wins from the start of a shipped variant, as somebody has shown (`games/solved.tsv`).
struct SolvedStart {
    std::string variant;
    std::string value;   ///< what the side to move can get: "win", "loss" or "draw"
    std::string plies;   ///< to the end under best play; empty: nobody has told
    std::string source;  ///< who, and when
};

/// All of them, in the order of their names.
const std::vector<SolvedStart>& solved_starts();

/// That of a variant of this name, or null.
const SolvedStart* solved_start(std::string_view name);

/// That of rules that are those of a shipped variant, or null. Cost: as `rules::hash`.
const SolvedStart* solved_start_of(const rules::Rules& rules);

/// "the first player wins in 31 plies (Watkins, 2016)".
std::string in_words(const SolvedStart& solved);

}  // namespace zermelo::library
