// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

#include "zermelo/compositions/goal_test.hpp"
#include "zermelo/compositions/solution.hpp"
#include "zermelo/engine/notation.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Moves as a solution tells them.
template <typename Bits>
class Names {
  public:
    Names(const engine::Game<Bits>& game, const Goal& goal, Spending& spending)
        : game_(game), stalemates_(game, Goal{stalemate_of(goal)}, spending), sign_(stalemate_sign(goal)) {}

    /// Precondition: the move is legal there. Cost: that of `engine::san`.
    HalfMove half_move(const engine::Position<Bits>& p, engine::Move m) const {
        HalfMove named{p.to_move(), engine::uci(m, game_.rules()), engine::san(game_, p, m),
                       m.type == engine::Move::Type::en_passant};
        if (!sign_.empty() && stalemates_.reached(p, m, game_.play(p, m))) named.san += sign_;
        return named;
    }

  private:
    static Goal::Aim stalemate_of(const Goal& goal) {
        return goal.aim == Goal::Aim::mate_or_stalemate ? Goal::Aim::stalemate : goal.aim;
    }
    static std::string stalemate_sign(const Goal& goal) {
        switch (goal.aim) {
            case Goal::Aim::stalemate:
            case Goal::Aim::mate_or_stalemate:
                return "=";
            case Goal::Aim::double_stalemate:
                return "==";
            case Goal::Aim::own_stalemate:
                return "!=";
            default:
                return {};
        }
    }

    const engine::Game<Bits>& game_;
    GoalTest<Bits> stalemates_;
    std::string sign_;
};

}  // namespace zermelo::compositions
