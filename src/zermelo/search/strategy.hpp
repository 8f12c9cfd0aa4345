// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include <tl/expected.hpp>

#include "zermelo/search/forced_win.hpp"

namespace zermelo::search {

/// A won game as a graph without cycles: one move where the attacker is to move, every move where the
/// defender is, none where the game is over. Positions that several moves lead to are there once.
template <game::Game G>
struct Strategy {
    struct Edge {
        typename G::Move move;
        std::size_t node = 0;  ///< which it leads to
    };
    struct Node {
        typename G::Position position;
        Role to_move = Role::attacker;
        Plies plies;  ///< until the game is won, if the defender delays as long as this strategy allows
        std::vector<Edge> edges;
    };
    std::vector<Node> nodes;  ///< the root first
};

/// Turns the proof of a win into a strategy. `AnyProver` has `any_win`, as `ForcedWin`, with which the
/// strategy wins as fast as can be from each of its positions, and as `Prover`.
template <game::Game G, typename AnyProver = ForcedWin<G>>
class StrategyBuilder {
  public:
    using Position = typename G::Position;
    using Made = tl::expected<Strategy<G>, Stop>;

    static constexpr std::size_t default_max_nodes = 10'000'000;

    explicit StrategyBuilder(AnyProver& prover, std::size_t max_nodes = default_max_nodes)
        : prover_(&prover), max_nodes_(max_nodes) {}

    /// The strategy of a position that the attacker wins within `length` plies, as the prover found it; the
    /// side to move has the `role`.
    ///
    /// Errors: the limit that was reached (`Stop::size`: more nodes than `max_nodes`). Cost: a search at
    /// every position where the attacker is to move, short while the prover's table holds what it proved;
    /// memory O(nodes × moves).
    Made build(const Position& root, Role role, Plies length, Budget* budget = nullptr) {
        result_ = {};
        places_ = {};
        open_.clear();
        budget_ = budget;
        if (max_nodes_ == 0) return tl::make_unexpected(Stop::size);
        if (const auto stop = add(root, role, length)) return tl::make_unexpected(*stop);
        // A node that is met again with less time to win is added at the end once more.
        for (std::size_t i = 0; i < open_.size(); ++i)
            if (const auto stop = extend(open_[i])) return tl::make_unexpected(*stop);
        return reached();
    }

  private:
    using Edge = typename Strategy<G>::Edge;
    using Node = typename Strategy<G>::Node;

    /// Adds a node unless it is there and wins `within` that number of plies; its number is then in `added_`.
    std::optional<Stop> add(const Position& position, Role role, Plies within) {
        auto& places = places_[role == Role::attacker ? 0 : 1];
        const auto [place, is_new] = places.try_emplace(prover_->game().key(position), result_.nodes.size());
        added_ = place->second;
        if (!is_new && result_.nodes[added_].plies <= within) return std::nullopt;
        if (is_new && result_.nodes.size() == max_nodes_) return Stop::size;
        std::vector<Edge> edges;
        if (role == Role::attacker) {
            const auto answer = prover_->any_win(position, within, budget_);
            if (answer.verdict == Verdict::unknown) return answer.stop;
            if (answer.verdict == Verdict::no_win) return Stop::hash_collision;
            within = *answer.length;
            if (answer.first) edges.push_back({*answer.first, 0});
        }
        if (is_new) {
            result_.nodes.push_back({position, role, within, std::move(edges)});
        } else {
            result_.nodes[added_].plies = within;
            result_.nodes[added_].edges = std::move(edges);
        }
        open_.push_back(added_);
        return std::nullopt;
    }

    std::optional<Stop> extend(std::size_t at) {
        // A copy: adding moves the nodes.
        auto node = result_.nodes[at];
        if (node.plies == Plies{0}) return std::nullopt;
        const bool attacks = node.to_move == Role::attacker;
        if (!attacks) {
            node.edges.clear();
            typename G::MoveList replies;
            prover_->game().moves(node.position, replies);
            for (const auto& reply : replies) node.edges.push_back({reply, 0});
        }
        for (Edge& edge : node.edges) {
            const Position child = prover_->game().play(node.position, edge.move);
            if (const auto stop =
                    add(child, attacks ? Role::defender : Role::attacker, node.plies - Plies{1}))
                return stop;
            edge.node = added_;
        }
        result_.nodes[at].edges = std::move(node.edges);
        return std::nullopt;
    }

    /// What the root leads to, the root first, with the plies that follow from the moves. Until now they were
    /// such that the win takes no more; and they fall along every move, so those below come first.
    Strategy<G> reached() {
        std::vector<Node>& nodes = result_.nodes;
        constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();
        std::vector<std::size_t> number(nodes.size(), nowhere);
        std::vector<std::size_t> order{0};
        number[0] = 0;
        for (std::size_t i = 0; i < order.size(); ++i)
            for (const Edge& edge : nodes[order[i]].edges)
                if (number[edge.node] == nowhere) {
                    number[edge.node] = order.size();
                    order.push_back(edge.node);
                }
        std::vector<std::size_t> upwards = order;
        std::sort(upwards.begin(), upwards.end(),
                  [&](std::size_t a, std::size_t b) { return nodes[a].plies < nodes[b].plies; });
        for (const std::size_t at : upwards) {
            Plies longest{0};
            for (const Edge& edge : nodes[at].edges)
                longest = std::max(longest, nodes[edge.node].plies + Plies{1});
            nodes[at].plies = longest;
        }
        Strategy<G> strategy;
        strategy.nodes.reserve(order.size());
        for (const std::size_t at : order) {
            for (Edge& edge : nodes[at].edges) edge.node = number[edge.node];
            strategy.nodes.push_back(std::move(nodes[at]));
        }
        return strategy;
    }

    AnyProver* prover_;
    std::size_t max_nodes_;
    Budget* budget_ = nullptr;
    Strategy<G> result_;
    std::vector<std::size_t> open_;  ///< nodes whose moves are to be followed, in this order
    std::array<std::unordered_map<game::KeyOf<G>, std::size_t>, 2> places_;
    std::size_t added_ = 0;
};

}  // namespace zermelo::search
