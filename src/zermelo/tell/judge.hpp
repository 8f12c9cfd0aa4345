// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/judge/run.hpp"

namespace zermelo::tell {

/// Judges the games of `input` (`judge::run`).
///
/// Returns the number of games decided. Errors: as `judge::run`; a game to draw that the input does not have
/// is `ErrorKind::bad_usage`; memory that ran out is `ErrorKind::io`. With `tables`, the folder that `solve`
/// wrote to, games are looked up where there is a table. Errors of that: a puzzle without tables; as
/// `tablebase::TableFolder::existing`; a table that cannot be read, is damaged or of other rules.
Result<std::uint64_t> judge(const puzzles::Puzzle& puzzle, Source& input, const puzzles::Options& options,
                            Sink& output, const Progress& progress = {},
                            const std::optional<std::string>& tables = std::nullopt);

}  // namespace zermelo::tell
