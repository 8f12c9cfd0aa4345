// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

namespace zermelo {

/// Items 0..items-1, each worked on once, by one of `workers` threads at a time: `work(worker, item)`, worker
/// < workers.
///
/// Who is held up takes fewer items, and a worker may keep its memory from item to item, which a loop over
/// ranges cannot: fresh memory costs more than most items. One worker takes them in order, without threads.
/// Threads: those of the task arena that this is called in. Cost: an atomic addition an item.
void parallel_for(unsigned workers, unsigned items,
                  const std::function<void(unsigned worker, unsigned item)>& work);

}  // namespace zermelo
