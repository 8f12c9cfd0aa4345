// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/validate.hpp"

#include <new>

#include <fmt/format.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/judge/run.hpp"
#include "zermelo/stress/layout.hpp"
#include "zermelo/tell/errors.hpp"

namespace zermelo::tell {

namespace {

Result<std::uint64_t> validate_whole(const puzzles::Puzzle& puzzle, Source& input, const Progress& progress) {
    ZERMELO_TRY(auto whole, whole_text(input));
    const auto wrong_layout = stress::layout_error(puzzle, whole.mapped().value_or(""));
    puzzles::Options options;
    options.limits = true;
    StringSink verdicts;
    auto games = judge::run(whole, puzzle, options, verdicts, progress);
    const bool judge_first =
        !games && (!games.error().where || !wrong_layout || *games.error().where <= *wrong_layout->where);
    if (!wrong_layout || judge_first) return games;
    return tl::make_unexpected(*wrong_layout);
}

}  // namespace

Result<std::uint64_t> validate(const puzzles::Puzzle& puzzle, Source& input, const Progress& progress) {
    try {
        return validate_whole(puzzle, input, progress);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

std::string text_of_valid(const puzzles::Puzzle& puzzle, std::uint64_t games, OutputFormat format) {
    if (format == OutputFormat::text)
        return fmt::format("valid: {} {}\n", games, games == 1 ? "game" : "games");
    Json object = json_object("valid");
    object["puzzle"] = puzzle.name();
    object["game_count"] = games;
    return json_line(object);
}

int validator_status(Convention convention) { return convention == Convention::kattis ? 42 : exit_success; }

int validator_status(Convention convention, const Error& error) {
    // Under testlib's convention the status of what was stopped would be a verdict.
    if (error.kind == ErrorKind::stopped && convention != Convention::plain) return exit_failure;
    if (error.kind != ErrorKind::bad_input || convention == Convention::plain) return exit_status(error);
    constexpr int testlib_fail = 3;
    constexpr int kattis_invalid = 43;
    return convention == Convention::testlib ? testlib_fail : kattis_invalid;
}

}  // namespace zermelo::tell
