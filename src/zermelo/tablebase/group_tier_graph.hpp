// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/tablebase/group_tier.hpp"
#include "zermelo/tablebase/named_tiers.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// The tiers of a game in which captured men go to the hand: each is a group (`GroupTier`) named by its men,
/// shared out evenly, and leads to no other.
template <typename Bits>
class GroupTierGraph final : public ProbedTierGraph<Bits> {
  public:
    using Tier = GroupTier<Bits>;
    using Position = engine::Position<Bits>;
    using Location = typename ProbedTierGraph<Bits>::Location;

    explicit GroupTierGraph(engine::Game<Bits> game)
        : rules_(std::make_shared<const TierRules<Bits>>(std::move(game))),
          encoding_(HandRules{rules_->game.rules()}.by_parity) {}

    ValueEncoding encoding() const override { return encoding_; }
    bool swaps_colors() const override { return rules_->swap.has_value(); }
    std::string name(TierIndex tier) const override { return text(pool(tier), rules()); }
    std::string swapped_name(TierIndex tier) const override { return name(tier); }
    /// Errors: not men of this variant.
    Result<TierIndex> parse(std::string_view name) const override;
    Result<std::string> normal(std::string_view name) const override;
    /// The group of the variant's start. Errors: a number of men, which says little where men are in hand.
    Result<std::vector<TierIndex>> all(std::optional<unsigned> men) const override;
    bool before(TierIndex a, TierIndex b) const override { return pool(a) < pool(b); }
    /// Errors: as `GroupTier::make`.
    Result<std::shared_ptr<const SolvableTier>> tier(TierIndex tier) const override;
    /// Errors: the right to castle; a man where none can be. Precondition: the game is not over.
    Result<std::optional<Location>> locate(const Position& p) const override;
    bool reaches() const override { return true; }
    Result<Reached> reach(const Position& p, const TierValues& values) const override;

    /// What `TierOf` asks.
    Result<Tier> kernel_tier(TierIndex tier) const;
    std::vector<TierIndex> sub_tiers(const Tier&) const { return {}; }
    std::string fen(const Tier& tier, Slot slot, bool swapped) const {
        return rules_->fen(*tier.position(slot), swaps_colors() && swapped);
    }
    std::size_t squares() const { return rules_->game.compiled().squares; }
    void write_men(const Position& p, std::uint32_t, std::span<std::uint8_t> men) const {
        engine::write_men(p, men);
    }
    /// The game is over in all positions out of a group.
    template <typename Reader>
    class SubTiers {
      public:
        SubTiers(const GroupTierGraph& graph, const Tier& tier, const std::vector<const Reader*>&)
            : encoding_(graph.encoding()), tier_(tier) {}
        Number operator()(const Position& p) const {
            const auto outcome = tier_.end(p);
            if (!outcome || *outcome == game::Outcome::draw) return ValueEncoding::draw;
            // Spared wins come from positions that win at once: whatever stands for them decides nothing.
            const bool spared = encoding_.by_parity() && *outcome == game::Outcome::win;
            return spared ? *encoding_.win(1) : encoding_.ended(*outcome);
        }

      private:
        ValueEncoding encoding_;
        Tier tier_;
    };

  private:
    const rules::Rules& rules() const { return rules_->game.rules(); }
    Result<Material> named(std::string_view name) const;
    Material pool(TierIndex tier) const { return named_.men(tier); }

    std::shared_ptr<const TierRules<Bits>> rules_;
    ValueEncoding encoding_;
    NamedTiers<Tier> named_;
};

extern template class GroupTierGraph<std::uint64_t>;
extern template class GroupTierGraph<Bits256>;

}  // namespace zermelo::tablebase
