// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>

namespace zermelo::testing {

/// How many random games a test plays: `full` as it stands, fewer where ZERMELO_TEST_SCALE says so
/// (the sanitizer builds, which are many times slower, set it; `make test` never does).
inline std::uint64_t scaled(std::uint64_t full) {
    const char* scale = std::getenv("ZERMELO_TEST_SCALE");
    if (scale == nullptr) return full;
    return std::max<std::uint64_t>(1,
                                   static_cast<std::uint64_t>(static_cast<double>(full) * std::stod(scale)));
}

}  // namespace zermelo::testing
