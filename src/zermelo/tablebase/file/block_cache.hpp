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
/// neighbours do not displace each other. Any number of threads may use it at once; each place has its own
/// lock.
class BlockCache {
  public:
    BlockCache(std::uint64_t blocks, std::uint32_t block_size)
        : block_size_(block_size), places_(std::clamp<std::uint64_t>(blocks, 1, 256)) {}

    /// An entry of a block, if that is here.
    std::optional<std::uint8_t> find(std::uint64_t block, std::uint32_t entry) {
        Place& place = places_[block % places_.size()];
        const std::lock_guard lock{place.mutex};
        if (place.block != block) return std::nullopt;
        return place.bytes[entry];
    }

    /// The same of a block that is not here, which `unpack(std::span<std::uint8_t>) -> Result<void>` is asked
    /// for, `size` entries of it. Errors: those of `unpack`. Precondition: entry < size ≤ `block_size`.
    template <typename Unpack>
    Result<std::uint8_t> fill(std::uint64_t block, std::uint32_t size, std::uint32_t entry,
                              const Unpack& unpack) {
        Place& place = places_[block % places_.size()];
        const std::lock_guard lock{place.mutex};
        if (place.bytes == nullptr) place.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(block_size_);
        place.block = none;
        ZERMELO_CHECK(unpack(std::span{place.bytes.get(), size}));
        place.block = block;
        return place.bytes[entry];
    }

  private:
    static constexpr std::uint64_t none = ~std::uint64_t{0};
    struct Place {
        std::mutex mutex;
        std::uint64_t block = none;
        std::unique_ptr<std::uint8_t[]> bytes;  ///< made when the first block comes
    };
    std::size_t block_size_;
    std::vector<Place> places_;
};

}  // namespace zermelo::tablebase::file
