// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "zermelo/game/value.hpp"
#include "zermelo/plies.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// A byte an entry, by table and index; and the same with 16 bits an entry.
using TierBytes = std::vector<std::vector<std::uint8_t>>;
using TierNumbers = std::vector<std::vector<std::uint16_t>>;

/// The mark of a byte.
inline constexpr std::uint8_t dont_care = dont_care_mark<std::uint8_t>;

/// The values of a tier's entries: bytes, or 16 bits each where a distance does not fit into a byte.
class TierValues {
  public:
    TierValues() = default;
    explicit TierValues(TierBytes bytes) : tables_(std::move(bytes)) {}
    explicit TierValues(TierNumbers numbers) : tables_(std::move(numbers)) {}

    bool wide() const { return std::holds_alternative<TierNumbers>(tables_); }
    /// Null where they are 16 bits each.
    const TierBytes* bytes() const { return std::get_if<TierBytes>(&tables_); }
    Number operator[](Slot slot) const {
        if (const TierBytes* const bytes = this->bytes()) [[likely]]
            return (*bytes)[slot.table][slot.index];
        return std::get<TierNumbers>(tables_)[slot.table][slot.index];
    }
    /// Calls f with the `TierBytes` or the `TierNumbers`.
    template <typename F>
    decltype(auto) visit(F&& f) const {
        return std::visit(f, tables_);
    }
    template <typename F>
    decltype(auto) visit(F&& f) {
        return std::visit(f, tables_);
    }
    /// The bytes that its entries take.
    std::uint64_t memory() const {
        std::uint64_t bytes = 0;
        visit([&](const auto& tables) {
            for (const auto& table : tables) bytes += table.size() * sizeof(table[0]);
        });
        return bytes;
    }
    friend bool operator==(const TierValues&, const TierValues&) = default;

  private:
    std::variant<TierBytes, TierNumbers> tables_;
};

/// The same values as `ValueEncoding::outcomes_alone` writes them. Precondition: no entry is marked.
inline TierValues outcomes_of(TierValues values) {
    const auto outcome = [](Number number) {
        return static_cast<std::uint8_t>(ValueEncoding::outcomes_alone().taken(number));
    };
    TierBytes outcomes;
    values.visit([&](auto& tables) {
        for (auto& table : tables) {
            if constexpr (sizeof(table[0]) == 1) {
                std::transform(table.begin(), table.end(), table.begin(), outcome);
                outcomes.push_back(std::move(table));
            } else {
                auto& bytes = outcomes.emplace_back(table.size());
                std::transform(table.begin(), table.end(), bytes.begin(), outcome);
                table = {};
            }
        }
    });
    return TierValues{std::move(outcomes)};
}

/// Bytes where all values fit into them: so it is seen from values alone how a tier is stored. `marks` are
/// kept.
inline TierValues narrowed(TierNumbers numbers) {
    constexpr Number first_mark = last_value<std::uint16_t> + 1;
    for (const auto& table : numbers)
        for (const Number number : table)
            if (number > last_value<std::uint8_t> && number < first_mark)
                return TierValues{std::move(numbers)};
    TierBytes bytes;
    for (auto& table : numbers) {
        auto& narrow = bytes.emplace_back(table.size());
        std::transform(table.begin(), table.end(), narrow.begin(),
                       [](Number number) { return static_cast<std::uint8_t>(number); });
        table = {};
    }
    return TierValues{std::move(bytes)};
}

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
                if (b != ValueEncoding::draw && b <= last_value<std::uint8_t>)
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
