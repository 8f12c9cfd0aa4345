// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

/// What is known of the runs that made tables, beside the tables: docs/table-format.md. No table depends on
/// it, and a folder without it is as good.
namespace zermelo::tablebase {

/// How one tier came to be: a line of the file.
struct RunRecord {
    std::string tier;
    std::uint64_t entries = 0;
    SolvableTier::Method method = SolvableTier::Method::entrywise;
    unsigned threads = 0;
    double solve_seconds = 0;
    double verify_seconds = 0;
};

/// "entrywise", "setwise", "in_parts".
std::string name(SolvableTier::Method method);

/// Appends lines to a file, all at once, with the time of now and the program's version; makes it if it is
/// not there. Runs on one machine may do so together. Errors: io.
Result<void> append_run_records(const std::string& path, std::span<const RunRecord> records);

/// Entries a second, solved and verified, by method.
struct SolveRates {
    std::optional<double> entrywise;
    std::optional<double> setwise;
    std::optional<double> in_parts;
};

/// The rates of all tiers in a file: nothing where no tier was solved so, or there is no such file. What is
/// no line of this file is passed over. Cost: O(lines).
SolveRates measured_rates(const std::string& path);

/// About how long a tier takes, in seconds. Where its method was not measured, this machine is taken to be
/// as fast as that of docs/performance.md: a million entries a second one by one, ten
/// million set-wise, 300,000 in parts.
double expected_seconds(std::uint64_t entries, SolvableTier::Method method, const SolveRates& rates);

}  // namespace zermelo::tablebase
