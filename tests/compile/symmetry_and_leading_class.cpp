// SPDX-License-Identifier: GPL-3.0-or-later
// A class of leading pieces is no symmetry, though both are numbers: they cannot be given in the wrong order.
#include <cstdint>

#include "zermelo/tablebase/leading_pieces.hpp"

using zermelo::tablebase::LeadingClassIndex;
using zermelo::tablebase::SymmetryIndex;
using Folded = zermelo::tablebase::LeadingPieces<std::uint64_t>::Folded;

Folded folded(LeadingClassIndex leading_class, SymmetryIndex symmetry) {
#ifdef MUST_NOT_COMPILE
    return {symmetry, leading_class};
#else
    return {leading_class, symmetry};
#endif
}
