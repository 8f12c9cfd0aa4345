// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "zermelo/base/parallel_for.hpp"
#include "zermelo/base/thread_pool.hpp"
#include "zermelo/search/closed_set.hpp"
#include "zermelo/search/forced_win.hpp"
#include "zermelo/search/proof_numbers.hpp"

namespace zermelo::search {

/// Forced wins, short or long: a search that deepens by plies (`ForcedWin`), one that follows proof numbers
/// (`ProofNumberSearch`) and, where long wins are asked for, one that shows that there is none
/// (`ClosedSetSearch`) alternate, in stretches that become longer, so that an answer comes in some three
/// times the time of whichever is quickest. All are exact, and so is what they find together: a win of some
/// length, then shorter ones, until it is proved that none is shorter; or that there is none. In a game in
/// which no position comes twice (`game::KnowsRepetition`) proof numbers are followed depth first, too, in
/// the place of the last. Where it is known how long play can last (`game::BoundsPlay`) there is no win at
/// all if there is none within that length, and a bound beyond it asks for a win of any length.
///
/// Half of the memory is for proof numbers, and a quarter for either of the others; what is taken is taken
/// when it is first needed.
///
/// One thread uses a prover. It may have several, of which three are of use: then the searches have their
/// stretches at the same time. What is found is as exact and does not depend on their number, but which of
/// several moves does it may, and what a limit leaves undecided. What is decided within the first stretch
/// takes one thread.
template <game::Game G>
class Prover {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    static constexpr std::size_t default_table_bytes = std::size_t{1} << 28U;

    explicit Prover(G game, std::size_t table_bytes = default_table_bytes, unsigned threads = 1)
        : deepening_(game, table_bytes / 4),
          table_(table_bytes / 2),
          guided_(game, table_),
          adviser_(game, table_),
          depth_first_(game, table_, Order::depth_first),
          closed_(game, table_bytes / 4, &table_, &adviser_),
          threads_(threads) {}
    Prover(const Prover&) = delete;
    Prover& operator=(const Prover&) = delete;
    ~Prover() = default;

    const G& game() const { return deepening_.game(); }

    /// Empties what was remembered: the next answer takes as long as if it were the first.
    void forget() {
        deepening_.forget();
        table_.clear();
        guided_before_ = false;
        depth_first_.forget_path();
    }

    /// The least number of plies in which the side to move can force a win, and a move that begins it, if it
    /// is at most `bound`, or of any length if there is none. Where a limit comes after a win was found and
    /// before it is known that none is shorter, the length is one that the least does not exceed, and `stop`
    /// is the limit. Without a bound a win that rests on a table of outcomes alone will do, and has no
    /// length. Nothing is searched that is known to hold none: within `none_within` plies. What is not won at
    /// any length is not won within `never`. Precondition: not `lost`, unless the game `Ends`. Cost:
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
    /// What is remembered of a position, for an attacker who has the `role` in it.
    ProofFacts remembered(const Position& position, Role role) const {
        const auto key = game().key(position);
        ProofFacts facts;
        if (const auto known = deepening_.table().find(key, role)) {
            if (known->won_in != 0) facts.won_in = known->won_in;
            facts.not_won_in = known->not_won_in;
        }
        if (guided_before_)
            if (const auto known = table_.find(key, role)) facts.add(known->facts);
        const auto longest = longest_play(position);
        if (longest && Plies{facts.not_won_in} >= *longest) facts.not_won_in = never;
        return facts;
    }
    /// The proof numbers of the position that is searched or, between searches, of one that is remembered.
    std::optional<ProofNumbers> numbers(const Position& position, Role role) const {
        if (const auto numbers = guided_.root_numbers()) return numbers;
        const auto known = guided_before_ ? table_.find(game().key(position), role) : std::nullopt;
        return known ? std::optional{known->numbers} : std::nullopt;
    }

    /// All that is remembered: calls `deepening(key, role, known)` and `guided(entry)`, as the tables of the
    /// two searches have it.
    template <typename Deepening, typename Guided>
    void for_each_remembered(Deepening&& deepening, Guided&& guided) const {
        deepening_.table().for_each(deepening);
        table_.for_each(guided);
    }
    /// Remembers what another prover of the same game remembered: all of it, where this one has remembered
    /// nothing yet and has no less memory.
    void remember(const game::KeyOf<G>& key, Role role, Known known) {
        deepening_.remember(key, role, known);
    }
    void remember(const typename ProofTable<game::KeyOf<G>>::Entry& entry) {
        guided_before_ = guided_before_ || table_.allocate();
        if (guided_before_) table_.keep(entry);
    }
    /// Whether it knows all that another prover of the same game has proved of a position.
    bool remembers(const game::KeyOf<G>& key, Role role, Known known) const {
        const Known own = deepening_.table().find(key, role).value_or(Known{});
        return (known.won_in == 0 || own.won_within(known.won_in)) && own.not_won_within(known.not_won_in);
    }
    bool remembers(const typename ProofTable<game::KeyOf<G>>::Entry& entry) const {
        const auto own =
            guided_before_ ? table_.find(entry.key, static_cast<Role>(entry.used)) : std::nullopt;
        const ProofFacts facts = own ? own->facts : ProofFacts{};
        return facts.won_in <= entry.facts.won_in && facts.not_won_within(entry.facts.not_won_in);
    }
    /// The number of entries that it remembers, and the number that there is room for.
    std::size_t filled() const { return deepening_.table().filled() + table_.filled(); }
    std::size_t most() const { return deepening_.table().most() + table_.most(); }

    /// As `prove`, but the first win that is found will do.
    Answer<Move> any_win(const Position& position, Plies bound, Budget* budget = nullptr) {
        return search({position, Role::attacker, true}, bound, budget, {});
    }
    /// As `prove_loss`, likewise.
    Answer<Move> any_loss(const Position& position, Plies bound, Budget* budget = nullptr) {
        return search({position, Role::defender, true}, bound, budget, {});
    }

    /// Makes the closed set that proves that the attacker, which has this role, has no win of any length, as
    /// was found: whole, for `ClosedSetSearch::for_each` of what comes back, until the next question. Errors:
    /// the limit that was reached (`Stop::size`: of memory). Cost: as the search for it, without what is
    /// known already.
    tl::expected<ClosedSetSearch<G>*, Stop> closed_set(const Position& position, Role role,
                                                       Budget* budget = nullptr) {
        Budget unlimited;
        if (budget == nullptr) budget = &unlimited;
        if (!guided_before_ && !(guided_before_ = table_.allocate())) return tl::make_unexpected(Stop::size);
        if (closed_.closed(position, role)) return &closed_;
        closed_.begin(position, role, advice, true);
        switch (closed_.run(*budget)) {
            case Verdict::no_win:
                return &closed_;
            case Verdict::win:
                return tl::make_unexpected(Stop::hash_collision);
            case Verdict::unknown:
                break;
        }
        return tl::make_unexpected(budget->stopped().value_or(Stop::size));
    }

  private:
    /// Nodes of the first stretches. Deepening, whose nodes cost less, begins, and finds what is short; where
    /// any win will do, what is known by proof numbers comes before it.
    static constexpr std::uint64_t first_deepening = game::SeesMates<G> ? 200'000 : 50'000;
    static constexpr std::uint64_t first_stretch = 4'000;
    static constexpr std::uint64_t first_look = 64;
    /// Deepening goes no deeper: every ply more takes room on the stack.
    static constexpr Plies deepest{250};
    /// A stretch of deepening gets this number of times the nodes of a stretch by proof numbers, whose nodes
    /// cost as much more. Where the attacker is restricted, both look at what each move leads to.
    static constexpr std::uint64_t deepening_nodes = game::SeesMates<G> ? 32 : 8;
    static constexpr std::uint64_t restricted_deepening_nodes = 2;
    /// And where any win will do and a closed set, if there is one, is found soon (`game::SkipsBlunders`).
    static constexpr std::uint64_t least_deepening_nodes = 1;
    /// Nodes of proof numbers for each of the defender's replies.
    static constexpr std::uint64_t advice = 300;
    /// From such a bound on it may be quicker to show that there is no win at all.
    static constexpr ShortPlies long_bound = 30;

    struct Question {
        const Position& position;
        Role role;
        bool any;  ///< win will do, whatever its length
    };

    /// What is known so far. Any thread.
    class Knowledge {
      public:
        /// `bounded`: a win is to have a length. `longest`: no play takes more plies, if there is such a
        /// number.
        Knowledge(ShortPlies most, Plies none_within, bool any, bool bounded, std::optional<Plies> longest)
            : max_(most), any_(any), bounded_(bounded), longest_(longest) {
            answer_.none_within = Plies{0};
            note_none(none_within);
        }
        /// `slowest`: the first move of a win that is found delays it as long as can be; it refutes all
        /// shorter ones.
        void add(const Answer<Move>& found, bool slowest = false) {
            const std::lock_guard lock{mutex_};
            note_none(*found.none_within);
            if (found.verdict == Verdict::win) {
                if (answer_.length && *answer_.length <= *found.length) return;
                answer_.length = found.length;
                answer_.first = found.first;
                slowest_ = slowest;
            } else if (found.first && !slowest_) {
                answer_.first = found.first;
                slowest_ = *found.none_within >= Plies{least()};
            }
        }
        bool slowest() const { return slowest_; }
        /// What is worth asking for: a win within this number of plies.
        ShortPlies wanted() const {
            const std::lock_guard lock{mutex_};
            return least();
        }
        Plies none_within() const {
            const std::lock_guard lock{mutex_};
            return *answer_.none_within;
        }
        bool won() const {
            const std::lock_guard lock{mutex_};
            return answer_.length.has_value();
        }
        /// It is won, and no number of plies is known.
        bool sometime_won() const {
            const std::lock_guard lock{mutex_};
            return is_sometime();
        }
        bool complete() const {
            const std::lock_guard lock{mutex_};
            return known();
        }
        Answer<Move> answer(std::optional<Stop> stop) const {
            Answer<Move> result = answer_;
            result.none_within = std::min(*answer_.none_within, Plies{least()});
            result.verdict = answer_.length ? Verdict::win : known() ? Verdict::no_win : Verdict::unknown;
            if (!known()) result.stop = stop;
            if (is_sometime()) result.length = bounded_ ? longest_ : std::nullopt;
            return result;
        }

      private:
        /// What is not won before all play ends is not won.
        void note_none(Plies within) {
            if (longest_ && within >= *longest_) within = Plies{never};
            answer_.none_within = std::max(*answer_.none_within, within);
        }
        ShortPlies least() const {
            return answer_.length ? static_cast<ShortPlies>(answer_.length->count() - 1) : max_;
        }
        bool is_sometime() const { return answer_.length == Plies{sometime}; }
        bool known() const {
            return (answer_.length && (any_ || *answer_.length == Plies{0})) ||
                   (is_sometime() && !bounded_) || *answer_.none_within >= Plies{least()};
        }

        mutable std::mutex mutex_;
        ShortPlies max_;
        bool any_;
        bool bounded_;
        std::optional<Plies> longest_;
        bool slowest_ = false;
        Answer<Move> answer_{Verdict::unknown, {}, {}, {}, {}};
    };

    /// How long play can last, if that is known; at least a ply, so that not to be won within that length
    /// always means something.
    std::optional<Plies> longest_play(const Position& position) const {
        const auto left = Shortcuts<G>{game()}.plies_left(position);
        return left ? std::optional{std::max(*left, Plies{1})} : std::nullopt;
    }

    Answer<Move> search(const Question& question, std::optional<Plies> bound, Budget* budget,
                        Plies none_within) {
        Budget unlimited;
        if (budget == nullptr) budget = &unlimited;
        longest_ = longest_play(question.position);
        const bool bounded = bound.has_value();
        // A win of as many plies as play can last is one of any length.
        if (bound && longest_ && *bound >= *longest_) bound.reset();
        const std::uint64_t max_asked = sometime - 1U;
        const auto most = bound ? static_cast<ShortPlies>(std::min(bound->count(), max_asked)) : never;
        Knowledge known{most, none_within, question.any, bounded, longest_};
        if (question.any && guided_before_)
            budget->part(first_look, [&](Budget& look) { guide(guided_, question, look, known); });
        if (!known.won())
            budget->part(first_deepening, [&](Budget& stretch) { deepen(question, stretch, known); });
        if (!known.complete() && !budget->stopped()) alternate(question, *budget, known);
        const bool delays =
            question.role == Role::defender && known.won() && known.wanted() > 0 && !known.sometime_won();
        if (delays && !question.any && known.complete() && !known.slowest() && guided_before_)
            known.add(guided_.prove(question.position, question.role, known.wanted(), budget));
        return known.answer(budget->stopped());
    }

    struct Stretch {
        std::uint64_t nodes;
        std::function<void(Budget&)> search;
    };

    void alternate(const Question& question, Budget& budget, Knowledge& known) {
        guided_before_ = guided_before_ || table_.allocate();
        const bool any_length = known.wanted() >= long_bound && !known.won() && guided_before_;
        const bool goes_deep = any_length && Shortcuts<G>{game()}.never_repeats();
        const bool may_be_closed = any_length && !goes_deep;
        if (may_be_closed) closed_.begin(question.position, question.role, advice);
        std::optional<ThreadPool> pool;
        if (threads_ > 1) pool.emplace(threads_);
        const std::uint64_t deepening_ratio = Shortcuts<G>{game()}.restricted() ? restricted_deepening_nodes
                                              : game::SkipsBlunders<G> && question.any && may_be_closed
                                                  ? least_deepening_nodes
                                                  : deepening_nodes;
        unsigned first = 0;  // which of the searches below begins
        for (std::uint64_t nodes = first_stretch; !known.complete() && !budget.stopped();
             nodes += nodes / 2) {
            // A stretch of each search, as far as it can go on.
            std::vector<Stretch> stretches;
            if (guided_before_)
                stretches.push_back({nodes, [&](Budget& own) { guide(guided_, question, own, known); }});
            stretches.push_back(
                {deepening_ratio * nodes, [&](Budget& own) { deepen(question, own, known); }});
            if (may_be_closed && !known.won() && !closed_.full())
                stretches.push_back({nodes, [&](Budget& own) { close(own, known); }});
            if (goes_deep)
                stretches.push_back(
                    {2 * nodes, [&](Budget& own) { guide(depth_first_, question, own, known); }});
            if (pool) {
                together(*pool, budget, known, stretches, first);
                first += threads_;
                continue;
            }
            for (const Stretch& each : stretches) {
                if (known.complete()) break;
                budget.part(each.nodes, each.search);
            }
        }
    }

    /// A stretch of as many of these searches as there are threads, until one has had it.
    void together(ThreadPool& pool, Budget& budget, const Knowledge& known,
                  const std::vector<Stretch>& stretches, unsigned first) {
        if (guided_before_) table_.share();
        budget.share([&](SharedBudget& round) {
            const unsigned count = std::min(threads_, static_cast<unsigned>(stretches.size()));
            pool.execute([&] {
                parallel_for(count, count, [&](unsigned, unsigned item) {
                    const Stretch& stretch = stretches[(first + item) % stretches.size()];
                    round.part(stretch.nodes, stretch.search);
                    if (known.complete()) round.end();
                });
            });
        });
        table_.unshare();
    }

    void guide(ProofNumberSearch<G>& search, const Question& question, Budget& budget, Knowledge& known) {
        bool shorter = true;
        while (shorter && !known.complete()) {
            const auto found = search.prove(question.position, question.role, known.wanted(), &budget);
            shorter = found.verdict == Verdict::win;
            known.add(found);
        }
    }
    void deepen(const Question& question, Budget& budget, Knowledge& known) {
        const Plies bound = std::min({Plies{known.wanted()}, deepest, longest_.value_or(deepest)});
        const Plies shorter = known.none_within();
        if (question.role == Role::attacker) {
            known.add(deepening_.prove(question.position, bound, &budget, shorter));
            return;
        }
        const auto found = deepening_.prove_loss(question.position, bound, &budget, shorter);
        // Unless it began with this very length, it has seen what refutes shorter ones.
        known.add(found, found.length > shorter + Plies{2});
    }
    void close(Budget& budget, Knowledge& known) {
        if (closed_.run(budget) == Verdict::no_win)
            known.add(Answer<Move>{Verdict::no_win, {}, closed_.first_reply(), Plies{never}, {}});
    }

    ForcedWin<G> deepening_;
    ProofTable<game::KeyOf<G>> table_;
    ProofNumberSearch<G> guided_;
    ProofNumberSearch<G> adviser_;
    ProofNumberSearch<G> depth_first_;
    ClosedSetSearch<G> closed_;
    unsigned threads_;
    std::optional<Plies> longest_;  ///< that play from the position that is searched can last, if it is known
    bool guided_before_ = false;    ///< the table has memory, and what was found in it
};

}  // namespace zermelo::search
