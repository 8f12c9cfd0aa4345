// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "zermelo/game/game.hpp"
#include "zermelo/search/growing_table.hpp"

namespace zermelo::search {

/// What a search has proved about a position and a role of the side to move: the attacker wins within
/// `won_in` plies (0: not known; what is over is not remembered), and does not within `not_won_in`.
/// `best` is the number of the move to try first in its list.
struct Known {
    bool won_within(unsigned n) const { return won_in != 0 && won_in <= n; }
    bool not_won_within(unsigned n) const { return not_won_in >= n; }

    std::uint16_t won_in = 0;
    std::uint16_t not_won_in = 0;
    std::uint16_t best = 0;
};

/// An entry of `Transpositions`.
template <game::Key Key>
struct KnownEntry {
    Key key{};
    Known known;
    std::uint8_t used = 0;  ///< a `Role`, or 0: empty
};

/// A table that begins with a quarter of a megabyte. With 64-bit keys an entry has 16 bytes, and four of them
/// make a bucket; with 128-bit keys it has 24 bytes, and five make one.
template <game::Key Key, typename Count>
using GrowingTranspositions =
    GrowingTable<KnownEntry<Key>, sizeof(KnownEntry<Key>) == 16 ? 4 : 5, std::size_t{1} << 12U, Count>;

/// A table that grows to a fixed size (`GrowingTable`), and then forgets the shallowest of a few when a place
/// is needed.
/// One thread uses it, or, where a `Count` is atomic and it is shared, several may call `find` and `add`.
template <game::Key Key, typename Count = std::size_t>
class Transpositions : private GrowingTranspositions<Key, Count> {
    using Table = GrowingTranspositions<Key, Count>;

  public:
    using Table::allocated;
    using Table::bytes;
    using Table::clear;
    using Table::filled;
    using Table::most;
    using Table::share;
    using Table::Table;

    /// As `GrowingTable::allocate`, but where there is no memory nothing is remembered, as before this call.
    void allocate() { Table::allocate(); }

    /// What is known of a position. Cost: a cache line or two.
    std::optional<Known> find(const Key& key, Role role) const {
        if (!Table::allocated()) return std::nullopt;
        const auto lock = Table::lock(key);
        for (const Entry& entry : Table::bucket(Table::place(key)))
            if (Table::is(entry, key, role)) return entry.known;
        return std::nullopt;
    }

    /// Adds what is known to what was known. Cost: as of `GrowingTable::make_room`.
    void add(const Key& key, Role role, Known known) {
        if (!Table::allocated()) return;
        Table::make_room();
        const auto lock = Table::lock(key);
        auto& bucket = Table::bucket(Table::place(key));
        Entry* victim = &bucket[0];
        for (Entry& entry : bucket) {
            if (Table::is(entry, key, role)) {
                if (known.won_in != 0 && !entry.known.won_within(known.won_in))
                    entry.known.won_in = known.won_in;
                entry.known.not_won_in = std::max(entry.known.not_won_in, known.not_won_in);
                entry.known.best = known.best;
                return;
            }
            if (depth(entry) < depth(*victim)) victim = &entry;
        }
        Table::replace(*victim, {key, known, static_cast<std::uint8_t>(role)});
    }

    /// The same of what another table remembered: all of that one is kept where this one was empty and has no
    /// less memory. Cost: as of `GrowingTable::make_room_beside_others`.
    void keep(const Key& key, Role role, Known known) {
        if (Table::allocated()) Table::make_room_beside_others(key);
        add(key, role, known);
    }

    /// Half of it is filled, or more: much of what is added takes the place of something.
    bool full() const { return 2 * filled() >= most(); }

    /// Calls f(key, role, known) for each entry. Cost: as of `GrowingTable::for_each`.
    template <typename F>
    void for_each(F&& f) const {
        Table::for_each(
            [&](const Entry& entry) { f(entry.key, static_cast<Role>(entry.used), entry.known); });
    }

  private:
    using Entry = KnownEntry<Key>;
    static_assert(sizeof(Entry) == sizeof(Key) + 8);

    static unsigned depth(const Entry& entry) {
        return entry.used == 0 ? 0U : 1U + std::max(entry.known.won_in, entry.known.not_won_in);
    }
};

}  // namespace zermelo::search
