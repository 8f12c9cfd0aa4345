// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "zermelo/base/json.hpp"
#include "zermelo/base/progress.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/tell/output_format.hpp"

namespace zermelo::tell {

struct ExplainOptions {
    std::optional<std::uint64_t> only_game = std::nullopt;  ///< counted from 1; all games if absent
    OutputFormat format = OutputFormat::text;               ///< JSON: one object a game and line
    std::string svg{};  ///< a file for the picture of `only_game`, or of an input's single one; none if empty
    Progress progress{};  ///< in games, after all were read
};

/// Explains the games of an input, each as it is written; nothing is written unless the whole input is in
/// order. Returns the number of games in it. Errors: those of reading games, as `judge` has them, and of the
/// puzzle's solver; a game that the input does not have, and a picture of no single one, are
/// `ErrorKind::bad_usage`; a picture that cannot be written. Memory: O(input).
Result<std::uint64_t> explain(const puzzles::Puzzle& puzzle, Source input, const ExplainOptions& options,
                              Sink& output);

/// One game of an input (counted from 1): the `explained` of docs/json.md, its explanation with all that
/// shows it. `stop`: as `puzzles::Options`. Errors: as `explain`.
Result<Json> explain_game(const puzzles::Puzzle& puzzle, std::string_view input, std::uint64_t number,
                          std::stop_token stop = {});

}  // namespace zermelo::tell
