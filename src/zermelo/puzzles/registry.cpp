// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/registry.hpp"

#include <algorithm>
#include <array>

#include "zermelo/puzzles/check_state/puzzle.hpp"
#include "zermelo/puzzles/king_pawn/puzzle.hpp"
#include "zermelo/puzzles/queen_hunt/puzzle.hpp"

namespace zermelo::puzzles {

std::span<const Puzzle* const> all() {
    static const auto puzzles = std::to_array<const Puzzle*>({
        &queen_hunt::simplified(),
        &check_state::cstate1(),
        &check_state::cstate2(),
        &check_state::cstate3(),
        &king_pawn::cheesy(),
    });
    return puzzles;
}

const Puzzle* find(std::string_view name) {
    const auto puzzles = all();
    const auto found = std::find_if(puzzles.begin(), puzzles.end(),
                                    [name](const Puzzle* puzzle) { return puzzle->name() == name; });
    return found == puzzles.end() ? nullptr : *found;
}

}  // namespace zermelo::puzzles
