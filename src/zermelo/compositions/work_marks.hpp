// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "zermelo/base/hash128.hpp"

namespace zermelo::compositions {

/// Which positions some thread is at work on, so that the others look at something else first, and at these
/// when it has probably found them out. That changes the order of a search, and nothing else: two positions
/// may have one mark, and a position may be without one. The method is simplified ABDADA (T. Kerrigan, 2017).
class WorkMarks {
  public:
    /// From now on there are several threads. Before that nothing is marked, which costs nothing.
    void begin() { several_ = true; }
    bool several() const { return several_; }

    /// While it lives, a position is marked, as one with `left` left to play, unless it is already.
    class Mark {
      public:
        Mark(WorkMarks& marks, const Hash128& key, unsigned left) {
            if (!marks.several_) return;
            auto& slot = marks.slot(tag(key, left));
            if (slot.load(std::memory_order_relaxed) != 0) return;
            slot.store(tag(key, left), std::memory_order_relaxed);
            slot_ = &slot;
        }
        Mark(const Mark&) = delete;
        Mark& operator=(const Mark&) = delete;
        ~Mark() {
            if (slot_ != nullptr) slot_->store(0, std::memory_order_relaxed);
        }

      private:
        std::atomic<std::uint64_t>* slot_ = nullptr;
    };

    /// Whether a position is marked.
    bool has(const Hash128& key, unsigned left) {
        return several_ && slot(tag(key, left)).load(std::memory_order_relaxed) == tag(key, left);
    }

  private:
    static std::uint64_t tag(const Hash128& key, unsigned left) { return with_number(key, left).low | 1U; }
    std::atomic<std::uint64_t>& slot(std::uint64_t tag) { return slots_[tag / 2 % slots_.size()]; }

    bool several_ = false;
    std::array<std::atomic<std::uint64_t>, 4096> slots_{};
};

/// Calls f(number) for each number below `size`, until f says true: first for those that are not busy.
/// Returns whether f did.
template <typename IsBusy, typename F>
bool free_ones_first(std::size_t size, const IsBusy& is_busy, const F& f) {
    std::vector<std::size_t> later;
    for (std::size_t i = 0; i < size + later.size(); ++i) {
        const std::size_t at = i < size ? i : later[i - size];
        if (i < size && is_busy(at))
            later.push_back(at);
        else if (f(at))
            return true;
    }
    return false;
}

/// What the threads that solve one diagram have together.
template <typename Table>
struct Findings {
    explicit Findings(std::size_t bytes) : table(bytes) { table.allocate(); }

    /// From now on there are several threads. False: without memory for the table nothing can be shared.
    bool share() {
        if (!table.allocated()) return false;
        table.share();
        marks.begin();
        return true;
    }

    Table table;
    WorkMarks marks;
};

}  // namespace zermelo::compositions
