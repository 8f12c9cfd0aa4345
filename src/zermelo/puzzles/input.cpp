// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/input.hpp"

#include <fmt/format.h>

namespace zermelo::puzzles {

Result<std::vector<Game>> read_games(const Puzzle& puzzle, std::string_view input) {
    Reader reader{input};
    ZERMELO_TRY(const auto count, reader.game_count(0, ~std::uint64_t{0}));
    std::vector<Game> games;
    while (games.size() < count) {
        ZERMELO_TRY(auto game, puzzle.read(reader, nullptr));
        games.push_back(std::move(game));
    }
    ZERMELO_CHECK(reader.close_input());
    return games;
}

std::string input_of(const Puzzle& puzzle, std::span<const Game> games) {
    std::string input = fmt::format("{}\n", games.size());
    for (const Game& game : games) puzzle.write(game, input);
    return input;
}

}  // namespace zermelo::puzzles
