// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <vector>

#include "zermelo/tablebase/tier_audit.hpp"

namespace zermelo::tablebase {

/// What play from one position can lead to within a tier.
struct Reached {
    /// By table; symmetric copies are counted once, as `unique` and as `placements`.
    std::vector<TableCounts> tables;
    std::uint64_t ended = 0;  ///< lost positions in which the game is over
    unsigned plies = 0;       ///< the number that leads to the last ones
};

}  // namespace zermelo::tablebase
