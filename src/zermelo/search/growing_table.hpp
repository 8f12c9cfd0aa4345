// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <thread>
#include <tuple>
#include <type_traits>

#include "zermelo/base/hash128.hpp"
#include "zermelo/system/huge_pages.hpp"

namespace zermelo::search {

/// Who wants what where a position is remembered: the same position may be met in both roles.
enum class Role : std::uint8_t { attacker = 1, defender = 2 };

/// A key's bits, all of which are in the lowest ones: what a table finds its place by.
inline std::size_t mixed(std::uint64_t key) {
    const std::uint64_t product = (key ^ key >> 32U) * 0x9E37'79B9'7F4A'7C15U;
    return product ^ product >> 32U;
}
inline std::size_t mixed(const Hash128& key) { return key.low; }

/// What the tables of searches have in common: buckets of a few entries, found by the key of a position, in a
/// fixed amount of memory. An `Entry` has a `key`, and says in `used` of which `Role` it is, or 0 if it is
/// empty, as bytes of zero are. Which entry of a full bucket is forgotten, the table itself says. One thread
/// uses it; where the number of entries, a `Count`, is atomic, several may while it is shared.
///
/// The whole key is compared, so an entry is another position's only if the game's keys are the same (see
/// `game::Key`): never for 64-bit keys; for 128-bit keys once in 2^128 for each pair of positions that meet
/// in a bucket. No allocation after `allocate`. Entries are spread over a part of the memory that grows
/// fourfold, from `first` buckets on, whenever a quarter of it is filled: a short search stays in the cache,
/// and touches little memory, which is asked for in huge pages: small ones, touched by several searches at
/// once, took two threads longer than one thread took for both their work.
template <typename Entry, std::size_t entries, std::size_t first, typename Count = std::size_t>
class GrowingTable {
  public:
    using Bucket = std::array<Entry, entries>;

    /// `bytes` is rounded down to a power of two of buckets, and up to one.
    explicit GrowingTable(std::size_t bytes)
        : size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
          spread_(std::min(size_, first)) {}

    /// Takes the memory, empty, unless it is there already; less of it where there is less. False: there is
    /// none.
    bool allocate() {
        while (buckets_ == nullptr && size_ > 0) {
            // Untouched pages of zeros cost nothing.
            buckets_.reset(static_cast<Bucket*>(std::calloc(size_, sizeof(Bucket))));
            if (buckets_ == nullptr) {
                size_ /= 2;
                spread_ = std::min<std::size_t>(spread_, size_);
            } else {
                prefer_huge_pages(buckets_.get(), bytes());
            }
        }
        return buckets_ != nullptr;
    }
    bool allocated() const { return buckets_ != nullptr; }

    /// The bucket in which the entries of a key are, or are to be put. Precondition: `allocated`.
    template <typename Key>
    std::size_t place(const Key& key) const {
        return mixed(key) & (spread_ - 1);
    }
    Bucket& bucket(std::size_t place) const { return buckets_[place]; }
    template <typename Key>
    static bool is(const Entry& entry, const Key& key, Role role) {
        return entry.used == static_cast<std::uint8_t>(role) && entry.key == key;
    }

    /// To be called before an entry's place is looked for. Precondition: `allocated`. Cost: now and then a
    /// walk over all entries, no more often than each was added.
    void make_room() {
        const auto is_narrow = [&] { return spread_ < size_ && filled_ > spread_ * entries / 4; };
        if (!is_narrow()) return;
        const AllLocks locks{*this};
        if (is_narrow()) grow();  // where no other thread has done so
    }
    /// The same, so that a new entry takes no other's place as long as there is memory: what a table of no
    /// more memory remembered finds room in one that was empty. Cost: as of `make_room`, over all entries
    /// that such a table had.
    template <typename Key>
    void make_room_beside_others(const Key& key) {
        make_room();
        const auto is_used = [](const Entry& entry) { return entry.used != 0; };
        while (spread_ < size_ && std::all_of(bucket(place(key)).begin(), bucket(place(key)).end(), is_used))
            grow();
    }
    /// From now on several threads may use it, each under the lock of the key. Precondition: `allocated`.
    void share() {
        static_assert(shareable);
        if (locks_ == nullptr) locks_ = std::make_unique<Locks>();
        shared_ = true;
    }
    /// From now on one thread may.
    void unshare() { shared_ = false; }
    /// Puts an entry in the place of one of its bucket.
    void replace(Entry& victim, const Entry& entry) {
        if (victim.used == 0) ++filled_;
        victim = entry;
    }

    /// Held while a bucket is looked at: some cache lines are read, no more.
    class [[nodiscard]] Lock {
      public:
        explicit Lock(std::atomic<bool>* lock) : lock_(lock) {
            while (lock_ != nullptr && lock_->exchange(true, std::memory_order_acquire))
                std::this_thread::yield();
        }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;
        ~Lock() {
            if (lock_ != nullptr) lock_->store(false, std::memory_order_release);
        }

      private:
        std::atomic<bool>* lock_;  ///< null: none is needed
    };
    /// The lock of a key's bucket, which is to be found and looked at under it, where the table is shared.
    template <typename Key>
    Lock lock(const Key& key) const {
        if constexpr (shareable)
            if (shared_) return Lock{&(*locks_)[mixed(key) & (locks() - 1)]};
        return Lock{nullptr};
    }

    void clear() {
        if (buckets_ != nullptr) std::fill_n(buckets_.get(), std::size_t{spread_}, Bucket{});
        filled_ = 0;
        spread_ = std::min(size_, first);
    }
    std::size_t bytes() const { return size_ * sizeof(Bucket); }
    /// Entries, and how many there is room for.
    std::size_t filled() const { return filled_; }
    std::size_t most() const { return size_ * entries; }

    /// Calls f(entry) for each. Cost: a walk over the part of the memory that is in use.
    template <typename F>
    void for_each(F&& f) const {
        if (buckets_ == nullptr) return;
        for (std::size_t i = 0; i < spread_; ++i)
            for (const Entry& entry : buckets_[i])
                if (entry.used != 0) f(entry);
    }

  private:
    static_assert(std::is_trivially_destructible_v<Entry>);
    static constexpr bool shareable = !std::is_same_v<Count, std::size_t>;
    /// One for the buckets whose places have the same last digits: of a key it is always the same one.
    using Locks = std::array<std::atomic<bool>, 1024>;
    static_assert(first >= std::tuple_size_v<Locks>);
    std::size_t locks() const { return std::min(std::tuple_size_v<Locks>, size_); }

    /// Nobody else looks at any bucket while it lives, where the table is shared.
    class [[nodiscard]] AllLocks {
      public:
        explicit AllLocks(const GrowingTable& table) : locks_(table.shared_ ? table.locks_.get() : nullptr) {
            if (locks_ == nullptr) return;
            for (auto& lock : *locks_)
                while (lock.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
        }
        AllLocks(const AllLocks&) = delete;
        AllLocks& operator=(const AllLocks&) = delete;
        ~AllLocks() {
            if (locks_ == nullptr) return;
            for (auto& lock : *locks_) lock.store(false, std::memory_order_release);
        }

      private:
        Locks* locks_;
    };

    /// Spreads the entries over four times as many buckets. What comes to a new bucket is of one old one, so
    /// nothing is forgotten.
    [[gnu::noinline, gnu::cold]] void grow() {
        const std::size_t before = spread_;
        spread_ = std::min(size_, 4 * before);
        for (std::size_t i = 0; i < before; ++i) {
            for (Entry& entry : buckets_[i]) {
                if (entry.used == 0 || place(entry.key) == i) continue;
                Bucket& bucket = buckets_[place(entry.key)];
                *std::find_if(bucket.begin(), bucket.end(), [](const Entry& e) { return e.used == 0; }) =
                    entry;
                entry = {};
            }
        }
    }
    std::size_t size_;                                                             // buckets; a power of two
    std::conditional_t<shareable, std::atomic<std::size_t>, std::size_t> spread_;  // in use; a power of two
    Count filled_ = 0;                                                             // entries
    bool shared_ = false;
    std::unique_ptr<Locks> locks_;
    struct Free {
        void operator()(Bucket* memory) const { std::free(memory); }
    };
    std::unique_ptr<Bucket[], Free> buckets_;
};

}  // namespace zermelo::search
