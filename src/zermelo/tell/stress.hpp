// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/stress/compare.hpp"
#include "zermelo/stress/process.hpp"
#include "zermelo/stress/search.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::tell {

/// The most of a measure of the puzzles: `{"men", 4}`.
struct MostOf {
    std::string name;
    std::uint64_t most = 0;
};

struct StressOptions {
    std::vector<std::string> command;  ///< the program and its arguments
    std::uint64_t seed = 1;
    std::optional<std::string> family{};   ///< as `zermelo generate` takes it; games of all kinds if absent
    std::vector<MostOf> most{};            ///< how large games may be; not with a family
    std::optional<std::uint64_t> games{};  ///< stop after this number
    /// For all of it; without it and `games` 10, with `games` alone as long as these take and 60 for making a
    /// failing game smaller.
    std::optional<stress::Seconds> max_time{};
    std::optional<unsigned> threads{};  ///< all processors if absent
    bool one_per_run = false;           ///< the program reads a single game only
    stress::ProcessLimits limits{};
    std::string save{};  ///< what the names of the saved files begin with; `zermelo-stress-GAME` if empty
    std::function<void(const std::string& line)> progress{};  ///< called now and then, with words
    std::stop_token stop = {};                                ///< a request to end as if the time were over
};

/// A program's failure.
struct StressFailure {
    stress::Fault fault = stress::Fault::wrong;
    std::uint64_t game = 0;  ///< its number, from 1, among the games of the seed; of several the last one's
    std::vector<puzzles::Game> games{};   ///< on which the program fails together
    std::vector<std::string> expected{};  ///< the verdict of each
    std::size_t at = 0;         ///< the one among them whose answer is wrong, as far as that is known
    std::string input{};        ///< all of them as the program read them
    std::string found{};        ///< what it answered instead, or how it ended
    std::string last_errors{};  ///< the last lines of its standard error
    /// False: time was over before it was known which of the games are at fault.
    bool narrowed = true;
    /// False: the same input was answered rightly when it was run again.
    bool again = true;
    std::uint64_t steps = 0;  ///< in which it was made smaller
    bool smallest = false;    ///< every smaller game was tried, and the program fails on none in this way
    std::optional<puzzles::Explanation> explanation{};  ///< why game `at` has its verdict, if it is known
    std::vector<std::string> saved{};                   ///< names of files
};

/// What came of trying a program.
struct StressReport {
    std::uint64_t seed = 1;
    std::uint64_t games = 0;  ///< answered rightly
    std::uint64_t runs = 0;   ///< in which they were
    double seconds = 0;
    std::vector<MostOf> largest{};  ///< how large these games were
    /// More games than this in a run were over the limit of time, and none of them was alone.
    std::optional<std::size_t> max_together{};
    bool exhausted = false;  ///< these were all the games of the sizes asked for that could be drawn
    std::optional<StressFailure> failure{};
    /// Without a failure: the end of the time cut the program short at these games.
    std::optional<stress::Undecided> undecided{};
    std::optional<Error> not_saved{};  ///< why there are no files of a failure
    bool stopped = false;              ///< a stop was asked for before all was done
};

/// The report in words, and as an object of docs/json.md.
std::string text_of(const StressReport& report);
Json json_of(const puzzles::Puzzle& puzzle, const StressReport& report);

/// Tries a program on random games, small ones first, and compares it with the judge. If it fails, the game
/// is made as small as time allows, and saved as `.in`, `.ans` and `.svg` under names that are free
/// (`NAME-2.in` if `NAME.in` is taken). Errors: no such program, or no such script that it is to run; a size
/// that the puzzle's games do not have; a folder that cannot be written to (before anything runs); else as
/// `stress::search`. `progress` is called by several threads.
Result<StressReport> stress(const puzzles::Puzzle& puzzle, const StressOptions& options);

}  // namespace zermelo::tell
