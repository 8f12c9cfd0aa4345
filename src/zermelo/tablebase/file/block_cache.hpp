// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "zermelo/base/result.hpp"

namespace zermelo::tablebase::file {

/// The unpacked blocks that were asked for last: 256 of them at most, each where its number says, so that
/// neighbours do not displace each other. Any number of threads may use it at once; each slot has its own
/// lock.
class BlockCache {
  public:
    BlockCache(std::uint64_t blocks, std::uint32_t block_size)
        : block_size_(block_size), slots_(std::clamp<std::uint64_t>(blocks, 1, 256)) {}

    /// An entry of a block, if that is here.
    std::optional<std::uint8_t> find(std::uint64_t block, std::uint32_t entry) {
        Slot& slot = slots_[block % slots_.size()];
        const std::lock_guard lock{slot.mutex};
        if (slot.block != block) return std::nullopt;
        return slot.bytes[entry];
    }

    /// The same of a block that is not here, which `unpack(std::span<std::uint8_t>) -> Result<void>` is asked
    /// for, `size` entries of it. Errors: those of `unpack`. Precondition: entry < size ≤ `block_size`.
    template <typename Unpack>
    Result<std::uint8_t> fill(std::uint64_t block, std::uint32_t size, std::uint32_t entry,
                              const Unpack& unpack) {
        Slot& slot = slots_[block % slots_.size()];
        const std::lock_guard lock{slot.mutex};
        if (slot.bytes == nullptr) slot.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(block_size_);
        slot.block = none;
        ZERMELO_CHECK(unpack(std::span{slot.bytes.get(), size}));
        slot.block = block;
        return slot.bytes[entry];
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    struct Slot {
        std::mutex mutex;
        std::uint64_t block = none;
        std::unique_ptr<std::uint8_t[]> bytes;  ///< made when the first block comes
    };
    std::size_t block_size_;
    std::vector<Slot> slots_;
};

}  // namespace zermelo::tablebase::file
