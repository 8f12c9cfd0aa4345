// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "zermelo/puzzles/puzzle.hpp"
#include "zermelo/stress/process.hpp"

namespace zermelo::stress {

/// What a program did wrong, in classes: a game is shrunk only as long as the class stays the same.
enum class Fault : std::uint8_t {
    wrong,       ///< a verdict, but not the right one
    unreadable,  ///< too few or too many lines, or one that is no verdict of the game
    crash,       ///< ended by a signal, or with an exit status other than 0
    time,
    memory,
    written,    ///< more output than the limit
    disk,       ///< more in files than the limit
    processes,  ///< more than the limit at once, or some left running
    threads,    ///< more than the limit at once
};

struct Failure {
    Fault fault = Fault::wrong;
    std::optional<std::size_t> game{};  ///< the game, from 0, at whose line the output goes wrong
    std::string words{};                ///< "exit status 3": what happened, in words
};

/// What is wrong with a run on games whose verdicts should be `expected`; nothing if all is right. Blanks at
/// the ends of lines, runs of blanks and blank lines count for nothing, as for most checkers; letters do. Of
/// a run that nobody waited for nothing is wrong.
std::optional<Failure> compare(const puzzles::Puzzle& puzzle, std::span<const std::string> expected,
                               const Ended& ended, const ProcessLimits& limits);

/// A line of output without blanks at its ends and with one where there are several.
std::string plain(std::string_view line);

/// The lines of an output that are not blank, each `plain`.
std::vector<std::string> plain_lines(std::string_view output);

}  // namespace zermelo::stress
