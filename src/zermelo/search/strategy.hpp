// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
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
        Plies plies;  ///< the exact distance to the win under best play
        std::vector<Edge> edges;
    };
    std::vector<Node> nodes;  ///< the root first
};

/// Turns the proof of a win into a strategy that wins as fast as can be from each of its positions.
template <game::Game G>
class StrategyBuilder {
  public:
    using Position = typename G::Position;
    using Made = tl::expected<Strategy<G>, Stop>;

    static constexpr std::size_t default_most_nodes = 10'000'000;

    explicit StrategyBuilder(ForcedWin<G>& prover, std::size_t most_nodes = default_most_nodes)
        : prover_(&prover), most_nodes_(most_nodes) {}

    /// The strategy of a position that the side to move wins in `length` plies, as `prove` found it.
    ///
    /// Errors: the limit that was reached (`Stop::size`: more nodes than `most_nodes`). Cost: a search at
    /// every position where the attacker is to move, short while the prover's table holds what it proved;
    /// memory O(nodes × moves).
    Made build(const Position& root, Plies length, Budget* budget = nullptr) {
        result_ = {};
        places_ = {};
        budget_ = budget;
        if (most_nodes_ == 0) return tl::make_unexpected(Stop::size);
        if (const auto stop = add(root, Role::attacker, length)) return tl::make_unexpected(*stop);
        for (std::size_t i = 0; i < result_.nodes.size(); ++i)
            if (const auto stop = extend(i)) return tl::make_unexpected(*stop);
        return std::move(result_);
    }

  private:
    using Edge = typename Strategy<G>::Edge;

    /// Adds a node unless it is there; its number is then in `added_`. `within`: the win takes at most so
    /// long (attacker), or exactly so long (defender).
    std::optional<Stop> add(const Position& position, Role role, Plies within) {
        auto& places = places_[role == Role::attacker ? 0 : 1];
        const auto [place, is_new] = places.try_emplace(prover_->game().key(position), result_.nodes.size());
        added_ = place->second;
        if (!is_new) return std::nullopt;
        if (result_.nodes.size() == most_nodes_) return Stop::size;
        std::vector<Edge> edges;
        if (role == Role::attacker) {
            const auto answer = prover_->prove(position, within, budget_);
            if (answer.verdict == Verdict::unknown) return answer.stop;
            if (answer.verdict == Verdict::no_win) return Stop::confusion;
            within = *answer.length;
            if (answer.first) edges.push_back({*answer.first, 0});
        }
        result_.nodes.push_back({position, role, within, std::move(edges)});
        return std::nullopt;
    }

    std::optional<Stop> extend(std::size_t at) {
        // A copy: adding moves the nodes.
        auto node = result_.nodes[at];
        if (node.plies == Plies{0}) return std::nullopt;
        const bool attacks = node.to_move == Role::attacker;
        if (!attacks) {
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

    ForcedWin<G>* prover_;
    std::size_t most_nodes_;
    Budget* budget_ = nullptr;
    Strategy<G> result_;
    std::array<std::unordered_map<game::KeyOf<G>, std::size_t>, 2> places_;
    std::size_t added_ = 0;
};

}  // namespace zermelo::search
