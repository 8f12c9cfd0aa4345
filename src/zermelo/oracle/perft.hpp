// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "zermelo/base/progress.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/search/perft.hpp"

namespace zermelo::oracle {

/// `search::perft` of a position.
std::uint64_t perft(const engine::AnyGameAt& position, Plies depth, const std::stop_token& stop = {});

/// `search::perft_divided` of a position: by the first move, in the order in which moves are listed; none
/// where the game is over. Precondition: depth ≥ 1.
std::vector<std::pair<engine::Move, std::uint64_t>> perft_divided(
    const engine::AnyGameAt& position, Plies depth, search::Leaves leaves = search::Leaves::counted,
    const std::stop_token& stop = {}, const search::LeavesCounted& tell = {});

/// For each first move, by its name as UCI has it, the number of ways to play `depth` plies that begin with
/// it: what `zermelo perft --divide` and the engine's `go perft` tell. None where the game is over. After
/// a stop those that were counted whole. `progress`: in leaves, of which nobody knows how many
/// there are. Precondition: depth ≥ 1. Cost: as `search::perft`.
std::map<std::string, std::uint64_t> perft_by_move(const engine::AnyGameAt& position, Plies depth,
                                                   search::Leaves leaves = search::Leaves::counted,
                                                   const std::stop_token& stop = {},
                                                   const zermelo::Progress& progress = {});

}  // namespace zermelo::oracle
