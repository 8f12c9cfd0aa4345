// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "zermelo/app/lines.hpp"
#include "zermelo/app/open_tables.hpp"
#include "zermelo/app/position.hpp"
#include "zermelo/app/variants.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/tablebase/prober.hpp"

/// What tables know: `zermelo probe`, `stats`, and `verify` of a table file.
namespace zermelo::app {

struct ProbeOptions {
    std::string tables;  ///< the folder that `solve` wrote to
    bool line = false;   ///< best play of both sides to the end
    Form form = Form::text;
};

/// The value of a position and of each of its moves, from the mover's view, as text or as one JSON object.
/// Errors: as `Library::find`, `position_of` and `tablebase::TableFolder::existing`; a position that no table
/// holds; a table that is not there, cannot be read, is damaged or of other rules.
Result<std::string> probe(Library& library, const PositionRequest& request, const ProbeOptions& options);

/// The position as the tables know it, all of it. Errors: as of `tablebase::Prober`.
template <typename Bits>
Result<KnownValues> all_known(tablebase::Prober<Bits>& prober, const engine::Position<Bits>& position,
                              bool line);
extern template Result<KnownValues> all_known(tablebase::Prober<std::uint64_t>&,
                                              const engine::Position<std::uint64_t>&, bool);
extern template Result<KnownValues> all_known(tablebase::Prober<Bits256>&, const engine::Position<Bits256>&,
                                              bool);

/// What tables know of a position and its moves, where none may hold it: moves that end the game or lead into
/// a table have their values all the same, and so has the position if its value follows from them. A table
/// that cannot be read or is damaged costs what it holds alone (`KnownValues::error`). Errors: more than
/// `most_moves_listed` legal moves.
Result<KnownValues> known_values(OpenTables& tables, const engine::AnyGameAt& position, bool line);
/// The same, where a table that cannot be read is an error.
Result<KnownValues> values_or_error(OpenTables& tables, const engine::AnyGameAt& position, bool line);
/// What `known_values` knows as JSON, the `position` of docs/json.md, in which `unknown` is what is not
/// known.
Result<Json> known_value(OpenTables& tables, const engine::AnyGameAt& position, bool line);

/// The same of every line of `input`, a FEN each: the value in a line, or a JSON object. Errors: as
/// `Library::find`, `tablebase::TableFolder::existing` and `answer_lines`; those of a line are in its place.
/// Cost: some 10 µs a line and thread, a few times that with JSON.
Result<LineCounts> probe_lines(Library& library, const std::string& variant, const ProbeOptions& options,
                               Source& input, Sink& output);

struct StatsOptions {
    std::string tables;
    std::string tier;  ///< this one; all that are there if empty
    Form form = Form::text;
    bool reachable = false;  ///< in place of tiers: what play from the variant's start can lead to
};

/// How many positions have which value, tier by tier and for each side to move; or (`reachable`) of those
/// that play can lead to, as `tablebase::Reach` counts them. Errors: as for `probe`; of `reachable`: a tier
/// is named, too, or the game's captures leave its tiers (bad_usage).
Result<std::string> stats(Library& library, const std::string& variant, const StatsOptions& options);

/// Whether a file begins as a table does.
bool is_table(const std::string& path);

/// Reads a table back and checks every position against its successors, in this table and in those that it
/// leads to, which must lie beside it. Says what was checked. Errors: as for `probe`; the first position
/// that does not follow from its successors.
Result<std::string> verify_table(Library& library, const std::string& path, Form form = Form::text);

}  // namespace zermelo::app
