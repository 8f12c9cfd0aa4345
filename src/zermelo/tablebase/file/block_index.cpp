// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/file/block_index.hpp"

#include <utility>

#include <fmt/format.h>

#include "zermelo/tablebase/file/little_endian.hpp"

namespace zermelo::tablebase::file {

namespace {

constexpr std::size_t packed_length = 10;

std::uint16_t length_at(const char* item) { return get<std::uint16_t>(item); }

}  // namespace

void put_item(std::string& index, const Block& block, bool wide) {
    put(index, static_cast<std::uint16_t>(block.length));
    if (block.is_constant() && wide)
        put(index, block.value());
    else if (block.is_constant())
        put(index, static_cast<std::uint8_t>(block.value()));
    else
        put(index, block.checksum);
}

class BlockIndex::Walk {
  public:
    Walk(const char* item, std::uint64_t offset, bool wide) : item_(item), offset_(offset), wide_(wide) {}

    const char* item() const { return item_; }
    std::uint64_t offset() const { return offset_; }
    std::uint32_t length() const { return length_at(item_); }
    Block block() const {
        const std::uint32_t own = length();
        const char* const rest = item_ + sizeof(std::uint16_t);
        if (own != 0) return {offset_, own, get<std::uint64_t>(rest)};
        return {offset_, own,
                wide_ ? std::uint64_t{get<std::uint16_t>(rest)} : std::uint64_t{get<std::uint8_t>(rest)}};
    }
    void next() {
        const std::uint32_t own = length();
        offset_ += own;
        item_ += own == 0 ? sizeof(std::uint16_t) + (wide_ ? 2 : 1) : packed_length;
    }

  private:
    const char* item_;
    std::uint64_t offset_;
    bool wide_;
};

Result<BlockIndex> BlockIndex::read(std::string bytes, const Layout& layout) {
    const auto damaged = [](std::string what) {
        return failure(ErrorKind::bad_input, std::string{damage} + what);
    };
    if (checksum_of(octets(bytes)) != layout.index_checksum)
        return damaged("the block index does not match its checksum");
    BlockIndex index;
    index.bytes_ = std::move(bytes);
    index.wide_ = layout.wide();
    index.marks_.reserve(layout.blocks / blocks_a_mark + 1);
    const char* const begin = index.bytes_.data();
    const char* const end = begin + index.bytes_.size();
    Walk walk{begin, layout.header_length, layout.wide()};
    std::uint64_t number = 0;
    for (const Side& side : layout.sides) {
        const std::uint64_t count = layout.blocks_of(side.entries);
        for (std::uint64_t i = 0; i < count; ++i, ++number) {
            if (number % blocks_a_mark == 0)
                index.marks_.push_back({static_cast<std::uint64_t>(walk.item() - begin), walk.offset()});
            const auto left = static_cast<std::size_t>(end - walk.item());
            if (left < layout.least_item() || (walk.length() != 0 && left < packed_length))
                return damaged("the block index ends too early");
            if (walk.length() > layout.bytes_of(layout.entries_in(side, i)))
                return damaged(fmt::format("block {} is longer packed than plain", number));
            if (layout.outcomes_alone() && walk.length() == 0 && walk.block().value() > 2)
                return damaged(fmt::format("block {} holds what is no outcome", number));
            walk.next();
        }
    }
    if (walk.item() != end) return damaged("the block index goes on after its last block");
    if (walk.offset() != layout.index_offset()) return damaged("the blocks do not fill the file");
    return index;
}

BlockIndex::Walk BlockIndex::walk_to(std::uint64_t number) const {
    const Mark& mark = marks_[number / blocks_a_mark];
    Walk walk{bytes_.data() + mark.item, mark.offset, wide_};
    for (std::uint64_t left = number % blocks_a_mark; left > 0; --left) walk.next();
    return walk;
}

Block BlockIndex::operator[](std::uint64_t number) const { return walk_to(number).block(); }

std::vector<Block> BlockIndex::range(std::uint64_t first, std::uint64_t last) const {
    std::vector<Block> blocks;
    if (first == last) return blocks;
    blocks.reserve(last - first);
    Walk walk = walk_to(first);
    while (true) {
        blocks.push_back(walk.block());
        if (++first == last) return blocks;
        walk.next();
    }
}

}  // namespace zermelo::tablebase::file
