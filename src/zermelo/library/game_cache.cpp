// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/library/game_cache.hpp"

#include <algorithm>
#include <utility>

#include "zermelo/library/library.hpp"
#include "zermelo/rules/hash.hpp"

namespace zermelo::library {
Result<engine::AnyGameAt> GameCache::position(const rules::Rules& rules,
                                              const std::optional<std::string>& fen) {
    const Hash128 hash = rules::hash(rules);
    std::optional<engine::AnyGameAt> start;
    if (const std::lock_guard lock{mutex_}; true) {
        const auto found =
            std::find_if(games_.begin(), games_.end(), [&](const auto& game) { return game.first == hash; });
        if (found != games_.end()) {
            games_.splice(games_.begin(), games_, found);
            start = games_.front().second;
        }
    }
    if (!start) {
        ZERMELO_TRY(auto made, position_of(rules, std::nullopt));
        start = std::move(made);
        const std::lock_guard lock{mutex_};
        games_.emplace_front(hash, *start);
        if (games_.size() > most) games_.pop_back();
    }
    if (!fen) return *std::move(start);
    return position_in(*start, *fen);
}

}  // namespace zermelo::library
