// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/engine/position_text.hpp"
#include "zermelo/oracle/text_game.hpp"
#include "zermelo/rules/hash.hpp"
#include "zermelo/tell/prove.hpp"

#include "reference/engine.hpp"
#include "reference/minimax.hpp"
#include "support/certificates.hpp"
#include "support/shipped.hpp"
#include "support/slow_game.hpp"

/// Certificates before `verify` and before a reference that reads docs/certificates.md once more.
namespace zermelo::tell {

using certificate::Certificate;
using certificate::Side;
using testing::SlowGame;

inline std::string written(const Certificate& c) {
    StringSink sink;
    EXPECT_TRUE(write(c, sink).has_value());
    return sink.text();
}

/// docs/certificates.md once more, over the reference.
class SlowChecker {
  public:
    explicit SlowChecker(const rules::Rules& rules) : rules_(&rules), slow_(rules) {}

    bool proves(const std::string& text) {
        const auto all = certificate::parse_all(text);
        if (!all) return false;
        const Certificate& first = all->front();
        if (all->size() == 1) return proves(first);
        // Both halves of a draw.
        const Certificate& second = all->back();
        return all->size() == 2 && proves(first) && proves(second) && !first.plies && !second.plies &&
               first.position == second.position && first.nodes[0].to_move == Side::attacker &&
               second.nodes[0].to_move == Side::defender;
    }

    bool proves(const Certificate& c) {
        if (c.variant != rules_->name || c.rules != rules::hash_text(*rules_) || c.nodes.empty())
            return false;
        const auto& root = c.nodes[0];
        if (root.position != c.position || (c.plies && root.plies != *c.plies)) return false;
        std::set<std::size_t> reached{0};
        std::vector<std::size_t> to_do{0};
        while (!to_do.empty()) {
            const auto& node = c.nodes[to_do.back()];
            to_do.pop_back();
            if (!fine(c, node)) return false;
            for (const auto& edge : node.edges)
                if (reached.insert(edge.node).second) to_do.push_back(edge.node);
        }
        return reached.size() == c.nodes.size();
    }

    /// Every move and where it leads; nothing for what is no text of a legal position.
    struct View {
        std::optional<game::Outcome> end;
        std::map<std::string, std::string> moves;
    };
    const View* view(const std::string& position) {
        const auto [place, is_new] = views_.try_emplace(position);
        View* known = place->second ? &*place->second : nullptr;
        if (!is_new) return known;
        const auto setup = engine::parse_position_text(position, *rules_);
        if (!setup || !reference::violations(*setup, *rules_).empty()) return nullptr;
        known = &place->second.emplace();
        known->end = slow_.end(*setup);
        for (const engine::Move& move : slow_.moves(*setup))
            known->moves[engine::uci(move, *rules_)] = engine::position_text(slow_.play(*setup, move));
        return known;
    }

    bool wins(const Certificate& c) {
        return reference::wins_within(slow_, engine::parse_position_text(c.position, *rules_).value(),
                                      Plies{*c.plies});
    }

  private:
    bool fine(const Certificate& c, const certificate::Node& node) {
        const bool attacks = node.to_move == Side::attacker;
        const View* here = view(node.position);
        if (!here) return false;
        if (here->end) {
            const bool won = *here->end == (attacks ? game::Outcome::win : game::Outcome::loss);
            return won == c.plies.has_value() && node.plies == 0 && node.edges.empty();
        }
        std::set<std::string> moves;
        std::uint64_t longest = 0;
        for (const auto& edge : node.edges) {
            const auto move = here->moves.find(edge.move);
            if (move == here->moves.end() || !moves.insert(edge.move).second) return false;
            if (edge.node >= c.nodes.size()) return false;
            const auto& next = c.nodes[edge.node];
            if (next.position != move->second || next.to_move == node.to_move) return false;
            longest = std::max(longest, next.plies);
        }
        if (c.plies && node.plies != longest + 1) return false;
        return moves.size() == (attacks == c.plies.has_value() ? 1 : here->moves.size());
    }

    const rules::Rules* rules_;
    SlowGame slow_;
    std::map<std::string, std::optional<View>> views_;
};

/// Holds `verify` to the slow checker.
class Court {
  public:
    explicit Court(const rules::Rules& rules) : checker_(rules) {}

    SlowChecker& checker() { return checker_; }
    std::uint64_t refused() const { return refused_; }

    static Result<Certified> verified(const std::string& text) {
        return about("a certificate", certified(testing::shipped(), text));
    }

    void judge(const Certificate& c, const char* what) { judge(written(c), what); }
    void judge(const std::string& text, const char* what) {
        const auto answer = verified(text);
        ASSERT_EQ(answer.has_value(), checker_.proves(text)) << what << '\n' << text;
        if (answer) return;
        ++refused_;
        ASSERT_EQ(answer.error().kind, ErrorKind::bad_input) << what << '\n' << text;
    }
    void refuse(const std::string& text, const char* what) {
        ASSERT_FALSE(checker_.proves(text)) << what << '\n' << text;
        judge(text, what);
    }
    void refuse(const Certificate& c, const char* what) { refuse(written(c), what); }

  private:
    SlowChecker checker_;
    std::uint64_t refused_ = 0;
};

}  // namespace zermelo::tell
