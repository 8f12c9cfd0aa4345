// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/history.hpp"

namespace zermelo::oracle {

/// What proofs in the game without history are worth in a game with it, from one position.
class HistoryRules {
  public:
    /// Why what is proved may not stand; nothing where it does.
    using Doubt = std::optional<std::string>;

    /// What was played before: plies without progress, and those left where moves are counted already. The
    /// rules outlive it.
    template <typename Bits>
    HistoryRules(const engine::GameAt<Bits>& at, std::uint64_t half_moves,
                 std::optional<std::uint64_t> counting_left);

    /// A win of the side to move within this number of plies; `of_no_win`: that there is none.
    Doubt of_win(Plies within) const;
    Doubt of_no_win(Plies within) const;

    /// Takes back what may not stand of what is proved about a position or a move, as the side to move at the
    /// beginning sees it; says why, where anything was.
    Doubt apply(game::Bounds& bounds) const;

  private:
    rules::HistoryStart start(Color attacker) const;
    /// What stands of what is known about the win of a side, as that side sees it.
    game::Bounds standing(const game::Bounds& bounds, Color attacker, Doubt& doubt) const;

    const rules::Rules& rules_;
    rules::HistoryStart start_;  // the side to move attacks
};

}  // namespace zermelo::oracle
