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

/// Packs blocks. One thread at a time.
class Packer {
  public:
    explicit Packer(int level);

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
