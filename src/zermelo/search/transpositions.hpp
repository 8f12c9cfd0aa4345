// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <tuple>
#include <type_traits>

#include "zermelo/base/huge_pages.hpp"
#include "zermelo/game/game.hpp"

namespace zermelo::search {

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

/// A key's bits, all of which are in the lowest ones: what a table finds its place by.
inline std::size_t mixed(std::uint64_t key) {
    const std::uint64_t product = (key ^ key >> 32U) * 0x9E37'79B9'7F4A'7C15U;
    return product ^ product >> 32U;
}
inline std::size_t mixed(const Hash128& key) { return key.low; }

/// A table that grows to a fixed size, and then forgets the shallowest of a few when a place is needed.
///
/// The whole key is compared, so an entry is another position's only if the game's keys are the same (see
/// `game::Key`): never for 64-bit keys; for 128-bit keys once in 2^128 for each pair of positions that meet
/// in a bucket. 64-bit keys: 16 bytes an entry, four to a bucket; 128-bit keys: 24 bytes, five to a bucket.
/// No allocation after `allocate`. Entries are spread over a part of the memory that grows fourfold whenever
/// a quarter of it is filled: a short search stays in the cache, and touches little memory, which is asked
/// for in huge pages: small ones, touched by several searches at once, took two threads longer than one
/// thread took for both their work.
template <game::Key Key>
class Transpositions {
  public:
    /// `bytes` is rounded down to a power of two of buckets, and up to one.
    explicit Transpositions(std::size_t bytes)
        : size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
          spread_(std::min(size_, first)) {}

    /// Takes the memory, empty, unless it is there already; less of it where there is less, and where there
    /// is none nothing is remembered, as before this call.
    void allocate() {
        while (buckets_ == nullptr && size_ > 0) {
            // Bytes of zero are empty entries, and untouched pages of them cost nothing.
            buckets_.reset(static_cast<Bucket*>(std::calloc(size_, sizeof(Bucket))));
            if (buckets_ == nullptr) {
                size_ /= 2;
                spread_ = std::min(spread_, size_);
            } else {
                prefer_huge_pages(buckets_.get(), bytes());
            }
        }
    }

    /// The entry of a position, or null. Cost: a cache line or two.
    const Known* find(Key key, Role role) const {
        if (buckets_ == nullptr) return nullptr;
        for (const Entry& entry : buckets_[place(key)])
            if (entry.key == key && entry.used == static_cast<std::uint8_t>(role)) return &entry.known;
        return nullptr;
    }

    /// Adds what is known to what was known. Cost: the same cache line; now and then a walk over all entries,
    /// no more often than each was added.
    void add(Key key, Role role, Known known) {
        if (buckets_ == nullptr) return;
        if (filled_ > spread_ * std::tuple_size_v<Bucket> / 4 && spread_ < size_) grow();
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
        if (victim->used == 0) ++filled_;
        *victim = {key, known, static_cast<std::uint8_t>(role)};
    }

    void clear() {
        if (buckets_ != nullptr) std::fill_n(buckets_.get(), spread_, Bucket{});
        filled_ = 0;
        spread_ = std::min(size_, first);
    }
    std::size_t bytes() const { return size_ * sizeof(Bucket); }
    /// Half of it is filled, or more: much of what is added takes the place of something.
    bool full() const { return 2 * filled_ >= size_ * std::tuple_size_v<Bucket>; }
    /// Entries, and how many there is room for.
    std::size_t filled() const { return filled_; }
    std::size_t most() const { return size_ * std::tuple_size_v<Bucket>; }

    /// Calls f(key, role, known) for each entry. Cost: a walk over the part of the memory that is in use.
    template <typename F>
    void for_each(F&& f) const {
        if (buckets_ == nullptr) return;
        for (std::size_t i = 0; i < spread_; ++i)
            for (const Entry& entry : buckets_[i])
                if (entry.used != 0) f(entry.key, static_cast<Role>(entry.used), entry.known);
    }

  private:
    struct Entry {
        Key key{};
        Known known;
        std::uint8_t used = 0;  ///< a `Role`, or 0: empty
    };
    static_assert(sizeof(Entry) == sizeof(Key) + 8);
    static_assert(std::is_trivially_destructible_v<Entry>);
    using Bucket = std::array<Entry, sizeof(Entry) == 16 ? 4 : 5>;

    static constexpr std::size_t first = std::size_t{1} << 12;  // buckets: a quarter of a megabyte

    /// Spreads the entries over four times as many buckets. What comes to a new bucket is of one old one, so
    /// nothing is forgotten.
    [[gnu::noinline, gnu::cold]] void grow() {
        const std::size_t before = spread_;
        spread_ = std::min(size_, 4 * before);
        for (std::size_t i = 0; i < before; ++i) {
            for (Entry& entry : buckets_[i]) {
                if (entry.used == 0 || place(entry.key) == i) continue;
                auto& entries = buckets_[place(entry.key)];
                *std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.used == 0; }) =
                    entry;
                entry = {};
            }
        }
    }

    static unsigned depth(const Entry& entry) {
        return entry.used == 0 ? 0U : 1U + std::max(entry.known.won_in, entry.known.not_won_in);
    }
    std::size_t place(const Key& key) const { return mixed(key) & (spread_ - 1); }

    std::size_t size_;        // buckets; a power of two
    std::size_t spread_;      // of them in use; a power of two
    std::size_t filled_ = 0;  // entries
    struct Free {
        void operator()(Bucket* memory) const { std::free(memory); }
    };
    std::unique_ptr<Bucket[], Free> buckets_;
};

}  // namespace zermelo::search
