// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/generate.hpp"

#include <new>

#include <fmt/format.h>

#include "zermelo/puzzles/input.hpp"
#include "zermelo/stress/generate.hpp"

namespace zermelo::app {

Result<std::string> generate(const puzzles::Puzzle& puzzle, const GenerateOptions& options) {
    stress::GenerationRequest request{options.seed, std::nullopt, options.games, options.requirements};
    if (options.family) request.family = *options.family;
    try {
        return stress::generate(puzzle, request).map([&](const std::vector<puzzles::Game>& games) {
            return puzzles::input_of(puzzle, games);
        });
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

std::string list_families(const puzzles::Puzzle& puzzle) {
    std::string text;
    for (const puzzles::Family& family : puzzle.families())
        text += fmt::format("{:<16} {}\n", family.name, family.about);
    return text;
}

}  // namespace zermelo::app
