// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/file/layout.hpp"

namespace zermelo::tablebase::file {

/// Where one block lies in the file, and the checksum of its bytes there. A block whose entries are all the
/// same has no bytes, only their value.
struct Block {
    std::uint64_t offset = 0;
    std::uint32_t length = 0;    ///< 0: all its entries are the same
    std::uint64_t checksum = 0;  ///< or the value of them all

    bool is_constant() const { return length == 0; }
    /// Precondition: `is_constant()`.
    std::uint16_t value() const { return static_cast<std::uint16_t>(checksum); }
};

/// Adds the item of a block at the end of an index in the making; `wide`: its entries have 16 bits.
/// Offsets do not stand in it. Precondition: length < 2^16.
void put_item(std::string& index, const Block& block, bool wide);

/// The block index of an open file, kept as it stands there, and for every sixteenth block where its item is:
/// the items between have lengths of their own. Memory: at most 11 bytes a block.
class BlockIndex {
  public:
    BlockIndex() = default;
    /// Errors: damaged, without the file's name. Cost: O(bytes), some 3 ns a block.
    static Result<BlockIndex> read(std::string bytes, const Layout& layout);

    /// Precondition: `number` is that of a block of the layout. Cost: some 20 ns.
    Block operator[](std::uint64_t number) const;
    /// Those from `first` to the one before `last`.
    std::vector<Block> range(std::uint64_t first, std::uint64_t last) const;

  private:
    /// Items are taken from the front, one after the other.
    class Walk;
    struct Mark {
        std::uint64_t item;    ///< where it begins in the index
        std::uint64_t offset;  ///< where the block, or what follows it, begins in the file
    };
    static constexpr std::uint64_t blocks_a_mark = 16;
    Walk walk_to(std::uint64_t number) const;

    std::string bytes_;
    bool wide_ = false;
    std::vector<Mark> marks_;
};

}  // namespace zermelo::tablebase::file
