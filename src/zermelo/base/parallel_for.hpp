// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>

#include <tbb/parallel_for.h>

namespace zermelo {

/// Items 0..items-1, each worked on once, by one of `workers` threads at a time: `work(worker, item)`, worker
/// < workers.
///
/// Who is held up takes fewer items, and a worker may keep its memory from item to item, which a loop over
/// ranges cannot: fresh memory costs more than most items. One worker takes them in order, without threads.
/// Threads: those of the task arena that this is called in. Cost: an atomic addition an item.
template <typename Work>
void parallel_for(unsigned workers, unsigned items, Work&& work) {
    if (workers == 1) {
        for (unsigned item = 0; item < items; ++item) work(0U, item);
        return;
    }
    std::atomic<unsigned> next = 0;
    tbb::parallel_for(0U, workers, [&](unsigned worker) {
        for (unsigned item = next++; item < items; item = next++) work(worker, item);
    });
}

}  // namespace zermelo
