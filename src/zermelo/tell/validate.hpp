// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

#include "zermelo/base/progress.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/tell/output_format.hpp"

namespace zermelo::tell {

/// How exit statuses are counted: by our own rules, or by those of the systems that contests use.
enum class Convention {
    plain,    ///< 0 good, 2 bad
    testlib,  ///< a validator: 0 good, 3 bad
    kattis,   ///< a validator: 42 good, 43 bad
};

/// Whether an input is test data as contest validators want it: what the judge takes within the statement's
/// bounds, laid out exactly as the statement's example is (`stress::layout_error`).
///
/// Returns the number of games. Errors: the first one by its place
/// (`ErrorKind::bad_input`); `ErrorKind::io`. Memory: the whole input. `progress`: in bytes.
Result<std::uint64_t> validate(const puzzles::Puzzle& puzzle, Source& input, const Progress& progress = {});

/// What `zermelo validate` says of an input that is good: a line.
std::string text_of_valid(const puzzles::Puzzle& puzzle, std::uint64_t games, OutputFormat format);

/// The exit status of a validator: for a valid input, and for an error.
int validator_status(Convention convention);
int validator_status(Convention convention, const Error& error);

}  // namespace zermelo::tell
