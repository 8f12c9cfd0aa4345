// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>

#include "zermelo/base/by_color.hpp"
#include "zermelo/compositions/flights.hpp"
#include "zermelo/compositions/journey.hpp"
#include "zermelo/compositions/mate_zones.hpp"
#include "zermelo/compositions/spending.hpp"
#include "zermelo/compositions/stalemating.hpp"
#include "zermelo/compositions/stipulation.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/notation.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Which moves reach a goal.
template <typename Bits>
class GoalTest {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;
    using Aim = Goal::Aim;

    /// `journey`: how a search has come to the positions that it asks about. Precondition: a diagram that is
    /// to be reached is a position of the game.
    GoalTest(const Game& game, const Goal& goal, const Journey<Bits>& journey, Spending& spending)
        : game_(game),
          goal_(goal),
          square_(game.compiled().square(goal.square)),
          journey_(journey),
          spending_(spending) {
        if (goal.target) target_ = *game.position(*goal.target, engine::Waived::missing_royals);
        if (goal.aim == Aim::stalemate) stalemating_ = std::make_unique<Stalemating<Bits>>(game);
        if (goal.aim == Aim::mate)
            for (const Color mated : {Color::white, Color::black})
                zones_[mated] = std::make_unique<MateZones<Bits>>(game.compiled(), mated);
    }

    /// The diagram that is to be reached, if one is.
    const std::optional<Position>& target() const { return target_; }

    /// Whether a legal move, from `p` to `q`, reaches it.
    bool reached(const Position& p, Move m, const Position& q) const {
        switch (goal_.aim) {
            case Aim::mate:
                return is_mated(q);
            case Aim::stalemate:
                return !game_.in_check(q) && is_still(q);
            case Aim::mate_or_stalemate:
                return is_still(q);
            case Aim::double_mate:
            case Aim::counter_mate:
                return is_mated(q) && is_mated(game_.passed(q));
            case Aim::own_stalemate:
                return is_still(game_.passed(q)) && game_.guards_its_own(q);
            case Aim::double_stalemate:
                return !game_.in_check(q) && is_still(q) && is_still(game_.passed(q)) &&
                       game_.guards_its_own(q);
            case Aim::check:
                return game_.in_check(q);
            case Aim::capture:
                return engine::captures(p, m);
            case Aim::square:
                return m.is_castling()
                           ? square_ != m.from && q.code_on(square_) == p.code_on(m.from)
                           : m.to == square_ && m.type != Move::Type::pass && m.type != Move::Type::wall;
            case Aim::circuit:
                return m.from != m.to && !m.is_castling() && !m.is_drop() &&
                       journey_.start_of(m.from) == m.to;
            case Aim::en_passant:
                return m.type == Move::Type::en_passant;
            case Aim::castling:
                return m.is_castling();
            case Aim::win:
                return game_.end(q) == game::Outcome::loss;
            case Aim::any:
                return true;
            case Aim::proof_game:
            case Aim::a_to_b:
                return looks_like_target(q);
        }
        return false;
    }

    /// Calls f(move, position after it) for every legal move that reaches it, until f says true or a limit is
    /// reached. Returns whether f did.
    template <typename F>
    bool any_move(const Position& p, const F& f) const {
        using Set = SquareSet<Bits>;
        const Set to = stalemating_ ? stalemating_->squares(p) : ~Set{};
        if (to.empty() && !Stalemating<Bits>::has_other_moves(p)) return false;
        engine::MoveList list;
        if (goal_.is_beyond_rules()) {
            if (may_mate_both(p)) game_.pseudo_legal_moves(p, list);
        } else if (goal_.aim == Aim::mate || goal_.aim == Aim::check)
            game_.checks(p, list);
        else
            game_.moves(p, list);
        const auto flights = flights_of(p, list);
        for (const Move m : list) {
            if (spending_.due()) return false;
            if (flights && flights->any_after(m)) continue;
            if (goal_.is_beyond_rules() && m.is_castling()) continue;
            if (!to.contains(m.to) && !m.is_castling() && m.type != Move::Type::en_passant) continue;
            const Position q = game_.play(p, m);
            if (reached(p, m, q) && f(m, q)) return true;
        }
        return false;
    }

    /// Appends the moves that reach it though no rule allows them.
    void add_moves_beyond_rules(const Position& p, engine::MoveList& list) const {
        if (!goal_.is_beyond_rules()) return;
        any_move(p, [&](Move m, const Position&) {
            list.push_back(m);
            return false;
        });
    }

    /// How many moves reach it.
    std::uint64_t count(const Position& p) const {
        std::uint64_t total = 0;
        any_move(p, [&](Move, const Position&) {
            ++total;
            return false;
        });
        return total;
    }

    /// Whether the side to move has moves, and each of them reaches it.
    bool is_forced(const Position& p) const {
        if (!may_be_forced(p)) return false;
        engine::MoveList list;
        game_.moves(p, list);
        return !list.empty() && std::all_of(list.begin(), list.end(), [&](Move m) {
            return !spending_.due() && reached(p, m, game_.play(p, m));
        });
    }

    /// The same, as far as one move shows: most often it does not reach it.
    bool may_be_forced(const Position& p) const {
        const auto one = game_.some_move(p);
        return one && reached(p, *one, game_.play(p, *one));
    }

    bool can_be_reached(const Position& p) const {
        return any_move(p, [](Move, const Position&) { return true; });
    }

    /// Whether there is no play after a move that reaches it.
    bool ends_play() const {
        return goal_.aim == Aim::mate || goal_.aim == Aim::stalemate || goal_.aim == Aim::win ||
               goal_.is_beyond_rules() || goal_.aim == Aim::mate_or_stalemate ||
               goal_.aim == Aim::double_stalemate;
    }

  private:
    /// Those of the king that is to be mated, where that is the goal and they are sooner seen than some moves
    /// made.
    std::optional<Flights<Bits>> flights_of(const Position& p, const engine::MoveList& list) const {
        const auto& zones = zones_[!p.to_move()];
        if (list.size() < 2 || !zones || !zones->hold()) return std::nullopt;
        const auto royals = game_.royals(p, !p.to_move());
        if (royals.size() != 1) return std::nullopt;
        return std::optional<Flights<Bits>>{std::in_place, game_.compiled(), *zones, p, royals.first()};
    }

    bool looks_like_target(const Position& q) const {
        for (const Color c : both_colors) {
            if (q.men(c) != target_->men(c)) return false;
            for (unsigned kind = 0; kind < game_.compiled().letters.size(); ++kind) {
                const rules::PieceKind of{kind};
                if (q.men(c, of) != target_->men(c, of) || q.in_hand(c, of) != target_->in_hand(c, of))
                    return false;
            }
        }
        return q.walls() == target_->walls();
    }
    bool is_mated(const Position& q) const { return game_.in_check(q) && is_still(q); }
    /// Whether the side to move is one that may mate both sides.
    bool may_mate_both(const Position& p) const {
        return goal_.aim == Aim::counter_mate ? is_mated(p) : game_.has_move(p);
    }
    /// Whether the side to move has no move, without the variant having ended the game otherwise.
    bool is_still(const Position& q) const { return !game_.has_move(q) && !game_.end_at_once(q); }

    const Game& game_;
    Goal goal_;
    Square square_;
    const Journey<Bits>& journey_;
    Spending& spending_;
    std::optional<Position> target_;                   ///< where a diagram is the goal
    std::unique_ptr<Stalemating<Bits>> stalemating_;   ///< where stalemate is the goal
    ByColor<std::unique_ptr<MateZones<Bits>>> zones_;  ///< where mate is the goal, by whose king it is
};

}  // namespace zermelo::compositions
