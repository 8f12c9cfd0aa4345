// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/search/answer.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/proof_table.hpp"
#include "zermelo/search/shortcuts.hpp"

namespace zermelo::search {

/// Which position a search by proof numbers looks at next.
enum class Order : std::uint8_t {
    max_proving,  ///< one that the least is missing to
    depth_first,  ///< one below the same move, until that is decided
};

/// A search for forced wins of any length, guided by proof numbers: where the defender has few replies it
/// goes deep first, so that a long series of checks costs little more than its length.
///
/// It is df-pn (Nagai, 2002): a depth-first search that stays below a position while this is the most proving
/// one, and keeps the numbers in a table. Against its known faults:
///  - *Transpositions counted twice*: of the numbers to be added only the largest is, and one for each of the
///    others (weak proof numbers; Ueda, Hashimoto, Hashimoto and Iida, 2008).
///  - *Too much changing of the mind*: a position is left when another one is better by a quarter (Pawlewicz
///    and Lew, 2007).
///  - *All leaves alike*: where the defender is to move, the proof number begins as the number of its replies
///    (`game::CountsReplies`).
///  - *Cycles and the history of a position* (graph-history interaction; Kishimoto and Müller, 2004): a move
///  to
///    a position of the path that led here does not help who wants to win. What was refuted by that alone is
///    refuted on this path; it becomes a fact, and is kept as one, only where the position that was met again
///    is itself below what is refuted. So every answer is one of the position, and exact.
///
/// Depth first the numbers play no part: moves are tried as they are listed. In a game in which no position
/// comes twice each is looked at once, as far as the table has room; there are games of many men that this
/// decides and proof numbers do not, as breakthrough. Where positions come twice it may go deeper and deeper
/// without an end.
///
/// A node, in a budget, is a position whose moves were listed. It serves one thread;
/// another one may use the same table where that is shared.
template <game::Game G>
class ProofNumberSearch {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Table = ProofTable<game::KeyOf<G>>;

    /// The table is of this game alone, and outlives this; before a search it has its memory.
    ProofNumberSearch(G game, Table& table, Order order = Order::max_proving)
        : game_(std::move(game)), table_(&table), order_(order) {}

    const G& game() const { return game_.game(); }

    /// Whether the attacker, who has the `role` in this position, forces a win within `bound` plies; `never`:
    /// of any length. A win comes with a length that it does not exceed, which need not be the least, and its
    /// first move; no win within `none_within` plies is proved, where that is `never` none of any length.
    /// Depth first it goes on where the budget stopped it, if it is asked the same again. Precondition: not
    /// `lost`, unless the game `Ends`. Cost: unbounded without a budget; memory O(path × moves).
    Answer<Move> prove(const Position& position, Role role, ShortPlies bound, Budget* budget = nullptr) {
        const bool attacks = role == Role::attacker;
        if constexpr (game::Ends<G>) {
            if (const auto over = game().end(position))
                return ended(*over == (attacks ? game::Outcome::win : game::Outcome::loss));
        }
        if (!game_.has_move(position)) return ended(false);
        if (bound == 0) return {Verdict::no_win, {}, {}, Plies{0}, {}};
        budget_ = budget;
        credit_ = budget == nullptr ? ~std::uint64_t{0} : 0;
        stopped_ = false;
        const Key key = game().key(position);
        if (!frames_.empty() &&
            (cut_ || frames_[0].key != key || frames_[0].role != role || frames_[0].plies != bound))
            forget_path();
        cut_ = false;
        if (frames_.empty())
            push(position, role, key, bound, {ProofNumbers::infinite, ProofNumbers::infinite});
        Result root;
        while (!frames_.empty() && !(stopped_ && order_ == Order::depth_first)) root = step();
        if (budget != nullptr) budget->give_back(credit_);

        Answer<Move> answer;
        answer.none_within = Plies{root.facts.not_won_in};
        if (root.numbers.proof == 0) {
            answer.verdict = Verdict::win;
            answer.length = Plies{root.facts.won_in};
            answer.first = root.move;
        } else if (root.facts.not_won_in >= bound) {
            answer.verdict = Verdict::no_win;
            if (!attacks) answer.first = root.move;
        } else {
            answer.verdict = Verdict::unknown;
            if (budget != nullptr) answer.stop = budget->stopped();
        }
        return answer;
    }

    /// Leaves what it was stopped in, which begins anew when it is asked for again.
    void forget_path() {
        frames_.clear();
        children_.clear();
        in_path_.fill(0);
    }

    /// The numbers of the position that is searched, as far as the search has come.
    std::optional<ProofNumbers> root_numbers() const {
        if (frames_.empty()) return std::nullopt;
        return sum_up(frames_.front(), frames_.size() > 1 ? frames_[1].first : children_.size())
            .result.numbers;
    }

  private:
    using Key = game::KeyOf<G>;

    /// Places in the path are numbers of frames. What depends on none of them:
    static constexpr std::int32_t independent = std::numeric_limits<std::int32_t>::max();
    /// What depends on how long the path may become.
    static constexpr std::int32_t on_length = -1;
    static constexpr std::size_t longest_path = 20'000;
    /// What was refuted on another path is looked at again when nothing else is left.
    static constexpr std::uint32_t postponed = ProofNumbers::infinite >> 10U;
    static constexpr std::uint64_t nodes_at_a_time = 256;
    static constexpr unsigned children_per_look = 16;

    /// What is known of a position while the path to it stands.
    struct Result {
        ProofNumbers numbers;
        ProofFacts facts;
        std::int32_t depends = independent;  ///< the first position of the path that a refutation needs
        Move move{};                         ///< that decides it
    };
    struct Child {
        Move move{};
        ProofNumbers numbers;
        ProofFacts facts;
        std::int32_t depends = independent;
    };
    /// A position of the path, with the children from `first` on.
    struct Frame {
        Position position;
        Key key;
        Role role;
        ShortPlies plies;     ///< the number within which the win is to come
        ProofNumbers bounds;  ///< where one of its numbers comes to this, another position is more proving
        std::size_t first;
        std::size_t chosen = 0;
        std::uint32_t work = 1;
    };
    /// Children together.
    struct Summary {
        Result result;
        std::size_t best = 0;                           ///< the most proving
        std::uint32_t second = ProofNumbers::infinite;  ///< what the best is left for
        std::uint32_t others = 0;  ///< added for those that are not decided, the best left out
    };

    static Answer<Move> ended(bool won) {
        if (won) return {Verdict::win, Plies{0}, {}, {}, {}};
        return {Verdict::no_win, {}, {}, Plies{never}, {}};
    }
    static Role other(Role role) { return role == Role::attacker ? Role::defender : Role::attacker; }
    static std::uint32_t plus(std::uint32_t a, std::uint32_t b) {
        return std::min(a + b, ProofNumbers::infinite - 1);
    }
    static void win(Child& child, ShortPlies within) {
        child.numbers = {0, ProofNumbers::infinite};
        child.facts.won_in = std::min(child.facts.won_in, within);
    }
    static void refute(Child& child, ShortPlies within) {
        child.numbers = {ProofNumbers::infinite, 0};
        child.facts.not_won_in = std::max(child.facts.not_won_in, within);
    }

    /// What is known of a child, or can be seen at once.
    void look(Child& child, const Position& position, Role role, ShortPlies plies) const {
        if constexpr (!game::Ends<G>) {
            if (game().lost(position)) return role == Role::defender ? win(child, 0) : refute(child, never);
        }
        const Key key = game().key(position);
        const auto known = table_->find(key, role);
        if (known && learn(child, known->facts, plies)) return;
        if constexpr (game::KnowsValues<G>) {
            const auto facts = game_.known_facts(position, role);
            if (facts && learn(child, *facts, plies)) return;
        }
        if (const std::int32_t place = place_in_path(key, role); place != independent) {
            child.numbers = {ProofNumbers::infinite, 0};
            child.depends = place;
            return;
        }
        if (known && known->numbers.proof > 0 && known->numbers.disproof > 0) {
            child.numbers = known->numbers;
            return;
        }
        see(child, position, role, plies);
        const bool refuted_elsewhere = known && known->numbers.disproof == 0 && known->plies == plies;
        if (refuted_elsewhere && child.numbers.proof > 0 && child.numbers.disproof > 0)
            child.numbers.proof = postponed;
    }

    /// Adds what is proved of a child; whether that decides it.
    static bool learn(Child& child, ProofFacts facts, ShortPlies plies) {
        child.facts.add(facts);
        if (child.facts.won_within(plies)) {
            win(child, child.facts.won_in);
        } else if (child.facts.not_won_within(plies)) {
            refute(child, child.facts.not_won_in);
        } else {
            return false;
        }
        return true;
    }

    /// What a look at a position tells, without its history or what is remembered.
    void see(Child& child, const Position& position, Role role, ShortPlies plies) const {
        if (role == Role::defender) {
            const std::uint64_t replies = game_.replies(position);
            if (replies == 0)
                return game_.stuck(position, game::Outcome::loss) ? win(child, 0) : refute(child, never);
            if (plies == 0 || (plies == 1 && !game_.wins_unmoved())) return refute(child, plies);
            // No position is left before it is decided: a look may save going below it.
            if (order_ == Order::depth_first && game_.wins_at_once(position)) return refute(child, never);
            child.numbers = {static_cast<std::uint32_t>(std::min<std::uint64_t>(replies, 1'000)), 1};
        } else {
            if (plies > 0 && game_.attacker_wins_at_once(position)) return win(child, 1);
            if (game_.wins_unmoved()) {
                if (plies <= 1)
                    return game_.stuck(position, game::Outcome::win) ? win(child, 0) : refute(child, plies);
            } else if (plies <= 2) {
                return refute(child, plies == 0 ? 0 : 2);
            }
            child.numbers = {1, 1};
        }
    }

    std::int32_t place_in_path(const Key& key, Role role) const {
        if (frames_.size() >= longest_path) return on_length;
        if (in_path_[shadow(key)] == 0) return independent;
        for (std::size_t at = frames_.size(); at > 0; --at)
            if (frames_[at - 1].key == key && frames_[at - 1].role == role)
                return static_cast<std::int32_t>(at - 1);
        return independent;
    }
    static std::size_t shadow(std::uint64_t key) { return (key * 0x9E37'79B9'7F4A'7C15U) >> 52U; }
    static std::size_t shadow(const Hash128& key) { return key.low >> 52U; }

    void push(const Position& position, Role role, const Key& key, ShortPlies plies, ProofNumbers bounds) {
        frames_.push_back({position, key, role, plies, bounds, children_.size()});
        ++in_path_[shadow(key)];
        expand(frames_.back());
    }

    /// Lists a position's moves. One that decides it stands alone.
    void expand(const Frame& frame) {
        if (credit_ == 0 && !stopped_) {
            credit_ = budget_->take(nodes_at_a_time);
            stopped_ = credit_ == 0;
        }
        if (credit_ > 0) --credit_;
        const bool attacks = frame.role == Role::attacker;
        MoveList moves;
        if (attacks) {
            game_.attacks(frame.position, moves);
        } else {
            game_.defences(frame.position, moves);
        }
        unsigned until_look = children_per_look;
        for (const Move& move : moves) {
            children_.push_back({move, {}, {}, independent});
            // On large boards to look at all of them takes seconds: after a stop nothing is known of the
            // others.
            if (--until_look == 0) {
                until_look = children_per_look;
                if (!stopped_ && budget_ != nullptr && budget_->is_due()) {
                    budget_->give_back(std::exchange(credit_, 0));
                    credit_ = budget_->take(1);
                    stopped_ = cut_ = credit_ == 0;
                }
            }
            if (cut_) continue;
            Child& child = children_.back();
            look(child, game().play(frame.position, move), other(frame.role), before(frame.plies));
            const bool decides = attacks ? child.numbers.proof == 0
                                         : child.numbers.disproof == 0 && child.depends == independent;
            if (!decides) continue;
            children_[frame.first] = child;
            children_.resize(frame.first + 1);
            return;
        }
    }

    Summary sum_up(const Frame& frame) const { return sum_up(frame, children_.size()); }
    /// Precondition: `end` is where its children end.
    Summary sum_up(const Frame& frame, std::size_t end) const {
        const bool attacks = frame.role == Role::attacker;
        Summary sum;
        Result& result = sum.result;
        if (end == frame.first) {
            const bool won = game_.stuck(frame.position, attacks ? game::Outcome::win : game::Outcome::loss);
            result.numbers =
                won ? ProofNumbers{0, ProofNumbers::infinite} : ProofNumbers{ProofNumbers::infinite, 0};
            if (won)
                result.facts.won_in = 0;
            else
                result.facts.not_won_in = never;
            return sum;
        }
        std::uint32_t least = ProofNumbers::infinite;
        std::uint32_t largest = 0;
        std::uint32_t undecided = 0;
        std::int32_t needed = independent;
        ShortPlies longest_win = 0;
        Move slowest{};
        ShortPlies none_within = never;
        bool refuted = false;
        for (std::size_t at = frame.first; at < end; ++at) {
            const Child& child = children_[at];
            // For the side to move: how far it is from what it wants, and from what it fears.
            const std::uint32_t wanted = attacks ? child.numbers.proof : child.numbers.disproof;
            const std::uint32_t feared = attacks ? child.numbers.disproof : child.numbers.proof;
            if (wanted == 0) {
                if (attacks) {
                    result = {
                        {0, ProofNumbers::infinite}, {after(child.facts.won_in), 0}, independent, child.move};
                    return sum;
                }
                if (refuted && child.depends <= result.depends) continue;
                refuted = true;
                result = {{ProofNumbers::infinite, 0}, {}, child.depends, child.move};
                if (child.depends == independent) result.facts.not_won_in = after(child.facts.not_won_in);
            } else if (feared == 0) {
                needed = std::min(needed, child.depends);
                if (child.facts.won_in >= longest_win) slowest = child.move;
                longest_win = std::max(longest_win, child.facts.won_in);
                none_within = std::min(none_within, child.facts.not_won_in);
            } else {
                ++undecided;
                largest = std::max(largest, feared);
                if (order_ == Order::depth_first ? undecided == 1 : wanted < least) {
                    sum.second = least;
                    least = wanted;
                    sum.best = at - frame.first;
                } else {
                    sum.second = std::min(sum.second, wanted);
                }
            }
        }
        if (refuted) return sum;
        if (undecided > 0) {
            sum.others = undecided - 1;
            const std::uint32_t most = plus(largest, sum.others);
            result.numbers = attacks ? ProofNumbers{least, most} : ProofNumbers{most, least};
        } else if (attacks) {
            result.numbers = {ProofNumbers::infinite, 0};
            result.depends = needed;
            if (needed == independent) result.facts.not_won_in = after(none_within);
        } else {
            result.numbers = {0, ProofNumbers::infinite};
            result.facts.won_in = after(longest_win);
            result.move = slowest;
        }
        return sum;
    }

    /// Goes on from the last position of the path: a move deeper, or back with what is known of it.
    Result step() {
        Frame& frame = frames_.back();
        const Summary sum = sum_up(frame);
        Result result = sum.result;
        const auto place = static_cast<std::int32_t>(frames_.size() - 1);
        if (result.depends != independent && result.depends >= place) {
            result.depends = independent;
            result.facts.not_won_in = frame.plies;
        }
        const ProofNumbers now = result.numbers;
        if (stopped_ || now.proof == 0 || now.disproof == 0 || now.proof >= frame.bounds.proof ||
            now.disproof >= frame.bounds.disproof) {
            pop(result);
            return result;
        }
        frame.chosen = sum.best;
        const bool attacks = frame.role == Role::attacker;
        std::uint32_t enough = ProofNumbers::infinite;
        std::uint32_t too_much = ProofNumbers::infinite;
        if (order_ == Order::max_proving) {
            enough = std::min(attacks ? frame.bounds.proof : frame.bounds.disproof,
                              plus(sum.second, std::max(1U, sum.second / 4)));
            too_much = (attacks ? frame.bounds.disproof : frame.bounds.proof) - sum.others;
        }
        const Position child = game().play(frame.position, children_[frame.first + sum.best].move);
        push(child, other(frame.role), game().key(child), before(frame.plies),
             attacks ? ProofNumbers{enough, too_much} : ProofNumbers{too_much, enough});
        return result;
    }

    void pop(const Result& result) {
        const Frame& frame = frames_.back();
        const std::uint32_t work = frame.work;
        table_->add(frame.key, frame.role, result.numbers, frame.plies, result.facts, work);
        children_.resize(frame.first);
        --in_path_[shadow(frame.key)];
        frames_.pop_back();
        if (frames_.empty()) return;
        Frame& parent = frames_.back();
        parent.work += std::min(work, std::numeric_limits<std::uint32_t>::max() - parent.work);
        Child& child = children_[parent.first + parent.chosen];
        child.numbers = result.numbers;
        child.facts.add(result.facts);
        child.depends = result.depends;
    }

    [[no_unique_address]] Shortcuts<G> game_;
    Table* table_;
    Order order_;
    Budget* budget_ = nullptr;
    std::uint64_t credit_ = 0;
    bool stopped_ = false;
    bool cut_ = false;  ///< a stop came while the moves of a position were listed: nobody goes on from there
    std::vector<Frame> frames_;
    std::vector<Child> children_;
    std::array<std::uint16_t, 4096> in_path_{};  ///< how many positions of the path cast each shadow
};

}  // namespace zermelo::search
