// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/tablebase/prober.hpp"
#include "zermelo/tell/lines.hpp"
#include "zermelo/tell/position.hpp"
#include "zermelo/tell/variants.hpp"

/// What tables know of a position: `zermelo probe`.
namespace zermelo::tell {

struct ProbeOptions {
    std::string tables;  ///< the folder that `solve` wrote to
    bool line = false;   ///< best play of both sides to the end
    OutputFormat format = OutputFormat::text;
};

struct Probed {
    std::string text;
    std::optional<Error> table_error;  ///< why not all of the moves or the line could be looked up
};

/// The value of a position and of each of its moves, from the mover's view, as text or as one JSON object.
/// Errors: as `Library::find`, `position_of` and `tablebase::TableFolder::existing`; a position that no table
/// holds; a table of its own that is not there, cannot be read, is damaged or of other rules.
Result<Probed> probe(library::Library& library, const PositionRequest& request, const ProbeOptions& options);

/// The same of every line of `input`, a FEN each: the value in a line, or a JSON object. Errors: as
/// `Library::find`, `tablebase::TableFolder::existing` and `answer_lines`; those of a line are in its place.
/// Cost: some 10 µs a line and thread, a few times that with JSON.
Result<LineCounts> probe_lines(library::Library& library, const std::string& variant,
                               const ProbeOptions& options, Source& input, Sink& output);

}  // namespace zermelo::tell
