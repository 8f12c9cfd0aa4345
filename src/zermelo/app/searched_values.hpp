// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>

#include "zermelo/app/variants.hpp"
#include "zermelo/base/json.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/rules/rules.hpp"

/// What a position and each of its moves are worth, as far as some plies show it, without a folder of tables.
/// Who wins at any length is the question of `app::value`.
namespace zermelo::app {

struct SearchRequest {
    std::optional<Plies> plies = std::nullopt;  ///< how deep to look at most; nothing: at any length
    std::optional<std::chrono::duration<double>> time = std::nullopt;
    std::optional<std::uint64_t> nodes = std::nullopt;  ///< as `ProveOptions::nodes`; half for each search
    std::size_t memory = std::size_t{64} << 20;         ///< bytes of the table of what was proved
    std::stop_token stop = {};                          ///< somebody else's request to end
};

/// What is proved so far, when all moves have been searched `depth` plies deep: a `position` of docs/json.md.
using SearchProgress = std::function<void(Plies depth, const Json& position)>;

/// The value of a position (the variant's start if `fen` is absent) and of every move: a `position` of
/// docs/json.md with what is proved when everything is decided or a limit is reached. The search deepens by a
/// ply at a time; within n plies it asks of every move that is not decided whether it wins, and whether the
/// other side does. At any length it takes turns with a search for who wins (`OutcomeSearch`), of the
/// position first and then of its moves.
///
/// Of few men tables are made in memory when the search has taken as much work as they take
/// (`TablesOnDemand`): then all is told as they have it, at any length.
///
/// Everything told is proved: a win and a loss with the plies that tables would say, or at most so many,
/// where `no_win_within` or `no_loss_within` is less; a draw where neither side can win. All else is
/// `unknown`. Of a move `optimal` and `keeps_result` are told where they are certain whatever is not known
/// yet, and null elsewhere. Moves come best first: wins, draws, what is not known, losses. The line is told
/// of a win or a loss, unless a limit came before it.
///
/// Errors: as `position_of`; more than `most_plies`; more than `most_moves_listed` legal moves. Cost: as
/// `ForcedWin::prove`, for both sides and after every move. A request to stop is answered in some
/// milliseconds, or what a node takes: on the largest boards full of riders that may be a second.
Result<Json> searched_values(const rules::Rules& rules, const std::optional<std::string>& fen,
                             const SearchRequest& request, const SearchProgress& progress = {});

}  // namespace zermelo::app
