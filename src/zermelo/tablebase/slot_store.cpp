// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/slot_store.hpp"

#include <cerrno>
#include <cstddef>
#include <system_error>

#include <fmt/format.h>
#include <unistd.h>

namespace zermelo::tablebase {
namespace {

/// Seven bits a byte, the lowest first; all bytes but the last have the eighth.
void put(std::vector<std::uint8_t>& bytes, std::uint32_t number) {
    for (; number >= 128; number >>= 7U) bytes.push_back(static_cast<std::uint8_t>(number | 128U));
    bytes.push_back(static_cast<std::uint8_t>(number));
}

std::uint32_t take_number(const std::uint8_t*& next) {
    std::uint32_t number = *next & 127U;
    for (unsigned shift = 7; *next++ >= 128; shift += 7) number |= (*next & 127U) << shift;
    return number;
}

/// Calls f(part, offset) -> ssize_t until all of a span has been read or written there; false if that
/// fails, with 0 in `errno` where there is nothing more.
template <typename Byte, typename F>
bool whole(std::span<Byte> bytes, std::uint64_t offset, const F& f) {
    while (!bytes.empty()) {
        errno = 0;
        const auto done = f(bytes, static_cast<off_t>(offset));
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(done));
        offset += static_cast<std::uint64_t>(done);
    }
    return true;
}

}  // namespace

Result<SlotStore> SlotStore::create(const std::string& path) {
    return file::TemporaryFile::create(path).map(
        [](file::TemporaryFile&& file) { return SlotStore{std::move(file)}; });
}

void SlotStore::fail(const std::string& what) const {
    const std::string why = errno == 0 ? "it is shorter than it was" : std::generic_category().message(errno);
    const std::lock_guard lock{shared_->mutex};
    if (!shared_->error)
        shared_->error = Error{ErrorKind::io, fmt::format("cannot {} {}: {}", what, file_->name(), why)};
}

void SlotStore::add(Pile pile, Number number, std::uint32_t table, std::uint32_t window,
                    std::span<const std::uint32_t> indices) {
    if (indices.empty()) return;
    std::vector<std::uint8_t> bytes;
    bytes.reserve(indices.size() + indices.size() / 4);
    std::uint32_t next = 0;
    for (const std::uint32_t index : indices) {
        put(bytes, index - next);
        next = index + 1;
    }
    Chunk chunk{number,
                table,
                window,
                static_cast<std::uint32_t>(indices.size()),
                static_cast<std::uint32_t>(bytes.size()),
                0};
    {
        const std::lock_guard lock{shared_->mutex};
        if (shared_->error) return;
        chunk.offset = shared_->length;
        shared_->length += bytes.size();
    }
    const auto write = [&](std::span<const std::uint8_t> part, off_t offset) {
        return ::pwrite(file_->descriptor(), part.data(), part.size(), offset);
    };
    if (!whole(std::span<const std::uint8_t>{bytes}, chunk.offset, write)) return fail("write");
    const std::lock_guard lock{shared_->mutex};
    this->pile(pile)[number].push_back(chunk);
}

SlotStore::Chunks SlotStore::of_number(Pile pile, Number number) const {
    const std::lock_guard lock{shared_->mutex};
    const auto& all = this->pile(pile);
    const auto found = all.find(number);
    return found == all.end() ? Chunks{} : found->second;
}

SlotStore::Chunks SlotStore::take(Pile pile, Number number) {
    const std::lock_guard lock{shared_->mutex};
    auto taken = this->pile(pile).extract(number);
    return taken.empty() ? Chunks{} : std::move(taken.mapped());
}

SlotStore::Chunks SlotStore::of_window(std::uint32_t table, std::uint32_t window) const {
    const std::lock_guard lock{shared_->mutex};
    Chunks found;
    for (const auto& [number, chunks] : shared_->decided)
        for (const Chunk& chunk : chunks)
            if (chunk.table == table && chunk.window == window) found.push_back(chunk);
    return found;
}

std::vector<std::uint32_t> SlotStore::read(const Chunk& chunk) const {
    std::vector<std::uint8_t> bytes(chunk.bytes);
    const auto read = [&](std::span<std::uint8_t> part, off_t offset) {
        return ::pread(file_->descriptor(), part.data(), part.size(), offset);
    };
    if (!whole(std::span{bytes}, chunk.offset, read)) {
        fail("read");
        return {};
    }
    std::vector<std::uint32_t> indices(chunk.count);
    const std::uint8_t* at = bytes.data();
    std::uint32_t next = 0;
    for (std::uint32_t& index : indices) {
        index = next + take_number(at);
        next = index + 1;
    }
    return indices;
}

Number SlotStore::greatest() const {
    const std::lock_guard lock{shared_->mutex};
    return shared_->decided.empty() ? Number{0} : shared_->decided.rbegin()->first;
}

Result<void> SlotStore::error() const {
    const std::lock_guard lock{shared_->mutex};
    if (shared_->error) return tl::make_unexpected(*shared_->error);
    return {};
}

}  // namespace zermelo::tablebase
