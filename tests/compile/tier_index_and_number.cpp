// SPDX-License-Identifier: GPL-3.0-or-later
// A number is no tier of a graph: it takes a named type to make one of it.
#include "zermelo/tablebase/indices.hpp"

#ifdef MUST_NOT_COMPILE
zermelo::tablebase::TierIndex tier = 12;
#else
zermelo::tablebase::TierIndex tier{12};
#endif
