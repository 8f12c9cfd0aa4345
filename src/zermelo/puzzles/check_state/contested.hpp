// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zermelo/puzzles/check_state/large_array.hpp"
#include "zermelo/puzzles/check_state/packing.hpp"

namespace zermelo::check_state {

/// A crossing that shares its slot: which square and side of the check line, how far away the piece is, and
/// whether it may move there. Of two with one key the one with the lesser rank is the nearer.
template <typename Packing>
class Contested;

/// For n ≤ 2^30: eight bytes.
template <>
class Contested<Narrow> {
  public:
    Contested() = default;
    Contested(std::int64_t i, bool side, std::int64_t distance, bool may_move)
        : bits_((static_cast<std::uint64_t>(i) << 1 | (side ? 1 : 0)) << 32 |
                static_cast<std::uint64_t>(distance) << 1 | (may_move ? 0 : 1)) {}
    std::uint64_t key() const { return bits_ >> 32; }
    std::uint64_t rank() const { return bits_ & 0xFFFF'FFFFU; }

  private:
    std::uint64_t bits_;
};

template <>
class Contested<Wide> {
  public:
    Contested() = default;
    Contested(std::int64_t i, bool side, std::int64_t distance, bool may_move)
        : key_(static_cast<std::uint64_t>(i) << 1 | (side ? 1 : 0)),
          rank_(static_cast<std::uint64_t>(distance) << 1 | (may_move ? 0 : 1)) {}
    std::uint64_t key() const { return key_; }
    std::uint64_t rank() const { return rank_; }

  private:
    std::uint64_t key_;
    std::uint64_t rank_;
};

/// Some crossings, gathered by one thread.
template <typename Packing>
struct Gathered {
    LargeArray<Contested<Packing>> entries;
    std::size_t count = 0;

    /// Forgets them, and makes room for so many.
    void begin(std::size_t pieces) {
        if (entries.size() < pieces) {  // what is not written takes no memory
            entries = {};
            entries = LargeArray<Contested<Packing>>(pieces, Pages::small);
        }
        count = 0;
    }
};

/// How many of the nearest may move: onto the check line's last square, and onto the others.
struct Tally {
    std::uint64_t captures = 0;
    std::uint64_t interpositions = 0;

    void add(const Tally& other) {
        captures += other.captures;
        interpositions += other.interpositions;
    }
};

/// Settles those of the crossings whose keys fall into one slice of all by hash: a table of 4 bytes an entry,
/// at most two thirds full, finds the nearest of each key. Preconditions: slice < slices; fewer than 2^32
/// crossings in all; `multiplier` is odd. `table` lends its memory. Cost: O(crossings) expected.
template <typename Packing>
Tally settle(std::span<const Gathered<Packing>> parts, std::int64_t length, std::uint64_t multiplier,
             std::uint64_t slice, std::uint64_t slices, std::vector<std::uint32_t>& table) {
    const auto hash = [&](const Contested<Packing>& entry) {
        const std::uint64_t product = entry.key() * multiplier;
        return (product ^ product >> 29) * multiplier >> 32;
    };
    std::vector<std::size_t> firsts;  // numbers of crossings run over all parts
    std::size_t all = 0;
    for (const Gathered<Packing>& part : parts) {
        firsts.push_back(all);
        all += part.count;
    }
    /// Visits the slice's crossings with their numbers and the rest of their hashes, 32 bits.
    const auto for_each = [&](auto&& visit) {
        for (std::size_t p = 0; p < parts.size(); ++p)
            for (std::size_t k = 0; k < parts[p].count; ++k) {
                const std::uint64_t scaled = hash(parts[p].entries[k]) * slices;
                if (scaled >> 32 == slice) visit(parts[p].entries[k], firsts[p] + k, scaled & 0xFFFF'FFFFU);
            }
    };
    std::size_t mine = all;
    if (slices != 1) {
        mine = 0;
        for_each([&](const Contested<Packing>&, std::size_t, std::uint64_t) { ++mine; });
    }
    const std::size_t size = mine + mine / 2 + 1;
    table.assign(size, 0);  // the number of a crossing, from 1; 0: free
    const auto entry_of = [&](std::uint32_t number) -> const Contested<Packing>& {
        const std::size_t at = number - 1;
        std::size_t part = parts.size() - 1;
        while (at < firsts[part]) --part;
        return parts[part].entries[at - firsts[part]];
    };
    // Many at once, so that their loads are under way together: the table and the crossings fit no cache.
    struct Waiting {
        const Contested<Packing>* entry;
        std::size_t number;
        std::size_t at;
    };
    std::array<Waiting, 64> waiting;
    std::size_t count = 0;
    const auto flush = [&] {
        for (std::size_t w = 0; w < count; ++w)
            if (const std::uint32_t met = table[waiting[w].at]; met != 0) __builtin_prefetch(&entry_of(met));
        for (std::size_t w = 0; w < count; ++w) {
            auto [entry, number, at] = waiting[w];
            while (table[at] != 0 && entry_of(table[at]).key() != entry->key())
                at = at + 1 == size ? 0 : at + 1;
            if (table[at] == 0 || entry->rank() < entry_of(table[at]).rank())
                table[at] = static_cast<std::uint32_t>(number + 1);
        }
        count = 0;
    };
    for_each([&](const Contested<Packing>& entry, std::size_t number, std::uint64_t rest) {
        waiting[count] = {&entry, number, rest * size >> 32};
        __builtin_prefetch(&table[waiting[count].at], 1);
        if (++count == waiting.size()) flush();
    });
    flush();
    Tally tally;
    for (std::size_t at = 0; at < size; ++at) {
        if (table[at] == 0) continue;
        const Contested<Packing>& nearest = entry_of(table[at]);
        const std::uint64_t may_move = ~nearest.rank() & 1;
        (static_cast<std::int64_t>(nearest.key() >> 1) == length ? tally.captures : tally.interpositions) +=
            may_move;
    }
    return tally;
}

}  // namespace zermelo::check_state
