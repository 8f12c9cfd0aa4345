// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/heap.hpp"

#include <ctime>

#include <malloc.h>

namespace zermelo {

void give_back_large_blocks() {
    constexpr int large = 1 << 18;
    ::mallopt(M_MMAP_THRESHOLD, large);
}

void wait_giving_memory_back(const sigset_t& signals, const std::function<void()>& tidy) {
    const timespec round{10, 0};
    while (::sigtimedwait(&signals, nullptr, &round) < 0) {
        tidy();
        ::malloc_trim(0);
    }
}

}  // namespace zermelo
