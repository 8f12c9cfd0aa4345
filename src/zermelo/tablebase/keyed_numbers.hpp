// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace zermelo::tablebase {

/// Indices (`IndexOf`) by random keys: each where the key's upper bits say, or at the next slot that was
/// free.
template <typename Index>
class KeyedNumbers {
  public:
    /// Precondition: at most `count` keys are put in.
    explicit KeyedNumbers(std::size_t count = 0) : slots_(std::bit_ceil(2 * count + 2)) {}
    /// False, and nothing changes, if the key has another index.
    bool put(std::uint64_t key, Index index) {
        Slot& slot = slots_[slot_of(key)];
        if (slot.index && slot.index != index) return false;
        slot = {key, index};
        return true;
    }
    std::optional<Index> find(std::uint64_t key) const { return slots_[slot_of(key)].index; }

  private:
    struct Slot {
        std::uint64_t key = 0;
        std::optional<Index> index;
    };
    std::size_t slot_of(std::uint64_t key) const {
        std::size_t slot = key >> 32U & (slots_.size() - 1);
        while (slots_[slot].index && slots_[slot].key != key) slot = (slot + 1) & (slots_.size() - 1);
        return slot;
    }
    std::vector<Slot> slots_;
};

}  // namespace zermelo::tablebase
