// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/heap.hpp"

namespace zermelo {

void give_back_large_blocks() {}

void wait_giving_memory_back(const sigset_t& signals, const std::function<void()>& /*tidy*/) {
    int signal = 0;
    while (sigwait(&signals, &signal) != 0) {
    }
}

}  // namespace zermelo
