// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include <tbb/parallel_for.h>

namespace zermelo {

/// Items 0..items-1, each taken once by one of `takers` threads at a time: `take(taker, item)`, taker <
/// takers.
///
/// Who is held up takes fewer items, and a taker may keep its memory from item to item, which a loop over
/// ranges cannot: fresh memory costs more than most items. One taker takes them in order, without threads.
/// Threads: those of the task arena that this is called in. Cost: an atomic addition an item.
template <typename Take>
void take_in_turn(unsigned takers, unsigned items, Take&& take) {
    if (takers == 1) {
        for (unsigned item = 0; item < items; ++item) take(0U, item);
        return;
    }
    std::atomic<unsigned> next = 0;
    tbb::parallel_for(0U, takers, [&](unsigned taker) {
        for (unsigned item = next++; item < items; item = next++) take(taker, item);
    });
}

}  // namespace zermelo
