// SPDX-License-Identifier: GPL-3.0-or-later
// How many men a tier has is none of its men.
#include "zermelo/tablebase/sliced_tier.hpp"

bool last_may_be_taken(const zermelo::tablebase::SlicedTier& tier) {
#ifdef MUST_NOT_COMPILE
    return tier.capturable(tier.men() - 1);
#else
    return tier.capturable(zermelo::tablebase::ManIndex{tier.men() - 1});
#endif
}
