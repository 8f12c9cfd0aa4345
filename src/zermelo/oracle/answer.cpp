// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/answer.hpp"

#include <algorithm>

namespace zermelo::oracle {

void Answer::heed_line() {
    if (!bounds.won() || bounds.is_unlimited() || !line || line->empty()) return;
    auto wins = game::Bounds::won_within(*bounds.at_most());
    if (const auto none = bounds.no_win_within()) wins.add(game::Bounds::not_won_within(*none));
    for (MoveAnswer& move : moves)
        if (move.move == line->front()) move.bounds.add(wins);
}

void Answer::sort_moves() {
    const auto before = [](const MoveAnswer& a, const MoveAnswer& b) { return precedes(a.bounds, b.bounds); };
    // Where there are thousands of moves, nothing is known yet of most.
    if (!std::is_sorted(moves.begin(), moves.end(), before))
        std::stable_sort(moves.begin(), moves.end(), before);
}

void Answer::conclude() {
    std::vector<game::Bounds> all;
    for (const MoveAnswer& move : moves) all.push_back(move.bounds);
    if (!all.empty()) bounds.add(game::Bounds::from_moves(all));
    for (MoveAnswer& move : moves) move.bounds.add(bounds.of_every_move());
    sort_moves();
}

}  // namespace zermelo::oracle
