// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/tablebase/group_tier.hpp"
#include "zermelo/tablebase/named_tier_graph.hpp"

namespace zermelo::tablebase {

/// The tiers of a game in which captured men go to the hand: each is a group (`GroupTier`) named by its men,
/// shared out evenly, and leads to no other.
template <typename Bits>
class GroupTierGraph final : public NamedTierGraph<Bits, GroupTier<Bits>> {
  public:
    using Tier = GroupTier<Bits>;
    using Position = engine::Position<Bits>;
    using Location = typename ProbedTierGraph<Bits>::Location;

    explicit GroupTierGraph(engine::Game<Bits> game)
        : NamedTierGraph<Bits, GroupTier<Bits>>(std::move(game)),
          encoding_(HandRules{this->game().compiled()}.by_parity) {}

    ValueEncoding encoding() const override { return encoding_; }
    std::string swapped_name(TierIndex tier) const override { return this->name(tier); }
    /// The group of the variant's start. Errors: a number of men, which says little where men are in hand.
    Result<std::vector<TierIndex>> all(std::optional<unsigned> men) const override;
    /// Errors: as `GroupTier::make`.
    Result<std::shared_ptr<const SolvableTier>> tier(TierIndex tier) const override;
    /// Errors: the right to castle; a man where none can be. Precondition: the game is not over.
    Result<std::optional<Location>> locate(const Position& p) const override;
    bool reaches() const override { return true; }
    Result<Reached> reach(const Position& p, const TierValues& values) const override;

    /// What `TierOf` asks.
    std::vector<TierIndex> sub_tiers(const Tier&) const { return {}; }
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
    using NamedTierGraph<Bits, GroupTier<Bits>>::rules;
    using NamedTierGraph<Bits, GroupTier<Bits>>::numbered;

    /// Errors: not men of this variant.
    Result<Material> named(std::string_view name) const override;

    ValueEncoding encoding_;
};

extern template class GroupTierGraph<std::uint64_t>;
extern template class GroupTierGraph<Bits256>;

}  // namespace zermelo::tablebase
