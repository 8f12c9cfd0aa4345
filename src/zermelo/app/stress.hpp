// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/app/errors.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/stress/process.hpp"

namespace zermelo::app {

struct StressOptions {
    std::vector<std::string> command;  ///< the program and its arguments
    std::uint64_t seed = 1;
    std::optional<std::string> family{};   ///< as `zermelo generate` takes it; games of all kinds if absent
    std::optional<std::uint64_t> games{};  ///< stop after so many
    std::optional<std::chrono::duration<double>> most_time{};  ///< stop after so long; 10 s with no limit
    std::chrono::duration<double> most_time_smaller{60};       ///< for making the failing game smaller
    std::optional<unsigned> threads{};                         ///< all processors if absent
    bool one_per_run = false;                                  ///< the program reads a single game only
    stress::ProcessLimits limits{};
    std::string save{};  ///< what the names of the saved files begin with; `zermelo-stress-GAME` if empty
    std::function<void(const std::string& line)> progress{};  ///< called now and then, with words
};

struct StressReport {
    std::string text;
    bool failed = false;               ///< the program did
    std::optional<Error> not_saved{};  ///< why there are no files of a failure
};

/// Tries a program on random games and compares it with the judge. If it fails, the game is made as small as
/// it will get, described in `text`, and saved as `.in`, `.ans` and `.svg` under names that are free
/// (`NAME-2.in` if `NAME.in` is taken). Errors: no such program, a folder that cannot be written to (before
/// anything runs); else as `stress::search`. `progress` is called by several threads.
Result<StressReport> stress(const puzzles::Puzzle& puzzle, const StressOptions& options);

}  // namespace zermelo::app
