// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/puzzles.hpp"

#include <fmt/format.h>

#include "zermelo/puzzles/registry.hpp"

namespace zermelo::app {

Result<const puzzles::Puzzle*> find_puzzle(std::string_view name) {
    if (const puzzles::Puzzle* puzzle = puzzles::find(name)) return puzzle;
    std::string known;
    for (const puzzles::Puzzle* each : puzzles::all())
        known += fmt::format("{}{}", known.empty() ? "" : ", ", each->name());
    return failure(ErrorKind::bad_usage, fmt::format("unknown game '{}', expected one of {}", name, known));
}

std::string puzzle_names() {
    const auto all = puzzles::all();
    std::string names;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string_view before = i == 0 ? "" : i + 1 == all.size() ? " or " : ", ";
        names += fmt::format("{}{}", before, all[i]->name());
    }
    return names;
}

std::string list_puzzles() {
    std::string text;
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        const puzzles::Description& words = puzzle->description();
        text += fmt::format("{}{}   {}\n{}\n\n{}\n\nInput: {}\n", text.empty() ? "" : "\n\n", words.name,
                            words.source, words.question, words.rules, words.format);
    }
    return text;
}

}  // namespace zermelo::app
