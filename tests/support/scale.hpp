// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace zermelo::testing {

/// How much the tests repeat, from ZERMELO_TEST_SCALE: 1 in CI, a part of it in `make test` and in the
/// sanitizer builds, which are many times slower, more in the slow tests `ROOM.SlowLargeCounts`.
inline double scale() {
    const char* scale = std::getenv("ZERMELO_TEST_SCALE");
    return scale == nullptr ? 1 : std::stod(scale);
}

/// How many random games a test plays that plays `count` of them in CI.
inline std::uint64_t scaled(std::uint64_t count) {
    return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(count) * scale()));
}

/// Whether so little is repeated that what is rare need not have come up.
inline bool scaled_down() { return scale() < 1; }
/// Whether there is time for what takes long.
inline bool scaled_up() { return scale() > 1; }

}  // namespace zermelo::testing
