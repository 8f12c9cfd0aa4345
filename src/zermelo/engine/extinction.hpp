// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/rules/rules.hpp"

namespace zermelo::engine {

/// What ends the game for a side by being gone.
struct EndingKinds {
    std::vector<rules::Letters> kinds;  ///< any one of these, each counted as one kind
    bool together = false;              ///< all its men together
    bool any() const { return together || !kinds.empty(); }
};

/// Those of `extinction_kinds`, if the rules have that end. Where last men may not be left attacked
/// (`extinction_pseudo_royal`) and nothing explodes the end comes of a side's own moves alone: its last man
/// promotes, or turns to stone. There kinds that turn into each other count as one, as such a man is not
/// gone; and a side may begin with as few as count as gone, or any number may count so: then these kinds are
/// guarded, and their number ends nothing. Cost: reads the start FEN there.
EndingKinds ending_kinds(const rules::Rules& rules, Color side);

}  // namespace zermelo::engine
