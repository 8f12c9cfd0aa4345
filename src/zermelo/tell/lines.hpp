// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/tell/output_format.hpp"

/// Many questions at once, one a line: `zermelo probe VARIANT -` and `prove VARIANT -`.
namespace zermelo::tell {

/// The answer to one line.
struct LineAnswer {
    std::string text;                                 ///< with its line end
    bool decided = true;                              ///< false: a limit ended it
    std::optional<Error> table_error = std::nullopt;  ///< why a table could not be read
};

/// Answers a line, which has neither a line end nor nothing but blanks. One thread at a time.
using AnswerLine = std::function<Result<LineAnswer>(std::string_view line)>;

struct LinesRequest {
    std::function<AnswerLine()> answerer;      ///< makes one for a thread; called by several threads at once
    OutputFormat format = OutputFormat::text;  ///< how errors are written
    unsigned threads = 0;                      ///< all processors if 0
    bool long_ones = false;  ///< a line may take so long that none waits for the one after it
};

/// How many lines were answered, and how.
struct LineCounts {
    std::uint64_t answered = 0;
    std::uint64_t undecided = 0;
    std::uint64_t bad = 0;                            ///< wrong by what they say
    std::uint64_t failed = 0;                         ///< for another reason: a file that cannot be read
    std::optional<Error> table_error = std::nullopt;  ///< why a table could not be read

    LineCounts& operator+=(const LineCounts& more);
};

/// Longer lines are errors: what was read of them is let go.
inline constexpr std::size_t longest_line = std::size_t{1} << 16U;

/// Answers every line of `input` on `output`, in order, on all threads, while more of it is read: each as
/// soon as it and all before it are known, or, unless there may be `long_ones`, some milliseconds later.
/// Blank lines are counted and not answered. A line with an error is answered by it: as a diagnostic of
/// `input`, or as the `error` of docs/json.md. Errors (`ErrorKind::io`): input that cannot be read; output
/// that cannot be written. Memory: some megabytes a thread, however long the input is.
Result<LineCounts> answer_lines(Source& input, Sink& output, const LinesRequest& request);

/// The exit status that says the worst of it.
int exit_status(const LineCounts& counts);

}  // namespace zermelo::tell
