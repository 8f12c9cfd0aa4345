// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "zermelo/app/errors.hpp"
#include "zermelo/base/result.hpp"
#include "zermelo/engine/game.hpp"
#include "zermelo/engine/setup.hpp"
#include "zermelo/puzzles/queen_hunt/tiers.hpp"
#include "zermelo/rules/rules.hpp"
#include "zermelo/tablebase/scale.hpp"

namespace zermelo::queen_hunt {

/// The tiers of the queen hunt under its own kernel, as the commands about tables ask for them. The same
/// game under the general engine (`GameFamily`) gives the same values, several times as slowly.
///
/// A family has a `Tier` with its `Position`, and `Id`s that name tiers: two materials that differ in the
/// colours only are one where colours do not matter.
class HuntFamily {
  public:
    using Tier = queen_hunt::Tier;
    using Position = queen_hunt::Position;
    using Id = std::uint32_t;

    /// Whether these are the rules of the hunt, and not others of the same name.
    static bool serves(const rules::Rules& rules);

    tablebase::Scale scale() const { return tablebase::Scale{true}; }
    /// Whether a tier's second table is the first one of the tier with the colours swapped.
    bool swaps_colors() const { return true; }

    /// "QRBvQN".
    std::string name(Id id) const;
    /// The name of the tier with the colours swapped.
    std::string swapped_name(Id id) const;
    /// Errors: no such material under the rules.
    app::Attempt<Id> parse(std::string_view name) const;
    /// A name that `parse` takes as it is printed. Errors: as `parse`.
    app::Attempt<std::string> normal(std::string_view name) const;
    /// All 171 (324 with the colours told apart), or those of at most `men` men.
    app::Attempt<std::vector<Id>> standard(std::optional<unsigned> men) const;
    /// Whether any position has these men.
    bool possible(Id) const { return true; }
    /// A tier; made once and kept. Errors: none here.
    Result<Tier> tier(Id id);
    /// The tiers to which moves out of it lead.
    std::vector<Id> below(const Tier& tier) const;

    /// Looks up positions out of a tier, given readers for all of `below(tier)` in that order.
    template <typename Reader>
    class Below {
      public:
        Below(const HuntFamily& family, const Tier& tier, const std::vector<const Reader*>& readers) {
            const std::vector<Id> ids = family.below(tier);
            for (std::size_t i = 0; i < ids.size(); ++i) readers_[ids[i]] = readers[i];
        }
        /// Precondition: a move out of the tier leads here, and it does not win at once.
        std::uint8_t operator()(const Position& p) const {
            return readers_[queen_hunt::Tiers{}.tier_of(p)]->byte(p);
        }

      private:
        std::array<const Reader*, queen_hunt::Tiers::count> readers_{};
    };

    /// Where a position of the game stands.
    struct Place {
        Id id;
        game::Slot slot;
        std::optional<std::uint8_t> byte;  ///< known without the table
    };
    /// Errors: an army outside what the tables hold. Never nothing: no position of the hunt strays.
    template <typename Bits>
    Result<std::optional<Place>> locate(const engine::Game<Bits>& game, const engine::Position<Bits>& p) {
        return locate(game.setup(p));
    }

    /// The FEN of an entry, with the colours swapped if asked for. Precondition: the slot names a position.
    std::string fen(const Tier& tier, game::Slot slot, bool swapped) const;

  private:
    Result<std::optional<Place>> locate(const engine::Setup& setup);

    queen_hunt::Tiers tiers_;
    std::map<Id, Tier> made_;
};

}  // namespace zermelo::queen_hunt
