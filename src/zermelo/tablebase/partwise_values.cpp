// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/tablebase/partwise_values.hpp"

#include <algorithm>
#include <bit>

namespace zermelo::tablebase {

PartSizes PartSizes::of(std::uint64_t entries) {
    constexpr std::uint64_t windows = 64;
    constexpr std::uint64_t grains = 16;  // a window
    constexpr std::uint64_t least = std::uint64_t{1} << 14U;
    constexpr std::uint64_t max_grain = std::uint64_t{1} << 18U;
    constexpr std::uint64_t max_grains = 1024;
    const std::uint64_t grain =
        std::clamp(std::bit_floor(entries / (windows * grains) + 1), least, max_grain);
    return {grain, grain * std::clamp(entries / windows / grain, grains, max_grains)};
}

std::uint64_t partwise_memory(std::uint64_t entries) {
    constexpr std::uint64_t threads = 8;
    constexpr std::uint64_t in_hand = 20;  // bytes an entry of a grain
    const PartSizes sizes = PartSizes::of(entries);
    return entries / 4 + entries / 32 + 2 * sizes.window + threads * in_hand * sizes.grain;
}

EntryStates::EntryStates(const std::vector<std::uint64_t>& sizes) : sizes_(sizes) {
    for (const std::uint64_t size : sizes) words_.emplace_back(size / in_word + 1, ~std::uint64_t{0});
}

template <typename Entry>
Result<std::vector<Entry>> PartwiseValues::read(std::uint32_t table, std::uint64_t number) const {
    const std::uint64_t first = number * window_;
    std::vector<Entry> entries(std::min(window_, size(table) - first), dont_care_mark<Entry>);
    for (std::uint64_t i = 0; i < entries.size(); ++i)
        if (states_.load({table, first + i}) == EntryStates::State::undecided)
            entries[i] = ValueEncoding::draw;
    for (const SlotStore::Chunk& chunk : store_.of_window(table, static_cast<std::uint32_t>(number)))
        for (const std::uint32_t index : store_.read(chunk))
            entries[index] = static_cast<Entry>(chunk.number);
    ZERMELO_CHECK(store_.error());
    return entries;
}

template Result<std::vector<std::uint8_t>> PartwiseValues::read(std::uint32_t, std::uint64_t) const;
template Result<std::vector<std::uint16_t>> PartwiseValues::read(std::uint32_t, std::uint64_t) const;

}  // namespace zermelo::tablebase
