// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/parallel_for.hpp"

#include <atomic>

#include <tbb/parallel_for.h>

namespace zermelo {

void parallel_for(unsigned workers, unsigned items,
                  const std::function<void(unsigned worker, unsigned item)>& work) {
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
