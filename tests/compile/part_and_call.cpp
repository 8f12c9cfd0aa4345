// SPDX-License-Identifier: GPL-3.0-or-later
// A part of a budget is there for one call: nobody makes one otherwise, or keeps it.
#include "zermelo/search/budget.hpp"

using zermelo::search::Budget;

inline std::uint64_t taken(Budget& whole) {
#ifdef MUST_NOT_COMPILE
    Budget part{whole, 10, {}};
    return part.take(1) + whole.part(10, [](Budget& own) { return own; }).take(1);
#else
    return whole.part(10, [](Budget& own) { return own.take(1); });
#endif
}
