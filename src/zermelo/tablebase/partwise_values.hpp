// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/slot_store.hpp"
#include "zermelo/tablebase/tier_table.hpp"

namespace zermelo::tablebase {

/// Into what parts a tier's tables are cut when they do not fit into memory.
struct PartSizes {
    std::uint64_t grain = 0;   ///< entries that a thread looks at in one go
    std::uint64_t window = 0;  ///< entries whose numbers are in memory together: a multiple of the grain

    /// For tables of this number of entries together: some 64 windows, as far as they are neither small nor
    /// large.
    static PartSizes of(std::uint64_t entries);
};

/// Bytes that it takes to solve tables of this number of entries together in parts, with up to eight threads.
std::uint64_t partwise_memory(std::uint64_t entries);

/// What is known of every entry of a tier, in two bits each. Any number of threads may ask and change at
/// once.
class EntryStates {
  public:
    enum class State : std::uint8_t {
        undecided = 0,
        marked = 1,  ///< undecided, and to be rechecked
        won = 2,
        closed = 3  ///< lost, or no entry that is stored
    };

    /// Tables of these sizes, all entries `closed`.
    explicit EntryStates(const std::vector<std::uint64_t>& sizes);

    std::uint32_t tables() const { return static_cast<std::uint32_t>(sizes_.size()); }
    std::uint64_t size(std::uint32_t table) const { return sizes_[table]; }

    State load(Slot slot) const {
        return static_cast<State>(word(slot).load(std::memory_order_relaxed) >> shift(slot) & 3U);
    }
    bool is_won(Slot slot) const { return load(slot) == State::won; }
    /// Precondition: it was `closed`, and nobody else is at it.
    void open(Slot slot) {
        word(slot).fetch_and(~(std::uint64_t{3} << shift(slot)), std::memory_order_relaxed);
    }
    /// Marks what is undecided.
    void mark(Slot slot) {
        if (load(slot) == State::undecided)
            word(slot).fetch_or(std::uint64_t{1} << shift(slot), std::memory_order_relaxed);
    }
    void unmark(Slot slot) {
        word(slot).fetch_and(~(std::uint64_t{1} << shift(slot)), std::memory_order_relaxed);
    }
    /// Decides what is undecided: whether it was. Precondition: nothing is marked at that time but by who
    /// asks.
    bool win(Slot slot) { return decide(slot, State::won); }
    bool close(Slot slot) { return decide(slot, State::closed); }

    /// Calls f(index) for the marked ones from `first` up to `end`, ascending. Precondition: `first` is a
    /// multiple of 32.
    template <typename Next>
    void each_marked(std::uint32_t table, std::uint64_t first, std::uint64_t end, Next&& next) const {
        for (; first < end; first += in_word) {
            const std::uint64_t all = word({table, first}).load(std::memory_order_relaxed);
            std::uint64_t marked = all & ~(all >> 1U) & low_bits;
            for (; marked != 0; marked &= marked - 1)
                if (const std::uint64_t index = first + static_cast<unsigned>(std::countr_zero(marked)) / 2;
                    index < end)
                    next(index);
        }
    }

  private:
    static constexpr std::uint64_t in_word = 32;
    static constexpr std::uint64_t low_bits = 0x5555'5555'5555'5555;
    static unsigned shift(Slot slot) { return 2 * static_cast<unsigned>(slot.index % in_word); }
    std::atomic_ref<std::uint64_t> word(Slot slot) const {
        return std::atomic_ref{words_[slot.table][slot.index / in_word]};
    }
    bool decide(Slot slot, State state) {
        if (load(slot) != State::undecided) return false;
        const auto bits = static_cast<std::uint64_t>(state) << shift(slot);
        const std::uint64_t before = word(slot).fetch_or(bits, std::memory_order_relaxed);
        return (before >> shift(slot) & 3U) == 0;
    }

    std::vector<std::uint64_t> sizes_;
    mutable std::vector<std::vector<std::uint64_t>> words_;  ///< `atomic_ref` reads nothing constant
};

/// The values of a tier that was solved in parts: who asks for them window by window never has more than one
/// in memory.
class PartwiseValues {
  public:
    PartwiseValues(EntryStates states, SlotStore store, std::uint64_t window)
        : states_(std::move(states)), store_(std::move(store)), window_(window) {}

    /// Whether some number does not fit into a byte.
    bool wide() const { return store_.greatest() > last_value<std::uint8_t>; }
    std::uint64_t window() const { return window_; }
    std::uint32_t tables() const { return states_.tables(); }
    std::uint64_t size(std::uint32_t table) const { return states_.size(table); }
    /// The numbers of the entries from `number` × `window()` on, `dont_care_mark` where an entry is not
    /// stored. Errors: as of `SlotStore`. Precondition: a byte an entry only if not `wide`. Cost:
    /// O(window + chunks).
    template <typename Entry>
    Result<std::vector<Entry>> read(std::uint32_t table, std::uint64_t number) const;

  private:
    EntryStates states_;
    SlotStore store_;
    std::uint64_t window_;
};

extern template Result<std::vector<std::uint8_t>> PartwiseValues::read(std::uint32_t, std::uint64_t) const;
extern template Result<std::vector<std::uint16_t>> PartwiseValues::read(std::uint32_t, std::uint64_t) const;

}  // namespace zermelo::tablebase
