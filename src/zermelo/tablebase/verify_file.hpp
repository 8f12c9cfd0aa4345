// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/base/progress.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// All entries of a tier's file. Errors: as `file::File::read`; not as many as the tier has.
Result<TierValues> read_tier(const SolvableTier& tier, const file::File& file);

/// Checks every position of a table file against its successors, in this table and in those that it leads to,
/// which must lie beside it, and the counts of its record. Returns how many positions there are. Outcomes
/// alone it does not prove: `TierVerifier`. `named`: as
/// of `TableFolder::of`. `progress`: as of `SolvableTier::verify`. Errors: a tier that the game does not
/// have; a file of other rules, damaged or not to be read; the first position that does not follow from its
/// successors.
Result<std::uint64_t> verify_file(const TierGraph& graph, const rules::Rules& rules, const file::File& file,
                                  const std::string& named = {}, const Progress& progress = {});

}  // namespace zermelo::tablebase
