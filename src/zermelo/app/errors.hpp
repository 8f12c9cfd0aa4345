// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

#include "zermelo/base/result.hpp"

namespace zermelo::app {

/// Exit status of a run in which everything was decided.
inline constexpr int exit_success = 0;
/// The world failed: an unreadable file, a full disk, a closed pipe, no memory.
inline constexpr int exit_failure = 1;
/// Bad input or bad usage.
inline constexpr int exit_bad_input = 2;

/// Nothing was wrong, but a limit that the user set ended the search before there was a verdict.
inline constexpr int exit_unknown = 3;

/// An error and the text that it is about, where a command reads several.
struct Failure {
    Error error;
    std::string input = {};  ///< the file's name, or what the text is: "FEN"
};

template <typename T>
using Attempt = tl::expected<T, Failure>;

/// `return fail(error, "FEN");` in a function that returns an `Attempt`.
inline tl::unexpected<Failure> fail(Error error, std::string input = {}) {
    return tl::make_unexpected(Failure{std::move(error), std::move(input)});
}

/// The exit status that an error means; the only place where that is settled.
int exit_status(const Error& error);

/// The error as one line without line end: `FILE:LINE:COLUMN: error: …` where it has a place in the input
/// called `input`, `zermelo: error: …` elsewhere.
std::string diagnostic(const Error& error, std::string_view input);

}  // namespace zermelo::app
