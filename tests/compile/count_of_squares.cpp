// SPDX-License-Identifier: GPL-3.0-or-later
// How many squares a set has is none of its squares.
#include <cstdint>

#include "zermelo/board/square_set.hpp"

bool is_in(zermelo::SquareSet<std::uint64_t> set) {
#ifdef MUST_NOT_COMPILE
    return set.contains(set.size());
#else
    return set.contains(set.first());
#endif
}
