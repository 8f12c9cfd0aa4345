// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/compiled_game.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace zermelo::library {

CompiledGame::CompiledGame(CompiledPosition start)
    : start_(std::move(start)), played_(start_.at, start_.half_moves, start_.counting_limit) {}

CompiledPosition CompiledGame::position() const {
    CompiledPosition position{start_.variant, played_.at(), played_.without_progress()};
    if (const auto& counting = played_.counting()) {
        position.half_moves = counting->plies;
        position.counting_limit = counting->limit;
    }
    const std::uint64_t plies = moves_.size() + (start_.to_move() == Color::black ? 1 : 0);
    position.full_moves = start_.full_moves +
                          std::min(plies / 2, std::numeric_limits<std::uint64_t>::max() - start_.full_moves);
    return position;
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
    if (const auto end = played_.end())
        return failure(ErrorKind::bad_usage,
                       fmt::format("the game is over by {}, expected no more moves", name(end->by)));
    moves_.push_back(std::move(text));
    played_.play(move);
    return {};
}

std::vector<std::string> unheeded_rules(const rules::Rules& rules) {
    if (rules.history.chasing_loses) return {"chasingRule"};
    return {};
}

}  // namespace zermelo::library
