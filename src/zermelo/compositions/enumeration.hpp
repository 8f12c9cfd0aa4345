// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/base/saturating.hpp"
#include "zermelo/compositions/goal_test.hpp"
#include "zermelo/compositions/solve.hpp"
#include "zermelo/compositions/spending.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// The same solutions once more, by playing every move: nothing is remembered, put in order or left out, and
/// no code but that of the goals is shared with what it is compared with. A question of yes or no ends at the
/// first move that decides it.
template <typename Bits>
class Enumeration {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;
    using Step = typename Journey<Bits>::Step;

    Enumeration(const Game& game, const Stipulation& stipulation, const Options& options, Spending& spending)
        : game_(game),
          journey_(game, stipulation.asks_for_journey()),
          goal_(game, stipulation.goal, journey_, spending),
          own_goal_(game, stipulation.own_goal.value_or(stipulation.goal), journey_, spending),
          stipulation_(stipulation),
          finish_(stipulation.finish),
          quodlibet_(options.quodlibet && (finish_ == Finish::self || finish_ == Finish::semi_reflex) &&
                     stipulation.play == Play::battle),
          restriction_(options.restriction),
          spending_(spending) {}

    /// The first moves that win within `moves` moves, in the order of the game's moves.
    std::vector<Move> keys(const Position& p, unsigned moves) {
        std::vector<Move> found;
        if (finish_ == Finish::reflex && reaches(goal_, p)) return found;
        for (const Move m : attacks_of(p, goal_))
            if (solves(p, m, moves, extra_moves())) found.push_back(m);
        return found;
    }

    /// Whether the attacker wins from `q`, which the first one of `moves` moves has led to.
    bool answers_all(const Position& q, unsigned moves) {
        const bool duty = finish_ == Finish::reflex || finish_ == Finish::semi_reflex;
        return (duty && reaches(goal_, q)) || holds(q, moves, extra_moves());
    }

    /// How many solutions there are of a length, as `LineSearch::lines` counts them.
    std::uint64_t lines(const Position& p, unsigned length, unsigned introduction) {
        if (introduction == 0) return count(p, length);
        std::uint64_t total = 0;
        for (const Move m : moves_of(p)) {
            const Position q = game_.play(p, m);
            const Step step{journey_, p, m};
            if (introduction == 1)
                total += lines(q, length, 0);
            else if (!game_.in_check(q))
                total += lines(game_.passed(q), length, introduction - 1);
        }
        return total;
    }

    /// How much is left to play where the last moves are looked at as one.
    unsigned last() const { return finish_ == Finish::reciprocal ? 2 : 1; }

    /// How many solutions there are where `left` is left to play: the sum of what `after` says of each
    /// position that play may come to, and of what is left there; the last moves are played.
    template <typename After>
    std::uint64_t sum(const Position& p, unsigned left, const After& after) {
        const bool in_turn = stipulation_.play == Play::help;
        const bool at_turn = finish_ != Finish::reciprocal && (!in_turn || left % 2 == 1);
        if (at_turn && finish_ == Finish::reflex && reaches(goal_, p)) return 0;
        if (in_turn && !at_turn && has_to_reach(p)) return 0;
        if (left == last()) return count_ends(p);
        const auto rest = [&](const Position& next) {
            return left - 1 == last() ? sum(next, left - 1, after) : after(next, left - 1);
        };
        std::uint64_t total = 0;
        for (const Move m : moves_of(p)) {
            const Position q = game_.play(p, m);
            if (at_turn && finish_ == Finish::direct && goal_.reached(p, m, q)) continue;
            const Step step{journey_, p, m};
            if (at_turn && has_to_reach(q)) continue;
            if (in_turn) {
                total = saturating_add(total, rest(q));
            } else if (!game_.in_check(q)) {
                total = saturating_add(total, rest(game_.passed(q)));
            } else if (stipulation_.play == Play::parry_help) {
                for (const Move parry : moves_of(q)) {
                    const Step parried{journey_, q, parry};
                    total = saturating_add(total, rest(game_.play(q, parry)));
                }
            }
        }
        return total;
    }

  private:
    std::vector<Move> moves_of(const Position& p) {
        spending_.one();
        if (spending_.over()) return {};
        engine::MoveList list;
        game_.moves(p, list);
        return {list.begin(), list.end()};
    }

    /// With those moves that only the goal allows.
    std::vector<Move> attacks_of(const Position& p, const GoalTest<Bits>& goal) {
        std::vector<Move> moves = moves_of(p);
        engine::MoveList more;
        goal.add_moves_beyond_rules(p, more);
        moves.insert(moves.end(), more.begin(), more.end());
        return moves;
    }

    std::vector<Position> reached(const GoalTest<Bits>& goal, const Position& p) {
        std::vector<Position> after;
        for (const Move m : attacks_of(p, goal)) {
            Position q = game_.play(p, m);
            if (goal.reached(p, m, q)) after.push_back(q);
        }
        return after;
    }
    bool reaches(const GoalTest<Bits>& goal, const Position& p) { return !reached(goal, p).empty(); }
    bool is_forced(const Position& p) {
        const std::size_t all = moves_of(p).size();
        return all != 0 && reached(goal_, p).size() == all;
    }

    // Play against a defender.

    unsigned extra_moves() const { return restriction_.nontrivial ? restriction_.nontrivial->moves : 0; }

    /// `extra`: nontrivial moves that the restriction still leaves the defender.
    bool solves(const Position& p, Move m, unsigned moves, unsigned extra) {
        const Position q = game_.play(p, m);
        const bool parries = stipulation_.play == Play::parry_battle;
        const bool at_goal = goal_.reached(p, m, q);
        bool ended = at_goal && (finish_ == Finish::direct || quodlibet_);
        const Step step{journey_, p, m};
        if (finish_ == Finish::reflex || finish_ == Finish::semi_reflex) ended = ended || reaches(goal_, q);
        if (finish_ == Finish::self && parries) ended = is_forced(q);
        return ended || holds(q, moves, extra);
    }

    /// The same of a move that has led to `q` and not ended play.
    bool holds(const Position& q, unsigned moves, unsigned extra) {
        const bool parries = stipulation_.play == Play::parry_battle;
        if (moves < (finish_ == Finish::self && !parries ? 1U : 2U)) return false;
        if (parries && !game_.in_check(q)) return wins(game_.passed(q), moves - 1, extra);
        const std::vector<Move> replies = moves_of(q);
        const auto answered = [&](Move reply, unsigned within, unsigned left) {
            const Position r = game_.play(q, reply);
            if (finish_ != Finish::direct && goal_.reached(q, reply, r)) return true;
            const Step answer{journey_, q, reply};
            return wins(r, within, left);
        };
        if (restriction_.replies && replies.size() > *restriction_.replies) return false;
        if (restriction_.flights && flights(q, replies) > *restriction_.flights) return false;
        if (restriction_.threat && moves > 1 && !game_.in_check(q) &&
            !wins(game_.passed(q), std::min(*restriction_.threat, moves - 1), extra))
            return false;
        if (restriction_.nontrivial && moves - 1 > restriction_.nontrivial->within) {
            const auto nontrivial = std::count_if(replies.begin(), replies.end(), [&](Move reply) {
                return !answered(reply, restriction_.nontrivial->within, extra);
            });
            if (nontrivial > extra + std::int64_t{1}) return false;
            extra -= static_cast<unsigned>(std::max<std::int64_t>(0, nontrivial - 1));
        }
        return !replies.empty() && std::all_of(replies.begin(), replies.end(),
                                               [&](Move reply) { return answered(reply, moves - 1, extra); });
    }

    /// How many moves the king has.
    std::size_t flights(const Position& q, const std::vector<Move>& replies) const {
        const auto royals = game_.royals(q, q.to_move());
        return static_cast<std::size_t>(std::count_if(
            replies.begin(), replies.end(), [&](Move reply) { return royals.contains(reply.from); }));
    }

    bool wins(const Position& p, unsigned moves, unsigned extra) {
        return moves != 0 && !keys_end(p, moves, extra);
    }
    /// Whether no first move wins.
    bool keys_end(const Position& p, unsigned moves, unsigned extra) {
        if (finish_ == Finish::reflex && reaches(goal_, p)) return true;
        const std::vector<Move> all = attacks_of(p, goal_);
        return std::none_of(all.begin(), all.end(), [&](Move m) { return solves(p, m, moves, extra); });
    }

    // Help and series play.

    std::uint64_t count(const Position& p, unsigned left) {
        return sum(p, left, [this](const Position& next, unsigned then) { return count(next, then); });
    }

    /// Whether the other side, to move, is to reach the goal at once.
    bool has_to_reach(const Position& q) {
        return finish_ == Finish::self ? is_forced(q) : finish_ == Finish::reflex && reaches(goal_, q);
    }

    std::uint64_t count_ends(const Position& p) {
        if (finish_ == Finish::direct) return reached(goal_, p).size();
        std::uint64_t total = 0;
        bool helped = false;
        for (const Move m : moves_of(p)) {
            const Position q = game_.play(p, m);
            const Step step{journey_, p, m};
            const std::size_t ends = finish_ == Finish::self ? 0 : reached(goal_, q).size();
            if (finish_ == Finish::help) total += ends;
            if (finish_ == Finish::reflex && ends != 0) ++total;
            if (finish_ == Finish::self && is_forced(q)) ++total;
            helped = helped || ends != 0;
        }
        if (finish_ != Finish::reciprocal) return total;
        return helped && reaches(own_goal_, p) ? 1 : 0;
    }

    const Game& game_;
    Journey<Bits> journey_;
    GoalTest<Bits> goal_, own_goal_;
    Stipulation stipulation_;
    Finish finish_;
    bool quodlibet_;
    Restriction restriction_;
    Spending& spending_;
};

}  // namespace zermelo::compositions
