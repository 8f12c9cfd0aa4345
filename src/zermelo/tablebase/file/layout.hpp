// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "zermelo/base/result.hpp"
#include "zermelo/tablebase/file/header.hpp"

struct XXH3_state_s;

namespace zermelo::tablebase::file {

// The bytes of a table file (docs/table-format.md). Errors of this part (`ErrorKind::bad_input`) do not name
// the file: they do not know it.

/// One array of entries.
struct Side {
    std::uint64_t entries = 0;
    std::uint64_t checksum = 0;     ///< that of the entries themselves
    std::uint64_t first_block = 0;  ///< blocks are numbered through all sides
};

struct Layout {
    Header header;
    std::uint32_t entry_bits = 8;  ///< or 16, where a distance does not fit into a byte; 2 of outcomes alone
    std::uint32_t block_size = 0;  ///< entries a block, but for the last of a side
    std::vector<Side> sides;
    std::uint64_t header_length = 0;
    std::uint64_t index_length = 0;
    std::uint64_t index_checksum = 0;
    std::uint64_t file_length = 0;
    std::uint64_t blocks = 0;  ///< blocks of all sides together

    bool wide() const { return entry_bits == 16; }
    bool outcomes_alone() const { return entry_bits == 2; }
    /// What this number of entries of a block takes, unpacked.
    std::uint32_t bytes_of(std::uint32_t entries) const { return (entries * entry_bits + 7) / 8; }
    std::uint32_t block_bytes() const { return bytes_of(block_size); }
    /// How long the item of a block whose entries are all the same is in the index.
    std::uint32_t least_item() const { return wide() ? 4 : 3; }
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

/// The newest versions of tables of bytes, of those of 16 bits an entry, and of outcomes alone.
constexpr std::uint32_t byte_version = 1;
constexpr std::uint32_t wide_version = 2;
constexpr std::uint32_t outcome_version = 3;
constexpr std::uint32_t least_block_size = 256;  ///< entries
constexpr std::uint32_t max_block_bytes = 32768;
/// The most entries of a block.
constexpr std::uint32_t max_block_size(bool wide) { return wide ? max_block_bytes / 2 : max_block_bytes; }
constexpr std::size_t magic_length = 8;
constexpr std::size_t preamble_length = 16;
constexpr std::size_t checksum_length = 8;
constexpr std::size_t max_name = 65'535;
constexpr std::size_t max_record = std::size_t{1} << 20U;
constexpr std::size_t max_header = 80 + 2 * 16 + 2 * max_name + max_record + checksum_length;
constexpr std::uint64_t max_file_length = std::uint64_t{1} << 48U;

/// What errors of files that once were whole begin with.
constexpr std::string_view damage = "damaged: ";

inline std::span<const std::uint8_t> octets(std::string_view text) {
    return {reinterpret_cast<const std::uint8_t*>(text.data()), text.size()};
}

/// XXH3-64 of bytes.
std::uint64_t checksum_of(std::span<const std::uint8_t> bytes, std::uint64_t seed = 0);

/// XXH3-64 of entries, some after the others: of those of 16 bits the lower byte first.
class EntriesChecksum {
  public:
    /// Errors (io): no memory, for this file.
    static Result<EntriesChecksum> make(const std::string& path);
    void add(std::span<const std::uint8_t> entries);
    void add(std::span<const std::uint16_t> entries);
    std::uint64_t sum() const;

  private:
    struct Free {
        void operator()(XXH3_state_s* state) const;
    };
    explicit EntriesChecksum(XXH3_state_s* state) : state_(state) {}
    std::unique_ptr<XXH3_state_s, Free> state_;
};

/// One number for what a table says: rules, variant, tier, scale, and every entry; not how it is packed, nor
/// the record.
std::uint64_t content_checksum(const Layout& layout);

/// The length that `header_bytes` will have.
std::uint64_t header_length(const Header& header, std::size_t sides);
/// The header as it stands in the file. Precondition: the fields of `Header` are as short as they must be.
std::string header_bytes(const Layout& layout);

/// Whether a file that begins with these bytes, at least `magic_length` of them, is a table.
bool begins_as_table(std::string_view bytes);

/// The length of the header of the table whose file begins with these bytes. Errors: not a table; another
/// version; fewer than `preamble_length` bytes; a length that no header has. Damaged, and not something else,
/// is also what is empty or begins with nothing but zeros, as files may after a power cut, and what differs
/// in two of the first bytes.
Result<std::uint64_t> read_preamble(std::string_view bytes);
/// Whether a file of another version is one of these versions, damaged: all else in its header is as it was
/// written. `bytes`: the file's first, as many as its header may have, `preamble_length` at
/// least.
bool is_of_known_version(std::string_view bytes);
/// Errors: damaged. Precondition: `bytes` are as long as `read_preamble` said.
Result<Layout> read_header(std::string_view bytes);

}  // namespace zermelo::tablebase::file
