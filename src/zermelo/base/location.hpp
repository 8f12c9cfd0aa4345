// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace zermelo {

/// A place in a text: line and column, both counted from 1; a column counts bytes.
struct Location {
    std::uint64_t line = 1;
    std::uint64_t column = 1;

    friend constexpr bool operator==(Location, Location) = default;
    friend constexpr auto operator<=>(Location, Location) = default;
};

}  // namespace zermelo
