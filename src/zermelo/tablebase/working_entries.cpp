// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/working_entries.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

#include "zermelo/base/each_part.hpp"
#include "zermelo/system/huge_pages.hpp"

namespace zermelo::tablebase {
namespace {

constexpr std::uint64_t part = std::uint64_t{1} << 16U;

template <typename Entry>
std::vector<Entry> reserved(std::uint64_t size) {
    std::vector<Entry> table;
    table.reserve(size);
    prefer_huge_pages(table.data(), table.capacity() * sizeof(Entry));
    return table;
}

template <typename Entry>
void fill(std::vector<std::vector<Entry>>& tables, const std::vector<std::uint64_t>& sizes) {
    for (const std::uint64_t size : sizes)
        tables.emplace_back(reserved<Entry>(size)).resize(size, dont_care_mark<Entry>);
}

template <typename Entry>
void make_draws_in(std::vector<std::vector<Entry>>& tables, Number low, Number high, const StopToken& stop) {
    const auto asked = [&](Entry entry) { return entry >= low && entry <= high; };
    for (auto& table : tables)
        each_part(table.size(), part, stop, [&](std::uint64_t first, std::uint64_t end) {
            std::replace_if(table.data() + first, table.data() + end, asked, Entry{ValueEncoding::draw});
        });
}

}  // namespace

void WorkingEntries::begin(const std::vector<std::uint64_t>& sizes, bool wide) {
    wide_ = wide;
    bytes_ = {};
    numbers_ = {};
    if (wide)
        fill(numbers_, sizes);
    else
        fill(bytes_, sizes);
}

void WorkingEntries::widen() {
    for (auto& bytes : bytes_) {
        auto& table = numbers_.emplace_back(reserved<std::uint16_t>(bytes.size()));
        for (const std::uint8_t byte : bytes)
            table.push_back(byte == dont_care                        ? dont_care_mark<std::uint16_t>
                            : byte == cannot_lose_mark<std::uint8_t> ? cannot_lose_mark<std::uint16_t>
                                                                     : Number{byte});
        bytes = {};
    }
    bytes_ = {};
    wide_ = true;
}

TierValues WorkingEntries::take() { return wide_ ? narrowed(std::move(numbers_)) : TierValues{take_bytes()}; }

TierBytes WorkingEntries::take_bytes() { return std::move(bytes_); }

std::optional<std::uint64_t> WorkingEntries::find(std::uint32_t table, std::uint64_t first, std::uint64_t end,
                                                  Number number) const {
    if (!wide_) {
        const std::uint8_t* const bytes = bytes_[table].data();
        const void* const found = std::memchr(bytes + first, number, end - first);
        if (found == nullptr) return std::nullopt;
        return static_cast<std::uint64_t>(static_cast<const std::uint8_t*>(found) - bytes);
    }
    // Some at a time, by vector operations: most levels are in few entries.
    constexpr std::uint64_t some = 64;
    const Number* const numbers = numbers_[table].data();
    for (; end - first >= some; first += some) {
        unsigned found = 0;
        for (std::uint64_t i = 0; i < some; ++i) found |= numbers[first + i] == number ? 1U : 0U;
        if (found != 0) break;
    }
    const Number* const at = std::find(numbers + first, numbers + end, number);
    if (at == numbers + end) return std::nullopt;
    return static_cast<std::uint64_t>(at - numbers);
}

void WorkingEntries::make_draws(Number low, Number high, const StopToken& stop) {
    if (wide_)
        make_draws_in(numbers_, low, high, stop);
    else
        make_draws_in(bytes_, low, high, stop);
}

}  // namespace zermelo::tablebase
