// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/compositions/composition.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::compositions {

/// A problem of a collection, with its document, which can be written back.
struct CollectionEntry {
    Result<Composition> problem;
    std::string_view text;  ///< the document, its `---` included
    /// The bytes of it that have the key `solution` and its value, whole lines; where there are none, both
    /// are where they are to stand.
    std::size_t solution_begin = 0, solution_end = 0;
    std::size_t indent = 0;  ///< blanks before each key
};

/// Whether a text is a collection in YAML, by how it begins: with `---`, `%`, or a key and a colon.
bool is_collection(std::string_view text);

/// Reads collections of problems in YAML, as Olive (`.olv`) and YACPDB have them, one document after the
/// other. Pieces, stipulation, options and twins are in the English words of Popeye's input; docs/problems.md
/// says what is read. What says nothing of the diagram and what is asked is kept and not looked at.
class OliveReader {
  public:
    /// Both must outlive it.
    OliveReader(std::string_view text, const rules::Rules& rules);

    /// The next entry; nothing at the end. Errors (bad_input, with the place in the text): what is no YAML,
    /// or no problem; men, options or conditions that are not known. Reading goes on at the next document.
    /// Cost: O(bytes of the document).
    std::optional<CollectionEntry> next();

  private:
    std::string_view text_;
    const rules::Rules& rules_;
    std::size_t at_ = 0;
    std::uint64_t line_ = 1;  ///< the line in which `at_` lies
};

/// The document with a solution (lines, each with its end) in the place of the one that it had.
/// Precondition: the problem was read.
std::string with_solution(const CollectionEntry& entry, std::string_view solution);

}  // namespace zermelo::compositions
