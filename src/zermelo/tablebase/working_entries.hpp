// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/base/stop.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// The entries of a tier while it is solved, of 8 bits each or of 16. Values are `Number`s in both; marks are
/// the two greatest that fit. Any number of threads may load, store and exchange entries at once.
class WorkingEntries {
    template <typename F>
    auto at(Slot slot, F&& f) {
        if (!wide_) [[likely]]
            return f(std::atomic_ref{bytes_[slot.table][slot.index]});
        return f(std::atomic_ref{numbers_[slot.table][slot.index]});
    }

  public:
    /// Tables of these sizes, with all entries `unused`.
    void begin(const std::vector<std::uint64_t>& sizes, bool wide);
    /// Makes 16 bits of 8; marks stay marks. Precondition: not `wide`.
    void widen();
    /// What there is, with nothing left here; in bytes where all values fit.
    TierValues take();
    /// The same of bytes. Precondition: not `wide`.
    TierBytes take_bytes();

    bool wide() const { return wide_; }
    std::uint32_t tables() const {
        return static_cast<std::uint32_t>(wide_ ? numbers_.size() : bytes_.size());
    }
    std::uint64_t size(std::uint32_t table) const {
        return wide_ ? numbers_[table].size() : bytes_[table].size();
    }

    /// The greatest number that is a value, and the marks above it.
    Number last() const { return wide_ ? last_value<std::uint16_t> : last_value<std::uint8_t>; }
    Number unused() const { return wide_ ? dont_care_mark<std::uint16_t> : dont_care; }
    Number cannot_lose() const {
        return wide_ ? cannot_lose_mark<std::uint16_t> : cannot_lose_mark<std::uint8_t>;
    }

    Number load(Slot slot) {
        return at(slot, [](auto entry) { return Number{entry.load(std::memory_order_relaxed)}; });
    }
    void store(Slot slot, Number number) {
        at(slot, [&]<typename Entry>(std::atomic_ref<Entry> entry) {
            entry.store(static_cast<Entry>(number), std::memory_order_relaxed);
        });
    }
    /// Puts `next` where `known` is. False, with what is there in `known`, where that has changed; may fail
    /// without a reason.
    bool exchange(Slot slot, Number& known, Number next) {
        return at(slot, [&]<typename Entry>(std::atomic_ref<Entry> entry) {
            auto there = static_cast<Entry>(known);
            const bool done =
                entry.compare_exchange_weak(there, static_cast<Entry>(next), std::memory_order_relaxed);
            known = there;
            return done;
        });
    }
    /// Where a number stands first, from `first` up to `end`.
    std::optional<std::uint64_t> find(std::uint32_t table, std::uint64_t first, std::uint64_t end,
                                      Number number) const;
    /// Makes all numbers from `low` to `high` draws, which nobody has decided. Does not change all of them
    /// where it is stopped.
    void make_draws(Number low, Number high, const StopToken& stop);

  private:
    bool wide_ = false;
    TierBytes bytes_;
    TierNumbers numbers_;
};

}  // namespace zermelo::tablebase
