// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>

namespace zermelo::check_state {

/// A piece as the passes over a list see it: both coordinates from 0, and the four bits of its `Code`.
struct Spot {
    std::int64_t x = 0;
    std::int64_t y = 0;
    unsigned code = 0;
};

/// Eight bytes a piece, for boards up to 2^30: 30 bits of column, 30 of row, 4 of code.
struct Narrow {
    using Int = std::int32_t;  ///< holds sums and differences of two coordinates
    static constexpr std::size_t words = 1;
    static constexpr std::uint64_t largest_n = std::uint64_t{1} << 30;

    static void write(std::uint64_t* out, std::uint64_t x, std::uint64_t y, unsigned code) {
        out[0] = x << 34 | y << 4 | code;
    }
    static std::uint32_t x(const std::uint64_t* in) { return static_cast<std::uint32_t>(in[0] >> 34); }
    static std::uint32_t y(const std::uint64_t* in) {
        return static_cast<std::uint32_t>(in[0]) >> 4 | static_cast<std::uint32_t>(in[0] >> 32 & 3) << 28;
    }
    static Spot read(const std::uint64_t* in) {
        return {static_cast<std::int64_t>(in[0] >> 34), static_cast<std::int64_t>(in[0] >> 4 & 0x3FFFFFFF),
                static_cast<unsigned>(in[0] & 15)};
    }
};

/// Sixteen bytes a piece, for every board that there is: 60 bits of column and 4 of code, then the row.
struct Wide {
    using Int = std::int64_t;
    static constexpr std::size_t words = 2;

    static void write(std::uint64_t* out, std::uint64_t x, std::uint64_t y, unsigned code) {
        out[0] = x << 4 | code;
        out[1] = y;
    }
    static std::uint64_t x(const std::uint64_t* in) { return in[0] >> 4; }
    static std::uint64_t y(const std::uint64_t* in) { return in[1]; }
    static Spot read(const std::uint64_t* in) {
        return {static_cast<std::int64_t>(in[0] >> 4), static_cast<std::int64_t>(in[1]),
                static_cast<unsigned>(in[0] & 15)};
    }
};

/// Pieces that lie together in memory.
struct Run {
    const std::uint64_t* words = nullptr;
    std::size_t count = 0;
};

}  // namespace zermelo::check_state
