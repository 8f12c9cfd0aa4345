// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tell/lines.hpp"
#include "zermelo/tell/position.hpp"
#include "zermelo/tell/variants.hpp"

/// What tables know: `zermelo probe`, `stats`, and `verify` of a table file.
namespace zermelo::tell {

struct ProbeOptions {
    std::string tables;  ///< the folder that `solve` wrote to
    bool line = false;   ///< best play of both sides to the end
    OutputFormat format = OutputFormat::text;
};

/// The value of a position and of each of its moves, from the mover's view, as text or as one JSON object.
/// Errors: as `Library::find`, `position_of` and `tablebase::TableFolder::existing`; a position that no table
/// holds; a table that is not there, cannot be read, is damaged or of other rules.
Result<std::string> probe(library::Library& library, const PositionRequest& request,
                          const ProbeOptions& options);

/// The same of every line of `input`, a FEN each: the value in a line, or a JSON object. Errors: as
/// `Library::find`, `tablebase::TableFolder::existing` and `answer_lines`; those of a line are in its place.
/// Cost: some 10 µs a line and thread, a few times that with JSON.
Result<LineCounts> probe_lines(library::Library& library, const std::string& variant,
                               const ProbeOptions& options, Source& input, Sink& output);

struct StatsOptions {
    std::string tables;
    std::string tier;  ///< this one; all that are there if empty
    OutputFormat format = OutputFormat::text;
    bool reachable = false;  ///< in place of tiers: what play from the variant's start can lead to
};

/// How many positions have which value, tier by tier and for each side to move; or (`reachable`) of those
/// that play can lead to, as `tablebase::Reach` counts them. Errors: as for `probe`; of `reachable`: a tier
/// is named, too, or the game's captures leave its tiers (bad_usage).
Result<std::string> stats(library::Library& library, const std::string& variant, const StatsOptions& options);

/// The same of tiers: a list of the `tier` of docs/json.md. Errors: as for `probe`.
Result<Json> tier_objects(const rules::Rules& rules, const std::string& tables, const std::string& tier);

/// Whether a file begins as a table does.
bool is_table(const std::string& path);

/// Reads a table back and checks every position against its successors, in this table and in those that it
/// leads to, which must lie beside it. Says what was checked. Errors: as for `probe`; the first position
/// that does not follow from its successors.
Result<std::string> verify_table(library::Library& library, const std::string& path,
                                 OutputFormat format = OutputFormat::text);

}  // namespace zermelo::tell
