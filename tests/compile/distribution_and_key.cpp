// SPDX-License-Identifier: GPL-3.0-or-later
// A distribution is no key, though both are numbers: they cannot be given in the wrong order.
#include <cstdint>

#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/keyed_numbers.hpp"

using zermelo::tablebase::DistributionIndex;

bool put(zermelo::tablebase::KeyedNumbers<DistributionIndex>& distributions, std::uint64_t key,
         DistributionIndex distribution) {
#ifdef MUST_NOT_COMPILE
    return distributions.put(distribution, key);
#else
    return distributions.put(key, distribution);
#endif
}
