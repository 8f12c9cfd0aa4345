// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <utility>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/plies.hpp"

namespace zermelo::search {

/// Whether the last ply is played out move by move, or only counted.
enum class Leaves : std::uint8_t { counted, played };

/// Told how many leaves were counted since it was called last.
using LeavesCounted = std::function<void(std::uint64_t)>;

/// The number of ways to play `depth` plies from here: the field's test of move generators. A game that is
/// over has none. Optional: `game::CountsMoves`; without it moves are listed.
/// Where somebody asks it to stop, which it sees between two positions whose moves it counts, the result
/// means nothing. `tell` is called for each position two plies before the last. Cost: O(the result), or
/// O(the result / moves) where leaves are counted.
template <game::Game G>
std::uint64_t perft(const G& game, const typename G::Position& position, Plies depth,
                    Leaves leaves = Leaves::counted, const std::stop_token& stop = {},
                    const LeavesCounted& tell = {}) {
    constexpr Plies looks_up{2};
    if (depth == Plies{0}) return 1;
    if constexpr (game::CountsMoves<G>)
        if (depth == Plies{1} && leaves == Leaves::counted) return game.count(position);
    typename G::MoveList moves;
    game.moves(position, moves);
    if (depth == Plies{1} && leaves == Leaves::counted) return moves.size();
    std::uint64_t total = 0;
    for (const auto& move : moves) {
        if (depth >= looks_up && stop.stop_requested()) break;
        total += perft(game, game.play(position, move), depth - Plies{1}, leaves, stop, tell);
    }
    if (depth == looks_up && tell) tell(total);
    return total;
}

/// The same, by the first move; after a stop those that were counted whole. Precondition: depth ≥ 1.
template <game::Game G>
std::vector<std::pair<typename G::Move, std::uint64_t>> perft_divided(
    const G& game, const typename G::Position& position, Plies depth, Leaves leaves = Leaves::counted,
    const std::stop_token& stop = {}, const LeavesCounted& tell = {}) {
    std::vector<std::pair<typename G::Move, std::uint64_t>> parts;
    typename G::MoveList moves;
    game.moves(position, moves);
    for (const auto& move : moves) {
        const std::uint64_t nodes =
            perft(game, game.play(position, move), depth - Plies{1}, leaves, stop, tell);
        if (stop.stop_requested()) break;
        parts.emplace_back(move, nodes);
    }
    return parts;
}

}  // namespace zermelo::search
