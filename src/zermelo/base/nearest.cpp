// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/nearest.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "zermelo/base/ascii.hpp"

namespace zermelo {
namespace {

std::size_t slips(std::string_view a, std::string_view b) {
    // Three rows of the table of distances between beginnings are enough: two swapped letters reach back over
    // one.
    std::array<std::vector<std::size_t>, 3> rows;
    for (auto& row : rows) row.resize(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        const auto& before = rows[(i + 1) % 3];
        const auto& above = rows[(i + 2) % 3];
        auto& row = rows[i % 3];
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            row[j] = std::min({above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1), above[j] + 1, row[j - 1] + 1});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], before[j - 2] + 1);
        }
    }
    return rows[a.size() % 3].back();
}

}  // namespace

std::vector<std::string> nearest(std::string_view word, std::span<const std::string> known) {
    constexpr std::size_t longest = 40;
    constexpr std::size_t shortest_beginning = 2;
    constexpr std::size_t max_slips = 3;
    constexpr std::size_t max_found = 3;
    std::vector<std::string> found;
    if (word.empty() || word.size() > longest) return found;
    const std::string typed = lower(word);
    std::size_t least = std::clamp<std::size_t>(typed.size() / 3, 1, max_slips);
    for (const std::string& each : known) {
        const std::size_t distance = slips(typed, lower(each));
        if (distance > least) continue;
        if (distance < least) found.clear();
        least = distance;
        found.push_back(each);
    }
    if (found.empty() && typed.size() >= shortest_beginning)
        std::copy_if(known.begin(), known.end(), std::back_inserter(found),
                     [&](const std::string& each) { return lower(each).starts_with(typed); });
    found.resize(std::min(found.size(), max_found));
    return found;
}

std::string expected_perhaps(std::string_view word, std::span<const std::string> known) {
    return expected_perhaps(nearest(word, known));
}

std::string expected_perhaps(std::span<const std::string> near) {
    return near.empty() ? std::string{} : fmt::format(", expected perhaps {}", fmt::join(near, " or "));
}

std::string expected_one_of(std::string_view word, std::span<const std::string> known) {
    const std::string near = expected_perhaps(word, known);
    return near.empty() ? fmt::format(", expected one of {}", fmt::join(known, ", ")) : near;
}

}  // namespace zermelo
