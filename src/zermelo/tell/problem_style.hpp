// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
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
        olive,  ///< the document of a collection, with the solution as `collection_text`: of `problem_file`
                ///< alone
    };
    Text text = Text::customary;
    MenLetters letters = {};  ///< in the customary notation
};

/// Errors: as `latex_text`. Cost: O(moves that are told).
Result<std::string> text_of(SolvedProblem problem, const ProblemStyle& style);

}  // namespace zermelo::tell
