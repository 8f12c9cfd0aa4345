// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/machine.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>

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

std::optional<std::uint64_t> free_disk(const std::string& folder) {
    std::error_code error;
    std::filesystem::path path = std::filesystem::absolute(folder, error);
    while (!error && !path.empty() && !std::filesystem::exists(path, error) && path != path.parent_path())
        path = path.parent_path();
    const auto space = std::filesystem::space(path, error);
    if (error) return std::nullopt;
    return space.available;
}

}  // namespace zermelo
