// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "zermelo/game/game.hpp"
#include "zermelo/search/answer.hpp"
#include "zermelo/search/budget.hpp"
#include "zermelo/search/proof_numbers.hpp"
#include "zermelo/search/proof_table.hpp"
#include "zermelo/search/shortcuts.hpp"

namespace zermelo::search {

/// A search for a proof that the attacker has no win of any length: a *closed set* of positions, none of them
/// won. Where the attacker is to move there, every move leads to one of the set; where the defender is, one
/// move does, or the game is over and not won. So the defender holds for as long as it likes.
///
/// It looks for the least fixed point of what is won in the part of the game's graph that it has to see (Liu
/// and Smolka, *Simple linear-time algorithms for minimal fixed points*, 1998): the defender has one reply in
/// every position, and takes another where it proves to be wrong; what depends on a position is told when it
/// is won. Cycles are no trouble, and each position's moves are followed once: it ends wherever the
/// positions fit into its memory, in a time that is linear in the edges that it sees.
///
/// Among replies about which nothing is proved yet, the defender takes one that leaves the attacker the
/// fewest moves which do not lose at once, where the game sees these (`game::SkipsBlunders`): without it a
/// hunt of ten men takes ten times the positions and more. In other games it takes the one that is nearest to
/// its refutation by the proof numbers that are known, where those say that it is nearer than a win: in chess
/// on 4×5 squares sets of half a million positions are found so, and without it none of forty million.
///
/// What is known of positions from elsewhere (`game::KnowsValues`) is believed where it is asked to, and
/// moves that lose at once are left out: a set that leans on either proves the same, and is not all that
/// there is to see.
///
/// A node, in a budget, is a position whose moves were listed. It serves one thread.
template <game::Game G>
class ClosedSetSearch {
  public:
    using Position = typename G::Position;
    using Move = typename G::Move;
    using MoveList = typename G::MoveList;
    using Table = ProofTable<game::KeyOf<G>>;

    struct Edge {
        Move move;
        std::size_t node = 0;  ///< which it leads to
    };

    /// `known`: what is proved already, which saves work, and to which it adds what it proves to be won.
    /// `adviser`: a search that uses the same table, to be asked for the defender's replies. Both may be
    /// null, are of this game, and outlive this.
    ClosedSetSearch(G game, std::size_t bytes, Table* known, ProofNumberSearch<G>* adviser = nullptr)
        : game_(std::move(game)),
          bytes_(bytes),
          known_(known),
          adviser_(adviser),
          places_(first_places, none) {}

    const G& game() const { return game_.game(); }

    /// Begins anew with a position where the attacker has the `role`. The adviser may look at `advice` nodes
    /// for each of the defender's replies, as long as that finds some. `whole`: the set is to have every
    /// position.
    void begin(const Position& root, Role role, std::uint64_t advice, bool whole = false) {
        closed_ = false;
        whole_ = whole;
        leans_ = false;
        advice_ = advice;
        patience_ = max_patience;
        nodes_.clear();
        links_.clear();
        children_.clear();
        wave_.clear();
        next_ = 0;
        mark_ = 0;
        places_.assign(first_places, none);
        cache_.assign(cached, {none, std::nullopt});
        root_ = root;
        add(game().key(root), role, none, Move{});
        if constexpr (!game::Ends<G>) {
            if (game().lost(root))
                role == Role::attacker ? void(nodes_[0].state = State::over) : mark_won(0, 0);
        }
        if (nodes_[0].state == State::fresh) decide_by_known_facts(0, root);
        if (role == Role::defender && nodes_[0].state == State::fresh) choose(0, root);
    }

    /// Goes on from where the last call ended. No win: the set is closed. A win: the attacker wins, of what
    /// length is not known. Unknown: the budget grants no more, or the memory is `full`. Precondition: it was
    /// begun. Cost: some moves made more than what is listed.
    Verdict run(Budget& budget) {
        budget_ = &budget;
        const Verdict verdict = go_on(budget);
        budget_ = nullptr;
        closed_ = verdict == Verdict::no_win;
        if (credit_ > 0) budget.give_back(static_cast<std::uint64_t>(std::exchange(credit_, 0)));
        return verdict;
    }

    /// Whether the whole set of a position and role is closed, as the last call of `run` found.
    bool closed(const Position& root, Role role) const {
        return closed_ && !leans_ && nodes_[0].role == role && nodes_[0].key == game().key(root);
    }

    /// What the defender plays in the first position of a set that is closed; nothing where the attacker is
    /// to move there, or the game is over. Cost: a list of moves, each of them made.
    std::optional<Move> first_reply() const {
        if (nodes_[0].role == Role::attacker || nodes_[0].target == none) return std::nullopt;
        MoveList replies;
        game().moves(*root_, replies);
        const auto kept = std::find_if(replies.begin(), replies.end(), [&](const Move& reply) {
            return game().key(game().play(*root_, reply)) == nodes_[nodes_[0].target].key;
        });
        return kept == replies.end() ? std::nullopt : std::optional<Move>{*kept};
    }

    /// Whether the memory holds no more positions. Then it cannot go on.
    bool full() const {
        return used_bytes() > bytes_ - bytes_ / 3 || std::max(nodes_.size(), links_.size()) > max_numbered;
    }

    /// How many positions the set has. Precondition: it is closed, and whole. Cost: O(their moves), none of
    /// them made.
    std::size_t size() { return needed().size(); }

    /// Calls f(position, role, edges) for every position of the set, the root first, as long as that returns
    /// true; edges lead to positions by the order of these calls. None where the game is over. Precondition:
    /// the set is closed, and whole. Cost: a list of moves a position.
    template <typename F>
    void for_each(F&& f) {
        std::vector<Number> order{0};
        std::vector<std::size_t> number(nodes_.size(), nowhere);
        number[0] = 0;
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Position position = position_of(order[i]);
            const Node node = nodes_[order[i]];
            const bool attacks = node.role == Role::attacker;
            std::vector<Edge> edges;
            MoveList moves;
            if (node.state != State::over) game().moves(position, moves);
            for (const Move& move : moves) {
                const Key key = game().key(game().play(position, move));
                if (!attacks && key != nodes_[node.target].key) continue;
                const Number to = attacks ? find(key, Role::defender) : node.target;
                if (number[to] == nowhere) {
                    number[to] = order.size();
                    order.push_back(to);
                }
                edges.push_back({move, number[to]});
                if (!attacks) break;
            }
            if (!f(position, node.role, edges)) return;
        }
    }

  private:
    using Key = game::KeyOf<G>;
    using Number = std::uint32_t;

    enum class State : std::uint8_t {
        fresh,  ///< the attacker's moves were not listed yet
        open,   ///< not known to be won
        over,   ///< the game is over, or it is known from elsewhere, and not won
        won,
    };
    struct Node {
        Key key;
        Number from;             ///< the position that it was first seen from
        Move move;               ///< the move from there
        Number asking;           ///< the first link of those that are to be told when it is won
        Number target = none;    ///< defender: where its reply leads; attacker: the first child
        Number children = 0;     ///< attacker: how many
        std::uint32_t mark = 0;  ///< the last wave that reached it
        Role role;
        State state = State::fresh;
        ShortPlies length = 0;  ///< the number of plies within which it is won, if it is
    };
    struct Link {
        Number node;
        Number next;
    };

    static constexpr Number none = std::numeric_limits<Number>::max();
    static constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
    static constexpr std::size_t max_numbered = none / 2;  // positions, or links: children are fewer
    static constexpr std::size_t first_places = 64;
    static constexpr std::size_t cached = 256;
    static constexpr std::size_t least_wave = 16;
    static constexpr unsigned max_patience = 64;
    static constexpr std::uint64_t nodes_at_a_time = 256;

    Verdict go_on(Budget& budget) {
        while (nodes_[0].state != State::won) {
            if (next_ == wave_.size()) {
                collect();
                if (wave_.empty()) return Verdict::no_win;
            }
            if (full()) return Verdict::unknown;
            const Number n = wave_[next_];
            if (nodes_[n].state == State::fresh) {
                while (credit_ <= 0) {
                    const std::uint64_t granted = budget.take(nodes_at_a_time);
                    if (granted == 0) return Verdict::unknown;
                    credit_ += static_cast<std::int64_t>(granted);
                }
                expand(n);
            }
            ++next_;
        }
        return Verdict::win;
    }

    std::size_t used_bytes() const {
        return nodes_.size() * sizeof(Node) + links_.size() * sizeof(Link) +
               (children_.size() + places_.size() + 2 * wave_.size()) * sizeof(Number);
    }

    /// The positions that are needed, in the order of their distance from the root, as the replies are now.
    std::vector<Number> needed() {
        ++mark_;
        std::vector<Number> order{0};
        nodes_[0].mark = mark_;
        const auto reach = [&](Number n) {
            if (nodes_[n].mark == mark_ || nodes_[n].state == State::won) return;
            nodes_[n].mark = mark_;
            order.push_back(n);
        };
        for (std::size_t i = 0; i < order.size(); ++i) {
            const Node& node = nodes_[order[i]];
            if (node.state == State::fresh) continue;
            if (node.role == Role::defender) {
                if (node.target != none) reach(node.target);
            } else {
                for (Number k = 0; k < node.children; ++k) reach(children_[node.target + k]);
            }
        }
        return order;
    }

    /// Those of them whose moves were not listed are the next wave. A wave is a share of what is needed, so
    /// that this costs no more than what it serves.
    void collect() {
        wave_.clear();
        next_ = 0;
        const std::vector<Number> order = needed();
        for (const Number n : order)
            if (nodes_[n].state == State::fresh) wave_.push_back(n);
        wave_.resize(std::min(wave_.size(), std::max(least_wave, order.size() / 4)));
    }

    /// Lists the attacker's moves.
    void expand(Number n) {
        const Position position = position_of(n);
        MoveList moves;
        game_.attacks(position, moves);
        --credit_;
        if (moves.size() == 0) {
            if (game_.stuck(position, game::Outcome::win)) return win(n, 0);
            nodes_[n].state = State::over;
            return;
        }
        nodes_[n].state = State::open;
        std::vector<Number> children;
        children.reserve(moves.size());
        for (const Move& move : moves) {
            const Position child = game().play(position, move);
            if constexpr (!game::Ends<G>) {
                if (game().lost(child)) return win(n, 1);
            }
            if constexpr (game::SkipsBlunders<G>) {
                if (!whole_ && game_.wins_at_once(child)) {
                    leans_ = true;
                    continue;
                }
            }
            const Key key = game().key(child);
            Number c = find(key, Role::defender);
            if (c == none) {
                c = add(key, Role::defender, n, move);
                if (!decide_by_known_facts(c, child)) choose(c, child);
            }
            if (nodes_[c].state == State::won) return win(n, after(nodes_[c].length));
            children.push_back(c);
        }
        nodes_[n].target = static_cast<Number>(children_.size());
        nodes_[n].children = static_cast<Number>(children.size());
        children_.insert(children_.end(), children.begin(), children.end());
        for (const Number c : children) link(c, n);
    }

    /// Finds a reply for the defender, by which the position is not known to be won; it is won where there is
    /// none. Better than what has yet to be looked at is what leads to a position that was, and best what
    /// ends the game, or is refuted already. Among what has yet to be looked at, that is better which leaves
    /// the attacker the fewest safe moves, or else which proof numbers say is nearest to its refutation.
    void choose(Number n, const Position& position) {
        MoveList replies;
        game_.defences(position, replies);
        --credit_;
        nodes_[n].state = State::open;
        nodes_[n].target = none;
        if (replies.size() == 0) {
            nodes_[n].state = State::over;
            if (game_.stuck(position, game::Outcome::loss)) mark_won(n, 0);
            return;
        }
        if (const auto advised = advice(position)) {
            const Position child = game().play(position, *advised);
            const Key key = game().key(child);
            const Number node = find(key, Role::attacker);
            const bool over =
                is_lost(child) || (node == none && leans_on(known_facts(child, Role::attacker)));
            return reply_by({over ? Merit::over : Merit::refuted, 0, 0, node, key, *advised}, n);
        }
        ShortPlies longest = 0;
        Choice best;
        for (const Move& reply : replies) {
            const Choice choice = weigh(game().play(position, reply), reply, best);
            longest = std::max(longest, choice.won_in);
            if (choice.merit > best.merit || (choice.merit == best.merit && choice.cost < best.cost))
                best = choice;
            if (best.merit == Merit::over) break;
        }
        if (best.merit == Merit::won) return mark_won(n, after(longest));
        reply_by(best, n);
    }

    /// What a reply of the defender's leads to, as far as it is known; the last one is the best.
    enum class Merit : std::uint8_t {
        won,      ///< by the attacker
        fresh,    ///< has yet to be looked at
        open,     ///< was looked at, and is not won so far
        refuted,  ///< by proof numbers
        over,     ///< the game is over, or known to be, and not won
    };
    struct Choice {
        Merit merit = Merit::won;
        ShortPlies won_in = 0;  ///< plies, where it is won
        std::size_t cost = 0;   ///< the least is best among what is fresh: see `choose`
        Number node = none;     ///< unless it was not seen yet
        Key key{};
        Move move{};
    };

    /// Looks at a reply and at the position that it leads to. What is no better than the best so far may come
    /// back as won, in no plies. Sets `leans_` where it believes what is known from elsewhere.
    Choice weigh(const Position& child, const Move& reply, const Choice& best) {
        if constexpr (game::SkipsBlunders<G>) {
            if (!is_lost(child) && game_.attacker_wins_at_once(child)) return {.won_in = 1};
        }
        const Key key = game().key(child);
        Choice choice{.node = find(key, Role::attacker), .key = key, .move = reply};
        const auto state = choice.node == none ? State::fresh : nodes_[choice.node].state;
        ProofFacts facts;
        bool refuted = false;
        std::size_t missing = all;  // for its refutation, where that is nearer than a win
        if (const auto entry = known_ == nullptr ? std::nullopt : known_->find(key, Role::attacker)) {
            facts = entry->facts;
            // Or on some path only, but that will often do.
            refuted = facts.not_won_within(never) || (entry->numbers.disproof == 0 && entry->plies == never);
            if (2 * entry->numbers.disproof < entry->numbers.proof) missing = entry->numbers.disproof;
        }
        bool over = state == State::over || is_lost(child);
        if (!over && choice.node == none) {
            const auto known = known_facts(child, Role::attacker);
            if (known) facts.add(*known);
            over = leans_on(known);
        }
        if (over) {
            choice.merit = Merit::over;
        } else if (state == State::won) {
            choice.won_in = nodes_[choice.node].length;
        } else if (facts.won_within(never)) {
            choice.won_in = facts.won_in;
        } else if (refuted) {
            choice.merit = Merit::refuted;
        } else if (state == State::open) {
            choice.merit = Merit::open;
        } else if constexpr (game::SkipsBlunders<G>) {
            if (best.merit > Merit::fresh) return {};
            choice.merit = Merit::fresh;
            choice.cost = game_.safe_moves(child, best.merit == Merit::won ? all : best.cost);
        } else if (best.merit == Merit::won || (best.merit == Merit::fresh && missing < best.cost)) {
            if (choice.node == none && game_.attacker_wins_at_once(child)) return {.won_in = 1};
            choice.merit = Merit::fresh;
            choice.cost = missing;
        }
        return choice;
    }
    static constexpr std::size_t all = std::numeric_limits<std::size_t>::max();

    void reply_by(Choice choice, Number n) {
        if (choice.node == none) {
            choice.node = add(choice.key, Role::attacker, n, choice.move);
            if (choice.merit == Merit::over) nodes_[choice.node].state = State::over;
        }
        nodes_[n].target = choice.node;
        link(choice.node, n);
    }

    /// What is known of a position from elsewhere, and may be believed.
    std::optional<ProofFacts> known_facts([[maybe_unused]] const Position& position,
                                          [[maybe_unused]] Role role) const {
        if constexpr (game::KnowsValues<G>) {
            if (!whole_) return game_.known_facts(position, role);
        }
        return std::nullopt;
    }
    /// Whether that is that a position is not won; then the set leans on it.
    bool leans_on(const std::optional<ProofFacts>& known) {
        const bool unwon = known && known->not_won_within(never);
        leans_ = leans_ || unwon;
        return unwon;
    }
    /// Decides a position by it; whether it did.
    bool decide_by_known_facts(Number n, const Position& position) {
        const auto known = known_facts(position, nodes_[n].role);
        if (leans_on(known)) {
            nodes_[n].state = State::over;
        } else if (known && known->won_in != never) {
            mark_won(n, known->won_in);
        } else {
            return false;
        }
        return true;
    }

    /// Whether who is to move has lost, in a game that tells of no other ends.
    bool is_lost(const Position& position) const {
        if constexpr (!game::Ends<G>) return game().lost(position);
        return false;
    }

    /// A reply that is proved to refute every win, if one is found.
    std::optional<Move> advice(const Position& position) {
        if (adviser_ == nullptr || advice_ == 0 || patience_ == 0) return std::nullopt;
        Budget budget{budget_ == nullptr ? Limits{std::nullopt, advice_, {}} : budget_->beside(advice_)};
        const auto answer = adviser_->prove(position, Role::defender, never, &budget);
        credit_ -= static_cast<std::int64_t>(budget.nodes_used());
        const bool found = answer.verdict == Verdict::no_win;
        patience_ = found ? std::min(patience_ + 1, max_patience) : patience_ - 1;
        return found ? answer.first : std::nullopt;
    }

    /// A position is won, and with it what depends on it.
    void win(Number first, ShortPlies within) {
        std::vector<Number> won{first};
        mark_won(first, within);
        while (!won.empty()) {
            const Number n = won.back();
            won.pop_back();
            for (Number l = nodes_[n].asking; l != none; l = links_[l].next) {
                const Number asking = links_[l].node;
                if (nodes_[asking].state == State::won) continue;
                if (nodes_[asking].role == Role::attacker) {
                    mark_won(asking, after(nodes_[n].length));
                } else if (nodes_[asking].target == n) {
                    choose(asking, position_of(asking));
                }
                if (nodes_[asking].state == State::won) won.push_back(asking);
            }
        }
    }

    void mark_won(Number n, ShortPlies within) {
        Node& node = nodes_[n];
        node.state = State::won;
        node.length = within;
        if (known_ != nullptr)
            known_->add(node.key, node.role, {0, ProofNumbers::infinite}, never, {within, 0}, 1);
    }

    /// `asking` is told when n is won.
    void link(Number n, Number asking) {
        links_.push_back({asking, nodes_[n].asking});
        nodes_[n].asking = static_cast<Number>(links_.size() - 1);
    }

    Number add(const Key& key, Role role, Number from, const Move& move) {
        if (2 * (nodes_.size() + 1) > places_.size()) {
            places_.assign(2 * places_.size(), none);
            for (Number n = 0; n < nodes_.size(); ++n) places_[place(nodes_[n].key, nodes_[n].role)] = n;
        }
        const auto n = static_cast<Number>(nodes_.size());
        places_[place(key, role)] = n;
        nodes_.push_back({key, from, move, none, none, 0, 0, role});
        return n;
    }
    /// Its number, or `none`.
    Number find(const Key& key, Role role) const { return places_[place(key, role)]; }
    /// Where its number stands, or would.
    std::size_t place(const Key& key, Role role) const {
        std::size_t at = mixed(key) + static_cast<std::size_t>(role);
        for (;; ++at) {
            at &= places_.size() - 1;
            const Number n = places_[at];
            if (n == none || (nodes_[n].key == key && nodes_[n].role == role)) return at;
        }
    }

    /// The position of a node: a position takes ten times the room of a node, so it is made again by the
    /// moves that led to it.
    Position position_of(Number n) {
        path_.clear();
        Number at = n;
        while (at != 0 && cache_[at % cached].first != at) {
            path_.push_back(at);
            at = nodes_[at].from;
        }
        Position position = at == 0 ? *root_ : *cache_[at % cached].second;
        for (; !path_.empty(); path_.pop_back()) position = game().play(position, nodes_[path_.back()].move);
        if (n != 0) cache_[n % cached] = {n, position};
        return position;
    }

    [[no_unique_address]] Shortcuts<G> game_;
    std::size_t bytes_;
    Table* known_;
    ProofNumberSearch<G>* adviser_;
    std::uint64_t advice_ = 0;
    unsigned patience_ = 0;           ///< the adviser may fail so often before it is not asked any more
    std::int64_t credit_ = 0;         ///< nodes granted and not used; below 0: used beforehand
    const Budget* budget_ = nullptr;  ///< that the call of `run` has which goes on
    std::optional<Position> root_;
    bool closed_ = false;
    bool whole_ = false;  ///< what is known from elsewhere is not asked for, and no move left out
    bool leans_ = false;  ///< on either, perhaps
    std::vector<Node> nodes_;
    std::vector<Link> links_;
    std::vector<Number> children_;
    std::vector<Number>
        places_;                ///< numbers of nodes by their keys; a power of two, at least half of it free
    std::vector<Number> wave_;  ///< positions whose moves are listed next, from `next_` on
    std::size_t next_ = 0;
    std::uint32_t mark_ = 0;
    std::vector<std::pair<Number, std::optional<Position>>> cache_;
    std::vector<Number> path_;
};

}  // namespace zermelo::search
