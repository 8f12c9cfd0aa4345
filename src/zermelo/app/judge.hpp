// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/judge/run.hpp"

namespace zermelo::app {

/// Judges the games of `input`: `judge::run`, with the game named as the user names it.
///
/// Returns the number of games decided. Errors: as `judge::run`; an unknown game, or a game to draw that
/// the input does not have, is `ErrorKind::bad_usage`; memory that ran out is `ErrorKind::io`.
/// With `tables`, the folder that `solve` wrote to, long wins of `simplified` are looked up where there is a
/// table. Errors of that: another game; no table there; one that cannot be read, is damaged or of other
/// rules.
Result<std::uint64_t> judge(const std::string& game, Source& input, const judge::Options& options,
                            Sink& output, const judge::Progress& progress = {},
                            const std::optional<std::string>& tables = std::nullopt);

}  // namespace zermelo::app
