// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/engine/game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/oracle/game_with_tables.hpp"
#include "zermelo/oracle/question.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/outcome_search.hpp"

namespace zermelo::oracle {

/// What is known of each move of a position where a search of it has ended, and what a short look at each
/// finds, which takes at most a tenth of the nodes more, and some milliseconds after the limit of time.
/// `budget`: that of the search; `limited`: it ended the search.
template <typename Bits>
std::vector<game::Bounds> look_at_moves(search::Prover<GameWithTables<Bits>>& prover,
                                        const engine::Position<Bits>& root, const engine::MoveList& moves,
                                        const Question& question, const search::Budget& budget,
                                        bool limited) {
    using Clock = std::chrono::steady_clock;
    constexpr std::uint64_t nodes_for_a_move = 1'000;  // and each side
    constexpr std::chrono::milliseconds time_for_all{30};
    std::uint64_t nodes = nodes_for_a_move;
    if (limited || question.nodes) {
        const std::uint64_t limit = question.nodes.value_or(budget.nodes_used());
        nodes = std::min(nodes, limit / (20 * std::max<std::uint64_t>(moves.size(), 1)));
    }
    std::vector<game::Bounds> bounds;
    search::Budget spare{budget.beside(search::Budget::no_end, time_for_all)};
    std::optional<Clock::time_point> end;
    for (const engine::Move& move : moves) {
        // What is remembered is told after a stop, too, as long as to look it up does not hold it up.
        if (!end && spare.over()) end = Clock::now() + time_for_all;
        const bool known = !end || Clock::now() < *end;
        bounds.push_back(
            known ? search::bounds_of_move_to(prover, prover.game().play(root, move), end ? 0 : nodes, spare)
                  : game::Bounds::not_over());
    }
    return bounds;
}

}  // namespace zermelo::oracle
