// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "zermelo/tablebase/game_tier.hpp"
#include "zermelo/tablebase/named_tier_graph.hpp"
#include "zermelo/tablebase/sliced_tier.hpp"

namespace zermelo::tablebase {

/// The tiers of a variant under the general engine: one a material.
template <typename Bits>
class GameTierGraph final : public NamedTierGraph<Bits, GameTier<Bits>> {
  public:
    using Tier = GameTier<Bits>;
    using Position = engine::Position<Bits>;
    using Location = typename ProbedTierGraph<Bits>::Location;

    explicit GameTierGraph(engine::Game<Bits> game) : NamedTierGraph<Bits, GameTier<Bits>>(std::move(game)) {}

    ValueEncoding encoding() const override { return ValueEncoding{!this->game().wins_unmoved()}; }
    using NamedTierGraph<Bits, GameTier<Bits>>::swaps_colors;
    std::string swapped_name(TierIndex tier) const override { return text(men_of(tier).swapped(), rules()); }
    /// Errors: more than `max_tiers`, or tables of more than a pebibyte, said before any is named; none of
    /// so few men.
    Result<std::vector<TierIndex>> all(std::optional<unsigned> men) const override;
    Result<void> check_extent(TierIndex tier) const override;
    /// Whether there is room on the board for all men of each kind.
    bool possible(TierIndex tier) const override;
    /// Errors: as `GameTier::make`.
    Result<std::shared_ptr<const SolvableTier>> tier(TierIndex tier) const override;
    /// Nothing for a position without an index: with a pass or a square to be captured on en passant. Errors:
    /// it has the right to castle; a man where none can have come to.
    Result<std::optional<Location>> locate(const Position& p) const override;

    /// What `TierOf` asks.
    std::vector<TierIndex> sub_tiers(const Tier& tier) const { return all_numbered(tier.sub_tiers()); }
    /// The tier cut into slices, if it can be and that pays: a slice costs the same however few of its
    /// squares are positions, about as much as eight entries do by themselves.
    static std::optional<SlicedTier> slices(const Tier& tier)
        requires std::is_same_v<Bits, std::uint64_t>
    {
        constexpr std::uint64_t least_entries = 12;
        auto slices = SlicedTier::make(tier);
        if (slices && tier.table_size(0) < least_entries * slices->slices()) slices.reset();
        return slices;
    }
    template <typename Reader>
    class SubTiers {
      public:
        SubTiers(const GameTierGraph& graph, const Tier& tier, std::vector<const Reader*> readers)
            : encoding_(graph.encoding()), tier_(tier), readers_(std::move(readers)) {}
        Number operator()(const Position& p) const {
            if (const auto sub_tier = tier_.sub_tier(p)) return readers_[sub_tier->number()]->number(p);
            const auto outcome = tier_.end(p);
            return outcome ? encoding_.ended(*outcome) : ValueEncoding::draw;
        }

      private:
        ValueEncoding encoding_;
        Tier tier_;
        std::vector<const Reader*> readers_;
    };

  private:
    using NamedTierGraph<Bits, GameTier<Bits>>::rules;
    using NamedTierGraph<Bits, GameTier<Bits>>::men_of;
    using NamedTierGraph<Bits, GameTier<Bits>>::numbered;

    /// Errors: not a material of this variant; one that no position has, or in which the game is over.
    Result<Material> named(std::string_view name) const override;
    Material kept(const Material& m) const override { return rules_->swap ? canonical(m, rules()) : m; }
    /// Why a plan of so much would come to nothing; nothing if it may be drawn up.
    std::optional<std::string> too_much(const Extent& extent) const;
    bool possible(const Material& m) const;
    /// The material of a position.
    Material material_on(const Position& p) const;
    std::vector<TierIndex> all_numbered(const std::vector<Material>& all) const;

    using NamedTierGraph<Bits, GameTier<Bits>>::rules_;
};

extern template class GameTierGraph<std::uint64_t>;
extern template class GameTierGraph<Bits256>;

}  // namespace zermelo::tablebase
