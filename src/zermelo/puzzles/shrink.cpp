// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/shrink.hpp"

#include <algorithm>

namespace zermelo::puzzles {

namespace {

/// Things in all lists of what stays, together: some 30 MB of numbers, 100 MB of pieces.
constexpr std::size_t max_kept = 4'000'000;
constexpr std::size_t max_for_pairs = 16;
constexpr std::size_t max_for_threes = 8;

}  // namespace

std::vector<std::vector<std::size_t>> fewer(std::size_t count) {
    std::vector<std::vector<std::size_t>> lists;
    const auto keep = [&](auto&& stays) {
        std::vector<std::size_t> list;
        for (std::size_t i = 0; i < count; ++i)
            if (stays(i)) list.push_back(i);
        lists.push_back(std::move(list));
    };
    if (count == 0) return lists;
    for (std::size_t chunk = count;; chunk = (chunk + 1) / 2) {
        if ((lists.size() + count / chunk) * count > max_kept) break;
        for (std::size_t begin = 0; begin < count; begin += chunk)
            keep([=](std::size_t i) { return i < begin || i >= begin + chunk; });
        if (chunk == 1) break;
    }
    if (count <= max_for_pairs)
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t b = a + 1; b < count; ++b) keep([=](std::size_t i) { return i != a && i != b; });
    if (count <= max_for_threes)
        for (std::size_t a = 0; a < count; ++a)
            for (std::size_t b = a + 1; b < count; ++b)
                for (std::size_t c = b + 1; c < count; ++c)
                    keep([=](std::size_t i) { return i != a && i != b && i != c; });
    std::stable_sort(lists.begin(), lists.end(),
                     [](const auto& a, const auto& b) { return a.size() < b.size(); });
    return lists;
}

}  // namespace zermelo::puzzles
