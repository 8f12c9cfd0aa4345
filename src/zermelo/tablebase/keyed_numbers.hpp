// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "zermelo/base/random.hpp"

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

/// The indices below `count` by keys that are sums of random numbers: `draw(random)` draws these, and again
/// in the unlikely case that two keys are equal; `each_key(index, f)` calls f(key) for all keys of an index,
/// `keys` of them at most.
template <typename Index, typename Draw, typename EachKey>
KeyedNumbers<Index> keyed_numbers(std::size_t count, std::size_t keys, const Draw& draw,
                                  const EachKey& each_key) {
    for (std::uint64_t seed = 1;; ++seed) {
        Random random{seed};
        draw(random);
        KeyedNumbers<Index> numbers{count * keys};
        bool distinct = true;
        for (Index i; i.number() < count; ++i)
            each_key(i, [&](std::uint64_t key) { distinct = distinct && numbers.put(key, i); });
        if (distinct) return numbers;
    }
}

}  // namespace zermelo::tablebase
