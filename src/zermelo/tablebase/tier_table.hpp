// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "zermelo/base/plies.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/game/value.hpp"
#include "zermelo/tablebase/scale.hpp"

namespace zermelo::tablebase {

/// A byte an entry, by table and index.
using TierBytes = std::vector<std::vector<std::uint8_t>>;

/// Marks an entry that is not stored: it names no position, or one that `wins_at_once`.
inline constexpr std::uint8_t gap = 254;

/// The exact values of all positions of a tier, a byte each (`Scale`). Where the game sees wins, what
/// `wins_at_once` is not stored.
template <game::Indexed T>
class TierTable {
  public:
    using Position = typename T::Position;

    TierTable(T tier, Scale scale, TierBytes bytes)
        : tier_(std::move(tier)), scale_(scale), bytes_(std::move(bytes)) {}

    /// The byte of a position. Precondition: it is of this tier, and not `lost` unless the game `Ends`.
    std::uint8_t byte(const Position& position) const {
        if constexpr (game::SeesWins<T>)
            if (tier_.wins_at_once(position)) return *scale_.win(1);
        const game::Slot slot = tier_.slot(position);
        return bytes_[slot.table][slot.index];
    }
    /// Precondition: as for `byte`.
    game::Value value(const Position& position) const { return scale_.value(byte(position)); }
    /// The greatest distance in the table; 1 for what `wins_at_once`.
    Plies longest() const {
        unsigned most = game::SeesWins<T> ? 1 : 0;
        for (const auto& table : bytes_)
            for (const std::uint8_t b : table)
                if (b != Scale::open && b <= Scale::last) most = std::max(most, scale_.plies(b));
        return Plies{most};
    }
    const T& tier() const { return tier_; }
    Scale scale() const { return scale_; }
    const TierBytes& raw() const { return bytes_; }
    TierBytes& raw() { return bytes_; }
    std::size_t bytes() const {
        std::size_t all = 0;
        for (const auto& table : bytes_) all += table.size();
        return all;
    }

  private:
    T tier_;
    Scale scale_;
    TierBytes bytes_;
};

}  // namespace zermelo::tablebase
