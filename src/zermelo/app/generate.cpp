// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/generate.hpp"

#include <new>

#include <fmt/format.h>

#include "zermelo/stress/generate.hpp"

namespace zermelo::app {

namespace {

Result<void> write_games(const puzzles::Puzzle& puzzle, const stress::GenerationRequest& request,
                         Sink& sink) {
    constexpr std::size_t piece = std::size_t{1} << 14U;
    ZERMELO_TRY(auto games, stress::GameStream::open(puzzle, request));
    std::string text = fmt::format("{}\n", games.count());
    for (std::uint64_t i = 0; i < games.count(); ++i) {
        ZERMELO_TRY(const auto game, games.next());
        puzzle.write(game, text);
        if (text.size() < piece) continue;
        ZERMELO_CHECK(sink.write(text));
        text.clear();
    }
    return sink.write(text);
}

}  // namespace

Result<void> generate(const puzzles::Puzzle& puzzle, const GenerateOptions& options, Sink& sink) {
    stress::GenerationRequest request{options.seed, std::nullopt, options.games, options.requirements};
    if (options.family) request.family = *options.family;
    try {
        return write_games(puzzle, request, sink);
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
