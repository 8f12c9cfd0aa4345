// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "zermelo/tablebase/game_tier.hpp"
#include "zermelo/tablebase/named_tiers.hpp"
#include "zermelo/tablebase/sliced_tier.hpp"
#include "zermelo/tablebase/tier_graph.hpp"

namespace zermelo::tablebase {

/// The tiers of a variant under the general engine: one a material.
template <typename Bits>
class GameTierGraph final : public ProbedTierGraph<Bits> {
  public:
    using Tier = GameTier<Bits>;
    using Position = engine::Position<Bits>;
    using Location = typename ProbedTierGraph<Bits>::Location;

    explicit GameTierGraph(engine::Game<Bits> game)
        : rules_(std::make_shared<const TierRules<Bits>>(std::move(game))) {}

    ValueEncoding encoding() const override { return ValueEncoding{!rules_->game.wins_unmoved()}; }
    bool swaps_colors() const override { return rules_->swap.has_value(); }
    std::string name(TierIndex tier) const override { return text(material(tier), rules()); }
    std::string swapped_name(TierIndex tier) const override {
        return text(material(tier).swapped(), rules());
    }
    /// Errors: not a material of this variant; one that no position has, or in which the game is over.
    Result<TierIndex> parse(std::string_view name) const override;
    Result<std::string> normal(std::string_view name) const override;
    /// Errors: more than `max_tiers`, or tables of more than a pebibyte, said before any is named; none of
    /// so few men.
    Result<std::vector<TierIndex>> all(std::optional<unsigned> men) const override;
    Result<void> check_extent(TierIndex tier) const override;
    /// Whether there is room on the board for all men of each kind.
    bool possible(TierIndex tier) const override;
    bool before(TierIndex a, TierIndex b) const override { return material(a) < material(b); }
    /// Errors: as `GameTier::make`.
    Result<std::shared_ptr<const SolvableTier>> tier(TierIndex tier) const override;
    /// Nothing for a position without an index: with a pass or a square to be captured on en passant. Errors:
    /// it has the right to castle; a man where none can have come to.
    Result<std::optional<Location>> locate(const Position& p) const override;

    /// What `TierOf` asks.
    Result<Tier> kernel_tier(TierIndex tier) const { return kernel_tier(material(tier)); }
    std::vector<TierIndex> sub_tiers(const Tier& tier) const { return numbered(tier.sub_tiers()); }
    std::string fen(const Tier& tier, Slot slot, bool swapped) const {
        return rules_->fen(*tier.position(slot), swaps_colors() && swapped);
    }
    std::size_t squares() const { return rules_->game.compiled().squares; }
    void write_men(const Position& p, std::uint32_t, std::span<std::uint8_t> men) const {
        engine::write_men(p, men);
    }
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
    const rules::Rules& rules() const { return rules_->game.rules(); }
    Result<Material> named(std::string_view name) const;
    /// Why a plan of so much would come to nothing; nothing if it may be drawn up.
    std::optional<std::string> too_much(const Extent& extent) const;
    Material kept(const Material& m) const { return rules_->swap ? canonical(m, rules()) : m; }
    bool possible(const Material& m) const;
    Result<Tier> kernel_tier(const Material& m) const;

    Material material(TierIndex tier) const { return named_.men(tier); }
    std::vector<TierIndex> numbered(const std::vector<Material>& all) const;

    std::shared_ptr<const TierRules<Bits>> rules_;
    NamedTiers<Tier> named_;
};

extern template class GameTierGraph<std::uint64_t>;
extern template class GameTierGraph<Bits256>;

}  // namespace zermelo::tablebase
