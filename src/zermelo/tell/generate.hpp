// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/tell/output_format.hpp"

namespace zermelo::tell {

struct GenerateOptions {
    std::uint64_t seed = 1;
    std::optional<std::string> family;   ///< a mix of all that fit if absent
    std::optional<std::uint64_t> games;  ///< as many as the family has if absent
    puzzles::Requirements requirements;
    OutputFormat format = OutputFormat::text;
    std::stop_token stop = {};  ///< a request to end, which is an error then
};

/// Writes an input for `zermelo judge GAME`, as the statement writes it: the same options give the same bytes
/// on every machine. Within the statement's bounds unless the options go beyond them.
///
/// It writes while it draws, nothing before the first game is there; memory: some 40 MB, however many games.
/// Errors: those of `stress::GameStream` and of the sink; memory that ran out is `ErrorKind::io`.
Result<void> generate(const puzzles::Puzzle& puzzle, const GenerateOptions& options, Sink& sink);

/// The families of a puzzle, each as the `family` of docs/json.md.
Json family_objects(const puzzles::Puzzle& puzzle);
/// The same, a line each: name and sentence.
std::string list_families(const puzzles::Puzzle& puzzle, OutputFormat format = OutputFormat::text);

}  // namespace zermelo::tell
