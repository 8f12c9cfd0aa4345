// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
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
    Names(const engine::Game<Bits>& game, const Goal& goal, const Journey<Bits>& journey, Spending& spending)
        : game_(game),
          is_beyond_rules_(goal.is_beyond_rules()),
          signed_goal_(game, Goal{signed_aim(goal)}, journey, spending),
          sign_(sign_after_san(goal)) {}

    /// Precondition: the move is legal there, or reaches the goal. Cost: that of `engine::san`.
    HalfMove half_move(const engine::Position<Bits>& p, engine::Move m) const {
        HalfMove named{p.to_move(), engine::uci(m, game_.rules()), san(p, m),
                       m.type == engine::Move::Type::en_passant};
        if (!sign_.empty() && signed_goal_.reached(p, m, game_.play(p, m))) named.san += sign_;
        return named;
    }

  private:
    /// Among all moves that men have by themselves, where the move is one of those that no rule allows.
    std::string san(const engine::Position<Bits>& p, engine::Move m) const {
        if (!is_beyond_rules_ || game_.guards_its_own(game_.play(p, m))) return engine::san(game_, p, m);
        engine::MoveList moves;
        game_.pseudo_legal_moves(p, moves);
        const auto at = std::find(moves.begin(), moves.end(), m) - moves.begin();
        return engine::sans(game_, p, moves, moves)[static_cast<std::size_t>(at)];
    }

    /// The goal whose sign stands after the move; a mate's is in its SAN.
    static Goal::Aim signed_aim(const Goal& goal) {
        return goal.aim == Goal::Aim::mate_or_stalemate ? Goal::Aim::stalemate : goal.aim;
    }
    static std::string sign_after_san(const Goal& goal) {
        switch (goal.aim) {
            case Goal::Aim::double_mate:
                return "#";
            case Goal::Aim::counter_mate:
                return "#!";
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
    bool is_beyond_rules_;
    GoalTest<Bits> signed_goal_;
    std::string sign_;
};

}  // namespace zermelo::compositions
