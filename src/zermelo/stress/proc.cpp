// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/proc.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zermelo::stress::proc {

namespace {

std::string read_small(const std::string& path) {
    std::array<char, 4096> buffer{};
    std::string text;
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return text;
    while (true) {
        const ssize_t got = ::read(file, buffer.data(), buffer.size());
        if (got <= 0) break;
        text.append(buffer.data(), static_cast<std::size_t>(got));
    }
    ::close(file);
    return text;
}

template <typename Number>
std::vector<Number> numbers(std::string_view text) {
    std::vector<Number> found;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        Number number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error == std::errc{}) found.push_back(number);
        at = next + 1;
    }
    return found;
}

/// The names in a folder that are numbers.
std::vector<pid_t> numbered(const std::string& folder) {
    std::vector<pid_t> found;
    DIR* const names = ::opendir(folder.c_str());
    if (names == nullptr) return found;
    while (const dirent* const entry = ::readdir(names))
        for (const pid_t number : numbers<pid_t>(entry->d_name)) found.push_back(number);
    ::closedir(names);
    return found;
}

std::string children_file(pid_t process, pid_t thread) {
    return fmt::format("/proc/{}/task/{}/children", process, thread);
}

void add_children(const Use& process, std::vector<pid_t>& all) {
    const auto add = [&](pid_t thread) {
        const auto more = numbers<pid_t>(read_small(children_file(process.process, thread)));
        all.insert(all.end(), more.begin(), more.end());
    };
    if (process.threads <= 1) return add(process.process);
    for (const pid_t thread : numbered(fmt::format("/proc/{}/task", process.process))) add(thread);
}

std::optional<Use> use_of(pid_t process) {
    // "4711 (any name) S 1 …": a name may have anything in it, so what comes before its end is left out.
    const std::string text = read_small(fmt::format("/proc/{}/stat", process));
    const std::size_t name_end = text.rfind(')');
    if (name_end == std::string::npos || text.size() < name_end + 4) return std::nullopt;
    const auto fields = numbers<std::int64_t>(std::string_view{text}.substr(name_end + 4));
    const auto field = [&](std::size_t number) {  // as proc(5) counts them
        return number - 4 < fields.size() ? static_cast<std::uint64_t>(fields[number - 4]) : 0;
    };
    const auto ticks = static_cast<double>(field(14) + field(15) + field(16) + field(17));
    return Use{process, static_cast<unsigned>(field(20)),
               field(24) * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE)),
               ticks / static_cast<double>(::sysconf(_SC_CLK_TCK))};
}

/// The memory of a process, of what it shares its part alone; all that is resident where that is not told.
std::uint64_t part_of_memory(const Use& process) {
    const std::string text = read_small(fmt::format("/proc/{}/smaps_rollup", process.process));
    const auto kibibytes = [&](std::string_view key) -> std::uint64_t {
        const std::size_t found = text.find(key);
        if (found == std::string::npos) return 0;
        const std::size_t begin = text.find_first_of("0123456789", found);
        if (begin == std::string::npos) return 0;
        return numbers<std::uint64_t>(std::string_view{text}.substr(begin)).front();
    };
    if (text.find("\nPss:") == std::string::npos) {
        const auto now =
            use_of(process.process);  // it may have ended since it was listed, and holds nothing then
        return now ? now->resident : 0;
    }
    return (kibibytes("\nPss:") + kibibytes("\nSwapPss:")) << 10U;
}

template <typename Value>
std::uint64_t sum(std::span<const Use> processes, const Value& value) {
    std::uint64_t total = 0;
    for (const Use& process : processes) total += value(process);
    return total;
}

}  // namespace

bool is_there() {
    const pid_t self = ::getpid();
    return ::access(children_file(self, self).c_str(), R_OK) == 0 && ::access("/proc/self/fd", X_OK) == 0;
}

std::vector<pid_t> children() {
    const pid_t self = ::getpid();
    return numbers<pid_t>(read_small(children_file(self, self)));
}

std::vector<Use> descendants(std::size_t most) {
    std::vector<pid_t> open = children();
    std::vector<Use> found;
    while (!open.empty() && found.size() <= most) {
        const auto process = use_of(open.back());
        open.pop_back();
        if (!process) continue;
        found.push_back(*process);
        add_children(*process, open);
    }
    return found;
}

std::uint64_t memory(std::span<const Use> processes, std::uint64_t most) {
    const std::uint64_t resident = sum(processes, [](const Use& process) { return process.resident; });
    if (processes.size() <= 1 || resident <= most) return resident;
    return sum(processes, part_of_memory);
}

std::uint64_t nameless(std::span<const Use> processes, dev_t device) {
    std::set<ino_t> known;
    return sum(processes, [&](const Use& process) {
        std::uint64_t bytes = 0;
        const std::string folder = fmt::format("/proc/{}/fd", process.process);
        for (const int descriptor : numbered(folder)) {
            struct stat file {};
            if (::stat(fmt::format("{}/{}", folder, descriptor).c_str(), &file) == 0 &&
                S_ISREG(file.st_mode) && file.st_nlink == 0 && file.st_dev == device &&
                known.insert(file.st_ino).second)
                bytes += static_cast<std::uint64_t>(file.st_size);
        }
        return bytes;
    });
}

std::uint64_t tasks() {
    // "0.08 0.03 0.01 1/224 4711"
    const std::string load = read_small("/proc/loadavg");
    const std::size_t slash = load.find('/');
    if (slash == std::string::npos) return 0;
    return numbers<std::uint64_t>(std::string_view{load}.substr(slash + 1)).front();
}

}  // namespace zermelo::stress::proc
