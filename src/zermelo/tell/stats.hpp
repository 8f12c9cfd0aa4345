// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/library/library.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tell/output_format.hpp"

/// What tables know, counted: `zermelo stats`.
namespace zermelo::tell {

struct StatsOptions {
    std::string tables;
    std::string tier;  ///< this one; all that are there if empty
    OutputFormat format = OutputFormat::text;
    bool reachable = false;  ///< in place of tiers: what play from the variant's start can lead to
};

/// How many positions have which value, tier by tier and for each side to move; or (`reachable`) of those
/// that play can lead to, as `tablebase::Reach` counts them. Errors: as of `probe`; of `reachable`: a tier
/// is named, too, or the game's captures leave its tiers (bad_usage).
Result<std::string> stats(library::Library& library, const std::string& variant, const StatsOptions& options);

/// The same of tiers: a list of the `tier` of docs/json.md. Errors: as of `probe`.
Result<Json> tier_objects(const rules::Rules& rules, const std::string& tables, const std::string& tier);

}  // namespace zermelo::tell
