// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "zermelo/engine/any_game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/history.hpp"

namespace zermelo::oracle {

struct Answer;
struct Question;

/// What proofs in the game without history are worth in a game with it, from one position.
class HistoryRules {
  public:
    /// What was played before: plies without progress, and those left where moves are counted already. The
    /// rules outlive it.
    template <typename Bits>
    HistoryRules(const engine::GameAt<Bits>& at, std::uint64_t half_moves,
                 std::optional<std::uint64_t> counting_left);

    /// Takes back what may not stand of an answer to a question, unless it asks about the ideal game, and
    /// says in it why, where anything was that was decided.
    void apply(Answer& answer, const Question& question) const;

  private:
    /// Why what is proved may not stand; nothing where it does.
    using Doubt = std::optional<std::string>;

    /// Takes back what may not stand of what is proved about a position or a move, as the side to move at the
    /// beginning sees it; says why, where anything was.
    Doubt apply(game::Bounds& bounds) const;
    rules::HistoryStart start(Color attacker) const;
    /// What stands of what is known about the win of a side, as that side sees it.
    game::Bounds standing(const game::Bounds& bounds, Color attacker, Doubt& doubt) const;

    const rules::Rules& rules_;
    rules::HistoryStart start_;  // the side to move attacks
};

}  // namespace zermelo::oracle
