// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "zermelo/base/sink.hpp"
#include "zermelo/tell/errors.hpp"
#include "zermelo/tell/lines.hpp"
#include "zermelo/tell/output_format.hpp"

namespace zermelo::cli {

/// Says it on standard error; if that is closed too, the exit status must do.
void complain(const std::string& text);

/// Standard output. That its reader leaves before the end (`zermelo … | head`) is an error of `write`, but
/// none to talk about: `report` then says nothing and returns `exit_unread`.
class StandardOutput final : public Sink {
  public:
    Result<void> write(std::string_view bytes) override;
    /// Whether its reader has left, which is seen without writing anything.
    static bool is_unread();
};

/// Returns when there is something to read on standard input, or its end, or when the reader of standard
/// output has left.
void wait_for_input();

/// What a shell shows for a program that `SIGPIPE` ended, as it ends other programs.
inline constexpr int exit_unread = 141;

/// Says what went wrong and returns the exit status for it; where the command speaks JSON, it ends with an
/// object that says it, too.
int report(const Error& error, std::string_view input = {},
           tell::OutputFormat format = tell::OutputFormat::text);

/// Writes to standard output and returns the exit status.
int print(std::string_view text);

/// Answers the lines of standard input on standard output, and returns the exit status.
int answer_input(const std::function<Result<tell::LineCounts>(Source& input, Sink& output)>& answer,
                 tell::OutputFormat format);

/// Ends a command at which an interrupt is aimed, as `report` does: what is being written to standard output
/// is written first, unless its reader keeps it waiting. Nothing is written any more after this.
int report_interrupt(tell::OutputFormat format);

/// Warns of a table that could not be read, where one could not.
void warn(const std::optional<Error>& table_error);

/// Prints the text of a command, or reports why there is none.
int print_or_report(const Result<std::string>& text, tell::OutputFormat format = tell::OutputFormat::text);

}  // namespace zermelo::cli
