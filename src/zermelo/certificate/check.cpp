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
        : nodes_(certificate.nodes), of_win_(certificate.plies), game_(game) {}

    Result<void> run() {
        for (std::size_t i = 0; i < nodes_.size(); ++i) ZERMELO_CHECK(node(i));
        std::vector<bool> reached(nodes_.size(), false);
        reached[0] = true;
        std::vector<std::size_t> open{0};
        while (!open.empty()) {
            const Node& from = nodes_[open.back()];
            open.pop_back();
            for (const Edge& edge : from.edges) {
                if (!reached[edge.node]) open.push_back(edge.node);
                reached[edge.node] = true;
            }
        }
        const auto lost = std::find(reached.begin(), reached.end(), false);
        if (lost == reached.end()) return {};
        return at(static_cast<std::size_t>(lost - reached.begin()),
                  "a node that the first one does not lead to");
    }

  private:
    tl::unexpected<Error> at(std::size_t node, std::string message) const {
        return wrong(header_lines + 1 + node, std::move(message));
    }

    Result<void> node(std::size_t i) {
        const Node& node = nodes_[i];
        const auto view = game_.view(node.position);
        if (!view) return at(i, view.error().message);
        const bool attacks = node.to_move == Side::attacker;
        const bool won = view->end == (attacks ? game::Outcome::win : game::Outcome::loss);
        if (of_win_ ? node.plies == 0 : view->end.has_value()) {
            if (won != of_win_)
                return at(i, of_win_ ? "0 plies, but here the game is not over and won"
                                     : "the game is over here, and won");
            if (!node.edges.empty()) return at(i, "a move where the game is over");
            return {};
        }
        if (view->end) return at(i, "the game is over here, expected 0 plies");
        const std::size_t expected = attacks == of_win_ ? 1 : view->moves.size();
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
            if (child.position != move->position || child.to_move == node.to_move)
                return at(i, fmt::format("'{}' does not lead to node {}", edge.move, edge.node));
            longest = std::max(longest, child.plies);
        }
        if (of_win_ && node.plies != longest + 1)
            return at(i, fmt::format("{} plies, but the moves give {}", node.plies, longest + 1));
        return {};
    }

    const std::vector<Node>& nodes_;
    bool of_win_;
    const TextGame& game_;
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
    if (certificate.plies && root.plies != certificate.plies)
        return wrong(5, "not the plies of the first node");
    if (root.to_move != Side::attacker)
        return wrong(header_lines + 1, certificate.plies ? "expected a win in the first node"
                                                         : "expected the attacker to move in the first node");
    return Checker{certificate, game}.run().map([&] {
        Proved proved{certificate.position, {}, certificate.nodes.size()};
        if (certificate.plies) proved.plies = Plies{*certificate.plies};
        return proved;
    });
}

}  // namespace zermelo::certificate
