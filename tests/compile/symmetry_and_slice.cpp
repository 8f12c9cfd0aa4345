// SPDX-License-Identifier: GPL-3.0-or-later
// A slice is no symmetry, though both are numbers: they cannot be given in the wrong order.
#include "zermelo/tablebase/slices.hpp"

using zermelo::tablebase::SliceIndex;
using zermelo::tablebase::SliceMove;
using zermelo::tablebase::SymmetryIndex;

SliceMove move(SliceIndex slice, SymmetryIndex symmetry) {
#ifdef MUST_NOT_COMPILE
    return {symmetry, slice, 0};
#else
    return {slice, symmetry, 0};
#endif
}
