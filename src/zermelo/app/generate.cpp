// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/app/generate.hpp"

#include <new>

#include <fmt/format.h>

#include "zermelo/app/games.hpp"

namespace zermelo::app {

Result<std::string> generate(const std::string& game, const GenerateOptions& options) {
    const auto dialect = find_game(game);
    if (!dialect) return tl::make_unexpected(dialect.error());
    stress::Request request{options.seed, std::nullopt, options.games, options.wishes};
    if (options.family) request.family = *options.family;
    try {
        return stress::generate(**dialect, request).map([&](const std::vector<stress::Case>& games) {
            return stress::input_of(stress::format_of(**dialect), games);
        });
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, "out of memory");
    }
}

Result<std::string> list_families(const std::string& game) {
    const auto dialect = find_game(game);
    if (!dialect) return tl::make_unexpected(dialect.error());
    std::string text;
    for (const stress::Family& family : stress::families(**dialect))
        text += fmt::format("{:<16} {}\n", family.name, family.about);
    return text;
}

}  // namespace zermelo::app
