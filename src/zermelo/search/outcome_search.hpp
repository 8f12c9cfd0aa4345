// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

#include "zermelo/game/game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/search/best_play.hpp"
#include "zermelo/search/prover.hpp"

namespace zermelo::search {

/// What a search has proved of one side's win, as of who is to move. Precondition: the game goes on, or the
/// side is known to have won.
inline game::Bounds bounds_of(const ProofFacts& facts) {
    if (facts.won_in == 0) return game::Bounds::won_within(Plies{0});
    game::Bounds bounds = facts.not_won_in == never ? game::Bounds::never_won()
                                                    : game::Bounds::not_won_within(Plies{facts.not_won_in});
    if (facts.won_in == sometime)
        bounds.add(game::Bounds{game::Value{game::Outcome::win, std::nullopt}});
    else if (facts.won_in != never)
        bounds.add(game::Bounds::won_within(Plies{facts.won_in}));
    return bounds;
}

/// The same of an answer about that win.
template <typename Move>
game::Bounds bounds_of(const Answer<Move>& answer) {
    const auto narrow = [](Plies n) {
        return static_cast<ShortPlies>(std::min<std::uint64_t>(n.count(), never));
    };
    ProofFacts facts;
    if (answer.verdict == Verdict::win) facts.won_in = answer.length ? narrow(*answer.length) : sometime;
    if (answer.none_within) facts.not_won_in = narrow(*answer.none_within);
    return bounds_of(facts);
}

/// The same the other way round, of a win of who is to move.
inline ProofFacts facts_of(const game::Bounds& bounds) {
    const auto narrow = [](Plies n) {
        return static_cast<ShortPlies>(std::min<std::uint64_t>(n.count(), sometime - 1U));
    };
    ProofFacts facts;
    if (bounds.won()) facts.won_in = bounds.is_unlimited() ? sometime : narrow(*bounds.at_most());
    facts.not_won_in = bounds.is_never_won() ? never : narrow(*bounds.no_win_within());
    return facts;
}

/// What is remembered of a position, and what `nodes` more nodes of the budget find for each side: the bounds
/// of a move that leads to it, for who makes that.
template <game::Game G>
game::Bounds bounds_of_move_to(Prover<G>& prover, const typename G::Position& child, std::uint64_t nodes,
                               Budget& budget) {
    if constexpr (game::Ends<G>) {
        if (const auto over = prover.game().end(child)) return game::Bounds{game::ended(*over)}.of_the_move();
    } else {
        if (prover.game().lost(child)) return game::Bounds::lost_within(Plies{0}).of_the_move();
    }
    if constexpr (game::KnowsValues<G>) {
        if (const auto value = prover.game().known_value(child)) return game::Bounds{*value}.of_the_move();
    }
    game::Bounds bounds = bounds_of(prover.remembered(child, Role::attacker));
    bounds.add(bounds_of(prover.remembered(child, Role::defender)).of_the_other());
    if (nodes == 0) return bounds.of_the_move();
    if (const auto none = bounds.no_win_within(); none && !bounds.value())
        budget.part(nodes, [&](Budget& part) {
            bounds.add(bounds_of(prover.prove(child, std::nullopt, &part, *none)));
        });
    if (const auto none = bounds.no_loss_within(); none && !bounds.value())
        budget.part(nodes, [&](Budget& part) {
            bounds.add(bounds_of(prover.prove_loss(child, std::nullopt, &part, *none)).of_the_other());
        });
    return bounds.of_the_move();
}

/// Who wins, from one position: a prover is asked in turn whether the side to move wins, and whether the
/// other side does, each at any length, until the outcome and its length are known, or that this rests on a
/// table of outcomes alone. A draw is known when neither can win. Stretches double, so that the answer comes
/// in some four times of what its own questions take.
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
            if (const auto over = prover_.game().end(root)) bounds_ = game::Bounds{game::ended(*over)};
        }
    }

    const Prover<G>& prover() const { return prover_; }
    Prover<G>& prover() { return prover_; }
    const Position& root() const { return root_; }
    /// What is proved of the root so far.
    const game::Bounds& bounds() const { return bounds_; }
    /// The same with what is remembered of it in the midst of a stretch.
    game::Bounds bounds_by_now() const {
        game::Bounds bounds = bounds_;
        for (const Role role : {Role::attacker, Role::defender})
            bounds.add(seen_by(role, bounds_of(prover_.remembered(root_, role))));
        return bounds;
    }
    /// Adds what was proved before, or follows. Precondition: it was.
    void add(const game::Bounds& proved) { bounds_.add(proved); }
    /// Nodes of the next stretch, for a search that goes on later.
    std::uint64_t stretch() const { return stretch_; }
    void set_stretch(std::uint64_t nodes) { stretch_ = std::max(nodes, first_stretch); }
    /// Whose win is being asked for: `attacker` is the side to move.
    Role asking() const { return asking_; }
    /// The proof numbers of that question, where there are any yet.
    std::optional<ProofNumbers> numbers(Role role) const {
        const bool now = role == asking_ && running_;
        return now ? prover_.numbers(root_, role) : last_numbers_[role == Role::attacker ? 0 : 1];
    }

    /// Searches until all is known or the budget ends; then the stop says why. `stretch_done` is called after
    /// each stretch.
    std::optional<Stop> run(Budget& budget, const std::function<void()>& stretch_done = {}) {
        while (!bounds_.value()) {
            for (const Role role : {Role::attacker, Role::defender}) {
                if (bounds_.value() || !is_open(role)) continue;
                budget.part(stretch_, [&](Budget& stretch) { ask(role, stretch); });
                const auto stopped = budget.stopped();
                if (stretch_done) stretch_done();
                if (stopped && !bounds_.value()) return stopped;
            }
            stretch_ = std::min(2 * stretch_, Budget::no_end / 2);
        }
        return std::nullopt;
    }

    /// Best play of a win or a loss, as far as the budget lasts. Precondition: the outcome is one of these,
    /// in a number of plies that is known.
    PrincipalLine<Move> line(Budget& budget) {
        const bool attacks = bounds_.won();
        const Plies length = *bounds_.at_most();
        return bounds_.exact() ? principal_line(prover_, root_, length, &budget, attacks)
                               : winning_line(prover_, root_, length, &budget, attacks);
    }

    /// What is remembered of the position after a move, for who makes it.
    game::Bounds after(const Move& move) {
        Budget unused;
        return after(move, 0, unused);
    }
    /// The same, and what `nodes` more nodes of the budget find for each side.
    game::Bounds after(const Move& move, std::uint64_t nodes, Budget& budget) {
        return bounds_of_move_to(prover_, prover_.game().play(root_, move), nodes, budget);
    }

  private:
    static constexpr std::uint64_t first_stretch = 250'000;

    /// What is known of the side that has a role, or of the side to move as that side sees it.
    static game::Bounds seen_by(Role role, const game::Bounds& bounds) {
        return role == Role::attacker ? bounds : bounds.of_the_other();
    }
    static std::optional<Plies> none_within(Role role, const game::Bounds& bounds) {
        return seen_by(role, bounds).no_win_within();
    }
    /// Whether there is something left to ask about this side's win.
    bool is_open(Role role) const {
        const game::Bounds own = seen_by(role, bounds_);
        return !own.is_never_won() && (own.won() || !own.lost());
    }
    game::Bounds proved(Role role, const Position& position, Plies none, Budget& budget) {
        const auto answer = role == Role::attacker
                                ? prover_.prove(position, std::nullopt, &budget, none)
                                : prover_.prove_loss(position, std::nullopt, &budget, none);
        return seen_by(role, bounds_of(answer));
    }
    void ask(Role role, Budget& budget) {
        asking_ = role;
        running_ = true;
        bounds_.add(proved(role, root_, *none_within(role, bounds_), budget));
        last_numbers_[role == Role::attacker ? 0 : 1] = prover_.numbers(root_, role);
        running_ = false;
    }

    Prover<G> prover_;
    Position root_;
    game::Bounds bounds_;
    std::uint64_t stretch_ = first_stretch;
    Role asking_ = Role::attacker;
    bool running_ = false;
    std::array<std::optional<ProofNumbers>, 2> last_numbers_;
};

}  // namespace zermelo::search
