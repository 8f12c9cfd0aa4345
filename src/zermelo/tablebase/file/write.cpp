// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/write.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <stop_token>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>
#include <unistd.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/base/sink.hpp"
#include "zermelo/tablebase/file/block_codec.hpp"
#include "zermelo/tablebase/file/block_index.hpp"
#include "zermelo/tablebase/file/file.hpp"
#include "zermelo/tablebase/file/layout.hpp"
#include "zermelo/tablebase/file/temporary_file.hpp"

namespace zermelo::tablebase::file {

namespace {

template <typename Entry>
using Entries = std::span<const Entry>;

tl::unexpected<Error> refuse(std::string what) { return failure(ErrorKind::bad_usage, std::move(what)); }

constexpr const char* no_outcome = "an entry that is no outcome, expected 0, 1 or 2 in a byte";

Result<void> check(const Header& header, std::size_t sides, const Packing& packing, bool wide) {
    const std::uint32_t most = max_block_size(wide);
    if (sides != 1 && sides != 2) return refuse(fmt::format("a table of {} sides, expected 1 or 2", sides));
    if (header.variant.size() > max_name || header.tier.size() > max_name)
        return refuse(fmt::format("a name of over {} bytes in a table", max_name));
    if (header.record.size() > max_record)
        return refuse(
            fmt::format("a record of {} bytes, expected at most {}", header.record.size(), max_record));
    if (!std::has_single_bit(packing.block_size) || packing.block_size < least_block_size ||
        packing.block_size > most)
        return refuse(fmt::format("blocks of {} entries, expected a power of two from {} to {}",
                                  packing.block_size, least_block_size, most));
    if (header.encoding == Encoding::alone && wide) return refuse(no_outcome);
    return {};
}

template <typename Entry>
bool is_constant(Entries<Entry> block) {
    return std::all_of(block.begin(), block.end(), [&](Entry entry) { return entry == block[0]; });
}

/// Some blocks in a row, packed, and their part of the index.
struct PackedBlocks {
    std::string bytes;
    std::string index;
};

/// Packs the blocks of a file and writes them one after the other.
class Blocks {
  public:
    Blocks(Layout& layout, Sink& sink, int level, const std::stop_token& stop)
        : layout_(layout),
          sink_(sink),
          packers_([level, min_match = min_match(layout)] {
              return Packer{level, min_match};
          }),
          stop_(stop) {}

    /// Writes all blocks of a side, and adds its entries to a checksum.
    template <typename Entry>
    Result<void> write(const EntrySource<Entry>& side, EntriesChecksum& checksum) {
        const std::size_t a_parcel = std::size_t{blocks_a_parcel} * layout_.block_size;
        const std::size_t a_batch = parcels_a_batch * a_parcel;
        std::vector<Entry> entries;
        for (std::uint64_t from = 0; from < side.size; from += a_batch) {
            if (stop_.stop_requested()) return stopped();
            entries.resize(std::min<std::uint64_t>(a_batch, side.size - from));
            ZERMELO_CHECK(side.read(from, entries));
            const auto is_outcome = [](Entry entry) { return entry <= 2; };
            if (layout_.outcomes_alone() && !std::all_of(entries.begin(), entries.end(), is_outcome))
                return refuse(no_outcome);
            checksum.add(entries);
            const Entries<Entry> batch{entries};
            std::vector<PackedBlocks> parcels((batch.size() + a_parcel - 1) / a_parcel);
            each_part(parcels.size(), 1, {}, [&](std::size_t i, std::size_t) {
                const std::size_t at = i * a_parcel;
                parcels[i] = pack<Entry>(batch.subspan(at, std::min(a_parcel, batch.size() - at)),
                                         layout_.blocks + i * blocks_a_parcel);
            });
            if (no_memory_) return failure(ErrorKind::io, "no memory to pack a table");
            layout_.blocks += layout_.blocks_of(batch.size());
            for (const PackedBlocks& parcel : parcels) {
                index_ += parcel.index;
                ZERMELO_CHECK(sink_.write(parcel.bytes));
                length_ += parcel.bytes.size();
            }
        }
        return {};
    }

    /// How long the blocks are together.
    std::uint64_t length() const { return length_; }
    const std::string& index() const { return index_; }

  private:
    /// Short matches are not smaller than the bytes that they stand for, and take longer to unpack; but where
    /// a byte stands for four entries.
    static int min_match(const Layout& layout) { return layout.outcomes_alone() ? 3 : 6; }

    static constexpr std::size_t blocks_a_parcel = 64;
    static constexpr std::size_t parcels_a_batch = 64;

    /// `number`: that of the first block, in the file.
    template <typename Entry>
    PackedBlocks pack(Entries<Entry> entries, std::uint64_t number) {
        Packer& packer = packers_.local();
        PackedBlocks parcel;
        std::vector<std::uint8_t> plain;
        for (std::size_t from = 0; from < entries.size(); from += layout_.block_size) {
            const Entries<Entry> block =
                entries.subspan(from, std::min<std::size_t>(layout_.block_size, entries.size() - from));
            if (is_constant(block)) {
                put_item(parcel.index, {.checksum = block[0]}, layout_.wide());
            } else {
                const auto packed = packer.pack(laid_out(block, plain));
                if (packed.empty()) no_memory_ = true;
                put_item(parcel.index,
                         {.length = static_cast<std::uint32_t>(packed.size()),
                          .checksum = checksum_of(packed, number)},
                         layout_.wide());
                parcel.bytes.append(packed.begin(), packed.end());
            }
            ++number;
        }
        return parcel;
    }

    /// A block's bytes as they are packed.
    template <typename Entry>
    std::span<const std::uint8_t> laid_out(Entries<Entry> block, std::vector<std::uint8_t>& plain) const {
        plain.resize(layout_.bytes_of(static_cast<std::uint32_t>(block.size())));
        if constexpr (sizeof(Entry) == 2) {
            lay_out(block, plain);
        } else {
            if (!layout_.outcomes_alone()) return block;
            lay_out_outcomes(block, plain);
        }
        return plain;
    }

    Layout& layout_;
    Sink& sink_;
    tbb::enumerable_thread_specific<Packer> packers_;
    const std::stop_token& stop_;
    std::atomic<bool> no_memory_ = false;
    std::string index_;
    std::uint64_t length_ = 0;
};

/// Everything between opening the file and giving it its name. The header is written last: until then the
/// file begins with zeros, and is no table under any name.
template <typename Entry>
Result<Layout> fill(int descriptor, const std::string& path, const Header& header,
                    std::span<const EntrySource<Entry>> sides, const Packing& packing,
                    const std::stop_token& stop) {
    Layout layout;
    layout.header = header;
    layout.entry_bits = header.encoding == Encoding::alone ? 2 : 8 * sizeof(Entry);
    layout.block_size = packing.block_size;
    layout.header_length = header_length(header, sides.size());
    DescriptorSink sink{descriptor, path};
    ZERMELO_CHECK(sink.write(std::string(layout.header_length, '\0')));
    Blocks blocks{layout, sink, packing.level, stop};
    for (const EntrySource<Entry>& side : sides) {
        ZERMELO_TRY(EntriesChecksum checksum, EntriesChecksum::make(path));
        const std::uint64_t first = layout.blocks;
        ZERMELO_CHECK(blocks.write(side, checksum));
        layout.sides.push_back({side.size, checksum.sum(), first});
    }
    const std::string& index = blocks.index();
    layout.index_length = index.size();
    layout.index_checksum = checksum_of(octets(index));
    layout.file_length = layout.header_length + blocks.length() + index.size();
    if (layout.file_length > max_file_length)
        return failure(ErrorKind::bad_usage, "a table of over 2^48 bytes");
    ZERMELO_CHECK(sink.write(index));
    ::lseek(descriptor, 0, SEEK_SET);  // cannot fail: a regular file
    ZERMELO_CHECK(sink.write(header_bytes(layout)));
    return layout;
}

/// What was written, read again and compared with what was to be written.
Result<void> compare(const std::string& name, const Layout& layout) {
    ZERMELO_TRY(const auto file, File::open(name));
    if (file.header() != layout.header || file.wide() != layout.wide() ||
        file.checksum() != content_checksum(layout))
        return failure(ErrorKind::io, name + ": what was written reads differently");
    return file.verify();
}

template <typename Entry>
Result<TemporaryFile> write_entries(const std::string& path, const Header& header,
                                    std::span<const EntrySource<Entry>> sides, const Packing& packing,
                                    const std::stop_token& stop) {
    ZERMELO_CHECK(check(header, sides.size(), packing, sizeof(Entry) == 2));
    auto unfinished = TemporaryFile::create(path);
    if (!unfinished) return unfinished;
    ZERMELO_TRY(const auto layout, fill(unfinished->descriptor(), path, header, sides, packing, stop));
    if (auto same = compare(unfinished->name(), layout); !same) {
        same.error().kind = ErrorKind::io;  // the bytes were right in memory: the disk or the memory is not
        return tl::make_unexpected(std::move(same.error()));
    }
    return unfinished;
}

/// Sides that are all in memory.
template <typename Entry>
std::vector<EntrySource<Entry>> sources(std::span<const Entries<Entry>> sides) {
    std::vector<EntrySource<Entry>> result;
    for (const Entries<Entry>& entries : sides)
        result.push_back({entries.size(), [entries](std::uint64_t first, std::span<Entry> into) {
                              std::copy_n(entries.begin() + static_cast<std::ptrdiff_t>(first), into.size(),
                                          into.begin());
                              return Result<void>{};
                          }});
    return result;
}

}  // namespace

Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const EntrySource<std::uint8_t>> sides,
                                      const Packing& packing, const std::stop_token& stop) {
    return write_entries(path, header, sides, packing, stop);
}

Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const EntrySource<std::uint16_t>> sides,
                                      const Packing& packing, const std::stop_token& stop) {
    return write_entries(path, header, sides, packing, stop);
}

Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const std::span<const std::uint8_t>> sides,
                                      const Packing& packing, const std::stop_token& stop) {
    return write_entries<std::uint8_t>(path, header, sources(sides), packing, stop);
}

Result<TemporaryFile> write_temporary(const std::string& path, const Header& header,
                                      std::span<const std::span<const std::uint16_t>> sides,
                                      const Packing& packing, const std::stop_token& stop) {
    return write_entries<std::uint16_t>(path, header, sources(sides), packing, stop);
}

Result<void> write(const std::string& path, const Header& header,
                   std::span<const std::span<const std::uint8_t>> sides, const Packing& packing) {
    return write_temporary(path, header, sides, packing).and_then([](TemporaryFile&& file) {
        return file.finish();
    });
}

Result<void> write(const std::string& path, const Header& header,
                   std::span<const std::span<const std::uint16_t>> sides, const Packing& packing) {
    return write_temporary(path, header, sides, packing).and_then([](TemporaryFile&& file) {
        return file.finish();
    });
}

}  // namespace zermelo::tablebase::file
