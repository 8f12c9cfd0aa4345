// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/problem.hpp"
#include "zermelo/search/budget.hpp"

namespace zermelo::compositions {

/// All that answers one diagram.
struct Solution : zermelo::Solution {
    std::optional<search::Stop> stop;  ///< what ended it before it was complete
};

}  // namespace zermelo::compositions
