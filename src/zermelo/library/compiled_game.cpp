// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/compiled_game.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace zermelo::library {

CompiledGame::CompiledGame(CompiledPosition start)
    : start_(std::move(start)), played_(start_.at, start_.half_moves, start_.counting_limit) {}

CompiledPosition position_of(std::shared_ptr<const CompiledVariant> variant, const engine::PlayedGame& played,
                             std::uint64_t full_moves) {
    CompiledPosition position{std::move(variant), played.at(), played.without_progress()};
    if (const auto& counting = played.counting()) {
        position.half_moves = counting->plies;
        position.counting_limit = counting->limit;
    }
    // Black's moves are the ends of full ones.
    const std::uint64_t moves = (played.plies() + (position.at.to_move() == Color::white ? 1 : 0)) / 2;
    position.full_moves =
        full_moves + std::min(moves, std::numeric_limits<std::uint64_t>::max() - full_moves);
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
    return play(move, std::string{text});
}

Result<void> CompiledGame::play(engine::Move move) {
    ZERMELO_CHECK(check_legal(played_.at(), move));
    return play(move, played_.at().uci(move));
}

Result<void> CompiledGame::play(engine::Move move, std::string text) {
    ZERMELO_CHECK(check_goes_on(played_));
    moves_.push_back(std::move(text));
    played_.play(move);
    return {};
}

std::vector<std::string> unheeded_rules(const rules::Rules& rules) {
    if (rules.history.chasing_loses) return {"chasingRule"};
    return {};
}

}  // namespace zermelo::library
