// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/free_memory.hpp"

#include <fstream>
#include <optional>
#include <string>

namespace zermelo {

std::uint64_t free_memory() {
    std::uint64_t free = std::uint64_t{8} << 30U;
    std::ifstream info{"/proc/meminfo"};
    std::string word;
    std::uint64_t number = 0;
    while (info >> word) {
        if (word == "MemAvailable:" && info >> number) {
            free = number << 10U;
            break;
        }
    }
    // A container may be allowed less than its machine has.
    const auto read = [](const char* path) -> std::optional<std::uint64_t> {
        std::ifstream file{path};
        std::uint64_t value = 0;
        if (file >> value) return value;
        return std::nullopt;
    };
    const auto most = read("/sys/fs/cgroup/memory.max");
    const auto used = read("/sys/fs/cgroup/memory.current");
    if (most && used && *most > *used && *most - *used < free) free = *most - *used;
    return free;
}

}  // namespace zermelo
