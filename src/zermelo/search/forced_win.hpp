// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/search/answer.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/shortcuts.hpp"
#include "zermelo/search/transpositions.hpp"

namespace zermelo::search {

/// Decides whether the side to move can force a win within a number of plies, exactly.
///
/// A win at distance n: under best play (the attacker hastens, the defender delays) the game is over after
/// exactly n plies, and the attacker has won. Where games end otherwise than by being `lost` (`game::Ends`)
/// n may be even, and 0.
///
/// Every move of the attacker is tried until one wins, every reply until one refutes, nothing more: the reply
/// that refuted a sibling comes first, and in deep searches what was proved is remembered. The game's
/// optional capabilities (`game/game.hpp`) cut the last three plies short; a game that does not offer them is
/// taken for one whose positions are dear, so that more is remembered of them and moves that leave few
/// replies come first. One prover serves one thread. It allocates its table once, when a search first goes
/// deep enough to use it.
///
/// Without a budget a search takes as long as it takes. A node, in a budget, is a position of the defender
/// whose replies were tried.
template <game::Game G>
class ForcedWin {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;

    /// Longer bounds are taken for this one. A search as deep would not end in the age of the universe unless
    /// it is cut short by an answer, which is the same for every bound: that is the only sense in which they
    /// are decided.
    static constexpr std::uint64_t longest = 65'533;
    static constexpr std::size_t default_table_bytes = std::size_t{1} << 25U;

    explicit ForcedWin(G game = {}, std::size_t table_bytes = default_table_bytes)
        : game_(std::move(game)), table_(table_bytes), unmoved_(game_.wins_unmoved()) {
        if constexpr (game::SeesWinsCheaply<G>) sees_wins_ = game_.game().sees_wins_cheaply();
    }

    const G& game() const { return game_.game(); }

    /// Empties what was remembered: the next answer takes as long as if it were the first.
    void forget() {
        table_.clear();
        killers_ = {};
    }

    /// There is little room for what is still to be proved beside what is remembered.
    bool full() const { return table_.full(); }

    /// What it remembers.
    const Transpositions<game::KeyOf<G>>& table() const { return table_; }
    /// Remembers what another one has proved in the same game. Cost: as `Transpositions::keep`.
    void remember(const game::KeyOf<G>& key, Role role, Known known) {
        table_.allocate();
        table_.keep(key, role, known);
    }

    /// Whether the side to move can force a win within `bound` plies. Precondition: not `lost`, unless the
    /// game `Ends`. Cost: grows some five- to thirtyfold with every two plies.
    bool wins_within(const Position& position, Plies bound) {
        if (const auto over = end(position)) return *over == game::Outcome::win;
        if (bound < Plies{1}) return false;
        if (game_.attacker_wins_at_once(position)) return true;
        return search(position, bound, nullptr).has_value();
    }

    /// The least number of plies in which the side to move can force a win, and a move that begins it, if it
    /// is at most `bound`. Nothing is searched that is known to hold none: within `none_within` plies.
    /// Precondition and cost: as for `wins_within`.
    Answer<Move> prove(const Position& position, Plies bound, Budget* budget = nullptr,
                       Plies none_within = {}) {
        if (const auto over = end(position)) return ended(*over == game::Outcome::win, bound);
        if (bound < Plies{1}) return ended(false, bound);
        if (game_.attacker_wins_at_once(position))
            return {Verdict::win, Plies{1}, winning_move(position), Plies{0}, {}};
        return answer(search(position, bound, budget, none_within), bound, budget);
    }

    /// Any win within `bound` plies: here it is a shortest one.
    Answer<Move> any_win(const Position& position, Plies bound, Budget* budget = nullptr) {
        return prove(position, bound, budget);
    }

    /// The same for a position where the defender is to move: the least number of plies within which the
    /// *other* side can force a win. Precondition: not `lost`, unless the game `Ends`. Cost: as for `prove`.
    Answer<Move> prove_loss(const Position& position, Plies bound, Budget* budget = nullptr,
                            Plies none_within = {}) {
        if (const auto over = end(position)) return ended(*over == game::Outcome::loss, bound);
        MoveList replies;
        game().moves(position, replies);
        if (replies.size() == 0) return ended(false, bound);
        first_ = *replies.begin();
        const auto holds = [&](unsigned n) { return loses_slowly(position, n); };
        const auto length = deepen(unmoved() ? 1 : 2, none_within, bound, budget, holds);
        Answer<Move> result = answer(length, bound, budget);
        if (result.verdict == Verdict::no_win) result.first = first_;
        return result;
    }

  private:
    /// Whether what a last ply costs is looked up rather than played.
    static constexpr bool cheap = game::SeesMates<G>;
    /// Cheap games: within nine plies and more, what was proved of five and more is remembered: a quarter
    /// less time at 15 plies than if only seven and more were, and within seven plies the look-ups cost more
    /// than they save.
    static constexpr unsigned table_pays_from = cheap ? 9 : 5;
    static constexpr unsigned remembered_from = cheap ? 5 : 3;
    /// In games that are not `cheap`, with this number of plies to go or more, the moves that leave the
    /// fewest replies come first.
    static constexpr unsigned ordered_from = 4;
    static constexpr std::size_t killer_plies = 128;
    static constexpr std::uint64_t nodes_at_a_time = 256;
    static constexpr unsigned moves_per_look = 16;

    std::optional<game::Outcome> end([[maybe_unused]] const Position& position) const {
        if constexpr (game::Ends<G>) {
            return game().end(position);
        } else {
            return std::nullopt;
        }
    }
    static Answer<Move> ended(bool won, Plies bound) {
        if (won) return {Verdict::win, Plies{0}, {}, {}, {}};
        return {Verdict::no_win, {}, {}, bound, {}};
    }

    /// The least length of a win, if any. Precondition: the game is not over, and the side to move does not
    /// win at once.
    std::optional<unsigned> search(const Position& position, Plies bound, Budget* budget,
                                   Plies none_within = {}) {
        return deepen(unmoved() ? 2 : 3, none_within, bound, budget,
                      [&](unsigned n) { return wins(position, n, 0); });
    }

    /// Deepens by a ply or two at a time, so that the first win found is a shortest one: from the shortest
    /// that is longer than `none_within`.
    template <typename Holds>
    std::optional<unsigned> deepen(unsigned shortest, Plies none_within, Plies bound, Budget* budget,
                                   Holds&& holds) {
        budget_ = budget;
        credit_ = budget == nullptr ? ~std::uint64_t{0} : 0;
        stopped_ = false;
        until_look_ = moves_per_look;
        const unsigned step = unmoved() ? 1 : 2;
        const auto none = static_cast<unsigned>(std::min(none_within.count(), longest));
        const unsigned from = none < shortest ? shortest : shortest + (none - shortest + step) / step * step;
        none_within_ = from - 1;
        const auto most = static_cast<unsigned>(std::min(bound.count(), longest));
        for (unsigned n = from; n <= most; n += step) {
            remember_from_ = n < table_pays_from ? table_pays_from : remembered_from;
            if (n >= table_pays_from) table_.allocate();
            if (holds(n)) return n;
            if (stopped_) break;
            none_within_ = n;
        }
        return std::nullopt;
    }

    /// The answer of the last search.
    Answer<Move> answer(std::optional<unsigned> length, Plies bound, Budget* budget) {
        if (budget != nullptr) budget->give_back(credit_);
        if (length) return {Verdict::win, Plies{*length}, first_, Plies{*length - 1}, {}};
        if (!stopped_ || budget == nullptr) return {Verdict::no_win, {}, {}, bound, {}};
        return {Verdict::unknown, {}, {}, std::min(bound, Plies{none_within_}), budget->stopped()};
    }

    /// Counts a node. Once it has said false it goes on to do so; then every search on the way up fails, no
    /// failure is remembered, and what was proved before stays proved.
    bool spend() {
        if (credit_ == 0 && !take_credit()) return false;
        --credit_;
        return true;
    }
    [[gnu::noinline]] bool take_credit() {
        if (!stopped_) credit_ = budget_->take(nodes_at_a_time);
        stopped_ = credit_ == 0;
        if (stopped_) until_look_ = 1;
        return !stopped_;
    }

    /// Between two moves: on large boards all moves of a node take seconds where none of them costs a node of
    /// its own. False once the search has stopped.
    bool goes_on() { return --until_look_ != 0 || look(); }
    [[gnu::noinline]] bool look() {
        until_look_ = stopped_ ? 1 : moves_per_look;
        if (stopped_ || budget_ == nullptr || !budget_->is_due()) return !stopped_;
        budget_->give_back(std::exchange(credit_, 0));
        return take_credit();
    }

    /// Whether wins may have an even length.
    bool unmoved() const { return game::Ends<G> && unmoved_; }

    Move winning_move(const Position& position) const {
        MoveList moves;
        if (game_.restricted()) {
            game_.attacks(position, moves);
        } else {
            game().moves(position, moves);
        }
        return *std::find_if(moves.begin(), moves.end(),
                             [&](const Move& move) { return game().lost(game().play(position, move)); });
    }

    /// Precondition: the side to move does not win at once; n is at least 2, and without unmoved wins odd.
    bool wins(const Position& position, unsigned n, std::size_t ply) {
        if (n >= remember_from_) return wins_with_table(position, n, ply);
        const auto winning = [&](const Move& move) { return leaves_lost(position, move, n, ply); };
        if (game_.restricted())
            return game_.any_attack(position, winning) || (unmoved() && has_won(position));
        if (n == 3 && !unmoved()) return game_.any_mate(position, winning);
        return game_.any_safe_move(position, winning) || (unmoved() && has_won(position));
    }

    /// Precondition: as for `wins`. Inlined by force: it is all that the loops of `wins` do.
    [[gnu::always_inline]] bool leaves_lost(const Position& position, const Move& move, unsigned n,
                                            std::size_t ply) {
        if (!goes_on()) return false;
        const Position child = game().play(position, move);
        // Where games end only by a loss, it does not show in the list of moves, and must be seen here.
        if ((!game::Ends<G> || sees_wins_) && game_.wins_at_once(child)) return false;
        if (!(n == 3 && game::SeesLosses<G> && !unmoved() ? game_.lost_in_two(child)
                                                          : loses(child, n - 1, ply + 1)))
            return false;
        if (ply == 0) first_ = move;
        return true;
    }

    bool has_won(const Position& position) const { return game_.stuck(position, game::Outcome::win); }

    bool wins_with_table(const Position& position, unsigned n, std::size_t ply) {
        const auto key = game().key(position);
        std::size_t best = 0;
        if (const auto known = table_.find(key, Role::attacker)) {
            // At the root a move is wanted, too.
            if (known->won_within(n) && ply != 0) return true;
            if (known->not_won_within(n)) return false;
            best = known->best;
        }
        MoveList moves;
        game_.attacks(position, moves);
        const auto count = static_cast<std::size_t>(moves.size());
        if (game::Ends<G> && count == 0) return unmoved() && has_won(position);
        std::optional<std::size_t> won_by;
        if (cheap || n < ordered_from) {
            won_by = first_of(count, best, [&](std::size_t at) {
                return leaves_lost(position, move_at(moves, at), n, ply);
            });
        } else {
            won_by = wins_in_order(position, moves, best, n, ply);
        }
        if (won_by) {
            table_.add(key, Role::attacker, {narrow(n), 0, narrow(*won_by)});
        } else if (!stopped_) {
            table_.add(key, Role::attacker, {0, narrow(n), narrow(best)});
        }
        return won_by.has_value();
    }

    /// The number of a move that wins. What the table says of the children comes first; then the remembered
    /// move; then the moves by the number of replies that they leave.
    std::optional<std::size_t> wins_in_order(const Position& position, const MoveList& moves,
                                             std::size_t best, unsigned n, std::size_t ply) {
        struct Candidate {
            std::uint64_t replies;
            std::size_t at;
        };
        std::vector<Candidate> order;
        order.reserve(moves.size());
        for (std::size_t at = 0; at < moves.size(); ++at) {
            if (!goes_on()) return std::nullopt;
            const Position child = game().play(position, move_at(moves, at));
            if (const auto known = table_.find(game().key(child), Role::defender)) {
                if (known->won_within(n - 1)) {
                    if (ply == 0) first_ = move_at(moves, at);
                    return at;
                }
                if (known->not_won_within(n - 1)) continue;
            }
            order.push_back({at == best ? 0 : game_.replies(child), at});
        }
        std::sort(order.begin(), order.end(), [](const Candidate& a, const Candidate& b) {
            return a.replies != b.replies ? a.replies < b.replies : a.at < b.at;
        });
        for (const Candidate& candidate : order)
            if (leaves_lost(position, move_at(moves, candidate.at), n, ply)) return candidate.at;
        return std::nullopt;
    }

    /// Precondition: the side to move does not win at once, unless the game `Ends`. Without unmoved wins n is
    /// even; of cheap games it is at least 4.
    bool loses(const Position& position, unsigned n, std::size_t ply) {
        if (!spend()) return false;
        if constexpr (cheap) {
            return loses_cheaply(position, n, ply);
        } else {
            return loses_dearly(position, n, ply);
        }
    }

    bool loses_cheaply(const Position& position, unsigned n, std::size_t ply) {
        Move& killer = killers_[std::min(ply, killer_plies - 1)];
        const Move first = killer;
        const bool legal = game_.legal(position, first);
        if (legal && refutes(position, first, n, ply)) return false;
        bool moved = legal;
        const bool refuted = game_.any_safe_move(position, [&](const Move& move) {
            moved = true;
            if ((legal && move == first) || !refutes(position, move, n, ply)) return false;
            killer = move;
            return true;
        });
        if (refuted) return false;
        return moved || game_.has_move(position) || game_.stuck(position, game::Outcome::loss);
    }

    bool loses_dearly(const Position& position, unsigned n, std::size_t ply) {
        Move& killer = killers_[std::min(ply, killer_plies - 1)];
        std::size_t best = 0;
        const bool remembers = n >= remember_from_;
        if (remembers) {
            if (const auto known = table_.find(game().key(position), Role::defender)) {
                if (known->won_within(n)) return true;
                if (known->not_won_within(n)) return false;
                best = known->best;
            }
        }
        bool tried = false;
        const Move first = killer;
        if constexpr (game::KnowsLegality<G>) {
            tried = best == 0 && game().legal(position, first);
            if (tried && refutes(position, first, n, ply)) return false;
        }
        MoveList replies;
        game_.defences(position, replies);
        const auto count = static_cast<std::size_t>(replies.size());
        // Who cannot move has lost only if the game says so.
        if (count == 0) return game_.stuck(position, game::Outcome::loss);
        if (best == 0 && !tried) {
            const auto at = std::find(replies.begin(), replies.end(), first) - replies.begin();
            best = static_cast<std::size_t>(at);
        }
        std::optional<std::size_t> refuted_by;
        if (n > remember_from_) refuted_by = remembered_refutation(position, replies, n);
        if (!refuted_by) {
            refuted_by = first_of(count, best, [&](std::size_t at) {
                const Move& reply = move_at(replies, at);
                return !(tried && reply == first) && refutes(position, reply, n, ply);
            });
        }
        if (refuted_by) killer = move_at(replies, *refuted_by);
        if (remembers && !refuted_by) {
            table_.add(game().key(position), Role::defender, {narrow(n), 0, narrow(best)});
        } else if (remembers && !stopped_) {
            table_.add(game().key(position), Role::defender, {0, narrow(n), narrow(*refuted_by)});
        }
        return !refuted_by;
    }

    std::optional<std::size_t> remembered_refutation(const Position& position, const MoveList& replies,
                                                     unsigned n) const {
        for (std::size_t at = 0; at < replies.size(); ++at) {
            const Position child = game().play(position, move_at(replies, at));
            const auto known = table_.find(game().key(child), Role::attacker);
            if (known && known->not_won_within(n - 1)) return at;
        }
        return std::nullopt;
    }

    /// For the root: no killers and no table, and the reply that refutes is kept. Precondition: there is one.
    bool loses_slowly(const Position& position, unsigned n) {
        if (!spend()) return false;
        MoveList replies;
        game_.defences(position, replies);
        for (const Move& reply : replies) {
            const bool ends_it = !game::Ends<G> && game().lost(game().play(position, reply));
            if (!ends_it && !refutes(position, reply, n, 0)) continue;
            first_ = reply;
            return false;
        }
        return true;
    }

    bool refutes(const Position& position, const Move& reply, unsigned n, std::size_t ply) {
        if (!goes_on()) return true;
        const Position child = game().play(position, reply);
        if (n > 1 && game_.attacker_wins_at_once(child)) return false;
        if (n <= 2) return !(unmoved() && has_won(child));
        return !wins(child, n - 1, ply + 1);
    }

    /// The first number for which f says true: `best` comes first, and 0 has its place.
    template <typename F>
    static std::optional<std::size_t> first_of(std::size_t count, std::size_t best, F&& f) {
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t at = best >= count ? i : i == 0 ? best : i == best ? 0 : i;
            if (f(at)) return at;
        }
        return std::nullopt;
    }
    static const Move& move_at(const MoveList& moves, std::size_t at) {
        return *(moves.begin() + static_cast<std::ptrdiff_t>(at));
    }
    static std::uint16_t narrow(std::size_t n) {
        return static_cast<std::uint16_t>(std::min<std::size_t>(n, 65'535));
    }

    [[no_unique_address]] Shortcuts<G> game_;
    Transpositions<game::KeyOf<G>> table_;
    std::array<Move, killer_plies> killers_{};
    Move first_{};
    bool unmoved_;
    bool sees_wins_ = false;  ///< so cheaply that every child is asked
    bool stopped_ = false;
    unsigned remember_from_ = table_pays_from;
    std::uint64_t credit_ = 0;
    unsigned until_look_ = moves_per_look;
    Budget* budget_ = nullptr;
    unsigned none_within_ = 0;  ///< by the last search
};

}  // namespace zermelo::search
