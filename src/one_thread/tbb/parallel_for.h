// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tbb/blocked_range.h"

namespace tbb {

template <typename Number, typename Work>
void parallel_for(Number first, Number end, const Work& work) {
    for (; first != end; ++first) work(first);
}
template <typename Number, typename Work>
void parallel_for(const blocked_range<Number>& range, const Work& work) {
    work(range);
}

}  // namespace tbb
