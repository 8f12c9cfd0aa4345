// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <type_traits>

#include "zermelo/game/game.hpp"

namespace zermelo::solve {

/// Who wants what where a position is remembered: the same position may be met in both roles.
enum class Role : std::uint8_t { attacker = 1, defender = 2 };

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

/// A table of fixed size that forgets the shallowest of a few when a place is needed.
///
/// The whole key is compared, so an entry is another position's only if the game's keys are the same (see
/// `game::Key`): never for 64-bit keys; for 128-bit keys once in 2^128 for each pair of positions that meet
/// in a bucket. 64-bit keys: 16 bytes an entry, four to a bucket; 128-bit keys: 24 bytes, five to a bucket.
/// No allocation after `allocate`, and memory is used only as it is filled.
template <game::Key Key>
class Transpositions {
  public:
    /// `bytes` is rounded down to a power of two of buckets, and up to one.
    explicit Transpositions(std::size_t bytes)
        : size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))) {}

    /// Takes the memory, empty, unless it is there already; less of it where there is less, and where there
    /// is none nothing is remembered, as before this call.
    void allocate() {
        while (buckets_ == nullptr && size_ > 0) {
            // Bytes of zero are empty entries, and untouched pages of them cost nothing.
            buckets_.reset(static_cast<Bucket*>(std::calloc(size_, sizeof(Bucket))));
            if (buckets_ == nullptr) size_ /= 2;
        }
    }

    /// The entry of a position, or null. Cost: a cache line or two.
    const Known* find(Key key, Role role) const {
        if (buckets_ == nullptr) return nullptr;
        for (const Entry& entry : buckets_[place(key)])
            if (entry.key == key && entry.used == static_cast<std::uint8_t>(role)) return &entry.known;
        return nullptr;
    }

    /// Adds what is known to what was known. Cost: the same cache line.
    void add(Key key, Role role, Known known) {
        if (buckets_ == nullptr) return;
        auto& entries = buckets_[place(key)];
        Entry* victim = &entries[0];
        for (Entry& entry : entries) {
            if (entry.used == static_cast<std::uint8_t>(role) && entry.key == key) {
                if (known.won_in != 0 && !entry.known.won_within(known.won_in))
                    entry.known.won_in = known.won_in;
                entry.known.not_won_in = std::max(entry.known.not_won_in, known.not_won_in);
                entry.known.best = known.best;
                return;
            }
            if (depth(entry) < depth(*victim)) victim = &entry;
        }
        *victim = {key, known, static_cast<std::uint8_t>(role)};
    }

    void clear() {
        if (buckets_ != nullptr) std::fill_n(buckets_.get(), size_, Bucket{});
    }
    std::size_t bytes() const { return size_ * sizeof(Bucket); }

  private:
    struct Entry {
        Key key{};
        Known known;
        std::uint8_t used = 0;  ///< a `Role`, or 0: empty
    };
    static_assert(sizeof(Entry) == sizeof(Key) + 8);
    static_assert(std::is_trivially_destructible_v<Entry>);
    using Bucket = std::array<Entry, sizeof(Entry) == 16 ? 4 : 5>;

    static unsigned depth(const Entry& entry) {
        return entry.used == 0 ? 0U : 1U + std::max(entry.known.won_in, entry.known.not_won_in);
    }
    std::size_t place(std::uint64_t key) const {
        const std::uint64_t mixed = (key ^ key >> 32U) * 0x9E37'79B9'7F4A'7C15U;
        return (mixed ^ mixed >> 32U) & (size_ - 1);
    }
    std::size_t place(const Hash128& key) const { return key.low & (size_ - 1); }

    std::size_t size_;
    struct Free {
        void operator()(Bucket* memory) const { std::free(memory); }
    };
    std::unique_ptr<Bucket[], Free> buckets_;
};

}  // namespace zermelo::solve
