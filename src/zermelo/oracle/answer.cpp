// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/oracle/answer.hpp"

#include <algorithm>

namespace zermelo::oracle {

void Answer::sort_moves() {
    std::stable_sort(moves.begin(), moves.end(),
                     [](const MoveAnswer& a, const MoveAnswer& b) { return precedes(a.bounds, b.bounds); });
}

void Answer::conclude() {
    sort_moves();
    std::vector<game::Bounds> all;
    for (const MoveAnswer& move : moves) all.push_back(move.bounds);
    if (!all.empty()) bounds.add(game::Bounds::from_moves(all));
}

}  // namespace zermelo::oracle
