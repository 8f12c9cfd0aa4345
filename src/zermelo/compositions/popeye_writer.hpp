// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/compositions/composition.hpp"
#include "zermelo/rules/rules.hpp"

/// Problems as files have them: what `PopeyeReader` and `OliveReader` read.
namespace zermelo::compositions {

/// A problem in the English words of Popeye's input, from `BeginProblem` to `EndProblem`. How many solutions
/// it is to have, and the names of twins, it has no words for.
///
/// Errors (bad_input): what these words do not say, such as men other than those of orthodox chess, walls, or
/// the goal `win`. So what is written and read again is the same problem. Cost: O(squares · diagrams).
Result<std::string> popeye_input(const Composition& problem, const rules::Rules& rules);

/// A problem as a document of a collection in YAML, without a solution: `with_solution` adds one. Names of
/// twins that are not in the order of the alphabet become letters. Errors and cost: as `popeye_input`.
Result<std::string> collection_document(const Composition& problem, const rules::Rules& rules);

}  // namespace zermelo::compositions
