// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string_view>

#include "zermelo/base/isa.hpp"

namespace zermelo::judge {

/// What `scan_lines` found.
struct ScannedLines {
    std::size_t size = 0;        ///< bytes up to and with the last line's end
    std::uint64_t lines = 0;     ///< lines with something on them
    std::uint64_t newlines = 0;  ///< line ends of any kind of line among those bytes
};

/// Passes over lines until `wanted` lines with something on them are passed, or the text ends.
///
/// A line has something on it if any byte is none of space, tab, CR and LF. The last line counts
/// without a line end only `at_end` of the input; otherwise what follows the last LF is left alone, and
/// `size` never ends inside a line. Precondition: `text` begins at a line start.
/// Cost: O(bytes passed); with AVX2 some 64 bytes in 2 ns, the portable path a byte at a time.
ScannedLines scan_lines(std::string_view text, std::uint64_t wanted, bool at_end, Isa isa);

}  // namespace zermelo::judge
