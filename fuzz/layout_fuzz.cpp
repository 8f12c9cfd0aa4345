// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/registry.hpp"
#include "zermelo/stress/layout.hpp"

#include "support/judging.hpp"

/// What the judge takes is read as games; written anew it has the statement's layout, is taken again with the
/// same verdicts, and is the same text if that had the layout (but for hunts, whose pieces are put in order).
/// The first byte chooses the puzzle.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace zermelo;
    if (size == 0) return 0;
    const puzzles::Puzzle& puzzle = *puzzles::all()[data[0] % puzzles::all().size()];
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const auto wrong_layout = stress::layout_error(puzzle, text);
    if (wrong_layout && !wrong_layout->where) std::abort();
    puzzles::Options options;
    options.threads = 1;
    options.limits = true;
    const auto judged = zermelo::testing::judge_text(puzzle.name(), text, options);
    if (judged.error) return 0;
    const auto games = puzzles::read_games(puzzle, text);
    if (!games) std::abort();
    const std::string written = puzzles::input_of(puzzle, *games);
    if (stress::layout_error(puzzle, written)) std::abort();
    const auto again = zermelo::testing::judge_text(puzzle.name(), written, options);
    if (again.error || again.output != judged.output) std::abort();
    // Boards of rows are read row by row, so that they come out as they were.
    if (!wrong_layout && puzzle.name() != "simplified" && written != text) std::abort();
    return 0;
}
