// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "zermelo/color.hpp"
#include "zermelo/problem.hpp"
#include "zermelo/search/budget.hpp"

namespace zermelo::compositions {

/// All that answers one diagram.
struct Solution {
    Color begins = Color::white;
    /// Why the diagram cannot be solved with this side to begin: then nothing else is told.
    std::optional<std::string> illegal;

    // What battle play tells. A key has the fewest moves that it takes; short ones take less than was asked.
    std::vector<Continuation> keys, short_keys;
    std::vector<Try> tries;         ///< those with few enough refutations
    std::vector<Defence> set_play;  ///< what the defender may play now, if it leads to the goal in time
    bool tree_whole = true;         ///< whether these have all play; they end at `Options::max_tree`

    // What help and series play tell.
    Solutions solutions;
    std::vector<Solutions> short_solutions;  ///< those lengths that have some
    std::optional<Solutions> set_solutions;

    /// Whether everything up to the asked length was enumerated. Where it was not: how many whole moves were,
    /// and what ended it.
    bool complete = true;
    unsigned complete_moves = 0;
    std::optional<search::Stop> stop;
    /// Where a plain enumeration was asked for and done: whether it has the same keys, or as many solutions
    /// of each length.
    std::optional<bool> verified;
    std::uint64_t nodes = 0;  ///< positions whose moves were tried

    /// Keys, or solutions, of the asked length.
    std::uint64_t count() const { return keys.size() + solutions.count; }
};

}  // namespace zermelo::compositions
