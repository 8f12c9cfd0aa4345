// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/app/errors.hpp"
#include "zermelo/solve/scale.hpp"
#include "zermelo/variant/hunt_tiers.hpp"
#include "zermelo/variant/rules.hpp"
#include "zermelo/variant/setup.hpp"

namespace zermelo::app {

/// The tiers of the queen hunt under its own kernel, as the commands about tables ask for them. The same
/// game under the general engine (`GameFamily`) gives the same tables' values, some ten times as slowly.
///
/// A family has a `Tier` with its `Position`, and `Id`s that name tiers: two materials that differ in the
/// colours only are one where colours do not matter.
class HuntFamily {
  public:
    using Tier = hunt::Tier;
    using Position = hunt::Position;
    using Id = std::uint32_t;

    /// Whether these are the rules of the hunt, and not others of the same name.
    static bool serves(const variant::Rules& rules);

    solve::Scale scale() const { return solve::Scale{true}; }
    /// Whether a tier's second table is the first one of the tier with the colours swapped.
    bool swaps_colors() const { return true; }

    /// "QRBvQN".
    std::string name(Id id) const;
    /// The name of the tier with the colours swapped.
    std::string swapped_name(Id id) const;
    /// Errors: no such material under the rules.
    Attempt<Id> parse(std::string_view name) const;
    /// All 171 (324 with the colours told apart), or those of at most `men` men.
    Attempt<std::vector<Id>> standard(std::optional<unsigned> men) const;
    /// The tiers to which one move leads.
    std::vector<Id> below(Id id) const { return tiers_.below(id); }
    Tier tier(Id id) const { return tiers_.tier(id); }
    /// The tier of a position. Precondition: both queens on the board.
    Id id_of(const Position& p) const { return tiers_.tier_of(p); }

    /// Finds what stands by tier for a position.
    template <typename V>
    class Lookup {
      public:
        Lookup(const HuntFamily& family, const std::vector<std::pair<Id, const V*>>& values)
            : tiers_(&family.tiers_) {
            for (const auto& [id, value] : values) values_[id] = value;
        }
        const V* find(const Position& p) const { return values_[tiers_->tier_of(p)]; }

      private:
        const hunt::Tiers* tiers_;
        std::array<const V*, hunt::Tiers::count> values_{};
    };

    /// The FEN of an entry, with the colours swapped if asked for. Precondition: the slot names a position.
    std::string fen(const Tier& tier, game::Slot slot, bool swapped) const;
    /// A position of the hunt from a typed one. Precondition: legal under the rules. Nothing if an army is
    /// outside what the tables hold.
    std::optional<Position> position(const variant::Setup& setup) const;

  private:
    hunt::Tiers tiers_;
};

}  // namespace zermelo::app
