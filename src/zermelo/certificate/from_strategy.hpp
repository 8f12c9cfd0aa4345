// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "zermelo/certificate/certificate.hpp"

namespace zermelo::certificate {

/// The certificate of a strategy in memory: `strategy.nodes`, each with `position`, `to_move` (attacker or
/// defender), `plies` and `edges` of `move` and `node`; the root first. Precondition: there is a root.
///
/// `position_text(position, side)` and `move_text(position, move)` give the texts that the `TextGame` of the
/// game knows. Cost: O(nodes × moves).
template <typename Strategy, typename PositionText, typename MoveText>
Certificate from_strategy(std::string variant, std::string rules, const Strategy& strategy,
                          PositionText&& position_text, MoveText&& move_text) {
    Certificate result{std::move(variant), std::move(rules), {}, {}, {}};
    result.nodes.reserve(strategy.nodes.size());
    for (const auto& node : strategy.nodes) {
        using Role = decltype(node.to_move);
        const Side side = node.to_move == Role::attacker ? Side::attacker : Side::defender;
        Node text{side, node.plies.count(), position_text(node.position, side), {}};
        text.edges.reserve(node.edges.size());
        for (const auto& edge : node.edges)
            text.edges.push_back({move_text(node.position, edge.move), edge.node});
        result.nodes.push_back(std::move(text));
    }
    result.position = result.nodes.front().position;
    result.plies = result.nodes.front().plies;
    return result;
}

/// The certificate of no win that a closed set is: `set.for_each` calls with every position, who is to move
/// (attacker or defender) and the edges, the root first. Texts and cost as above.
template <typename ClosedSet, typename PositionText, typename MoveText>
Certificate from_closed_set(std::string variant, std::string rules, ClosedSet& set,
                            PositionText&& position_text, MoveText&& move_text) {
    Certificate result{std::move(variant), std::move(rules), {}, {}, {}};
    set.for_each([&](const auto& position, auto to_move, const auto& edges) {
        const Side side = to_move == decltype(to_move)::attacker ? Side::attacker : Side::defender;
        Node text{side, 0, position_text(position, side), {}};
        text.edges.reserve(edges.size());
        for (const auto& edge : edges) text.edges.push_back({move_text(position, edge.move), edge.node});
        result.nodes.push_back(std::move(text));
    });
    result.position = result.nodes.front().position;
    return result;
}

}  // namespace zermelo::certificate
