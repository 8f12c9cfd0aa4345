// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/table/header.hpp"

namespace zermelo::table {

// The bytes of a table file (docs/table-format.md). Errors of this part (`ErrorKind::bad_input`) do not name
// the file: they do not know it.

/// Where one block lies in the file, and the checksum of its bytes there. A block whose entries are all the
/// same has no bytes, only their value.
class Block {
  public:
    static Block constant(std::uint8_t value) { return {0, value}; }
    /// Precondition: offset < 2^48, 0 < length < 2^16.
    static Block packed(std::uint64_t offset, std::uint64_t length, std::uint64_t checksum) {
        return {offset << 16U | length, checksum};
    }

    bool is_constant() const { return length() == 0; }
    /// Precondition: `is_constant()`.
    std::uint8_t value() const { return static_cast<std::uint8_t>(checksum_); }
    std::uint64_t offset() const { return place_ >> 16U; }
    std::uint32_t length() const { return static_cast<std::uint32_t>(place_ & 0xFFFFU); }
    std::uint64_t checksum() const { return checksum_; }

  private:
    Block(std::uint64_t place, std::uint64_t checksum) : place_(place), checksum_(checksum) {}
    std::uint64_t place_;
    std::uint64_t checksum_;
};

/// One array of entries, a byte each.
struct Side {
    std::uint64_t entries = 0;
    std::uint64_t checksum = 0;     ///< of the entries themselves
    std::uint64_t first_block = 0;  ///< blocks are numbered through all sides
};

struct Layout {
    Header header;
    std::uint32_t block_size = 0;  ///< entries a block, but for the last of a side
    std::vector<Side> sides;
    std::uint64_t header_length = 0;
    std::uint64_t index_length = 0;
    std::uint64_t index_checksum = 0;
    std::uint64_t file_length = 0;
    std::vector<Block> blocks;

    std::uint64_t index_offset() const { return file_length - index_length; }
    std::uint64_t blocks_of(std::uint64_t entries) const {
        return entries / block_size + (entries % block_size != 0 ? 1 : 0);
    }
    /// How many entries the block holds that is `number` blocks after the first of its side.
    std::uint32_t entries_in(const Side& side, std::uint64_t number) const {
        const std::uint64_t left = side.entries - number * block_size;
        return left < block_size ? static_cast<std::uint32_t>(left) : block_size;
    }
};

constexpr std::uint32_t format_version = 1;
constexpr std::uint32_t least_block_size = 256;
constexpr std::uint32_t most_block_size = 32768;
constexpr std::size_t magic_length = 8;
constexpr std::size_t preamble_length = 16;
constexpr std::size_t most_name = 65'535;
constexpr std::size_t most_record = std::size_t{1} << 20U;
constexpr std::uint64_t most_file_length = std::uint64_t{1} << 48U;

/// XXH3-64 of bytes.
std::uint64_t checksum_of(std::span<const std::uint8_t> bytes, std::uint64_t seed = 0);

/// One number for what a table says: rules, variant, tier, scale, and every entry; not how it is packed, nor
/// the record.
std::uint64_t content_checksum(const Layout& layout);

/// The length that `header_bytes` will have.
std::uint64_t header_length(const Header& header, std::size_t sides);
/// The header as it stands in the file. Precondition: the fields of `Header` are as short as they must be.
std::string header_bytes(const Layout& layout);
std::string index_bytes(std::span<const Block> blocks);

/// Whether a file that begins with these bytes, at least `magic_length` of them, is a table or was one.
bool begins_as_table(std::string_view bytes);

/// The length of the header of the table whose file begins with these bytes. Errors: not a table; another
/// version; fewer than `preamble_length` bytes; a length that no header has.
Result<std::uint64_t> read_preamble(std::string_view bytes);
/// All but the blocks. Errors: damaged. Precondition: `bytes` are as long as `read_preamble` said.
Result<Layout> read_header(std::string_view bytes);
/// Fills `layout.blocks`. Errors: damaged; then `layout` is as it was. Cost and memory: O(bytes).
Result<void> read_index(std::string_view bytes, Layout& layout);

}  // namespace zermelo::table
