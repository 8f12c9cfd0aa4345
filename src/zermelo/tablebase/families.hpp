// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <type_traits>

#include "zermelo/puzzles/queen_hunt/hunt_family.hpp"
#include "zermelo/tablebase/game_family.hpp"

namespace zermelo::tablebase {

/// Calls f with the family of a game's tiers: that of the kernel that was made for it, or of the general
/// engine. Cost: O(kinds × squares).
template <typename Bits, typename F>
auto with_family(const engine::Game<Bits>& game, F&& f) {
    if constexpr (std::is_same_v<Bits, std::uint64_t>)
        if (queen_hunt::HuntFamily::serves(game.rules()) && game.tables().holes.none() &&
            game.tables().barred.empty())
            return f(queen_hunt::HuntFamily{});
    return f(GameFamily<Bits>{game});
}

}  // namespace zermelo::tablebase
