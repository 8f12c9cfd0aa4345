// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/compositions/goal_test.hpp"
#include "zermelo/compositions/names.hpp"
#include "zermelo/compositions/solve.hpp"
#include "zermelo/compositions/spending.hpp"
#include "zermelo/compositions/work_marks.hpp"
#include "zermelo/search/transpositions.hpp"

/// Only solve.cpp includes it.
namespace zermelo::compositions {

/// Play against a defender: direct, self, reflex and semi-reflex play, and series with parries of the
/// defender's choice. *Wins* is: the attacker gets what the stipulation asks for.
template <typename Bits>
class Battle {
  public:
    using Game = engine::Game<Bits>;
    using Position = engine::Position<Bits>;
    using Move = engine::Move;
    using MoveList = engine::MoveList;
    using Step = typename Journey<Bits>::Step;
    using Role = search::Role;

    /// What positions were found to be, by several threads perhaps.
    using Known = search::Transpositions<Hash128, std::atomic<std::size_t>>;

    /// All outlive it.
    Battle(const Game& game, const Stipulation& stipulation, const Options& options,
           Findings<Known>& findings, Spending& spending)
        : game_(game),
          journey_(game, stipulation.asks_for_journey()),
          goal_(game, stipulation.goal, journey_, spending),
          names_(game, stipulation.goal, journey_, spending),
          finish_(stipulation.finish),
          parries_(stipulation.play == Play::parry_battle),
          quodlibet_(options.quodlibet && (finish_ == Finish::self || finish_ == Finish::semi_reflex) &&
                     !parries_),
          restriction_(options.restriction),
          restricted_(!restriction_.none()),
          nontrivial_left_(restriction_.nontrivial.value_or(Restriction::Nontrivial{}).moves),
          known_(findings.table),
          marks_(findings.marks),
          spending_(spending),
          tree_left_(options.max_tree) {}

    struct Keys {
        std::vector<std::pair<Move, unsigned>> found;  ///< shortest first, each with its least length
        unsigned complete_moves = 0;                   ///< up to how many moves they are all
    };

    /// Keys of at most `moves` moves, or those of them that take the fewest. They and what is found below are
    /// complete only while `spending` is not over.
    Keys keys(const Position& p, unsigned moves, bool soonest = false) {
        Keys keys;
        if (forbidden(p)) {
            keys.complete_moves = moves;
            return keys;
        }
        MoveList list;
        game_.attacks(p, list);
        goal_.add_moves_beyond_rules(p, list);
        std::vector<Move> left(list.begin(), list.end());
        for (unsigned length = 1; length <= moves; ++length) {
            std::vector<bool> solved(left.size());
            free_ones_first(
                left.size(), [&](std::size_t at) { return is_busy(p, left[at], Role::defender, length); },
                [&](std::size_t at) {
                    const bool found = solves(p, left[at], game_.play(p, left[at]), length);
                    solved[at] = found && !spending_.over();
                    return spending_.due();
                });
            std::vector<Move> later;
            for (std::size_t at = 0; at < left.size(); ++at)
                if (solved[at])
                    keys.found.emplace_back(left[at], length);
                else
                    later.push_back(left[at]);
            if (spending_.over()) return keys;
            left = std::move(later);
            keys.complete_moves = length;
            if (soonest && !keys.found.empty()) break;
        }
        return keys;
    }

    /// The first moves that do not win in `moves` moves, and have at most `most` refutations; with all play
    /// after them, if that is asked for.
    std::vector<Try> tries(const Position& p, unsigned moves, unsigned most, bool tree) {
        std::vector<Try> found;
        if (forbidden(p) || moves < least_with_replies()) return found;
        MoveList list;
        game_.attacks(p, list);
        for (const Move m : list) {
            if (spending_.due()) return found;
            const Position q = game_.play(p, m);
            if (ends_well(p, m, q)) continue;
            const Step step{journey_, p, m};
            const Allowance allowance{*this, q, moves};
            if (!allowance.given()) continue;
            Try a_try{names_.half_move(p, m), {}, {}, {}};
            any_reply(q, [&](std::optional<Move> reply, const Position& r) {
                if (refutes(q, reply, r, moves) && reply)
                    a_try.refutations.push_back(names_.half_move(q, *reply));
                return a_try.refutations.size() > most || spending_.over();
            });
            if (spending_.over()) return found;
            if (a_try.refutations.empty() || a_try.refutations.size() > most) continue;
            if (!grows(1 + a_try.refutations.size())) return found;
            if (tree) tell_play(q, moves, a_try.threats, a_try.defences);
            found.push_back(std::move(a_try));
        }
        return found;
    }

    /// What the defender, to move in `p`, may play so that the attacker reaches the goal in less than `moves`
    /// moves, or the defender does itself.
    std::vector<Defence> set_play(const Position& p, unsigned moves, bool tree) {
        std::vector<Defence> found;
        any_reply(p, [&](std::optional<Move> reply, const Position& r) {
            if (spending_.over() || !grows()) return true;
            Defence defence = defence_of(p, reply, r, moves, tree);
            if (!defence.refutes()) found.push_back(std::move(defence));
            return false;
        });
        return found;
    }

    /// All play from `q`, which the first one of `moves` moves of the attacker has led to.
    PostkeyPlay postkey_play(const Position& q, unsigned moves) {
        PostkeyPlay found;
        found.check = game_.in_check(q);
        const Allowance allowance{*this, q, moves};
        tell_play(q, moves, found.threats, found.defences);
        found.solves = allowance.given() && !found.defences.empty() && !spending_.over() && tree_whole() &&
                       std::none_of(found.defences.begin(), found.defences.end(),
                                    [](const Defence& each) { return each.refutes(); });
        return found;
    }

    /// A move that wins in `length` moves; with all play after it, if that is asked for.
    Continuation continuation(const Position& p, Move m, unsigned length, bool tree) {
        const Position q = game_.play(p, m);
        Continuation found{names_.half_move(p, m), length, goal_.reached(p, m, q), {}, {}};
        const bool ended = ends_well(p, m, q) && !has_duties();
        if (!tree || ended || tree_left_ == 0) return found;
        const Step step{journey_, p, m};
        const Allowance allowance{*this, q, length};
        tell_play(q, length, found.threats, found.defences);
        return found;
    }

    bool tree_whole() const { return tree_left_ > 0; }

  private:
    /// Whether the restriction allows a move of the attacker that did not end play, to `q`, `moves` of them
    /// being left with it. As long as it lives, the nontrivial moves after it count.
    class Allowance {
      public:
        Allowance(Battle& battle, const Position& q, unsigned moves)
            : battle_(battle),
              before_(battle.nontrivial_left_),
              given_(!battle.restricted_ || battle.allows(q, moves)) {}
        Allowance(const Allowance&) = delete;
        Allowance& operator=(const Allowance&) = delete;
        ~Allowance() { battle_.nontrivial_left_ = before_; }
        bool given() const { return given_; }

      private:
        Battle& battle_;
        unsigned before_;
        bool given_;
    };

    bool allows(const Position& q, unsigned moves) {
        MoveList list;
        game_.moves(q, list);
        if (restriction_.replies && list.size() > *restriction_.replies) return false;
        if (restriction_.flights) {
            const auto royals = game_.royals(q, q.to_move());
            const auto flights =
                std::count_if(list.begin(), list.end(), [&](Move m) { return royals.contains(m.from); });
            if (static_cast<std::size_t>(flights) > *restriction_.flights) return false;
        }
        const unsigned left = moves - 1;
        if (restriction_.threat && left != 0 && !game_.in_check(q) &&
            !wins(game_.passed(q), std::min(*restriction_.threat, left)))
            return false;
        if (!restriction_.nontrivial || left <= restriction_.nontrivial->within) return true;
        unsigned nontrivial = 0;
        for (const Move m : list) {
            const bool met = !refutes(q, m, game_.play(q, m), restriction_.nontrivial->within + 1);
            if (!met && ++nontrivial > nontrivial_left_ + 1) return false;
        }
        if (nontrivial > 1) nontrivial_left_ -= nontrivial - 1;
        return true;
    }

    /// Takes the room of more half-moves of the tree. False: there is none, or nobody waits for them.
    bool grows(std::size_t half_moves = 1) {
        if (spending_.late()) tree_left_ = 0;
        tree_left_ -= std::min(tree_left_, half_moves);
        return tree_left_ != 0;
    }

    bool duty() const { return finish_ == Finish::reflex; }
    /// Whether the defender has to reach the goal where it can.
    bool has_duties() const { return duty() || finish_ == Finish::semi_reflex; }
    /// The fewest moves with which there is play after the attacker's first one.
    unsigned least_with_replies() const { return finish_ == Finish::self && !parries_ ? 1 : 2; }

    /// Whether the attacker, to move, has lost by a duty of its own.
    bool forbidden(const Position& p) const { return duty() && goal_.can_be_reached(p); }

    /// Whether the defender, to move, has to reach the goal at once.
    bool has_duty(const Position& q) const { return has_duties() && goal_.can_be_reached(q); }

    /// Whether the attacker's move, from `p` to `q`, has reached what is asked.
    bool ends_well(const Position& p, Move m, const Position& q) {
        if ((finish_ == Finish::direct || quodlibet_) && goal_.reached(p, m, q)) return true;
        if (finish_ == Finish::direct || (finish_ == Finish::self && !parries_)) return false;
        const Step step{journey_, p, m};
        return finish_ == Finish::self ? goal_.is_forced(q) : goal_.can_be_reached(q);
    }

    /// Whether the defender's move, from `q` to `r`, reaches what the attacker wants.
    bool loses_at_once(const Position& q, std::optional<Move> reply, const Position& r) const {
        return finish_ != Finish::direct && reply && goal_.reached(q, *reply, r);
    }

    /// Calls f(reply, position after it) for everything that the defender may do, until f says true: a pass
    /// (no reply) in a series without a check, a move to the goal where there is a duty to play it.
    template <typename F>
    bool any_reply(const Position& q, const F& f) const {
        if (parries_ && !game_.in_check(q)) return f(std::nullopt, game_.passed(q));
        if (!parries_ && has_duties()) {
            bool any = false;
            const bool ended = goal_.any_move(q, [&](Move m, const Position& r) {
                any = true;
                return f(m, r);
            });
            if (any) return ended;
        }
        MoveList list;
        game_.defences(q, list);
        for (const Move m : list)
            if (f(m, game_.play(q, m))) return true;
        return false;
    }

    /// Whether the attacker's move, from `p` to `q`, is the first of at most `moves` to what is asked.
    bool solves(const Position& p, Move m, const Position& q, unsigned moves) {
        return ends_well(p, m, q) || holds(p, m, q, moves);
    }

    /// The same of a move that has not reached it: then no duty keeps the defender from any move.
    bool holds(const Position& p, Move m, const Position& q, unsigned moves) {
        if (moves < least_with_replies()) return false;
        const Step step{journey_, p, m};
        if (parries_ && !game_.in_check(q)) return wins(game_.passed(q), moves - 1);
        if (!is_shared(Role::defender, moves)) {
            std::uint16_t refuted_by = 0;
            return holds_out(q, moves, std::nullopt, refuted_by);
        }
        const auto key = key_of(q);
        const auto known = known_.find(key, Role::defender);
        if (known && known->won_within(moves)) return true;
        if (known && known->not_won_within(moves)) return false;
        const WorkMarks::Mark mark{marks_, key, mark_of(Role::defender, moves)};
        std::uint16_t refuted_by = 0;
        const bool held = holds_out(q, moves, known ? std::optional{known->best} : std::nullopt, refuted_by);
        if (!spending_.over()) known_.add(key, Role::defender, proved(held, moves, refuted_by));
        return held;
    }

    /// The same without looking it up, against all replies; `first` is the number of the one to try first,
    /// instead of what refuted another move, and `refuted_by` becomes that of one that refutes this move.
    bool holds_out(const Position& q, unsigned moves, std::optional<std::uint16_t> first,
                   std::uint16_t& refuted_by) {
        const Allowance allowance{*this, q, moves};
        if (!allowance.given()) return false;
        if (moves == 1 && !goal_.may_be_forced(q)) return false;
        Move& killer = killers_[std::min<std::size_t>(moves, killers_.size() - 1)];
        // Most often what refuted another move does so here, and the others need not be made.
        const bool tried = !first && !marks_.several() && game_.is_legal(q, killer);
        if (tried && refutes(q, killer, game_.play(q, killer), moves)) return false;
        MoveList list;
        game_.defences(q, list);
        if (list.empty()) return false;
        const auto at_first = first && *first < list.size() ? list.begin() + *first
                                                            : std::find(list.begin(), list.end(), killer);
        const auto leading = static_cast<std::size_t>(at_first - list.begin());
        const bool refuted = free_ones_first(
            list.size(),
            [&](std::size_t i) {
                return is_busy(q, list[in_order(i, leading, list)], Role::attacker, moves - 1);
            },
            [&](std::size_t i) {
                const std::size_t at = in_order(i, leading, list);
                if (tried && i == 0) return false;
                if (!refutes(q, list[at], game_.play(q, list[at]), moves)) return false;
                refuted_by = static_cast<std::uint16_t>(at);
                killer = list[at];
                return true;
            });
        return !refuted && !spending_.over();
    }

    bool refutes(const Position& q, std::optional<Move> reply, const Position& r, unsigned moves) {
        if (loses_at_once(q, reply, r)) return false;
        std::optional<Step> step;
        if (reply) step.emplace(journey_, q, *reply);
        return !wins(r, moves - 1);
    }

    /// Whether the attacker, to move, gets what is asked within `moves` moves.
    bool wins(const Position& p, unsigned moves) {
        if (moves == 0 || spending_.over()) return false;
        if (finish_ == Finish::direct && moves == 1) return goal_.can_be_reached(p);
        const auto key = key_of(p);
        std::uint16_t best = 0;
        if (const auto known = known_.find(key, Role::attacker)) {
            if (known->won_within(moves)) return true;
            if (known->not_won_within(moves)) return false;
            best = known->best;
        }
        if (!spending_.one()) return false;
        const WorkMarks::Mark mark{marks_, key, mark_of(Role::attacker, moves)};
        const bool won = look(p, moves, best);
        if (spending_.over()) return false;
        known_.add(key, Role::attacker, proved(won, moves, best));
        return won;
    }

    /// `wins` without looking it up; `best` is the number of the move to try first, and then that of the move
    /// that won.
    bool look(const Position& p, unsigned moves, std::uint16_t& best) {
        if (forbidden(p)) return false;
        if (finish_ == Finish::direct && goal_.can_be_reached(p)) return true;
        MoveList list;
        game_.attacks(p, list);
        const std::size_t leading = best;
        bool won = false;
        free_ones_first(
            list.size(),
            [&](std::size_t i) {
                return is_busy(p, list[in_order(i, leading, list)], Role::defender, moves);
            },
            [&](std::size_t i) {
                const std::size_t at = in_order(i, leading, list);
                const Position q = game_.play(p, list[at]);
                won =
                    finish_ == Finish::direct ? holds(p, list[at], q, moves) : solves(p, list[at], q, moves);
                if (won) best = static_cast<std::uint16_t>(at);
                return won || spending_.due();
            });
        return won;
    }

    /// The number of the i-th move to try: the leading one, if there is one, and then the others in their
    /// order.
    static std::size_t in_order(std::size_t i, std::size_t leading, const MoveList& list) {
        if (leading >= list.size()) return i;
        return i == 0 ? leading : i <= leading ? i - 1 : i;
    }

    Hash128 key_of(const Position& p) const { return with_number(journey_.key(p), nontrivial_left_); }
    static search::Known proved(bool won, unsigned moves, std::uint16_t best) {
        const auto length = static_cast<std::uint16_t>(moves);
        return {won ? length : std::uint16_t{0}, won ? std::uint16_t{0} : length, best};
    }

    /// Whether threads keep from doing the same with this number of moves left: less is done at once.
    bool is_shared(Role role, unsigned moves) const {
        return marks_.several() && moves >= (role == Role::attacker ? 2U : 3U);
    }
    static unsigned mark_of(Role role, unsigned moves) {
        return 2 * moves + (role == Role::attacker ? 1 : 0);
    }
    /// Whether another thread is at work on the position after a move.
    bool is_busy(const Position& before, Move m, Role role, unsigned moves) {
        return is_shared(role, moves) && marks_.has(key_of(game_.play(before, m)), mark_of(role, moves));
    }

    /// All play from `q`, `moves` moves being left with the one that led there.
    void tell_play(const Position& q, unsigned moves, std::vector<Continuation>& threats,
                   std::vector<Defence>& defences) {
        if (moves > 1 && !game_.in_check(q) && !has_duty(q)) {
            const Position passed = game_.passed(q);
            for (const auto& [threat, length] : keys(passed, moves - 1, true).found) {
                if (!grows()) break;
                threats.push_back(continuation(passed, threat, length, true));
            }
        }
        any_reply(q, [&](std::optional<Move> reply, const Position& r) {
            if (spending_.over() || !grows()) return true;
            defences.push_back(defence_of(q, reply, r, moves, true));
            defences.back().idle = is_idle(defences.back(), threats);
            return false;
        });
    }

    static bool is_idle(const Defence& defence, const std::vector<Continuation>& threats) {
        const auto& continuations = defence.continuations;
        if (threats.empty() || continuations.empty()) return false;
        const unsigned length = continuations.front().length, of_threats = threats.front().length;
        if (length != of_threats) return length < of_threats;
        return std::all_of(threats.begin(), threats.end(), [&](const Continuation& threat) {
            return std::any_of(continuations.begin(), continuations.end(),
                               [&](const Continuation& next) { return next.move.uci == threat.move.uci; });
        });
    }

    Defence defence_of(const Position& q, std::optional<Move> reply, const Position& r, unsigned moves,
                       bool tree) {
        Defence defence;
        if (reply) defence.move = names_.half_move(q, *reply);
        defence.goal = loses_at_once(q, reply, r);
        if (defence.goal) return defence;
        std::optional<Step> step;
        if (reply) step.emplace(journey_, q, *reply);
        for (const auto& [move, length] : keys(r, moves - 1, true).found) {
            if (!grows()) break;
            defence.continuations.push_back(continuation(r, move, length, tree));
        }
        return defence;
    }

    const Game& game_;
    Journey<Bits> journey_;
    GoalTest<Bits> goal_;
    Names<Bits> names_;
    Finish finish_;
    bool parries_;
    bool quodlibet_;
    Restriction restriction_;
    bool restricted_;
    unsigned nontrivial_left_;  ///< what the restriction leaves of them
    Known& known_;
    WorkMarks& marks_;
    Spending& spending_;
    std::size_t tree_left_;
    std::array<Move, 32> killers_{};  ///< by moves left: what refuted last
};

}  // namespace zermelo::compositions
