// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/processors.hpp"

#include <algorithm>

#include <sched.h>

namespace zermelo {

std::vector<int> allowed_processors() {
    std::vector<int> all;
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return all;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu)
        if (CPU_ISSET(cpu, &allowed)) all.push_back(cpu);
    const auto own = std::find(all.begin(), all.end(), sched_getcpu());
    if (own != all.end()) std::rotate(all.begin(), own, all.end());
    return all;
}

void begin_on(pthread_attr_t& attributes, int processor) {
    cpu_set_t own;
    CPU_ZERO(&own);
    CPU_SET(processor, &own);
    pthread_attr_setaffinity_np(&attributes, sizeof own, &own);
}

void run_on(std::span<const int> processors) {
    cpu_set_t all;
    CPU_ZERO(&all);
    for (const int processor : processors) CPU_SET(processor, &all);
    sched_setaffinity(0, sizeof all, &all);
}

}  // namespace zermelo
