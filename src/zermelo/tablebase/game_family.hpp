// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "zermelo/app/errors.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/game_tier.hpp"
#include "zermelo/tablebase/scale.hpp"
#include "zermelo/tablebase/sliced_tier.hpp"

namespace zermelo::tablebase {

/// The tiers of a variant under the general engine, as the commands about tables ask for them (see
/// `HuntFamily`).
template <typename Bits>
class GameFamily {
  public:
    using Tier = tablebase::GameTier<Bits>;
    using Position = engine::Position<Bits>;
    using Id = tablebase::Material;

    explicit GameFamily(engine::Game<Bits> game)
        : rules_(std::make_shared<const tablebase::TierRules<Bits>>(std::move(game))) {}

    tablebase::Scale scale() const { return tablebase::Scale{!rules_->game.wins_unmoved()}; }
    bool swaps_colors() const { return rules_->swap.has_value(); }

    std::string name(const Id& id) const { return text(id, rules()); }
    std::string swapped_name(const Id& id) const { return text(id.swapped(), rules()); }
    /// Errors: not a material of this variant; one that no position has, or in which the game is over.
    app::Attempt<Id> parse(std::string_view name) const;
    /// A name that `parse` takes as it is printed. Errors: as `parse`.
    app::Attempt<std::string> normal(std::string_view name) const;
    /// All materials of at most `men` men; without a number all to which the variant's start can lead.
    /// Errors: the latter are over a hundred thousand.
    app::Attempt<std::vector<Id>> standard(std::optional<unsigned> men) const;

    /// Whether there is room on the board for all men of each kind. What is `below` a tier may have none.
    bool possible(const Id& id) const;
    /// Errors: as `GameTier::make`.
    Result<Tier> tier(const Id& id);
    std::vector<Id> below(const Tier& tier) const { return tier.below(); }
    /// The tier cut into lines, if it can be and that pays: a line costs the same however few of its lanes
    /// are positions, about as much as eight entries do by themselves.
    static std::optional<tablebase::LineTier> lines(const Tier& tier)
        requires std::is_same_v<Bits, std::uint64_t>
    {
        constexpr std::uint64_t least_entries = 12;
        auto lines = tablebase::LineTier::make(tier);
        if (lines && tier.table_size(0) < least_entries * lines->lines()) lines.reset();
        return lines;
    }

    template <typename Reader>
    class Below {
      public:
        Below(const GameFamily& family, const Tier& tier, std::vector<const Reader*> readers)
            : scale_(family.scale()), tier_(tier), readers_(std::move(readers)) {}
        std::uint8_t operator()(const Position& p) const {
            const std::size_t number = tier_.below_number(p);
            if (number < readers_.size()) return readers_[number]->byte(p);
            const auto outcome = tier_.end(p);
            return outcome ? scale_.ended(*outcome) : tablebase::Scale::open;
        }

      private:
        tablebase::Scale scale_;
        Tier tier_;
        std::vector<const Reader*> readers_;
    };

    struct Place {
        Id id;
        game::Slot slot;
        std::optional<std::uint8_t> byte;  ///< known without the table
    };
    /// Where a position stands; nothing if no table holds it, but its moves lead to such. Errors: it has the
    /// right to castle.
    Result<std::optional<Place>> locate(const engine::Game<Bits>& game, const Position& p);

    std::string fen(const Tier& tier, game::Slot slot, bool swapped) const;

  private:
    const rules::Rules& rules() const { return rules_->game.rules(); }
    app::Attempt<Id> material(std::string_view name) const;
    Id kept(const Id& id) const { return rules_->swap ? canonical(id, rules()) : id; }

    std::shared_ptr<const tablebase::TierRules<Bits>> rules_;
    std::map<Id, Tier> made_;
};

extern template class GameFamily<std::uint64_t>;
extern template class GameFamily<Bits256>;

}  // namespace zermelo::tablebase
