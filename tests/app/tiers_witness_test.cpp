// SPDX-License-Identifier: GPL-3.0-or-later
// Values of whole tiers against the slow witness: all positions of small games, every rule read plainly, and the
// definition of a value applied until nothing changes.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "zermelo/variant/random.hpp"
#include "zermelo/variant/reference.hpp"
#include "zermelo/variant/rules_reader.hpp"
#include "zermelo/variant/setup_check.hpp"

#include "support/placements.hpp"
#include "support/scale.hpp"
#include "support/shipped.hpp"
#include "support/tiers.hpp"

namespace zermelo::app {
namespace {

using game::Outcome;
using game::Value;
using testing::TierSolver;
using variant::Material;
using variant::Rules;
using Placed = variant::Setup;

/// All positions that moves lead to from some, with their values.
class Witness {
  public:
    static constexpr std::size_t most = 30'000;

    explicit Witness(const Rules& rules) : rules_(rules) {}

    void add(const Placed& setup) { number(setup); }
    /// False if there are too many.
    bool close() {
        for (std::size_t n = 0; n < nodes_.size() && nodes_.size() <= most; ++n) {
            const Placed setup = nodes_[n].setup;
            nodes_[n].end = reference_end(setup);
            std::vector<std::size_t> to;
            for (const variant::Move m : variant::reference::moves(setup, rules_)) {
                strange_ = strange_ || m.type != variant::Move::Type::normal;
                to.push_back(number(variant::reference::play(setup, rules_, m)));
            }
            nodes_[n].to = std::move(to);
        }
        return nodes_.size() <= most;
    }
    void solve() {
        std::vector<std::size_t> left;
        for (std::size_t n = 0; n < nodes_.size(); ++n) {
            if (nodes_[n].end) {
                if (*nodes_[n].end != Outcome::open) nodes_[n].value = {*nodes_[n].end, Plies{0}};
            } else {
                left.push_back(n);
            }
        }
        bool changed = true;
        for (unsigned ply = 1; changed; ++ply) {
            changed = false;
            std::vector<std::pair<std::size_t, Outcome>> found;
            for (const std::size_t n : left) {
                const auto& to = nodes_[n].to;
                const auto is = [&](Outcome o) {
                    return [&, o](std::size_t child) { return nodes_[child].value.outcome == o; };
                };
                if (std::any_of(to.begin(), to.end(), is(Outcome::loss)))
                    found.emplace_back(n, Outcome::win);
                else if (std::all_of(to.begin(), to.end(), is(Outcome::win)))
                    found.emplace_back(n, Outcome::loss);
            }
            for (const auto& [n, outcome] : found) nodes_[n].value = {outcome, Plies{ply}};
            changed = !found.empty();
            std::erase_if(left, [&](std::size_t n) { return nodes_[n].value.outcome != Outcome::open; });
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
        Placed setup;
        std::optional<Outcome> end;
        std::vector<std::size_t> to;
        Value value;
    };
    std::optional<Outcome> reference_end(const Placed& setup) const {
        return variant::reference::end(setup, rules_);
    }
    std::size_t number(Placed setup) {
        setup.half_moves = 0;
        setup.full_moves = 1;
        const auto [place, is_new] =
            numbers_.try_emplace(print_fen(setup) + std::to_string(setup.passes), nodes_.size());
        if (is_new) nodes_.push_back({std::move(setup), {}, {}, {}});
        return place->second;
    }

    const Rules& rules_;
    std::vector<Node> nodes_;
    std::unordered_map<std::string, std::size_t> numbers_;
    bool strange_ = false;
};

struct Met {
    std::uint64_t tiers = 0;
    std::uint64_t refused = 0;
    std::uint64_t strange = 0;
    std::uint64_t positions = 0;
    std::array<std::uint64_t, 3> outcomes{};
    std::uint64_t unmoved = 0;
    std::uint64_t longest = 0;
};

void expect_values(TierSolver<std::uint64_t>& solver, const variant::Game<std::uint64_t>& game, Placed setup,
                   const Material& material, Met& met) {
    const Rules& rules = game.rules();
    const auto solved = solver.solve(material);
    if (!solved) {
        ++met.refused;
        return;
    }
    SCOPED_TRACE(text(material, rules));
    ASSERT_FALSE((*solved)->audit.fault);
    Witness witness{rules};
    Material left = material;
    setup.men = {};
    for (const Color to_move : {Color::white, Color::black}) {
        setup.to_move = to_move;
        testing::each_placement(setup, rules, left, [&](const Placed& placed) {
            if (offences(placed, rules).empty()) witness.add(placed);
        });
    }
    if (!witness.close()) return;
    witness.solve();
    ++met.tiers;
    met.strange += witness.strange() ? 1 : 0;
    witness.each([&](const Placed& placed, const Value& value) {
        if (::testing::Test::HasFatalFailure()) return;
        if (!placed.en_passant.empty() || placed.passes != 0) return;
        const auto p = game.position(placed);
        if (!p) return;
        const Material here = material_of(placed, rules);
        if (over(here, rules)) return;
        const auto lower = solver.solve(here);
        ASSERT_TRUE(lower) << print_fen(placed) << lower.error().message;
        ASSERT_EQ((*lower)->table.value(*p), value)
            << print_fen(placed) << " stored " << static_cast<int>((*lower)->table.byte(*p)) << " expected "
            << static_cast<int>(value.outcome) << " in " << value.distance.value_or(Plies{0}).count();
        ++met.positions;
        ++met.outcomes[static_cast<std::size_t>(value.outcome)];
        met.unmoved += value == Value{Outcome::win, Plies{0}} ? 1 : 0;
        met.longest = std::max(met.longest, value.distance.value_or(Plies{0}).count());
    });
}

TEST(TiersWitness, RandomGamesOnSmallBoards) {
    Random random{61};
    Met met;
    for (std::uint64_t i = 0; i < testing::scaled(150);) {
        const Rules rules = variant::random_rules(random);
        if (rules.files * rules.ranks > 12) continue;
        ++i;
        Placed terrain = variant::random_setup(random, rules);
        terrain.castling.clear();
        terrain.en_passant.clear();
        terrain.passes = 0;
        SCOPED_TRACE(canonical_text(rules) + print_fen(terrain));
        const auto shared = testing::tier_rules<std::uint64_t>(rules, terrain.holes, terrain.barred);
        TierSolver<std::uint64_t> solver{shared};
        const auto all = variant::materials(rules, rules.files * rules.ranks <= 9 ? 4 : 3, false);
        if (all.empty()) continue;
        const Material& material = all[all.size() - 1 - random.below((all.size() + 1) / 2)];
        expect_values(solver, shared->game, terrain, material, met);
        if (HasFatalFailure()) return;
    }
    fmt::print("{} tiers, {} refused, {} with passes or en passant, {} positions: {} lost, {} open, "
                "{} won, {} won unmoved, longest {}\n",
                met.tiers, met.refused,
                met.strange, met.positions,
                met.outcomes[0], met.outcomes[1],
                met.outcomes[2], met.unmoved,
                met.longest);
}

}  // namespace
}  // namespace zermelo::app
