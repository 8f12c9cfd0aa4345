// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/file.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "zermelo/base/each_part.hpp"
#include "zermelo/system/huge_pages.hpp"
#include "zermelo/tablebase/file/block_cache.hpp"
#include "zermelo/tablebase/file/block_codec.hpp"
#include "zermelo/tablebase/file/block_index.hpp"
#include "zermelo/tablebase/file/layout.hpp"
#include "zermelo/tablebase/file/mapped_file.hpp"

namespace zermelo::tablebase::file {

namespace {

/// How many blocks a task reads at once, and how many `verify` holds at once.
constexpr std::uint64_t blocks_a_task = 256;
constexpr std::uint64_t blocks_a_stretch = 4096;

/// What a thread needs to unpack a block.
struct Bench {
    Unpacker unpacker;
    std::unique_ptr<std::uint8_t[]> packed = std::make_unique_for_overwrite<std::uint8_t[]>(max_block_bytes);
    /// The unpacked bytes of a block of other entries than bytes.
    std::unique_ptr<std::uint8_t[]> plain = std::make_unique_for_overwrite<std::uint8_t[]>(max_block_bytes);
    static Bench& own() {
        thread_local Bench bench;
        return bench;
    }
};

/// An error of the layout, which does not know the file.
tl::unexpected<Error> with_path(const MappedFile& file, Error error) {
    if (error.message.starts_with(damage)) return file.damaged(error.message.substr(damage.size()));
    error.message = file.path() + " " + error.message;
    return tl::make_unexpected(std::move(error));
}

}  // namespace

struct File::State {
    explicit State(MappedFile opened) : file(std::move(opened)), path(file.path()) {}

    MappedFile file;
    const std::string& path;
    Layout layout;
    BlockIndex index;
    std::optional<BlockCache> cache;  ///< there as soon as the layout is

    Result<void> load() {
        const std::uint64_t size = file.size();
        ZERMELO_TRY(const auto begin, file.text(0, std::min<std::uint64_t>(size, preamble_length)));
        const auto header_length = read_preamble(begin);
        if (!header_length) {
            ZERMELO_TRY(const auto all, file.text(0, std::min<std::uint64_t>(size, max_header)));
            if (all.size() >= preamble_length && begins_as_table(all) && is_of_known_version(all))
                return file.damaged("its version is not the one with which it was written");
            return with_path(file, header_length.error());
        }
        if (*header_length > size)
            return file.damaged(fmt::format("it ends after {} bytes, within the header", size));
        ZERMELO_TRY(const auto header, file.text(0, *header_length));
        auto read = read_header(header);
        if (!read) return with_path(file, read.error());
        layout = std::move(*read);
        if (layout.file_length != size)
            return file.damaged(fmt::format("{} bytes, expected {}", size, layout.file_length));
        ZERMELO_TRY(auto items, file.text(layout.index_offset(), layout.index_length));
        auto indexed = BlockIndex::read(std::move(items), layout);
        if (!indexed) return with_path(file, std::move(indexed.error()));
        index = *std::move(indexed);
        cache.emplace(layout);
        return {};
    }

    /// Unpacks what was read of a block. Precondition: `plain` has the bytes of its entries.
    Result<void> unpack(std::uint64_t number, const Block& block, std::span<const std::uint8_t> packed,
                        std::uint32_t entries, std::span<std::uint8_t> plain) const {
        ZERMELO_CHECK(compare(number, block, packed));
        if (!Bench::own().unpacker.unpack(packed, plain))
            return file.damaged(fmt::format("block {} of {} cannot be unpacked", number, layout.blocks));
        if (layout.outcomes_alone() && !are_outcomes(plain, entries))
            return file.damaged(fmt::format("block {} holds what is no outcome", number));
        return {};
    }

    /// Reads blocks that lie one after the other with one call. Precondition: `plain` begins where the
    /// entries of the first of them go, and has room for all.
    template <typename Entry>
    Result<void> unpack_run(const Side& side, std::uint64_t first, std::uint64_t last, Entry* plain) const {
        const auto blocks = index.range(side.first_block + first, side.first_block + last);
        const std::uint64_t begin = blocks.front().offset;
        std::vector<std::uint8_t> packed(blocks.back().offset + blocks.back().length - begin);
        ZERMELO_CHECK(file.read(begin, packed));
        for (std::uint64_t i = first; i < last; ++i) {
            const Block& block = blocks[i - first];
            const std::span into{plain + (i - first) * layout.block_size, layout.entries_in(side, i)};
            if (block.is_constant()) {
                std::fill(into.begin(), into.end(), static_cast<Entry>(block.value()));
                continue;
            }
            const std::span from{packed.data() + (block.offset - begin), block.length};
            const auto entries = static_cast<std::uint32_t>(into.size());
            const std::span bytes{Bench::own().plain.get(), layout.bytes_of(entries)};
            if constexpr (sizeof(Entry) == 1) {
                const bool outcomes = layout.outcomes_alone();
                ZERMELO_CHECK(unpack(side.first_block + i, block, from, entries, outcomes ? bytes : into));
                if (outcomes) collect_outcomes(bytes, into);
            } else {
                ZERMELO_CHECK(unpack(side.first_block + i, block, from, entries, bytes));
                collect(bytes, into);
            }
        }
        return {};
    }

    /// Calls work(begin, end) for runs of the blocks from `first` to the one before `last`, on all threads.
    /// Errors: the first in the file.
    template <typename Work>
    Result<void> in_runs(std::uint64_t first, std::uint64_t last, const Work& work) const {
        const std::uint64_t tasks = (last - first + blocks_a_task - 1) / blocks_a_task;
        std::vector<Result<void>> results(tasks);
        each_part(tasks, 1, {}, [&](std::uint64_t task, std::uint64_t) {
            const std::uint64_t begin = first + task * blocks_a_task;
            results[task] = work(begin, std::min(begin + blocks_a_task, last));
        });
        for (auto& result : results)
            if (!result) return std::move(result);
        return {};
    }

    template <typename Entry>
    Result<void> unpack_all(const Side& side, std::uint64_t first, std::uint64_t last, Entry* plain) const {
        return in_runs(first, last, [&](std::uint64_t begin, std::uint64_t end) {
            return unpack_run(side, begin, end, plain + (begin - first) * layout.block_size);
        });
    }

    /// Holds the bytes of blocks, numbered through all sides, against their checksums.
    Result<void> check_run(std::uint64_t first, std::uint64_t last) const {
        const auto blocks = index.range(first, last);
        const std::uint64_t begin = blocks.front().offset;
        std::vector<std::uint8_t> packed(blocks.back().offset + blocks.back().length - begin);
        ZERMELO_CHECK(file.read(begin, packed));
        for (std::uint64_t number = first; number < last; ++number) {
            const Block& block = blocks[number - first];
            if (!block.is_constant())
                ZERMELO_CHECK(compare(number, block, {packed.data() + (block.offset - begin), block.length}));
        }
        return {};
    }

    Result<void> compare(std::uint64_t number, const Block& block,
                         std::span<const std::uint8_t> packed) const {
        if (checksum_of(packed, number) == block.checksum) return {};
        return file.damaged(fmt::format("block {} of {} does not match its checksum", number, layout.blocks));
    }

    Result<void> compare(unsigned side, std::uint64_t found) const {
        if (found == layout.sides[side].checksum) return {};
        return file.damaged(fmt::format("the entries of side {} do not match their checksum", side));
    }

    /// `File::verify` of entries of one size.
    template <typename Entry>
    Result<void> verify() const;

    Result<void> has(unsigned side) const {
        if (side < layout.sides.size()) return {};
        return failure(ErrorKind::bad_usage,
                       fmt::format("{}: side {}, expected less than {}", path, side, layout.sides.size()));
    }
};

File::File(std::unique_ptr<State> state) : state_(std::move(state)) {}
File::File(File&&) noexcept = default;
File& File::operator=(File&&) noexcept = default;
File::~File() = default;

bool is_table(const std::string& path) {
    std::error_code error;
    if (!std::filesystem::is_regular_file(path, error)) return false;
    if (std::filesystem::path{path}.extension() == ".zt") return true;
    const auto begin =
        MappedFile::open(path).and_then([](const MappedFile& file) { return file.text(0, magic_length); });
    return begin && begins_as_table(*begin);
}

bool says_damaged(const Error& error) {
    return error.kind == ErrorKind::bad_input &&
           error.message.find(fmt::format(": {}", damage)) != std::string::npos;
}

Result<File> File::open(const std::string& path, std::string repair) {
    ZERMELO_TRY(auto opened, MappedFile::open(path, std::move(repair)));
    auto state = std::make_unique<State>(std::move(opened));
    ZERMELO_CHECK(state->load());
    return File{std::move(state)};
}

const std::string& File::path() const { return state_->path; }
const Header& File::header() const { return state_->layout.header; }
bool File::wide() const { return state_->layout.wide(); }
bool File::outcomes_alone() const { return state_->layout.outcomes_alone(); }
unsigned File::sides() const { return static_cast<unsigned>(state_->layout.sides.size()); }
std::uint64_t File::entries(unsigned side) const { return state_->layout.sides[side].entries; }
std::uint64_t File::checksum(unsigned side) const { return state_->layout.sides[side].checksum; }
std::uint64_t File::checksum() const { return content_checksum(state_->layout); }
std::uint64_t File::length() const { return state_->layout.file_length; }

Result<void> File::expect(Hash128 rules, std::string_view tier) const {
    const Header& own = header();
    if (own.rules != rules)
        return failure(
            ErrorKind::bad_input,
            fmt::format("{} is a table of other rules: of {} with hash {:016x}{:016x}, expected "
                        "hash {:016x}{:016x}",
                        path(), own.variant, own.rules.high, own.rules.low, rules.high, rules.low));
    if (own.tier != tier)
        return failure(ErrorKind::bad_input, fmt::format("{} is a table of another tier: of {}, expected {}",
                                                         path(), own.tier, tier));
    return {};
}

Result<std::vector<std::uint8_t>> File::read(unsigned side) const { return read_as<std::uint8_t>(side); }
Result<std::vector<std::uint16_t>> File::read_wide(unsigned side) const {
    return read_as<std::uint16_t>(side);
}

template <typename Entry>
Result<std::vector<Entry>> File::read_as(unsigned side) const {
    ZERMELO_CHECK(state_->has(side));
    if ((sizeof(Entry) == 2) != wide())
        return failure(ErrorKind::bad_usage, fmt::format("{}: entries of {} bits, expected {}", path(),
                                                         state_->layout.entry_bits, 8 * sizeof(Entry)));
    const Layout& layout = state_->layout;
    const Side& own = layout.sides[side];
    std::vector<Entry> plain;
    try {
        plain.reserve(own.entries);
        prefer_huge_pages(plain.data(), own.entries * sizeof(Entry));
        plain.resize(own.entries);
    } catch (const std::bad_alloc&) {
        return failure(ErrorKind::io, fmt::format("{}: no memory for {} entries", path(), own.entries));
    }
    ZERMELO_CHECK(state_->unpack_all(own, 0, layout.blocks_of(own.entries), plain.data()));
    ZERMELO_TRY(EntriesChecksum checksum, EntriesChecksum::make(path()));
    checksum.add(plain);
    ZERMELO_CHECK(state_->compare(side, checksum.sum()));
    return plain;
}

Result<std::uint16_t> File::entry(unsigned side, std::uint64_t index) const {
    ZERMELO_CHECK(state_->has(side));
    const Layout& layout = state_->layout;
    const Side& own = layout.sides[side];
    if (index >= own.entries)
        return failure(ErrorKind::bad_usage, fmt::format("{}: entry {} of side {}, expected less than {}",
                                                         path(), index, side, own.entries));
    const std::uint64_t within = index / layout.block_size;
    const auto entry = static_cast<std::uint32_t>(index % layout.block_size);
    const std::uint64_t number = own.first_block + within;
    const std::uint32_t size = layout.entries_in(own, within);
    if (const auto known = state_->cache->find(number, size, entry)) return *known;
    const Block block = state_->index[number];
    if (block.is_constant()) return block.value();
    return state_->cache->fill(number, size, entry, [&](std::span<std::uint8_t> plain) {
        const std::span packed{Bench::own().packed.get(), block.length};
        return state_->file.read(block.offset, packed).and_then([&] {
            return state_->unpack(number, block, packed, size, plain);
        });
    });
}

Result<void> File::check() const {
    return state_->in_runs(0, state_->layout.blocks, [&](std::uint64_t first, std::uint64_t last) {
        return state_->check_run(first, last);
    });
}

Result<void> File::verify() const {
    return wide() ? state_->verify<std::uint16_t>() : state_->verify<std::uint8_t>();
}

template <typename Entry>
Result<void> File::State::verify() const {
    std::vector<Entry> plain;
    for (unsigned i = 0; i < layout.sides.size(); ++i) {
        ZERMELO_TRY(EntriesChecksum checksum, EntriesChecksum::make(path));
        const Side& side = layout.sides[i];
        const std::uint64_t count = layout.blocks_of(side.entries);
        for (std::uint64_t first = 0; first < count; first += blocks_a_stretch) {
            const std::uint64_t last = std::min(first + blocks_a_stretch, count);
            const std::uint64_t end = std::min(last * layout.block_size, side.entries);
            plain.resize(end - first * layout.block_size);
            ZERMELO_CHECK(unpack_all(side, first, last, plain.data()));
            checksum.add(plain);
        }
        ZERMELO_CHECK(compare(i, checksum.sum()));
    }
    return {};
}

}  // namespace zermelo::tablebase::file
