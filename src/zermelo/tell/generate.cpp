// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tell/generate.hpp"

#include <new>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/json.hpp"
#include "zermelo/stress/generate.hpp"

namespace zermelo::tell {

namespace {

std::string game_line(const puzzles::Puzzle& puzzle, std::uint64_t number, const puzzles::Game& game) {
    Json object = json_object("game");
    object["puzzle"] = puzzle.name();
    object["game"] = number;
    std::string text;
    puzzle.write(game, text);
    object["text"] = text;
    return json_line(object);
}

Result<void> write_games(const puzzles::Puzzle& puzzle, const stress::GenerationRequest& request,
                         OutputFormat format, Sink& sink) {
    constexpr std::size_t piece = std::size_t{1} << 14U;
    ZERMELO_TRY(auto games, stress::GameStream::open(puzzle, request));
    std::string text = format == OutputFormat::text ? fmt::format("{}\n", games.count()) : "";
    for (std::uint64_t i = 0; i < games.count(); ++i) {
        ZERMELO_TRY(const auto game, games.next());
        if (format == OutputFormat::text)
            puzzle.write(game, text);
        else
            text += game_line(puzzle, i + 1, game);
        if (text.size() < piece) continue;
        ZERMELO_CHECK(sink.write(text));
        text.clear();
    }
    return sink.write(text);
}

}  // namespace

Result<void> generate(const puzzles::Puzzle& puzzle, const GenerateOptions& options, Sink& sink) {
    stress::GenerationRequest request{options.seed, std::nullopt, options.games, options.requirements,
                                      options.stop};
    if (options.family) request.family = *options.family;
    try {
        return write_games(puzzle, request, options.format, sink);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

Json family_objects(const puzzles::Puzzle& puzzle) {
    Json list = Json::array();
    for (const puzzles::Family& family : puzzle.families()) {
        Json object = json_object("family");
        object["puzzle"] = puzzle.name();
        object["name"] = family.name;
        object["about"] = family.about;
        list.push_back(std::move(object));
    }
    return list;
}

std::string list_families(const puzzles::Puzzle& puzzle, OutputFormat format) {
    if (format == OutputFormat::json) return json_lines(family_objects(puzzle));
    std::string text;
    for (const puzzles::Family& family : puzzle.families())
        text += fmt::format("{:<16} {}\n", family.name, family.about);
    return text;
}

}  // namespace zermelo::tell
