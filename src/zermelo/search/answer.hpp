// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>

#include "zermelo/search/budget.hpp"
#include "zermelo/value.hpp"

namespace zermelo::search {

using zermelo::Verdict;

/// Whether the attacker forces a win within the bound that was asked.
template <typename Move>
struct Answer {
    Verdict verdict = Verdict::no_win;
    /// The least number of plies in which a win can be forced, if one can. None of a win of any length that
    /// rests on a table of outcomes alone.
    std::optional<Plies> length;
    /// Attacker to move: a move that wins in `length`, unless it has won. Defender to move: of a win, a reply
    /// that delays it as long as it can; of no win, one that refutes it; none if the game is over.
    std::optional<Move> first;
    std::optional<Plies> none_within;  ///< it is proved that the attacker forces no win within these
    std::optional<Stop> stop;          ///< the limit that was reached, if the verdict is unknown
};

}  // namespace zermelo::search
