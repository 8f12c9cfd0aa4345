// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace zermelo::solve {

/// What a search has proved about one position: the side to move wins within `won_in` plies (0: not
/// known), and it does not win within `not_won_in` plies. `best` is the number of a move in its list.
struct Known {
    std::uint16_t won_in = 0;
    std::uint16_t not_won_in = 0;
    std::uint8_t best = 0;
};

/// A table of fixed size that forgets the shallowest of four when a place is needed.
///
/// The key is the position itself, so an entry is never another position's. 16 bytes an entry, four to a
/// cache line; no allocation after `allocate`.
class Transpositions {
  public:
    /// `bytes` is rounded down to a power of two, and up to one bucket of 64 bytes.
    explicit Transpositions(std::size_t bytes)
        : size_(std::bit_floor(std::max<std::size_t>(bytes / 64, 1))) {}

    /// Takes the memory, empty, unless it is there already. Required before `find` and `add`.
    void allocate() { buckets_.resize(size_); }

    /// The entry of a position, or null. Cost: a cache line.
    const Known* find(std::uint64_t key) const {
        for (const Entry& entry : bucket(key))
            if (entry.key == key && entry.used != 0) return &entry.known;
        return nullptr;
    }

    /// Adds what is known to what was known. Cost: the same cache line.
    void add(std::uint64_t key, Known known) {
        auto& entries = buckets_[place(key)];
        Entry* victim = &entries[0];
        for (Entry& entry : entries) {
            if (entry.used != 0 && entry.key == key) {
                if (known.won_in != 0 && (entry.known.won_in == 0 || known.won_in < entry.known.won_in))
                    entry.known.won_in = known.won_in;
                entry.known.not_won_in = std::max(entry.known.not_won_in, known.not_won_in);
                entry.known.best = known.best;
                return;
            }
            if (depth(entry) < depth(*victim)) victim = &entry;
        }
        *victim = {key, known, 1};
    }

    void clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }
    std::size_t bytes() const { return size_ * sizeof(Bucket); }

  private:
    struct Entry {
        std::uint64_t key = 0;
        Known known;
        std::uint8_t used = 0;
    };
    static_assert(sizeof(Entry) == 16);
    using Bucket = std::array<Entry, 4>;

    static unsigned depth(const Entry& entry) {
        return entry.used == 0 ? 0U : 1U + std::max(entry.known.won_in, entry.known.not_won_in);
    }
    std::size_t place(std::uint64_t key) const {
        const std::uint64_t mixed = (key ^ key >> 32U) * 0x9E37'79B9'7F4A'7C15U;
        return (mixed ^ mixed >> 32U) & (size_ - 1);
    }
    const Bucket& bucket(std::uint64_t key) const { return buckets_[place(key)]; }

    std::size_t size_;
    std::vector<Bucket> buckets_;
};

}  // namespace zermelo::solve
