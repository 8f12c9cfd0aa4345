// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/tell/lines.hpp"
#include "zermelo/tell/output_format.hpp"
#include "zermelo/tell/problem_style.hpp"

/// Composed problems of a file: `zermelo problem VARIANT --file FILE`.
namespace zermelo::tell {

struct ProblemFileRequest {
    /// What holds for all problems: limits (a problem), `intended`, and options beside those
    /// that a problem asks for itself. Diagram, stipulation, twins and attacker are the file's. The memory is
    /// shared among the problems that are solved at once.
    ProblemRequest problem;
    OutputFormat format = OutputFormat::text;
    unsigned threads = 0;     ///< all processors if 0
    ProblemStyle style = {};  ///< used for text
};

/// Solves every problem of a file, in Popeye's input or a collection in YAML (`compositions::is_collection`
/// tells which), and writes the answers in the order of the file as they
/// come, one after the other: as text with a blank line between two, or as JSON, one a line. A problem with
/// an error is answered by it: as a diagnostic of the file, or as the `error` of docs/json.md.
///
/// With `ProblemStyle::Text::latex` a diagnostic is a comment of LaTeX.
/// With `ProblemStyle::Text::olive` the collection itself is written, with the solutions, all play included.
/// What has none yet, for an error or a limit, stands as it was, after a comment that says why.
///
/// Errors: `ErrorKind::bad_usage`, that style for Popeye's input; input that cannot be read or is
/// larger than `max_text`, output that cannot be written (`ErrorKind::io`). Memory: the file, and what its
/// problems take. `variant` is any of its positions.
Result<LineCounts> problem_file(const engine::AnyGameAt& variant, const ProblemFileRequest& request,
                                Source& input, Sink& output);

}  // namespace zermelo::tell
