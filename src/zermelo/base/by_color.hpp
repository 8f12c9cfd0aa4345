// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <compare>

#include "zermelo/color.hpp"

namespace zermelo {

/// One of something for each colour: White's first. Like an array it sets nothing by itself.
template <typename T>
struct ByColor {
    std::array<T, 2> both;

    constexpr T& operator[](Color c) { return both[index(c)]; }
    constexpr const T& operator[](Color c) const { return both[index(c)]; }
    constexpr auto begin() { return both.begin(); }
    constexpr auto begin() const { return both.begin(); }
    constexpr auto end() { return both.end(); }
    constexpr auto end() const { return both.end(); }
    friend constexpr bool operator==(const ByColor&, const ByColor&) = default;
    friend constexpr auto operator<=>(const ByColor&, const ByColor&)
        requires std::three_way_comparable<T>
    = default;
};

}  // namespace zermelo
