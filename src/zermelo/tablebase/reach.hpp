// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/stop.hpp"
#include "zermelo/tablebase/indexed.hpp"
#include "zermelo/tablebase/reached.hpp"
#include "zermelo/tablebase/tier_audit.hpp"
#include "zermelo/tablebase/tier_table.hpp"
#include "zermelo/tablebase/value_encoding.hpp"

namespace zermelo::tablebase {

/// Finds all positions of a tier that play from one of them can lead to, and counts them by their values.
/// Nobody plays on where a position `wins_at_once`, and moves out of the tier are not followed. A position
/// without an entry is played through, and not counted itself. Precondition:
/// `values` are those of the tier, which holds the position. Memory: three bits an entry. Cost: O(reached
/// positions × moves + plies × entries), on all threads.
template <Indexed T>
class Reach {
  public:
    using Position = typename T::Position;

    Reach(const T& tier, ValueEncoding encoding, const TierValues& values, const StopToken& stop = {})
        : tier_(tier), encoding_(encoding), values_(values), stop_(stop) {}

    Reached from(const Position& start) {
        for (std::uint32_t t = 0; t < tier_.tables(); ++t) {
            const std::size_t words = tier_.table_size(t) / word_bits + 1;
            for (Set* set : {&seen_, &now_, &next_}) set->emplace_back(words);
        }
        note(start);
        Reached reached;
        for (; swap_in(); ++reached.plies) {
            for (std::uint32_t t = 0; t < now_.size(); ++t)
                each_part(now_[t].size(), grain, stop_, [&](std::size_t first, std::size_t end) {
                    each(now_, t, first, end, [&](Slot, const Position& p) { expand(p); });
                });
            if (stop_.stop_requested()) break;
        }
        --reached.plies;
        count(reached);
        return reached;
    }

  private:
    using Set = std::vector<std::vector<std::uint64_t>>;  ///< a bit an entry, by table
    static constexpr std::size_t word_bits = 64;
    static constexpr std::size_t grain = 256;

    bool wins(const Position& p) const {
        if constexpr (game::SeesWins<T>) return tier_.wins_at_once(p);
        return false;
    }
    /// The one entry that stands for a position and its symmetric copies.
    Slot least(const Position& p) const {
        Slot best = tier_.slot(p);
        tier_.each_slot(p, [&](Slot slot) { best.index = std::min(best.index, slot.index); });
        return best;
    }
    void note(const Position& p) {
        const Slot slot = least(p);
        const std::uint64_t bit = std::uint64_t{1} << slot.index % word_bits;
        const std::atomic_ref seen{seen_[slot.table][slot.index / word_bits]};
        if ((seen.load(std::memory_order_relaxed) & bit) != 0) return;
        if ((seen.fetch_or(bit, std::memory_order_relaxed) & bit) != 0) return;
        std::atomic_ref{next_[slot.table][slot.index / word_bits]}.fetch_or(bit, std::memory_order_relaxed);
        found_ = true;
    }
    /// What was found last is what is looked at now; false if nothing was.
    bool swap_in() {
        std::swap(now_, next_);
        for (auto& table : next_) std::fill(table.begin(), table.end(), 0);
        return found_.exchange(false);
    }
    void expand(const Position& p) {
        if (wins(p)) return;
        typename T::MoveList moves;
        tier_.moves(p, moves);
        for (const auto& move : moves) {
            const Position child = tier_.play(p, move);
            if (tier_.holds(child))
                note(child);
            else if (tier_.leads_to(p, move, child) == LeadsTo::unindexed)
                expand(child);
        }
    }
    /// Calls f for what a set holds in some words of a table.
    template <typename F>
    void each(const Set& set, std::uint32_t table, std::size_t first, std::size_t end, const F& f) const {
        for (std::size_t i = first; i < end; ++i)
            for (std::uint64_t word = set[table][i]; word != 0; word &= word - 1) {
                const Slot slot{table, i * word_bits + static_cast<unsigned>(std::countr_zero(word))};
                f(slot, *tier_.position(slot));
            }
    }
    void count(Reached& reached) const {
        reached.tables.resize(tier_.tables());
        std::mutex mutex;
        for (std::uint32_t t = 0; t < seen_.size(); ++t)
            each_part(seen_[t].size(), grain, stop_, [&](std::size_t first, std::size_t end) {
                TableCounts counts;
                std::uint64_t ended = 0;
                each(seen_, t, first, end, [&](Slot slot, const Position& p) {
                    const bool at_once = wins(p);
                    counts.add(at_once ? *encoding_.win(1) : values_[slot], slot.index, 1, true);
                    ended += !at_once && tier_.end(p) == game::Outcome::loss ? 1 : 0;
                });
                const std::lock_guard lock{mutex};
                reached.tables[t].add(counts);
                reached.ended += ended;
            });
    }

    const T& tier_;
    ValueEncoding encoding_;
    const TierValues& values_;
    StopToken stop_;
    Set seen_;
    Set now_;
    Set next_;
    std::atomic<bool> found_ = false;
};

}  // namespace zermelo::tablebase
