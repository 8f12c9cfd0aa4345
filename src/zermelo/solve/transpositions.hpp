// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/game/game.hpp"

namespace zermelo::solve {

/// Who wants what where a position is remembered: the same position may be met in both roles.
enum class Role : std::uint8_t { attacker = 1, defender = 2 };

/// What a search has proved about a position and a role of the side to move: the attacker wins within
/// `won_in` plies (`unknown_length`: not known), and does not within `not_won_in` (0: nothing known; it
/// also means that he has not won yet). `best` is the number of the move to try first in its list.
struct Known {
    static constexpr std::uint16_t unknown_length = 65'535;
    std::uint16_t won_in = unknown_length;
    std::uint16_t not_won_in = 0;
    std::uint16_t best = 0;
};

/// A table of fixed size that forgets the shallowest of a few when a place is needed.
///
/// The whole key is compared, so an entry is another position's only if the game's keys are the same (see
/// `game::Key`): never for 64-bit keys; for 128-bit keys once in 2^128 for each pair of positions that meet
/// in a bucket. 64-bit keys: 16 bytes an entry, four to a bucket; 128-bit keys: 24 bytes, five to a bucket.
/// No allocation after `allocate`.
template <game::Key Key>
class Transpositions {
  public:
    /// `bytes` is rounded down to a power of two of buckets, and up to one.
    explicit Transpositions(std::size_t bytes)
        : size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))) {}

    /// Takes the memory, empty, unless it is there already. Required before `find` and `add`.
    void allocate() { buckets_.resize(size_); }

    /// The entry of a position, or null. Cost: a cache line or two.
    const Known* find(Key key, Role role) const {
        for (const Entry& entry : bucket(key))
            if (entry.key == key && entry.used == static_cast<std::uint8_t>(role)) return &entry.known;
        return nullptr;
    }

    /// Adds what is known to what was known. Cost: the same cache line.
    void add(Key key, Role role, Known known) {
        auto& entries = buckets_[place(key)];
        Entry* victim = &entries[0];
        for (Entry& entry : entries) {
            if (entry.used == static_cast<std::uint8_t>(role) && entry.key == key) {
                entry.known.won_in = std::min(entry.known.won_in, known.won_in);
                entry.known.not_won_in = std::max(entry.known.not_won_in, known.not_won_in);
                entry.known.best = known.best;
                return;
            }
            if (depth(entry) < depth(*victim)) victim = &entry;
        }
        *victim = {key, known, static_cast<std::uint8_t>(role)};
    }

    void clear() { std::fill(buckets_.begin(), buckets_.end(), Bucket{}); }
    std::size_t bytes() const { return size_ * sizeof(Bucket); }

  private:
    struct Entry {
        Key key{};
        Known known;
        std::uint8_t used = 0;  ///< a `Role`, or 0: empty
    };
    static_assert(sizeof(Entry) == sizeof(Key) + 8);
    using Bucket = std::array<Entry, sizeof(Entry) == 16 ? 4 : 5>;

    static unsigned depth(const Entry& entry) {
        if (entry.used == 0) return 0;
        const bool won = entry.known.won_in != Known::unknown_length;
        return 1U + std::max(won ? entry.known.won_in : std::uint16_t{0}, entry.known.not_won_in);
    }
    std::size_t place(std::uint64_t key) const {
        const std::uint64_t mixed = (key ^ key >> 32U) * 0x9E37'79B9'7F4A'7C15U;
        return (mixed ^ mixed >> 32U) & (size_ - 1);
    }
    std::size_t place(const Hash128& key) const { return key.low & (size_ - 1); }
    const Bucket& bucket(Key key) const { return buckets_[place(key)]; }

    std::size_t size_;
    std::vector<Bucket> buckets_;
};

}  // namespace zermelo::solve
