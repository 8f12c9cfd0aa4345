// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

#include "zermelo/tablebase/tier_verify.hpp"

namespace zermelo::tablebase {

/// What a table file tells of its positions, as its `record`: for each side to move how many positions there
/// are, their values by distance, and a position with the longest win. `fen(table, index, swapped)` writes
/// an entry as a FEN, with the colours swapped if asked for.
nlohmann::ordered_json record_of(const tablebase::TierAudit& audit, tablebase::Scale scale,
                                 const std::function<std::string(std::uint32_t, std::uint64_t, bool)>& fen);

}  // namespace zermelo::tablebase
