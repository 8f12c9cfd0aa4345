// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zermelo/stress/case.hpp"
#include "zermelo/stress/compare.hpp"
#include "zermelo/stress/process.hpp"

namespace zermelo::stress {

/// What a program is tried with, beside the games.
struct Examination {
    const judge::Dialect& dialect;
    ProcessLimits limits{};

    Format format() const { return format_of(dialect); }
};

/// One run of the program on some games, and what is right.
struct Trial {
    std::vector<std::string> expected{};  ///< a verdict a game
    Ended ended{};
    std::optional<Failure> failure{};
};

/// Runs the program on one input of these games. Errors: as `Runner::run` and `verdicts`.
Result<Trial> try_games(const Examination& examination, Runner& runner, std::span<const Case> games);

}  // namespace zermelo::stress
