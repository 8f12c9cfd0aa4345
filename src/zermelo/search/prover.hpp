// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>

#include "zermelo/search/forced_win.hpp"
#include "zermelo/search/proof_numbers.hpp"

namespace zermelo::search {

/// Forced wins, short or long: a search that deepens by plies (`ForcedWin`) and one that follows proof
/// numbers
/// (`ProofNumberSearch`) take turns, which become longer, so that an answer comes in some twice the time of
/// whichever is quicker. Both are exact, and so is what they find together: a win of some length, then
/// shorter ones, until it is proved that none is shorter.
///
/// One prover serves one thread. The second table is taken when it is first needed.
template <game::Game G>
class Prover {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    static constexpr std::size_t default_table_bytes = std::size_t{1} << 26U;

    explicit Prover(G game = {}, std::size_t table_bytes = default_table_bytes)
        : deepening_(game, table_bytes / 2), table_(table_bytes / 2), guided_(std::move(game), table_) {}
    Prover(const Prover&) = delete;
    Prover& operator=(const Prover&) = delete;
    ~Prover() = default;

    const G& game() const { return deepening_.game(); }

    /// Empties what was remembered: the next answer takes as long as if it were the first.
    void forget() {
        deepening_.forget();
        table_.clear();
    }

    /// The least number of plies in which the side to move can force a win, and a move that begins it, if it
    /// is at most `bound`, or of any length if there is none. Where a limit comes after a win was found and
    /// before it is known that none is shorter, the length is one that the least does not exceed, and `stop`
    /// is the limit. Nothing is searched that is known to hold none: within `none_within` plies. What is not
    /// won at any length is not won within `never`. Precondition: not `lost`, unless the game `Ends`. Cost:
    /// unbounded without a budget.
    Answer<Move> prove(const Position& position, std::optional<Plies> bound, Budget* budget = nullptr,
                       Plies none_within = {}) {
        return search({position, Role::attacker, false}, bound, budget, none_within);
    }
    /// The same for a position where the defender is to move: the *other* side is to win.
    Answer<Move> prove_loss(const Position& position, std::optional<Plies> bound, Budget* budget = nullptr,
                            Plies none_within = {}) {
        return search({position, Role::defender, false}, bound, budget, none_within);
    }
    /// As `prove`, but the first win that is found will do.
    Answer<Move> any_win(const Position& position, Plies bound, Budget* budget = nullptr) {
        return search({position, Role::attacker, true}, bound, budget, {});
    }

  private:
    /// Up to here deepening comes alone.
    static constexpr Plies soon{5};
    /// Nodes of the first turn by proof numbers; a turn of deepening, whose nodes cost less, has some times
    /// as many.
    static constexpr std::uint64_t first_turn = 2'000;
    static constexpr std::uint64_t deepening_nodes = 4;

    struct Question {
        const Position& position;
        Role role;
        bool any;  ///< win will do, whatever its length
    };

    /// What is known so far.
    class Knowledge {
      public:
        Knowledge(ShortPlies most, Plies none_within, bool any) : most_(most), any_(any) {
            answer_.none_within = none_within;
        }
        void add(const Answer<Move>& found) {
            answer_.none_within = std::max(answer_.none_within, found.none_within);
            if (found.verdict == Verdict::win) {
                answer_.length = found.length;
                answer_.first = found.first;
                slowest_ = found.none_within.value_or(Plies{0}) + Plies{1} >= *found.length;
            } else if (found.first) {
                answer_.first = found.first;
                slowest_ = true;
            }
        }
        /// Of a win that the defender begins: its move delays the win as long as can be. One that refutes all
        /// shorter wins does.
        bool slowest() const { return slowest_; }
        /// What is worth asking for: a win within so many plies.
        ShortPlies wanted() const {
            if (!answer_.length) return most_;
            return static_cast<ShortPlies>(answer_.length->count() - 1);
        }
        Plies none_within() const { return *answer_.none_within; }
        bool won() const { return answer_.length.has_value(); }
        bool complete() const {
            return (won() && (any_ || *answer_.length == Plies{0})) || none_within() >= Plies{wanted()};
        }
        Answer<Move> answer(std::optional<Stop> stop) const {
            Answer<Move> result = answer_;
            result.none_within = std::min(none_within(), Plies{wanted()});
            result.verdict = won() ? Verdict::win : complete() ? Verdict::no_win : Verdict::unknown;
            if (!complete()) result.stop = stop;
            return result;
        }

      private:
        ShortPlies most_;
        bool any_;
        bool slowest_ = false;
        Answer<Move> answer_{Verdict::unknown, {}, {}, {}, {}};
    };

    Answer<Move> search(const Question& question, std::optional<Plies> bound, Budget* budget,
                        Plies none_within) {
        Budget unlimited;
        if (budget == nullptr) budget = &unlimited;
        const std::uint64_t longest = never - 1U;
        const auto most = bound ? static_cast<ShortPlies>(std::min(bound->count(), longest)) : never;
        Knowledge known{most, none_within, question.any};
        deepen(question, std::min(Plies{most}, soon), *budget, known);
        for (std::uint64_t turn = first_turn; !known.complete() && !budget->stopped(); turn += turn / 2) {
            budget->slice(turn);
            if (table_.allocate()) guide(question, *budget, known);
            budget->slice(deepening_nodes * turn);
            if (!known.complete()) deepen(question, Plies{known.wanted()}, *budget, known);
        }
        budget->slice(Budget::no_slice);
        const bool delays = question.role == Role::defender && known.won() && known.wanted() > 0;
        if (delays && known.complete() && !known.slowest() && table_.allocate())
            known.add(guided_.prove(question.position, question.role, known.wanted(), budget));
        return known.answer(budget->stopped());
    }
    void guide(const Question& question, Budget& budget, Knowledge& known) {
        bool shorter = true;
        while (shorter && !known.complete()) {
            const auto found = guided_.prove(question.position, question.role, known.wanted(), &budget);
            shorter = found.verdict == Verdict::win;
            known.add(found);
        }
    }
    void deepen(const Question& question, Plies bound, Budget& budget, Knowledge& known) {
        known.add(question.role == Role::attacker
                      ? deepening_.prove(question.position, bound, &budget, known.none_within())
                      : deepening_.prove_loss(question.position, bound, &budget, known.none_within()));
    }

    ForcedWin<G> deepening_;
    ProofTable<game::KeyOf<G>> table_;
    ProofNumberSearch<G> guided_;
};

}  // namespace zermelo::search
