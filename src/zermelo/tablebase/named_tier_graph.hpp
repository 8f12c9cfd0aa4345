// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/material.hpp"
#include "zermelo/tablebase/table_rules.hpp"
#include "zermelo/tablebase/tier_graph.hpp"
#include "zermelo/tablebase/tier_rules.hpp"

namespace zermelo::tablebase {

/// A graph of the general engine's tiers, each of which is named by its men: those that have been named so
/// far, and those of them that have been made.
template <typename Bits, typename T>
class NamedTierGraph : public ProbedTierGraph<Bits> {
  public:
    using Tier = T;
    using Position = engine::Position<Bits>;

    bool swaps_colors() const override { return rules_->swap.has_value(); }
    std::string name(TierIndex tier) const override { return text(men_of(tier), rules()); }
    Result<TierIndex> parse(std::string_view name) const override {
        return named(name).map([&](const Material& m) { return numbered(kept(m)); });
    }
    Result<std::string> normal(std::string_view name) const override {
        return named(name).map([&](const Material& m) { return text(m, rules()); });
    }
    bool before(TierIndex a, TierIndex b) const override { return men_of(a) < men_of(b); }

    /// What `TierOf` asks. A tier is made once, more often only by threads that ask at the same time. Errors:
    /// as `T::make`.
    Result<T> kernel_tier(TierIndex tier) const {
        {
            const std::lock_guard lock(mutex_);
            if (const auto known = made_.find(tier); known != made_.end()) return known->second;
        }
        ZERMELO_TRY(T made, T::make(rules_, men_of(tier)));
        const std::lock_guard lock(mutex_);
        return made_.try_emplace(tier, std::move(made)).first->second;
    }
    std::string fen(const T& tier, Slot slot, bool swapped) const {
        return rules_->fen(*tier.position(slot), swaps_colors() && swapped);
    }
    std::size_t squares() const { return rules_->game.compiled().squares; }
    void write_men(const Position& p, std::uint32_t, std::span<std::uint8_t> men) const {
        engine::write_men(p, rules().kinds.size(), men);
    }

  protected:
    explicit NamedTierGraph(engine::Game<Bits> game)
        : rules_(std::make_shared<const TierRules<Bits>>(std::move(game))),
          known_(check_tables_know(rules())) {}

    /// The men of a tier called so. Errors: as `parse`.
    virtual Result<Material> named(std::string_view name) const = 0;
    /// The men by which their tier is known.
    virtual Material kept(const Material& men) const { return men; }

    const engine::Game<Bits>& game() const { return rules_->game; }
    const rules::Rules& rules() const { return game().rules(); }
    TierIndex numbered(const Material& men) const {
        const std::lock_guard lock(mutex_);
        const auto [at, added] =
            numbers_.try_emplace(men, TierIndex{static_cast<std::uint32_t>(materials_.size())});
        if (added) materials_.push_back(men);
        return at->second;
    }
    /// Precondition: `numbered` has given the number.
    Material men_of(TierIndex tier) const {
        const std::lock_guard lock(mutex_);
        return materials_[tier.number()];
    }
    /// Errors: no table holds any position of these rules, or one with such rights.
    Result<void> check_tables_hold(const Position& p) const {
        ZERMELO_CHECK(known_);
        if ((p.gates(Color::white) | p.gates(Color::black)).any())
            return failure(ErrorKind::bad_input,
                           "no table holds a position with a man that has not moved, expected '-'");
        if (p.castling_rights() == 0) return {};
        return failure(ErrorKind::bad_input,
                       "no table holds a position with the right to castle, expected '-'");
    }

    std::shared_ptr<const TierRules<Bits>> rules_;

  private:
    Result<void> known_;  ///< whether there are tables of such rules
    mutable std::mutex mutex_;
    mutable std::vector<Material> materials_;
    mutable std::map<Material, TierIndex> numbers_;
    mutable std::map<TierIndex, T> made_;
};

}  // namespace zermelo::tablebase
