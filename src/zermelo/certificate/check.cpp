// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/certificate/check.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace zermelo::certificate {

namespace {

tl::unexpected<Error> wrong(std::size_t line, std::string message) {
    return failure(ErrorKind::bad_input, std::move(message), Location{line, 1});
}

}  // namespace

tl::unexpected<Error> Checker::at(std::size_t node, std::string message) const {
    return wrong(before_ + header_lines + 1 + node, std::move(message));
}

Result<void> Checker::begin(const Header& header) {
    if (game_ != nullptr) return end_of_first(header);
    ZERMELO_TRY(game_, find_(header));
    header_ = header;
    if (header.variant != game_->variant())
        return wrong(2, fmt::format("variant '{}', expected '{}'", header.variant, game_->variant()));
    if (header.rules != game_->hash())
        return wrong(3, fmt::format("other rules: their hash is not {}", game_->hash()));
    if (header.nodes == 0) return wrong(6, "no nodes, expected at least one");
    return {};
}

Result<void> Checker::end_of_first(const Header& next) {
    const std::size_t lines = header_lines + nodes_.size();
    if (before_ != 0 || nodes_[0].place.to_move != Side::attacker)
        return wrong(before_ + lines + 1, "text after the last node, expected the end of the file");
    ZERMELO_TRY(proved_, claim());
    before_ = lines;
    if (next.variant != header_.variant)
        return wrong(before_ + 2, "not the variant of the first certificate");
    if (next.rules != header_.rules) return wrong(before_ + 3, "not the rules of the first certificate");
    if (next.position != header_.position)
        return wrong(before_ + 4, "not the position of the first certificate");
    if (next.nodes == 0) return wrong(before_ + 6, "no nodes, expected at least one");
    header_ = next;
    nodes_.clear();
    edges_.clear();
    promised_.clear();
    texts_.release();
    return {};
}

Result<void> Checker::add(const Node& node) {
    const std::size_t i = nodes_.size();
    if (i == 0) {
        if (node.position != header_.position)
            return wrong(before_ + 4, "not the position of the first node");
        if (header_.plies && node.plies != header_.plies) return wrong(5, "not the plies of the first node");
        if (before_ != 0 && node.to_move == Side::attacker)
            return at(0, "expected the defender to move in the first node of the second certificate");
    }
    Place place;
    if (const auto promise = promised_.extract(static_cast<std::uint32_t>(i))) {
        place = promise.mapped();
        if (place.position() != node.position || place.to_move != node.to_move)
            return at(i, fmt::format("not where a move to this node leads, expected '{}' and the other side",
                                     place.position()));
    } else {
        place = kept(node.position, node.to_move);
    }
    nodes_.push_back(
        {place, static_cast<std::uint32_t>(node.plies), static_cast<std::uint32_t>(edges_.size())});
    return look_at(node);
}

Checker::Place Checker::kept(std::string_view position, Side to_move) {
    auto* const text = static_cast<char*>(texts_.allocate(position.size(), 1));
    std::copy(position.begin(), position.end(), text);
    return {text, static_cast<std::uint32_t>(position.size()), to_move};
}

/// The last node, by the rules.
Result<void> Checker::look_at(const Node& node) {
    const std::size_t i = nodes_.size() - 1;
    const bool of_win = header_.plies.has_value();
    const auto view = game_->view(node.position);
    if (!view) return at(i, view.error().message);
    const bool attacks = node.to_move == Side::attacker;
    const bool won = view->end == (attacks ? game::Outcome::win : game::Outcome::loss);
    if (of_win ? node.plies == 0 : view->end.has_value()) {
        if (won != of_win)
            return at(i, of_win ? "0 plies, but here the game is not over and won"
                                : "the game is over here, and won");
        if (!node.edges.empty()) return at(i, "a move where the game is over");
        return {};
    }
    if (view->end) return at(i, "the game is over here, expected 0 plies");
    const std::size_t expected = attacks == of_win ? 1 : view->moves.size();
    if (node.edges.size() != expected)
        return at(i, fmt::format("{} moves, expected {}", node.edges.size(), expected));
    std::vector<bool> made(view->moves.size(), false);
    for (const Edge& edge : node.edges) {
        const auto move = std::find_if(view->moves.begin(), view->moves.end(),
                                       [&](const TextGame::Move& m) { return m.text == edge.move; });
        if (move == view->moves.end()) return at(i, fmt::format("'{}' is not a legal move", edge.move));
        auto seen = made.begin() + (move - view->moves.begin());
        if (*seen) return at(i, fmt::format("'{}' twice, expected every move once", edge.move));
        *seen = true;
        ZERMELO_CHECK(lead(*move, edge, attacks ? Side::defender : Side::attacker));
    }
    return {};
}

/// Takes a move of the last node, which leads to a node where `to_move` is to move.
Result<void> Checker::lead(const TextGame::Move& move, const Edge& edge, Side to_move) {
    const std::size_t i = nodes_.size() - 1;
    if (edge.node >= header_.nodes)
        return at(i, fmt::format("there is no node {}, expected 0 to {}", edge.node, header_.nodes - 1));
    const auto to = static_cast<std::uint32_t>(edge.node);
    edges_.push_back(to);
    Place& known = to <= i ? nodes_[to].place : promised_[to];
    if (known.text == nullptr) known = kept(move.position, to_move);
    if (known.position() != move.position || known.to_move != to_move)
        return at(i, fmt::format("'{}' does not lead to node {}{}", edge.move, to,
                                 to <= i ? "" : " as another move does"));
    return {};
}

template <typename F>
void Checker::for_each_child(std::size_t node, F&& f) const {
    const std::size_t end = node + 1 < nodes_.size() ? nodes_[node + 1].first_edge : edges_.size();
    for (std::size_t e = nodes_[node].first_edge; e < end; ++e) f(edges_[e]);
}

Result<void> Checker::lengths_follow() const {
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
        std::uint64_t plies = 0;
        for_each_child(
            i, [&](std::uint32_t child) { plies = std::max<std::uint64_t>(plies, nodes_[child].plies + 1); });
        if (nodes_[i].plies != plies)
            return at(i, fmt::format("{} plies, but the moves give {}", nodes_[i].plies, plies));
    }
    return {};
}

Result<void> Checker::all_are_reached() const {
    std::vector<bool> reached(nodes_.size(), false);
    reached[0] = true;
    std::vector<std::uint32_t> open{0};
    while (!open.empty()) {
        const std::size_t from = open.back();
        open.pop_back();
        for_each_child(from, [&](std::uint32_t child) {
            if (!reached[child]) open.push_back(child);
            reached[child] = true;
        });
    }
    const auto lost = std::find(reached.begin(), reached.end(), false);
    if (lost == reached.end()) return {};
    return at(static_cast<std::size_t>(lost - reached.begin()), "a node that the first one does not lead to");
}

Result<game::Bounds> Checker::claim() const {
    if (header_.plies) ZERMELO_CHECK(lengths_follow());
    ZERMELO_CHECK(all_are_reached());
    const auto of_attacker =
        header_.plies ? game::Bounds::won_within(Plies{*header_.plies}) : game::Bounds::never_won();
    return nodes_[0].place.to_move == Side::attacker ? of_attacker : of_attacker.of_the_other();
}

Result<Proved> Checker::finish() const {
    ZERMELO_CHECK(reader_.finish());
    ZERMELO_TRY(game::Bounds bounds, claim());
    bounds.add(proved_);
    const std::size_t nodes_before = before_ == 0 ? 0 : before_ - header_lines;
    return Proved{header_.position, bounds, nodes_before + nodes_.size()};
}

}  // namespace zermelo::certificate
