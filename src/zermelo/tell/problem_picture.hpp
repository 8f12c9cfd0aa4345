// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/compositions/composition.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::tell {

/// A problem as journals print it, as a document of SVG: who made it and its title above the diagram; below
/// it what is asked, and how many men there are of White and Black, as `(2+1)`; then what else is asked, the
/// twins with what they change, and the source with the award. Of a zeroposition, that is drawn.
/// It needs no solution. Cost: O(squares).
std::string problem_picture(const compositions::Composition& problem, const rules::Rules& rules);

}  // namespace zermelo::tell
