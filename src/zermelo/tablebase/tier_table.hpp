// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// A byte an entry, by table and index.
using TierBytes = std::vector<std::vector<std::uint8_t>>;

/// Marks an entry that is not stored: it names no position, or one that `wins_at_once`.
inline constexpr std::uint8_t dont_care = 254;

/// The exact values of all positions of a tier, a byte each (`ValueEncoding`). Where the game sees wins, what
/// `wins_at_once` is not stored.
template <Indexed T>
class TierTable {
  public:
    using Position = typename T::Position;

    TierTable(T tier, ValueEncoding encoding, TierBytes bytes)
        : tier_(std::move(tier)), encoding_(encoding), bytes_(std::move(bytes)) {}

    /// The byte of a position. Precondition: it is of this tier, and not `lost` unless the game `Ends`.
    std::uint8_t byte(const Position& position) const {
        if constexpr (game::SeesWins<T>)
            if (tier_.wins_at_once(position)) return *encoding_.win(1);
        const Slot slot = tier_.slot(position);
        return bytes_[slot.table][slot.index];
    }
    /// Precondition: as for `byte`.
    game::Value value(const Position& position) const { return encoding_.value(byte(position)); }
    /// The greatest distance in the table; 1 for what `wins_at_once`.
    Plies longest() const {
        unsigned most = game::SeesWins<T> ? 1 : 0;
        for (const auto& table : bytes_)
            for (const std::uint8_t b : table)
                if (b != ValueEncoding::draw && b <= ValueEncoding::last)
                    most = std::max(most, encoding_.plies(b));
        return Plies{most};
    }
    const T& tier() const { return tier_; }
    ValueEncoding encoding() const { return encoding_; }
    const TierBytes& raw() const { return bytes_; }
    TierBytes& raw() { return bytes_; }
    std::size_t bytes() const {
        std::size_t all = 0;
        for (const auto& table : bytes_) all += table.size();
        return all;
    }

  private:
    T tier_;
    ValueEncoding encoding_;
    TierBytes bytes_;
};

}  // namespace zermelo::tablebase
