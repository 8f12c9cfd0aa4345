// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/certificate/check.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace zermelo::certificate {

namespace {

tl::unexpected<Error> wrong(std::size_t line, std::string message) {
    return failure(ErrorKind::bad_input, std::move(message), Location{line, 1});
}

class Checker {
  public:
    Checker(const Certificate& certificate, const TextGame& game)
        : nodes_(certificate.nodes), game_(game), reached_(nodes_.size(), false) {}

    Result<void> run() {
        for (std::size_t i = 0; i < nodes_.size(); ++i) ZERMELO_CHECK(node(i));
        // Lengths fall from node to node, so what something leads to is led to from the root in the end.
        for (std::size_t i = 1; i < nodes_.size(); ++i)
            if (!reached_[i]) return at(i, "a node that no move leads to");
        return {};
    }

  private:
    tl::unexpected<Error> at(std::size_t node, std::string message) const {
        return wrong(header_lines + 1 + node, std::move(message));
    }

    Result<void> node(std::size_t i) {
        const Node& node = nodes_[i];
        const auto view = game_.view(node.position);
        if (!view) return at(i, view.error().message);
        const bool wins = node.to_move == Side::winner;
        if (node.plies == 0) {
            if (view->end != (wins ? game::Outcome::win : game::Outcome::loss))
                return at(i, "0 plies, but here the game is not over and won");
            if (!node.edges.empty()) return at(i, "a move where the game is over");
            return {};
        }
        if (view->end) return at(i, "the game is over here, expected 0 plies");
        const std::size_t expected = wins ? 1 : view->moves.size();
        if (node.edges.size() != expected)
            return at(i, fmt::format("{} moves, expected {}", node.edges.size(), expected));
        std::vector<bool> made(view->moves.size(), false);
        std::uint64_t longest = 0;
        for (const Edge& edge : node.edges) {
            const auto move = std::find_if(view->moves.begin(), view->moves.end(),
                                           [&](const TextGame::Move& m) { return m.text == edge.move; });
            if (move == view->moves.end()) return at(i, fmt::format("'{}' is not a legal move", edge.move));
            auto seen = made.begin() + (move - view->moves.begin());
            if (*seen) return at(i, fmt::format("'{}' twice, expected every move once", edge.move));
            *seen = true;
            if (edge.node >= nodes_.size())
                return at(i,
                          fmt::format("there is no node {}, expected 0 to {}", edge.node, nodes_.size() - 1));
            const Node& child = nodes_[edge.node];
            if (child.position != move->position || (child.to_move == Side::winner) == wins)
                return at(i, fmt::format("'{}' does not lead to node {}", edge.move, edge.node));
            reached_[edge.node] = true;
            longest = std::max(longest, child.plies);
        }
        if (node.plies != longest + 1)
            return at(i, fmt::format("{} plies, but the moves give {}", node.plies, longest + 1));
        return {};
    }

    const std::vector<Node>& nodes_;
    const TextGame& game_;
    std::vector<bool> reached_;
};

}  // namespace

Result<Proved> check(std::string_view text, const TextGame& game) {
    return parse(text).and_then([&](const Certificate& read) { return check(read, game); });
}

Result<Proved> check(const Certificate& certificate, const TextGame& game) {
    if (certificate.variant != game.variant())
        return wrong(2, fmt::format("variant '{}', expected '{}'", certificate.variant, game.variant()));
    if (certificate.rules != game.hash())
        return wrong(3, fmt::format("other rules: their hash is not {}", game.hash()));
    if (certificate.nodes.empty()) return wrong(6, "no nodes, expected at least one");
    const Node& root = certificate.nodes[0];
    if (root.position != certificate.position) return wrong(4, "not the position of the first node");
    if (root.plies != certificate.plies) return wrong(5, "not the plies of the first node");
    if (root.to_move != Side::winner) return wrong(header_lines + 1, "expected a win in the first node");
    return Checker{certificate, game}.run().map([&] {
        return Proved{certificate.position, Plies{certificate.plies}, certificate.nodes.size()};
    });
}

}  // namespace zermelo::certificate
