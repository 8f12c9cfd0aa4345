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
#include "zermelo/tablebase/file/block_codec.hpp"
#include "zermelo/tablebase/file/layout.hpp"

namespace zermelo::tablebase::file {

/// The unpacked blocks that were asked for last: 256 of them at most, each where its number says, so that
/// neighbours do not displace each other. Any number of threads may use it at once; each slot has its own
/// lock.
class BlockCache {
  public:
    /// `layout`: the file's, which outlives it. Blocks of other entries than bytes are as `lay_out` and
    /// `lay_out_outcomes` make them.
    explicit BlockCache(const Layout& layout)
        : layout_(layout), slots_(std::clamp<std::uint64_t>(layout.blocks, 1, 256)) {}

    /// An entry of a block of `size` entries, if that is here.
    std::optional<std::uint16_t> find(std::uint64_t block, std::uint32_t size, std::uint32_t entry) {
        Slot& slot = slots_[block % slots_.size()];
        const std::lock_guard lock{slot.mutex};
        if (slot.block != block) return std::nullopt;
        return value(slot, size, entry);
    }

    /// The same of a block that is not here, which `unpack(std::span<std::uint8_t>) -> Result<void>` is asked
    /// for. Errors: those of `unpack`. Precondition: entry < size ≤ `block_size`.
    template <typename Unpack>
    Result<std::uint16_t> fill(std::uint64_t block, std::uint32_t size, std::uint32_t entry,
                               const Unpack& unpack) {
        Slot& slot = slots_[block % slots_.size()];
        const std::lock_guard lock{slot.mutex};
        if (slot.bytes == nullptr)
            slot.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(layout_.block_bytes());
        slot.block = none;
        ZERMELO_CHECK(unpack(std::span{slot.bytes.get(), layout_.bytes_of(size)}));
        slot.block = block;
        return value(slot, size, entry);
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    struct Slot {
        std::mutex mutex;
        std::uint64_t block = none;
        std::unique_ptr<std::uint8_t[]> bytes;  ///< made when the first block comes
    };
    std::uint16_t value(const Slot& slot, std::uint32_t size, std::uint32_t entry) const {
        if (layout_.outcomes_alone()) return outcome_at(slot.bytes.get(), entry);
        if (!layout_.wide()) return slot.bytes[entry];
        return static_cast<std::uint16_t>(slot.bytes[entry] | slot.bytes[size + entry] << 8U);
    }

    const Layout& layout_;
    std::vector<Slot> slots_;
};

}  // namespace zermelo::tablebase::file
