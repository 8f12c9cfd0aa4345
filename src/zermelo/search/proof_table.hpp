// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "zermelo/game/game.hpp"
#include "zermelo/search/growing_table.hpp"
#include "zermelo/value.hpp"

namespace zermelo::search {

/// A number of plies as a proof table keeps it.
using ShortPlies = std::uint16_t;
/// No number of plies is enough: "not won within `never`" says that a position is not won at all.
inline constexpr ShortPlies never = std::numeric_limits<ShortPlies>::max();

/// "Won within `sometime`": it is won, and no number of plies is known. It rests on a table of outcomes
/// alone.
inline constexpr ShortPlies sometime = never - 1;

/// A ply less, and a ply more, where `never` stays so and no length becomes it.
constexpr ShortPlies before(ShortPlies n) { return n == never ? never : static_cast<ShortPlies>(n - 1); }
constexpr ShortPlies after(ShortPlies n) { return n >= never - 1 ? n : static_cast<ShortPlies>(n + 1); }

/// What is proved of a position, for the attacker of a search. Facts of the position alone: however one came
/// to it, and whatever else was asked, they hold.
struct ProofFacts {
    ShortPlies won_in = never;  ///< the attacker wins within this number of plies; `never`: that is not known
    ShortPlies not_won_in = 0;  ///< the attacker does not win within this number of plies

    bool won_within(ShortPlies n) const { return won_in <= n && won_in != never; }
    bool not_won_within(ShortPlies n) const { return not_won_in >= n; }
    void add(ProofFacts other) {
        won_in = std::min(won_in, other.won_in);
        not_won_in = std::max(not_won_in, other.not_won_in);
    }
};

using zermelo::ProofNumbers;

/// An entry of `ProofTable`: 40 bytes of 128-bit keys.
template <game::Key Key>
struct ProofEntry {
    Key key{};
    ProofNumbers numbers;
    ProofFacts facts;
    ShortPlies plies = 0;    ///< the numbers are those of a win within this number
    std::uint8_t used = 0;   ///< a `Role`, or 0: empty
    std::uint32_t work = 0;  ///< positions whose moves were listed for it
};

/// Three to a bucket; at first a quarter of a megabyte.
template <game::Key Key>
using GrowingProofs = GrowingTable<ProofEntry<Key>, 3, std::size_t{1} << 11U, std::atomic<std::size_t>>;

/// What a search by proof numbers remembers, in a table that grows to a fixed size (`GrowingTable`): of a few
/// positions that meet in a bucket the one that cost the least is forgotten.
///
/// One thread uses it, or, while it is shared, several may call `find` and `add`.
template <game::Key Key>
class ProofTable : private GrowingProofs<Key> {
    using Table = GrowingProofs<Key>;

  public:
    using Entry = ProofEntry<Key>;
    using Table::allocate;
    using Table::bytes;
    using Table::clear;
    using Table::filled;
    using Table::for_each;
    using Table::most;
    using Table::share;
    using Table::Table;
    using Table::unshare;

    /// The entry of a position, if there is one. Precondition: there is memory. Cost: a cache line or two.
    std::optional<Entry> find(const Key& key, Role role) const {
        const auto lock = Table::lock(key);
        for (const Entry& entry : Table::bucket(Table::place(key)))
            if (Table::is(entry, key, role)) return entry;
        return std::nullopt;
    }

    /// Adds facts to those that are known; the numbers are those of the last call. Precondition: there is
    /// memory.
    void add(const Key& key, Role role, ProofNumbers numbers, ShortPlies plies, ProofFacts facts,
             std::uint32_t work) {
        Table::make_room();
        const auto lock = Table::lock(key);
        auto& bucket = Table::bucket(Table::place(key));
        Entry* victim = &bucket[0];
        for (Entry& entry : bucket) {
            if (Table::is(entry, key, role)) {
                entry.facts.add(facts);
                entry.numbers = numbers;
                entry.plies = plies;
                entry.work += std::min(work, std::numeric_limits<std::uint32_t>::max() - entry.work);
                return;
            }
            if (entry.used == 0 || (victim->used != 0 && entry.work < victim->work)) victim = &entry;
        }
        Table::replace(*victim, {key, numbers, facts, plies, static_cast<std::uint8_t>(role), work});
    }

    /// The same of an entry of another table, as `Transpositions::keep`. Precondition: no other thread uses
    /// it.
    void keep(const Entry& entry) {
        Table::make_room_beside_others(entry.key);
        add(entry.key, static_cast<Role>(entry.used), entry.numbers, entry.plies, entry.facts, entry.work);
    }
};

}  // namespace zermelo::search
