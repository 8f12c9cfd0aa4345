// SPDX-License-Identifier: GPL-3.0-or-later
// A deal is no key, though both are numbers: they cannot be given in the wrong order.
#include <cstdint>

#include "zermelo/tablebase/indices.hpp"
#include "zermelo/tablebase/keyed_numbers.hpp"

using zermelo::tablebase::DistributionIndex;

bool put(zermelo::tablebase::KeyedNumbers<DistributionIndex>& deals, std::uint64_t key,
         DistributionIndex deal) {
#ifdef MUST_NOT_COMPILE
    return deals.put(deal, key);
#else
    return deals.put(key, deal);
#endif
}
