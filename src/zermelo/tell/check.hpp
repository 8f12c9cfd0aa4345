// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/base/source.hpp"
#include "zermelo/puzzles/puzzle.hpp"

namespace zermelo::tell {

/// What a checker says of a contestant's output.
enum class CheckOutcome {
    accepted,
    wrong_answer,        ///< a verdict of the game, but not the right one
    presentation_error,  ///< no verdict where one should be, too few or too many
    failed,              ///< the jury's fault: input or answer file is broken or wrong, or cannot be read
};

struct Checked {
    CheckOutcome outcome;
    std::string message;  ///< which game, which line, what was expected, what came, and why; one line
    std::optional<std::uint64_t> game{};  ///< from 1, at which the output first goes wrong; nothing elsewhere
    std::optional<std::uint64_t> line{};  ///< where that stands in the output, from 1; nothing at its end
};

struct CheckOptions {
    bool space_change_sensitive = false;  ///< the white space, too, must be that of the answer file
};

/// The flags that problem packages pass to an output validator: `case_sensitive`, `space_change_sensitive`,
/// and `float_tolerance`, `float_relative_tolerance`, `float_absolute_tolerance` with a number. Case counts
/// with and without them, and no verdict has a number that may be rounded: of these the words are taken and
/// change nothing. Errors (`ErrorKind::bad_usage`): an unknown flag, a tolerance that is none.
Result<CheckOptions> validator_flags(const std::vector<std::string>& words);

/// Compares a contestant's verdicts with the right ones, and the jury's answer with them too: the judge
/// decides every game of the input itself.
///
/// Words are compared as they stand, upper and lower case distinguished, whatever white space is between
/// them unless the options say otherwise. Reads the three sources; memory: all of them, of the output no more
/// than a verdict's length a game and a mebibyte.
Checked check(const puzzles::Puzzle& puzzle, Source& input, Source& output, Source& answer,
              const CheckOptions& options);

/// The same without a jury's answer. `options.stop` ends the judge and what tells why, `options.threads`
/// matters. Errors: as `judge::run`, of the input.
Result<Checked> check_output(const puzzles::Puzzle& puzzle, std::string_view input, std::string_view output,
                             const puzzles::Options& options);

/// The exit status and what begins the message: testlib's (0 ok, 1 wrong answer, 2 presentation error, 3
/// fail) or Kattis's (42 accepted, 43 not, 3 for a failure, which Kattis takes for the judge's error).
int checker_status(CheckOutcome outcome, bool kattis);
/// The message with what testlib puts in front of it: "wrong answer game 3, …".
std::string checker_message(const Checked& checked);
/// The same as an object of docs/json.md.
Json json_of(const puzzles::Puzzle& puzzle, const Checked& checked);
/// What testlib writes to a report file: the message alone, or with `appes` an XML element with the outcome.
std::string checker_report(const Checked& checked, bool appes);

}  // namespace zermelo::tell
