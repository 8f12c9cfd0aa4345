// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/explain.hpp"

#include <new>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/files.hpp"
#include "zermelo/base/new_file.hpp"
#include "zermelo/draw/diagram_svg.hpp"
#include "zermelo/puzzles/explanation.hpp"
#include "zermelo/puzzles/input.hpp"

namespace zermelo::tell {

namespace {

Json object_of(const puzzles::Puzzle& puzzle, std::uint64_t number, const puzzles::Explanation& explanation) {
    Json object = json_object("explanation");
    object["puzzle"] = puzzle.name();
    object["game"] = number;
    object.append(explanation.members);
    object["summary"] = explanation.summary;
    object["details"] = explanation.details;
    return object;
}

std::string written(const puzzles::Puzzle& puzzle, std::uint64_t number,
                    const puzzles::Explanation& explanation, OutputFormat format) {
    if (format == OutputFormat::text) return fmt::format("Game {}\n{}", number, text_of(explanation));
    return json_line(object_of(puzzle, number, explanation));
}

Error no_game(std::uint64_t number, std::uint64_t count) {
    return {ErrorKind::bad_usage, fmt::format("there is no game {}, the input has {}", number, count)};
}

Result<std::uint64_t> explain_all(const puzzles::Puzzle& puzzle, std::string_view input,
                                  const ExplainOptions& options, Sink& output) {
    ZERMELO_TRY(const auto games, puzzles::read_games(puzzle, input));
    const std::uint64_t count = games.size();
    if (options.only_game && (*options.only_game == 0 || *options.only_game > count))
        return tl::make_unexpected(no_game(*options.only_game, count));
    if (!options.svg.empty() && !options.only_game && count != 1)
        return failure(ErrorKind::bad_usage,
                       fmt::format("the input has {} games, expected the number of the one to draw", count));
    const auto solver = puzzle.solver({});
    const std::uint64_t first = options.only_game.value_or(1);
    const std::uint64_t last = options.only_game.value_or(count);
    for (std::uint64_t number = first; number <= last; ++number) {
        ZERMELO_TRY(const auto explanation, solver->explain(games[number - 1]));
        if (!options.svg.empty())
            ZERMELO_CHECK(
                write_file(options.svg, draw::svg(draw::Sheet{{explanation.diagram}, explanation.boards})));
        const std::string gap = number > first && options.format == OutputFormat::text ? "\n" : "";
        ZERMELO_CHECK(output.write(gap + written(puzzle, number, explanation, options.format)));
        if (options.progress) options.progress(number - first + 1, last - first + 1);
    }
    return count;
}

}  // namespace

Result<std::uint64_t> explain(const puzzles::Puzzle& puzzle, Source input, const ExplainOptions& options,
                              Sink& output) {
    try {
        ZERMELO_TRY(const auto whole, whole_text(input, ~std::size_t{0}));
        return explain_all(puzzle, whole.mapped().value_or(""), options, output);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

Result<Json> explain_game(const puzzles::Puzzle& puzzle, std::string_view input, std::uint64_t number,
                          std::stop_token stop) {
    ZERMELO_TRY(const auto games, puzzles::read_games(puzzle, input));
    if (number == 0 || number > games.size()) return tl::make_unexpected(no_game(number, games.size()));
    const puzzles::Game& game = games[number - 1];
    puzzles::Options options;
    options.stop = std::move(stop);
    ZERMELO_TRY(const auto explanation, puzzle.solver(options)->explain(game));
    Json object = json_object("explained");
    object["explanation"] = object_of(puzzle, number, explanation);
    object["text"] = text_of(explanation);
    object["game_text"] = puzzles::input_of(puzzle, {&game, 1});
    object["svg"] = draw::svg(explanation.diagram);
    object["boards"] = Json::array();
    for (const draw::Diagram& board : explanation.boards) object["boards"].push_back(draw::svg(board));
    object["game_count"] = games.size();
    return object;
}

}  // namespace zermelo::tell
