// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>

namespace tbb {

using std::sort;
template <typename At>
void parallel_sort(At begin, At end) {
    std::sort(begin, end);
}

}  // namespace tbb
