// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "zermelo/game/game.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/prover.hpp"

namespace zermelo::search {

/// What is proved of a position: of a win of the side to move, and of a win of the other side. Not won within
/// `never`: not won at any length.
struct OutcomeFacts {
    ProofFacts win;
    ProofFacts loss;

    bool won() const { return win.won_in != never; }
    bool lost() const { return loss.won_in != never; }
    bool never_won() const { return win.not_won_in == never; }
    bool never_lost() const { return loss.not_won_in == never; }
    /// Nothing where it is not known; a position that neither side can win is a draw.
    std::optional<game::Outcome> outcome() const {
        if (won()) return game::Outcome::win;
        if (lost()) return game::Outcome::loss;
        if (never_won() && never_lost()) return game::Outcome::draw;
        return std::nullopt;
    }
    /// Whether the outcome is known and how long the win takes.
    bool exact() const {
        if (won()) return win.not_won_in + 1U >= win.won_in;
        if (lost()) return loss.not_won_in + 1U >= loss.won_in;
        return outcome().has_value();
    }
    void add(const OutcomeFacts& other) {
        win.add(other.win);
        loss.add(other.loss);
        // What one side wins the other does not; a won position is not won within less than its least length.
        if (won()) loss.not_won_in = never;
        if (lost()) win.not_won_in = never;
    }
    static OutcomeFacts of(const game::Value& value) {
        OutcomeFacts facts{{never, never}, {never, never}};
        if (!value.distance) return facts;
        const auto length =
            static_cast<ShortPlies>(std::min<std::uint64_t>(value.distance->count(), never - 1U));
        (value.outcome == game::Outcome::win ? facts.win : facts.loss) = {
            length, static_cast<ShortPlies>(length == 0 ? 0 : length - 1)};
        return facts;
    }
    /// The same as the side sees it that moves there, a ply before.
    OutcomeFacts turned() const {
        const auto later = [](ProofFacts facts) {
            // What is won without a move is not won sooner a ply before, either.
            if (facts.not_won_in < never - 1 && facts.won_in != 0) ++facts.not_won_in;
            if (facts.won_in < never - 1) ++facts.won_in;
            return facts;
        };
        return {later(loss), later(win)};
    }
};

/// Who wins, from one position: a prover is asked in turn whether the side to move wins, and whether the
/// other side does, each at any length, until the outcome and its length are known. A draw is known when
/// neither can win. Turns double, so that the answer comes in some four times of what its own questions take.
///
/// What is proved is remembered by one prover for both questions. One thread uses it; the prover may have
/// several.
template <game::Game G>
class OutcomeSearch {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;

    OutcomeSearch(G game, const Position& root, std::size_t table_bytes, unsigned threads = 1)
        : prover_(std::move(game), table_bytes, threads), root_(root) {
        if constexpr (game::Ends<G>) {
            if (const auto over = prover_.game().end(root)) facts_ = OutcomeFacts::of(game::ended(*over));
        }
    }

    const Prover<G>& prover() const { return prover_; }
    Prover<G>& prover() { return prover_; }
    const Position& root() const { return root_; }
    /// What is proved of the root so far.
    const OutcomeFacts& facts() const { return facts_; }
    /// Adds what was proved before. Precondition: it was.
    void add(const OutcomeFacts& proved) { facts_.add(proved); }
    /// Nodes of the next turn, for a search that goes on later.
    std::uint64_t turn() const { return turn_; }
    void set_turn(std::uint64_t nodes) { turn_ = std::max(nodes, first_turn); }
    /// Whose win is being asked for: `attacker` is the side to move.
    Role asking() const { return asking_; }
    /// The proof numbers of that question, where there are any yet.
    std::optional<ProofNumbers> numbers(Role role) const {
        const bool now = role == asking_ && running_;
        return now ? prover_.numbers(root_, role) : last_numbers_[role == Role::attacker ? 0 : 1];
    }

    /// Searches until all is known or the budget ends; then the stop says why. `turn_done` is called behind
    /// each turn.
    std::optional<Stop> run(Budget& budget, const std::function<void()>& turn_done = {}) {
        while (!facts_.exact()) {
            for (const Role role : {Role::attacker, Role::defender}) {
                if (facts_.exact() || !is_open(role)) continue;
                budget.begin_turn(turn_);
                ask(role, budget);
                const bool stopped = budget.stopped() && !budget.turn_over();
                budget.begin_turn(Budget::no_slice);
                if (turn_done) turn_done();
                if (stopped && !facts_.exact()) return budget.stopped();
            }
            turn_ = std::min(2 * turn_, Budget::no_slice / 2);
        }
        return std::nullopt;
    }

    /// Best play of a win or a loss, as far as the budget lasts. Precondition: the outcome is one of these.
    PrincipalLine<Move> line(Budget& budget) {
        const bool attacks = facts_.won();
        const Plies length{attacks ? facts_.win.won_in : facts_.loss.won_in};
        return facts_.exact() ? principal_line(prover_, root_, length, &budget, attacks)
                              : winning_line(prover_, root_, length, &budget, attacks);
    }

    /// What is known of the position after a move, for who makes it: what is remembered, and what so many
    /// more nodes for each side find.
    OutcomeFacts after(const Move& move, std::uint64_t nodes) {
        const Position child = prover_.game().play(root_, move);
        if constexpr (game::Ends<G>) {
            if (const auto over = prover_.game().end(child))
                return OutcomeFacts::of(game::ended(*over)).turned();
        } else {
            if (prover_.game().lost(child)) return OutcomeFacts::of({game::Outcome::loss, Plies{0}}).turned();
        }
        if constexpr (game::KnowsValues<G>) {
            if (const auto value = prover_.game().known_value(child))
                return OutcomeFacts::of(*value).turned();
        }
        OutcomeFacts facts;
        facts.add({prover_.remembered(child, Role::attacker), prover_.remembered(child, Role::defender)});
        for (const Role role : {Role::attacker, Role::defender}) {
            if (nodes == 0 || facts.exact()) break;
            ProofFacts& side = role == Role::attacker ? facts.win : facts.loss;
            if (side.not_won_in == never) continue;
            Budget budget{{{}, nodes, {}}};
            const auto answer =
                role == Role::attacker
                    ? prover_.prove(child, std::nullopt, &budget, Plies{side.not_won_in})
                    : prover_.prove_loss(child, std::nullopt, &budget, Plies{side.not_won_in});
            note(side, answer);
            facts.add({});
        }
        return facts.turned();
    }

    /// What follows for the root from its moves: `after` of every one of them.
    template <typename Moves>
    void follow(const Moves& moves) {
        OutcomeFacts facts{{never, never}, {0, 0}};
        for (const OutcomeFacts& move : moves) {
            facts.win.won_in = std::min(facts.win.won_in, move.win.won_in);
            facts.win.not_won_in = std::min(facts.win.not_won_in, move.win.not_won_in);
            facts.loss.won_in = std::max(facts.loss.won_in, move.loss.won_in);
            facts.loss.not_won_in = std::max(facts.loss.not_won_in, move.loss.not_won_in);
        }
        if (!std::empty(moves)) facts_.add(facts);
    }

  private:
    static constexpr std::uint64_t first_turn = 250'000;

    /// Whether there is something left to ask about this side's win.
    bool is_open(Role role) const {
        const ProofFacts& side = role == Role::attacker ? facts_.win : facts_.loss;
        const bool decided = facts_.won() || facts_.lost();
        return side.not_won_in != never && (!decided || side.won_in != never);
    }
    static void note(ProofFacts& side, const Answer<Move>& answer) {
        if (answer.length) side.won_in = std::min(side.won_in, narrow(*answer.length));
        if (answer.none_within) side.not_won_in = std::max(side.not_won_in, narrow(*answer.none_within));
    }
    static ShortPlies narrow(Plies n) {
        return static_cast<ShortPlies>(std::min<std::uint64_t>(n.count(), never));
    }
    void ask(Role role, Budget& budget) {
        asking_ = role;
        running_ = true;
        ProofFacts& side = role == Role::attacker ? facts_.win : facts_.loss;
        const Plies none{side.not_won_in};
        const auto answer = role == Role::attacker ? prover_.prove(root_, std::nullopt, &budget, none)
                                                   : prover_.prove_loss(root_, std::nullopt, &budget, none);
        note(side, answer);
        facts_.add({});
        last_numbers_[role == Role::attacker ? 0 : 1] = prover_.numbers(root_, role);
        running_ = false;
    }

    Prover<G> prover_;
    Position root_;
    OutcomeFacts facts_;
    std::uint64_t turn_ = first_turn;
    Role asking_ = Role::attacker;
    bool running_ = false;
    std::array<std::optional<ProofNumbers>, 2> last_numbers_;
};

}  // namespace zermelo::search
