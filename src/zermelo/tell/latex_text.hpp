// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/tell/problem.hpp"

namespace zermelo::tell {

/// A problem for LaTeX's package `diagram` (of CTAN): one environment with the first diagram, who made it,
/// how many men there are, what is asked, the twins, and the solution in the customary notation. The document
/// itself, with `\usepackage{diagram}`, is the reader's.
///
/// Errors (bad_input): a man that the package has no sign for, which has those of orthodox chess.
Result<std::string> latex_text(const SolvedProblem& problem);

}  // namespace zermelo::tell
