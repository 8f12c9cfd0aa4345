// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "zermelo/base/hash128.hpp"
#include "zermelo/search/growing_table.hpp"

namespace zermelo::compositions {

/// How many solutions there are from a position where so much is left to play. Where the memory is full, what
/// cost least to count is forgotten first: what had least left. One thread uses it or, while it is shared,
/// several. In a series a position is met with nearly every number of moves left: each has a place of its
/// own.
class LineTable {
  public:
    explicit LineTable(std::size_t bytes) : table_(bytes) {}

    /// As `search::GrowingTable`; where there is no memory nothing is remembered.
    void allocate() { table_.allocate(); }
    bool allocated() const { return table_.allocated(); }
    void share() { table_.share(); }

    std::optional<std::uint64_t> find(const Hash128& key, unsigned left) const {
        if (!table_.allocated()) return std::nullopt;
        const Hash128 both = with_number(key, left);
        const auto lock = table_.lock(both);
        for (const Entry& entry : table_.bucket(table_.place(both)))
            if (entry.used == left && entry.key == both) return entry.count;
        return std::nullopt;
    }

    /// Precondition: it was not there when this thread looked for it; 0 < left < 2^16.
    void add(const Hash128& key, unsigned left, std::uint64_t count) {
        if (!table_.allocated()) return;
        table_.make_room();
        const Hash128 both = with_number(key, left);
        const auto lock = table_.lock(both);
        auto& bucket = table_.bucket(table_.place(both));
        Entry* victim = &bucket[0];
        for (Entry& entry : bucket) {
            if (entry.used == left && entry.key == both) return;  // another thread has added it
            if (entry.used < victim->used) victim = &entry;
        }
        table_.replace(*victim, {both, count, static_cast<std::uint16_t>(left)});
    }

  private:
    struct Entry {
        Hash128 key{};
        std::uint64_t count = 0;
        std::uint16_t used = 0;  ///< what is left to play; 0: empty
    };
    search::GrowingTable<Entry, 2, std::size_t{1} << 12U, std::atomic<std::size_t>> table_;
};

}  // namespace zermelo::compositions
