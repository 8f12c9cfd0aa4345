// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>

#include "zermelo/base/huge_pages.hpp"
#include "zermelo/game/game.hpp"
#include "zermelo/search/transpositions.hpp"

namespace zermelo::search {

/// A number of plies as a proof table keeps it.
using ShortPlies = std::uint16_t;
/// No number of plies is enough: "not won within `never`" says that a position is not won at all.
inline constexpr ShortPlies never = std::numeric_limits<ShortPlies>::max();

/// A ply less, and a ply more, where `never` stays so and no length becomes it.
constexpr ShortPlies before(ShortPlies n) { return n == never ? never : static_cast<ShortPlies>(n - 1); }
constexpr ShortPlies after(ShortPlies n) { return n >= never - 1 ? n : static_cast<ShortPlies>(n + 1); }

/// What is proved of a position, for the attacker of a search. Facts of the position alone: however one came
/// to it, and whatever else was asked, they hold.
struct ProofFacts {
    ShortPlies won_in = never;  ///< the attacker wins within so many plies; `never`: that is not known
    ShortPlies not_won_in = 0;  ///< the attacker does not win within so many plies

    bool won_within(ShortPlies n) const { return won_in <= n && won_in != never; }
    bool not_won_within(ShortPlies n) const { return not_won_in >= n; }
    void add(ProofFacts other) {
        won_in = std::min(won_in, other.won_in);
        not_won_in = std::max(not_won_in, other.not_won_in);
    }
};

/// Proof and disproof number: about so many positions at the edge of what was searched are still to be won
/// (not to be won) before the position is. 0: it is proved; `infinite`: it cannot be.
struct ProofNumbers {
    static constexpr std::uint32_t infinite = std::uint32_t{1} << 30U;
    std::uint32_t proof = 1;
    std::uint32_t disproof = 1;
};

/// What a search by proof numbers remembers, in a fixed amount of memory: of a few positions that meet in a
/// bucket the one that cost the least is forgotten.
///
/// Keys are compared as in `Transpositions`, and as there entries are spread over a part of the memory that
/// grows fourfold: a short search touches little of it. 40 bytes an entry (128-bit keys), three to a bucket.
///
/// One thread uses it, or, while it is shared, several.
template <game::Key Key>
class ProofTable {
  public:
    struct Entry {
        Key key{};
        ProofNumbers numbers;
        ProofFacts facts;
        ShortPlies plies = 0;    ///< the numbers are of a win within so many
        std::uint8_t used = 0;   ///< a `Role`, or 0: empty
        std::uint8_t busy = 0;   ///< how many threads are below it
        std::uint32_t work = 0;  ///< positions whose moves were listed for it
    };

    /// `bytes` is rounded down to a power of two of buckets, and up to one.
    explicit ProofTable(std::size_t bytes)
        : size_(std::bit_floor(std::max<std::size_t>(bytes / sizeof(Bucket), 1))),
          spread_(std::min(size_, first)) {}

    /// Takes the memory, empty, unless it is there already; less of it where there is less. False: there is
    /// none.
    bool allocate() {
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
        return buckets_ != nullptr;
    }

    /// From now on several threads may call `find` and `add`. Precondition: there is memory. Cost: once, and
    /// after each `clear`, all of the memory is put to use.
    void share() {
        while (spread_ < size_) grow();
        if (locks_ == nullptr) locks_ = std::make_unique<Locks>();
        shared_ = true;
    }
    /// From now on one thread may.
    void unshare() { shared_ = false; }
    bool shared() const { return shared_; }

    /// A thread goes below a position: until its `leave`, others see that. What is not remembered is not
    /// marked. Precondition: it is shared.
    void enter(const Key& key, Role role) {
        change(key, role, [](Entry& entry) {
            if (entry.busy < std::numeric_limits<std::uint8_t>::max()) ++entry.busy;
        });
    }
    void leave(const Key& key, Role role) {
        change(key, role, [](Entry& entry) {
            if (entry.busy > 0) --entry.busy;
        });
    }

    /// The entry of a position, if there is one. Precondition: there is memory. Cost: a cache line or two.
    std::optional<Entry> find(const Key& key, Role role) const {
        std::optional<Entry> found;
        change(key, role, [&](const Entry& entry) { found = entry; });
        return found;
    }

    /// Adds facts to those that are known; the numbers are those of the last call. Precondition: there is
    /// memory.
    void add(const Key& key, Role role, ProofNumbers numbers, ShortPlies plies, ProofFacts facts,
             std::uint32_t work) {
        if (spread_ < size_ && filled_ > spread_ * std::tuple_size_v<Bucket> / 4) grow();
        const std::size_t at = place(key);
        const Lock lock{lock_of(at)};
        Bucket& bucket = buckets_[at];
        Entry* victim = &bucket[0];
        for (Entry& entry : bucket) {
            if (entry.used == static_cast<std::uint8_t>(role) && entry.key == key) {
                entry.facts.add(facts);
                entry.numbers = numbers;
                entry.plies = plies;
                entry.work += std::min(work, std::numeric_limits<std::uint32_t>::max() - entry.work);
                return;
            }
            if (entry.used == 0 || (victim->used != 0 && entry.work < victim->work)) victim = &entry;
        }
        if (victim->used == 0) filled_.fetch_add(1, std::memory_order_relaxed);
        *victim = {key, numbers, facts, plies, static_cast<std::uint8_t>(role), 0, work};
    }

    void clear() {
        if (buckets_ != nullptr) std::fill_n(buckets_.get(), spread_, Bucket{});
        filled_ = 0;
        spread_ = std::min(size_, first);
    }
    std::size_t bytes() const { return size_ * sizeof(Bucket); }
    /// Entries, and how many there is room for.
    std::size_t filled() const { return filled_; }
    std::size_t most() const { return size_ * std::tuple_size_v<Bucket>; }

    /// Calls f(entry) for each. Cost: a walk over the part of the memory that is in use.
    template <typename F>
    void for_each(F&& f) const {
        if (buckets_ == nullptr) return;
        for (std::size_t i = 0; i < spread_; ++i)
            for (const Entry& entry : buckets_[i])
                if (entry.used != 0) f(entry);
    }

  private:
    using Bucket = std::array<Entry, 3>;
    using Locks = std::array<std::atomic<bool>, 1024>;  // one for the buckets with the same last digits

    /// Held while a bucket is looked at: some cache lines are read, no more. Null: no lock is needed.
    class [[nodiscard]] Lock {
      public:
        explicit Lock(std::atomic<bool>* lock) : lock_(lock) {
            while (lock_ != nullptr && lock_->exchange(true, std::memory_order_acquire)) {
            }
        }
        Lock(const Lock&) = delete;
        Lock& operator=(const Lock&) = delete;
        ~Lock() {
            if (lock_ != nullptr) lock_->store(false, std::memory_order_release);
        }

      private:
        std::atomic<bool>* lock_;
    };
    std::atomic<bool>* lock_of(std::size_t place) const {
        return shared_ ? &(*locks_)[place % std::tuple_size_v<Locks>] : nullptr;
    }

    static constexpr std::size_t first = std::size_t{1} << 11;  // buckets: a quarter of a megabyte

    template <typename F>
    void change(const Key& key, Role role, F&& f) const {
        const std::size_t at = place(key);
        const Lock lock{lock_of(at)};
        for (Entry& entry : buckets_[at])
            if (entry.used == static_cast<std::uint8_t>(role) && entry.key == key) return f(entry);
    }

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
    std::size_t place(const Key& key) const { return mixed(key) & (spread_ - 1); }

    std::size_t size_;                     // buckets; a power of two
    std::size_t spread_;                   // of them in use; a power of two
    std::atomic<std::size_t> filled_ = 0;  // entries
    struct Free {
        void operator()(Bucket* memory) const { std::free(memory); }
    };
    std::unique_ptr<Bucket[], Free> buckets_;
    std::unique_ptr<Locks> locks_;
    bool shared_ = false;
};

}  // namespace zermelo::search
