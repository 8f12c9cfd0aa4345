// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/puzzles.hpp"

#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/embedded.hpp"
#include "zermelo/base/nearest.hpp"
#include "zermelo/base/quoted.hpp"
#include "zermelo/puzzles/input.hpp"
#include "zermelo/puzzles/registry.hpp"

namespace zermelo::embedded {
std::span<const EmbeddedFile> published_samples();
}

namespace zermelo::tell {

namespace {

std::string in_words(const puzzles::Description& words) {
    return fmt::format("{}   {}\n{}\n\n{}\n\nInput: {}\n", words.name, words.source, words.question,
                       words.rules, words.format);
}

/// The published example, or a small game where there is none.
std::string input_of(const puzzles::Puzzle& puzzle) {
    const std::string published = fmt::format("{}.in", puzzle.name());
    for (const EmbeddedFile& file : embedded::published_samples())
        if (file.name == published) return std::string{file.bytes};
    constexpr int drawn = 100;
    Random random{1};
    std::vector<puzzles::Game> smallest{puzzle.random_game(random, {})};
    for (int i = 1; i < drawn; ++i)
        if (auto game = puzzle.random_game(random, {}); puzzle.size(game) < puzzle.size(smallest.front()))
            smallest.front() = std::move(game);
    return puzzles::input_of(puzzle, smallest);
}

struct Example {
    std::string input;
    std::vector<std::string> verdicts;
};

Result<Example> example_of(const puzzles::Puzzle& puzzle) {
    Example example{input_of(puzzle), {}};
    ZERMELO_TRY(const auto games, puzzles::read_games(puzzle, example.input));
    const auto solver = puzzle.solver({});
    for (const puzzles::Game& game : games) {
        ZERMELO_TRY(const auto verdict, solver->verdict(game));
        example.verdicts.push_back(verdict);
    }
    return example;
}

}  // namespace

Result<const puzzles::Puzzle*> find_puzzle(std::string_view name) {
    if (const puzzles::Puzzle* puzzle = puzzles::find(name)) return puzzle;
    return failure(ErrorKind::bad_usage, fmt::format("unknown game {}{}", quoted(name, 60, Unprintable::hex),
                                                     expected_one_of(name, all_puzzle_names())));
}

std::span<const puzzles::Puzzle* const> all_puzzles() { return puzzles::all(); }

std::vector<std::string> all_puzzle_names() {
    std::vector<std::string> names;
    for (const puzzles::Puzzle* puzzle : puzzles::all()) names.emplace_back(puzzle->name());
    return names;
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

Result<Json> puzzle_object(const puzzles::Puzzle& puzzle) {
    ZERMELO_TRY(const Example example, example_of(puzzle));
    const puzzles::Description& words = puzzle.description();
    Json object = json_object("puzzle");
    object["name"] = words.name;
    object["source"] = words.source;
    object["question"] = words.question;
    object["rules"] = words.rules;
    object["format"] = words.format;
    object["example"] = example.input;
    object["verdicts"] = example.verdicts;
    object["families"] = Json::array();
    for (const puzzles::Family& family : puzzle.families())
        object["families"].push_back({{"name", family.name}, {"about", family.about}});
    return object;
}

Result<Json> puzzle_objects() {
    Json list = Json::array();
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        ZERMELO_TRY(Json object, puzzle_object(*puzzle));
        list.push_back(std::move(object));
    }
    return list;
}

Result<std::string> list_puzzles(OutputFormat format) {
    if (format == OutputFormat::json) return puzzle_objects().map(json_lines);
    std::string text;
    for (const puzzles::Puzzle* puzzle : puzzles::all())
        text += (text.empty() ? "" : "\n\n") + in_words(puzzle->description());
    return text;
}

Result<std::string> show_puzzle(std::string_view name, OutputFormat format) {
    ZERMELO_TRY(const auto* puzzle, find_puzzle(name));
    if (format == OutputFormat::json)
        return puzzle_object(*puzzle).map([](const Json& object) { return json_line(object); });
    ZERMELO_TRY(const Example example, example_of(*puzzle));
    return fmt::format("{}\nExample:\n{}\nIts verdicts:\n{}\n", in_words(puzzle->description()),
                       example.input, fmt::join(example.verdicts, "\n"));
}

}  // namespace zermelo::tell
