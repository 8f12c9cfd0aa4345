// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "zermelo/engine/setup.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/rules/rules.hpp"

#include "reference/engine.hpp"

namespace zermelo::testing {

/// All positions that moves lead to from some, with their values.
class Reference {
  public:
    /// `most`: positions that it takes.
    explicit Reference(const rules::Rules& rules, std::size_t most = 30'000) : rules_(rules), max_(most) {}

    void add(const engine::Setup& setup) { number(setup); }
    /// False if there are too many.
    bool close() {
        for (std::size_t n = 0; n < nodes_.size() && nodes_.size() <= max_; ++n) {
            const engine::Setup setup = nodes_[n].setup;
            nodes_[n].end = reference_end(setup);
            std::vector<std::size_t> to;
            for (const engine::Move m : reference::moves(setup, rules_)) {
                strange_ = strange_ || m.type != engine::Move::Type::normal;
                to.push_back(number(reference::play(setup, rules_, m)));
            }
            nodes_[n].to = std::move(to);
        }
        return nodes_.size() <= max_;
    }
    void solve() {
        std::vector<std::size_t> left;
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            if (nodes_[n].end) {
                if (*nodes_[n].end != game::Outcome::draw) nodes_[n].value = {*nodes_[n].end, Plies{0}};
            } else {
                left.push_back(n);
            }
        }
        bool changed = true;
        for (unsigned ply = 1; changed; ++ply) {
            changed = false;
            std::vector<std::pair<std::size_t, game::Outcome>> found;
            for (const std::size_t n : left) {
                const auto& to = nodes_[n].to;
                const auto is = [&](game::Outcome o) {
                    return [&, o](std::size_t child) { return nodes_[child].value.outcome == o; };
                };
                if (std::any_of(to.begin(), to.end(), is(game::Outcome::loss)))
                    found.emplace_back(n, game::Outcome::win);
                else if (std::all_of(to.begin(), to.end(), is(game::Outcome::win)))
                    found.emplace_back(n, game::Outcome::loss);
            }
            for (const auto& [n, outcome] : found) nodes_[n].value = {outcome, Plies{ply}};
            changed = !found.empty();
            std::erase_if(left,
                          [&](std::size_t n) { return nodes_[n].value.outcome != game::Outcome::draw; });
        }
    }
    template <typename F>
    void each(F&& f) const {
        for (const Node& node : nodes_) f(node.setup, node.value);
    }
    std::size_t size() const { return nodes_.size(); }
    /// Whether there was a pass or a capture en passant.
    bool strange() const { return strange_; }

  private:
    struct Node {
        engine::Setup setup;
        std::optional<game::Outcome> end;
        std::vector<std::size_t> to;
        game::Value value;
    };
    std::optional<game::Outcome> reference_end(const engine::Setup& setup) const {
        return reference::end(setup, rules_);
    }
    std::size_t number(engine::Setup setup) {
        setup.half_moves = 0;
        setup.full_moves = 1;
        const auto [place, is_new] =
            numbers_.try_emplace(print_fen(setup) + std::to_string(setup.passes), nodes_.size());
        if (is_new) nodes_.push_back({std::move(setup), {}, {}, {}});
        return place->second;
    }

    const rules::Rules& rules_;
    std::size_t max_;
    std::vector<Node> nodes_;
    std::unordered_map<std::string, std::size_t> numbers_;
    bool strange_ = false;
};

}  // namespace zermelo::testing
