// SPDX-License-Identifier: GPL-3.0-or-later
// How many exits a tier has is none of its exits.
#include "zermelo/tablebase/sliced_tier.hpp"

unsigned columns_of_last(const zermelo::tablebase::SlicedTier& tier) {
#ifdef MUST_NOT_COMPILE
    return tier.exit_columns(tier.exits() - 1);
#else
    return tier.exit_columns(zermelo::tablebase::ExitIndex{tier.exits() - 1});
#endif
}
