// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include "zermelo/base/result.hpp"
#include "zermelo/engine/any_game.hpp"
#include "zermelo/oracle/known_values.hpp"
#include "zermelo/plies.hpp"

/// What a position and each of its moves are worth, as far as some plies show it, without a folder of tables.
/// Who wins at any length is the question of `oracle::value`.
namespace zermelo::oracle {

struct MovesRequest {
    std::optional<Plies> plies = std::nullopt;  ///< how deep to look at most; nothing: at any length
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;  ///< as `ProveOptions::nodes`; half for each search
    std::size_t memory = std::size_t{64} << 20;         ///< bytes of the table of what was proved
    std::stop_token stop = {};                          ///< somebody else's request to end
};

/// Hears what is proved so far, when all moves have been searched `depth` plies deep.
using MovesReport = std::function<void(Plies depth, const KnownValues& known)>;

/// What is proved of a position and of every move when everything is decided or a limit is reached. The
/// search deepens by a ply at a time; within n plies it asks of every move that is not decided whether it
/// wins, and whether the other side does. At any length it takes turns with a search for who wins
/// (`OutcomeSearch`), first for the position and then for its moves.
///
/// Where few men are left, tables are made in memory when the search has taken as much work as they take
/// (`TablesOnDemand`): then all is told as they have it, at any length.
///
/// Everything told is proved: a win and a loss with the plies that tables would say, or with a number that
/// they do not exceed; a draw where neither side can win. The moves come best first. The line is told for a
/// win or a loss, unless a limit came before it.
///
/// Errors: more than `max_plies`; more than `max_moves_listed` legal moves. Cost: as `ForcedWin::prove`,
/// for both sides and after every move. A request to stop is answered in some milliseconds, or what a node
/// takes: on the largest boards full of riders that may be a second.
Result<KnownValues> move_values(const engine::AnyGameAt& position, const MovesRequest& request,
                                const MovesReport& progress = {});

}  // namespace zermelo::oracle
