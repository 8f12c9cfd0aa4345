// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace zermelo::table {

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
        if (place.bytes == nullptr || place.block != block) return std::nullopt;
        return place.bytes[entry];
    }

    /// Precondition: at most `block_size` bytes.
    void keep(std::uint64_t block, std::span<const std::uint8_t> bytes) {
        Place& place = places_[block % places_.size()];
        const std::lock_guard lock{place.mutex};
        if (place.bytes == nullptr) place.bytes = std::make_unique_for_overwrite<std::uint8_t[]>(block_size_);
        std::copy(bytes.begin(), bytes.end(), place.bytes.get());
        place.block = block;
    }

  private:
    struct Place {
        std::mutex mutex;
        std::uint64_t block = 0;
        std::unique_ptr<std::uint8_t[]> bytes;  ///< none: nothing was kept here yet
    };
    std::size_t block_size_;
    std::vector<Place> places_;
};

}  // namespace zermelo::table
