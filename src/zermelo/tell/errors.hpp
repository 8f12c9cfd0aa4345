// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"

namespace zermelo::tell {

/// Exit status of a run in which everything was decided.
inline constexpr int exit_success = 0;
/// The world failed: an unreadable file, a full disk, a closed pipe, no memory.
inline constexpr int exit_failure = 1;
/// Bad input or bad usage.
inline constexpr int exit_bad_input = 2;

/// Nothing was wrong, but a limit that the user set, or an interrupt, came before there was a verdict or all
/// was done.
inline constexpr int exit_unknown = 3;

/// The exit status that an error means; the only place where that is settled.
int exit_status(const Error& error);

/// The status of HTTP that an error means, where a call gives none that says more.
unsigned http_status(const Error& error);

/// The error as one line without line end: `FILE:LINE:COLUMN: error: …` where it has a place in a text, and
/// `zermelo: error: …` elsewhere. `input` is what that text is called where the error does not say it.
std::string diagnostic(const Error& error, std::string_view input = {});
/// What was forgiven at a place of a text, or was done without a file, as such a line:
/// `FILE:LINE:COLUMN: warning: …`, or `zermelo: warning: …`.
std::string warning_line(const Error& warning);
/// The error as a JSON object: the `error` of docs/json.md. The input is named where the error has a place in
/// it.
Json json_of(const Error& error, std::string_view input = {});

/// The error of a line of an input that is answered line by line, in one line without its end. An error
/// without a place lies in no text (a table that cannot be read): it has no column.
std::string diagnostic_of_line(const Error& error, std::string_view input, std::uint64_t line);
std::string json_of_line(const Error& error, std::string_view input, std::uint64_t line);

}  // namespace zermelo::tell
