// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/compiled_game.hpp"

#include <utility>

#include <fmt/format.h>

namespace zermelo::library {

CompiledGame::CompiledGame(CompiledPosition start)
    : start_(std::move(start)), played_(start_.at, start_.half_moves, start_.counting_limit) {}

CompiledPosition position_of(std::shared_ptr<const CompiledVariant> variant,
                             const engine::PlayedGame& played) {
    CompiledPosition position{std::move(variant), played.at(), played.without_progress()};
    if (const auto& counting = played.counting()) {
        position.half_moves = counting->plies;
        position.counting_limit = counting->limit;
    }
    return position;
}

Result<void> check_goes_on(const engine::PlayedGame& played) {
    if (const auto end = played.end())
        return failure(ErrorKind::bad_usage,
                       fmt::format("the game is over by {}, expected no more moves", name(end->by)));
    return {};
}

std::vector<std::string> CompiledGame::legal_moves() const {
    if (played_.end()) return {};
    return position().legal_moves();
}

Result<void> CompiledGame::play(std::string_view text) {
    ZERMELO_TRY(const engine::Move move, move_of_uci(played_.at(), text));
    ZERMELO_CHECK(check_goes_on(played_));
    moves_.emplace_back(text);
    played_.play(move);
    return {};
}

std::vector<std::string> unheeded_rules(const rules::Rules& rules) {
    if (rules.history.chasing_loses) return {"chasingRule"};
    return {};
}

}  // namespace zermelo::library
