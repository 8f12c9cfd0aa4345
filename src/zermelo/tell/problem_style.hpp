// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/compositions/olive_reader.hpp"
#include "zermelo/tell/problem.hpp"

/// A solved problem as one of several texts.
namespace zermelo::tell {

/// The letters of king, queen, rook, bishop, knight and pawn in the notation of a language.
struct MenLetters {
    std::string_view of_men = "KQRBNP";
};
/// Those of a language by its code: `en`, `de`, `fr`, `es`; nothing for others.
std::optional<MenLetters> men_letters(std::string_view language);

/// How a solved problem is written for people and programs.
struct ProblemStyle {
    enum class Text : std::uint8_t {
        customary,  ///< `text_of`
        popeye,     ///< `popeye_text`
        latex,      ///< `latex_text`
        olive,      ///< the document of a collection with the solution in it
        input,      ///< `compositions::popeye_input`, without the solution
    };
    Text text = Text::customary;
    MenLetters letters = {};  ///< in the customary notation
};

/// The style that has a name over HTTP: `text`, `popeye`, `latex`, `olv`, `inp`; nothing for others.
std::optional<ProblemStyle::Text> text_named(std::string_view name);

/// Errors: as `latex_text`. Precondition: a style that needs no more than the solution, which `olive` and
/// `input` do. Cost: O(moves that are told).
Result<std::string> text_of(SolvedProblem problem, const ProblemStyle& style);
/// Any style, of a problem with what was asked of it; `input` does not look at the solution. Errors: as
/// `latex_text` and `popeye_input`.
Result<std::string> text_of(const compositions::Composition& asked, const rules::Rules& rules,
                            const SolvedProblem& problem, const ProblemStyle& style);

/// The document of a collection with the solution in it; where that has not come to an end, with a comment
/// that says so.
std::string with_answer(const compositions::CollectionEntry& entry, const SolvedProblem& problem);
/// The document as it is but for a comment, in the place of the one that an earlier run has left.
std::string with_remark(const compositions::CollectionEntry& entry, std::string_view remark);

/// The `written` of docs/json.md: each style by its name, with its text or why there is none.
Json written(const compositions::Composition& asked, const rules::Rules& rules, const SolvedProblem& problem,
             const std::vector<std::string>& names, MenLetters letters);

}  // namespace zermelo::tell
