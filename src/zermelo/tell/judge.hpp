// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/judge/run.hpp"

namespace zermelo::tell {

struct Judged {
    std::uint64_t games = 0;             ///< that were decided
    std::optional<Error> table_error{};  ///< why a table could not be read: what it holds was searched for
};

/// Judges the games of `input` (`judge::run`). Errors: as `judge::run`; a game to draw that the input does
/// not have is `ErrorKind::bad_usage`; memory that ran out is `ErrorKind::io`. With `tables`, the folder that
/// `solve` wrote to, games are looked up where there is a table. Errors of that: a puzzle without tables; as
/// `tablebase::TableFolder::existing`; a table that cannot be opened, or is of other rules.
Result<Judged> judge(const puzzles::Puzzle& puzzle, Source& input, const puzzles::Options& options,
                     Sink& output, const Progress& progress = {},
                     const std::optional<std::string>& tables = std::nullopt);

}  // namespace zermelo::tell
