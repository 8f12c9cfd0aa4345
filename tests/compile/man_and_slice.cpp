// SPDX-License-Identifier: GPL-3.0-or-later
// A man is no slice, though both are numbers: they cannot be given in the wrong order.
#include "zermelo/tablebase/sliced_tier.hpp"

using zermelo::tablebase::ManIndex;
using zermelo::tablebase::SlicedTier;
using zermelo::tablebase::SliceIndex;

void list(const SlicedTier& tier, ManIndex man, SliceIndex slice) {
    const auto ignore = [](zermelo::Square, const SlicedTier::Position&) {};
#ifdef MUST_NOT_COMPILE
    tier.each_position_without(slice, man, ignore);
#else
    tier.each_position_without(man, slice, ignore);
#endif
}
