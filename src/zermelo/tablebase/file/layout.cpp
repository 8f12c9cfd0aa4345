// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/layout.hpp"

#include <algorithm>
#include <array>
#include <bit>

#include <fmt/format.h>
#include <xxhash.h>

#include "zermelo/tablebase/file/little_endian.hpp"

namespace zermelo::tablebase::file {

namespace {

// As PNG's: a byte that is no ASCII, a name, and the line ends that a transfer as text would change.
constexpr std::string_view magic = "\x89ZTB\r\n\x1a\n";
static_assert(magic.size() == magic_length);
constexpr std::array<std::uint32_t, 3> versions = {byte_version, wide_version, outcome_version};
constexpr std::size_t fixed_length = 80;
constexpr std::size_t side_length = 16;

/// Takes little-endian numbers and texts from the front of bytes.
class Cursor {
  public:
    explicit Cursor(std::string_view bytes) : bytes_(bytes) {}

    std::size_t left() const { return bytes_.size(); }
    /// Precondition: that many bytes are left.
    std::string_view text(std::size_t length) {
        const std::string_view result = bytes_.substr(0, length);
        bytes_.remove_prefix(length);
        return result;
    }
    template <typename T>
    T number() {
        return get<T>(text(sizeof(T)).data());
    }

  private:
    std::string_view bytes_;
};

tl::unexpected<Error> damaged(std::string what) {
    return failure(ErrorKind::bad_input, std::string{damage} + what);
}

}  // namespace

std::uint64_t checksum_of(std::span<const std::uint8_t> bytes, std::uint64_t seed) {
    return XXH3_64bits_withSeed(bytes.data(), bytes.size(), seed);
}

void EntriesChecksum::Free::operator()(XXH3_state_s* state) const { XXH3_freeState(state); }

Result<EntriesChecksum> EntriesChecksum::make(const std::string& path) {
    XXH3_state_t* const state = XXH3_createState();
    if (state == nullptr) return failure(ErrorKind::io, path + ": no memory");
    XXH3_64bits_reset(state);
    return EntriesChecksum{state};
}

void EntriesChecksum::add(std::span<const std::uint8_t> entries) {
    XXH3_64bits_update(state_.get(), entries.data(), entries.size());
}

void EntriesChecksum::add(std::span<const std::uint16_t> entries) {
    if constexpr (std::endian::native == std::endian::little) {
        XXH3_64bits_update(state_.get(), entries.data(), entries.size_bytes());
    } else {
        for (const std::uint16_t entry : entries) {
            const std::array<std::uint8_t, 2> bytes{static_cast<std::uint8_t>(entry),
                                                    static_cast<std::uint8_t>(entry >> 8U)};
            add(bytes);
        }
    }
}

std::uint64_t EntriesChecksum::sum() const { return XXH3_64bits_digest(state_.get()); }

std::uint64_t content_checksum(const Layout& layout) {
    const Header& header = layout.header;
    std::string text =
        fmt::format("rules {:016x}{:016x}\nvariant {}\ntier {}\nscale {}\n", header.rules.high,
                    header.rules.low, header.variant, header.tier, static_cast<unsigned>(header.encoding));
    if (layout.wide()) text += "bits 16\n";
    for (const Side& side : layout.sides)
        text += fmt::format("entries {} {:016x}\n", side.entries, side.checksum);
    return checksum_of(octets(text));
}

std::uint64_t header_length(const Header& header, std::size_t sides) {
    return fixed_length + sides * side_length + header.variant.size() + header.tier.size() +
           header.record.size() + checksum_length;
}

std::string header_bytes(const Layout& layout) {
    const Header& header = layout.header;
    std::string bytes{magic};
    put(bytes, layout.wide() ? wide_version : layout.outcomes_alone() ? outcome_version : byte_version);
    put(bytes, static_cast<std::uint32_t>(layout.header_length));
    put(bytes, layout.file_length);
    put(bytes, header.rules.high);
    put(bytes, header.rules.low);
    put(bytes, layout.block_size);
    put(bytes, static_cast<std::uint8_t>(header.encoding));
    put(bytes, static_cast<std::uint8_t>(layout.sides.size()));
    put(bytes, static_cast<std::uint16_t>(header.variant.size()));
    put(bytes, static_cast<std::uint16_t>(header.tier.size()));
    put(bytes, std::uint16_t{0});
    put(bytes, static_cast<std::uint32_t>(header.record.size()));
    put(bytes, layout.index_length);
    put(bytes, layout.index_checksum);
    put(bytes, layout.blocks);
    for (const Side& side : layout.sides) {
        put(bytes, side.entries);
        put(bytes, side.checksum);
    }
    bytes += header.variant;
    bytes += header.tier;
    bytes += header.record;
    put(bytes, checksum_of(octets(bytes)));
    return bytes;
}

bool begins_as_table(std::string_view bytes) { return bytes.starts_with(magic); }

Result<std::uint64_t> read_preamble(std::string_view bytes) {
    if (bytes.empty()) return damaged("it is empty");
    const std::string_view begin = bytes.substr(0, magic.size());
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < begin.size(); ++i) wrong += begin[i] == magic[i] ? 0 : 1;
    if (begin.find_first_not_of('\0') == std::string_view::npos) return damaged("it begins with zeros");
    // A PNG's first bytes differ in three.
    if (wrong > 2 || (wrong > 0 && begin.size() < magic.size()))
        return failure(ErrorKind::bad_input, "is not a table: it does not begin as every table does");
    if (bytes.size() < preamble_length)
        return damaged(fmt::format("it ends after {} bytes, within the header", bytes.size()));
    if (wrong > 0) return damaged("its first bytes are not those of a table");
    Cursor cursor{bytes.substr(magic.size())};
    const auto version = cursor.number<std::uint32_t>();
    if (std::find(versions.begin(), versions.end(), version) == versions.end())
        return failure(
            ErrorKind::bad_input,
            fmt::format("is a table of version {}, expected version {} to {}{}", version, versions.front(),
                        versions.back(), version > versions.back() ? ": a newer program has made it" : ""));
    const auto length = cursor.number<std::uint32_t>();
    if (length < fixed_length + side_length + checksum_length || length > max_header)
        return damaged(fmt::format("a header of {} bytes", length));
    return length;
}

bool is_of_known_version(std::string_view bytes) {
    Cursor cursor{bytes};
    cursor.text(magic.size());
    cursor.number<std::uint32_t>();
    const auto length = cursor.number<std::uint32_t>();
    if (length < preamble_length + checksum_length || length > bytes.size()) return false;
    return std::any_of(versions.begin(), versions.end(), [&](std::uint32_t version) {
        std::string header{magic};
        put(header, version);
        header += bytes.substr(header.size(), length - checksum_length - header.size());
        return get<std::uint64_t>(bytes.data() + header.size()) == checksum_of(octets(header));
    });
}

Result<Layout> read_header(std::string_view bytes) {
    const std::string_view covered = bytes.substr(0, bytes.size() - checksum_length);
    if (Cursor{bytes.substr(covered.size())}.number<std::uint64_t>() != checksum_of(octets(covered)))
        return damaged("the header does not match its checksum");
    // From here on only a file that was made so, not one that was changed by accident, gives an error.
    Layout layout;
    const auto version = get<std::uint32_t>(covered.data() + magic_length);
    layout.entry_bits = version == wide_version ? 16 : version == outcome_version ? 2 : 8;
    Cursor cursor{covered.substr(preamble_length)};
    Header& header = layout.header;
    layout.header_length = bytes.size();
    layout.file_length = cursor.number<std::uint64_t>();
    header.rules.high = cursor.number<std::uint64_t>();
    header.rules.low = cursor.number<std::uint64_t>();
    layout.block_size = cursor.number<std::uint32_t>();
    const auto scale = cursor.number<std::uint8_t>();
    const auto sides = cursor.number<std::uint8_t>();
    const auto variant = cursor.number<std::uint16_t>();
    const auto tier = cursor.number<std::uint16_t>();
    const auto reserved = cursor.number<std::uint16_t>();
    const auto record = cursor.number<std::uint32_t>();
    layout.index_length = cursor.number<std::uint64_t>();
    layout.index_checksum = cursor.number<std::uint64_t>();
    layout.blocks = cursor.number<std::uint64_t>();
    if (!std::has_single_bit(layout.block_size) || layout.block_size < least_block_size ||
        layout.block_size > max_block_size(layout.wide()))
        return damaged(fmt::format("blocks of {} entries", layout.block_size));
    if (layout.outcomes_alone() && scale != 2) return damaged(fmt::format("scale {}, expected 2", scale));
    if (!layout.outcomes_alone() && scale > 1)
        return damaged(fmt::format("scale {}, expected 0 or 1", scale));
    if (sides != 1 && sides != 2) return damaged(fmt::format("{} sides, expected 1 or 2", sides));
    if (reserved != 0) return damaged("a reserved field that is not zero");
    if (record > max_record || cursor.left() != sides * side_length + variant + tier + record)
        return damaged("the lengths of the header's texts are not those of the header");
    header.encoding = static_cast<Encoding>(scale);
    std::uint64_t count = 0;
    for (unsigned i = 0; i < sides; ++i) {
        Side side;
        side.entries = cursor.number<std::uint64_t>();
        side.checksum = cursor.number<std::uint64_t>();
        side.first_block = count;
        count += layout.blocks_of(side.entries);  // two sums of at most 2^56 each
        layout.sides.push_back(side);
    }
    header.variant = cursor.text(variant);
    header.tier = cursor.text(tier);
    header.record = cursor.text(record);
    if (count != layout.blocks) return damaged(fmt::format("{} blocks, expected {}", layout.blocks, count));
    if (layout.file_length > max_file_length || layout.file_length < layout.header_length ||
        layout.index_length > layout.file_length - layout.header_length)
        return damaged("the lengths of header, index and file do not fit together");
    // An item has three or four bytes at least: what is allocated stays in proportion to the file.
    if (layout.blocks > layout.index_length / layout.least_item())
        return damaged(fmt::format("an index of {} bytes for {} blocks", layout.index_length, layout.blocks));
    return layout;
}

}  // namespace zermelo::tablebase::file
