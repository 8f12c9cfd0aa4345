// SPDX-License-Identifier: GPL-3.0-or-later
// An exit is no slice, though both are numbers: they cannot be given in the wrong order.
#include "zermelo/tablebase/sliced_tier.hpp"

using zermelo::tablebase::ExitIndex;
using zermelo::tablebase::SlicedTier;
using zermelo::tablebase::SliceIndex;

void list(const SlicedTier& tier, ExitIndex exit, SliceIndex slice) {
    const auto ignore = [](unsigned, const SlicedTier::Position&) {};
#ifdef MUST_NOT_COMPILE
    tier.each_exit_position(slice, exit, ignore);
#else
    tier.each_exit_position(exit, slice, ignore);
#endif
}
