// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/solve_events.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

struct SolveOptions {
    std::string tables;              ///< the folder; a variant's tables lie in a folder of its name in it
    std::optional<unsigned> men;     ///< all tiers of at most this number of men
    std::vector<std::string> tiers;  ///< these, "QRBvQN", and what they lead to
    /// This one alone, from the tables of what it leads to. Then `men` and `tiers` are not looked at, and
    /// others may write other tiers into the folder at the same time.
    std::optional<std::string> only_tier;
    std::optional<unsigned> threads;  ///< all processors if absent
    std::optional<std::uint64_t>
        memory;              ///< bytes that tables may take; nine tenths of what is free if absent
    bool trust = false;      ///< take files that are there without looking at all their bytes
    bool outcomes = false;   ///< write outcomes alone; those of sub-tiers will do, too
    bool plan_only = false;  ///< say what it would take, and stop
    std::string named;       ///< how messages name the variant on a command line; by its name if empty
    /// Ends the run with an error of the kind `stopped` within about a second, whatever the tier's size;
    /// nothing is half written, and the same call goes on later. One call to the disk is waited for.
    std::stop_token stop = {};
};

/// Solves, verifies and writes tables of a game: those named by the options, or `TierGraph::all`, and those
/// to which they lead in turn; or one tier alone. A tier's file has the same bytes whenever, with however
/// many threads and by whichever method it is written; how long it took is appended to
/// `TableFolder::runs_path`. Files that are already there are checked, as fast as the disk gives them, and
/// kept, of outcomes alone only where those are asked for; damaged ones are named in the report and made
/// anew. Outcomes alone are solved and verified with distances, which are longer or shorter than those of the
/// game where a sub-tier has none. May be stopped at any moment and called again.
///
/// Errors: a folder without a name (`bad_usage`); a tier that the game does not have; tables that do not fit
/// into memory or onto the disk, before anything is done (`bad_usage`); files that cannot be read or written
/// (`io`); what one tier alone leads to is not there (`io`), with the command that makes it; tables of other
/// rules in the folder, and what is no table at all (`bad_input`); a distance that does not fit into a byte;
/// a stop was asked for (`stopped`).
Result<void> solve(const TierGraph& graph, const rules::Rules& rules, const SolveOptions& options,
                   const Report& report);

}  // namespace zermelo::tablebase
