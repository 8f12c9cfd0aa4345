// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/stress/compare.hpp"
#include "zermelo/stress/process.hpp"

namespace zermelo::stress {

/// What a program is tried with, beside the games.
struct Examination {
    const puzzles::Puzzle& puzzle;
    ProcessLimits limits{};
    std::stop_token stop = {};  ///< a request to wait for no run any longer
};

/// One run of the program on some games, and what is right.
struct Trial {
    std::vector<std::string> expected{};  ///< a verdict a game
    Ended ended{};
    std::optional<Failure> failure{};

    /// Whether it was ended before it was known how it would end, so that there is no failure either.
    bool is_unknown() const { return ended.end == End::unknown; }
    bool is_right() const { return !failure && !is_unknown(); }
    bool is_late() const { return failure && failure->fault == Fault::time; }
};

/// What the judge says of each game, a line each without its end. Errors: those of the puzzle's deciders.
Result<std::vector<std::string>> verdicts(const puzzles::Puzzle& puzzle,
                                          std::span<const puzzles::Game> games);

/// Runs the program on one input of these games and waits for it no longer than `max_wait`. Errors: as
/// `Runner::run` and `verdicts`.
Result<Trial> try_games(const Examination& examination, Runner& runner, std::span<const puzzles::Game> games,
                        std::optional<Seconds> max_wait = {});

}  // namespace zermelo::stress
