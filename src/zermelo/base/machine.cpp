// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/machine.hpp"

#include <array>
#include <filesystem>
#include <fstream>
#include <system_error>

#include <fmt/format.h>

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

std::string grouped(std::uint64_t number) {
    std::string digits = std::to_string(number);
    for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
    return digits;
}

std::string size_text(std::uint64_t bytes) {
    constexpr std::array units{"bytes", "KiB", "MiB", "GiB", "TiB", "PiB"};
    auto size = static_cast<double>(bytes);
    std::size_t unit = 0;
    for (; size >= 1024 && unit + 1 < units.size(); ++unit) size /= 1024;
    return unit == 0 ? fmt::format("{} bytes", bytes) : fmt::format("{:.1f} {}", size, units[unit]);
}

std::string time_text(double seconds) {
    if (seconds < 60) return fmt::format("{:.1f} s", seconds);
    const auto whole = static_cast<std::uint64_t>(seconds + 0.5);
    if (whole < 3600) return fmt::format("{} min {:02} s", whole / 60, whole % 60);
    return fmt::format("{} h {:02} min", whole / 3600, whole / 60 % 60);
}

}  // namespace zermelo
