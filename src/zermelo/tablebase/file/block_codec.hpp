// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace zermelo::tablebase::file {

/// Lays the entries of a block of 16 bits each out as they are packed: their lower bytes, and then the upper
/// ones, most of which are alike. Precondition: `plain` has two bytes an entry.
void lay_out(std::span<const std::uint16_t> entries, std::span<std::uint8_t> plain);
/// And back.
void collect(std::span<const std::uint8_t> plain, std::span<std::uint16_t> entries);

/// Lays outcomes out as they are packed: four to a byte, the first in its lowest bits, and zeros after the
/// last. Preconditions: none is above 2; `plain` is as long as that takes.
void lay_out_outcomes(std::span<const std::uint8_t> entries, std::span<std::uint8_t> plain);
/// And back.
void collect_outcomes(std::span<const std::uint8_t> plain, std::span<std::uint8_t> entries);
/// Whether bytes are as `lay_out_outcomes` makes them of this number of outcomes.
bool are_outcomes(std::span<const std::uint8_t> plain, std::uint32_t entries);
inline std::uint8_t outcome_at(const std::uint8_t* plain, std::uint32_t entry) {
    return static_cast<std::uint8_t>(plain[entry / 4] >> 2 * (entry % 4) & 3U);
}

/// Packs blocks. One thread at a time.
class Packer {
  public:
    /// `min_match`: bytes that come again count from this number on.
    Packer(int level, int min_match);

    /// The packed bytes of a block, valid until the next call: those of a zstd frame, or the block itself
    /// where that is not longer; none if there is no memory.
    std::span<const std::uint8_t> pack(std::span<const std::uint8_t> plain);

  private:
    struct Free {
        void operator()(ZSTD_CCtx_s* context) const;
    };
    std::unique_ptr<ZSTD_CCtx_s, Free> context_;
    std::unique_ptr<std::uint8_t[]> room_;
    std::size_t room_size_;
};

/// Unpacks blocks. One thread at a time.
class Unpacker {
  public:
    /// Throws std::bad_alloc without memory.
    Unpacker();

    /// Fills `plain` from what `Packer` made of it; false if that is not possible. Any bytes may be given.
    bool unpack(std::span<const std::uint8_t> packed, std::span<std::uint8_t> plain);

  private:
    struct Free {
        void operator()(ZSTD_DCtx_s* context) const;
    };
    std::unique_ptr<ZSTD_DCtx_s, Free> context_;
};

}  // namespace zermelo::tablebase::file
