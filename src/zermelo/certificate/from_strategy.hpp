// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>

#include "zermelo/certificate/certificate.hpp"

namespace zermelo::certificate {

/// Writes the certificate of a strategy in memory: `strategy.nodes`, each with `position`, `to_move`
/// (attacker or defender), `plies` and `edges` of `move` and `node`; the root first. Precondition: there is a
/// root.
///
/// `position_text(position, side)` and `move_text(position, move)` give the texts that the `TextGame` of the
/// game knows. Errors: as `Writer`. Cost: O(nodes × moves); memory: a piece of the text.
template <typename Strategy, typename PositionText, typename MoveText>
Result<void> write_strategy(std::string variant, std::string rules, const Strategy& strategy,
                            PositionText&& position_text, MoveText&& move_text, Sink& sink) {
    Writer writer{sink};
    const auto& root = strategy.nodes.front();
    const auto side = [](const auto& node) {
        using Role = decltype(node.to_move);
        return node.to_move == Role::attacker ? Side::attacker : Side::defender;
    };
    ZERMELO_CHECK(
        writer.header({std::move(variant), std::move(rules), position_text(root.position, side(root)),
                       root.plies.count(), strategy.nodes.size()}));
    Node text;
    for (const auto& node : strategy.nodes) {
        text.to_move = side(node);
        text.plies = node.plies.count();
        text.position = position_text(node.position, text.to_move);
        text.edges.clear();
        for (const auto& edge : node.edges)
            text.edges.push_back({move_text(node.position, edge.move), edge.node});
        ZERMELO_CHECK(writer.node(text));
    }
    return writer.finish();
}

/// The same of the certificate of no win that a closed set is: `set.size()` positions, and `set.for_each`
/// calls with every one, who is to move (attacker or defender) and the edges, the root first, as long as it
/// is told to go on. `root`: its text.
template <typename ClosedSet, typename PositionText, typename MoveText>
Result<void> write_closed_set(std::string variant, std::string rules, std::string root, ClosedSet& set,
                              PositionText&& position_text, MoveText&& move_text, Sink& sink) {
    Writer writer{sink};
    ZERMELO_CHECK(writer.header({std::move(variant), std::move(rules), std::move(root), {}, set.size()}));
    Node text;
    Result<void> written;
    set.for_each([&](const auto& position, auto to_move, const auto& edges) {
        text.to_move = to_move == decltype(to_move)::attacker ? Side::attacker : Side::defender;
        text.position = position_text(position, text.to_move);
        text.edges.clear();
        for (const auto& edge : edges) text.edges.push_back({move_text(position, edge.move), edge.node});
        written = writer.node(text);
        return written.has_value();
    });
    ZERMELO_CHECK(written);
    return writer.finish();
}

}  // namespace zermelo::certificate
