// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/base/result.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::app {

struct GenerateOptions {
    std::uint64_t seed = 1;
    std::optional<std::string> family;   ///< a mix of all that fit if absent
    std::optional<std::uint64_t> games;  ///< as many as the family has if absent
    puzzles::Requirements requirements;
};

/// An input for `zermelo judge GAME`, as the statement writes it: the same options give the same bytes on
/// every machine. Within the statement's bounds unless the options go beyond them. Errors: those of
/// `stress::generate`; memory that ran out is `ErrorKind::io`.
Result<std::string> generate(const puzzles::Puzzle& puzzle, const GenerateOptions& options);

/// The families of a puzzle, a line each: name and sentence.
std::string list_families(const puzzles::Puzzle& puzzle);

/// Writes a whole test set into `folder`/data: `sample` with the published example and a small mix, `secret`
/// with every family and some mixes; per case a `.in`, the judge's verdicts as `.ans`, and the first game
/// drawn as `.svg`. Every input is within the statement's bounds: the judge reads it with its limits.
///
/// Nothing stands there before all of it does: it is written beside it and moved. Returns what was written, a
/// line a case. Errors: `folder`/data is not empty (`ErrorKind::bad_usage`);
/// `ErrorKind::io`, and then nothing is left behind.
Result<std::string> write_set(const puzzles::Puzzle& puzzle, const std::string& folder, std::uint64_t seed);

}  // namespace zermelo::app
