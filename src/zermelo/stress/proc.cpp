// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/stress/proc.hpp"

#include <array>
#include <charconv>
#include <string>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
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

std::vector<pid_t> numbers(const std::string& text) {
    std::vector<pid_t> found;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at < end) {
        pid_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error == std::errc{}) found.push_back(number);
        at = next + 1;
    }
    return found;
}

std::string children_file(pid_t process) { return fmt::format("/proc/{0}/task/{0}/children", process); }

}  // namespace

bool is_there() {
    return ::access(children_file(::getpid()).c_str(), R_OK) == 0 && ::access("/proc/self/fd", X_OK) == 0;
}

std::vector<pid_t> children_of(pid_t process) { return numbers(read_small(children_file(process))); }

std::uint64_t resident(pid_t process) {
    const auto pages = numbers(read_small(fmt::format("/proc/{}/statm", process)));
    return pages.size() < 2 ? 0 : static_cast<std::uint64_t>(pages[1] * ::sysconf(_SC_PAGESIZE));
}

unsigned descendants(unsigned most) {
    std::vector<pid_t> open = children_of(::getpid());
    unsigned count = 0;
    while (!open.empty() && count <= most) {
        const pid_t process = open.back();
        open.pop_back();
        ++count;
        const auto more = children_of(process);
        open.insert(open.end(), more.begin(), more.end());
    }
    return count;
}

std::uint64_t tasks() {
    // "0.08 0.03 0.01 1/224 4711"
    const std::string load = read_small("/proc/loadavg");
    const std::size_t slash = load.find('/');
    if (slash == std::string::npos) return 0;
    return static_cast<std::uint64_t>(numbers(load.substr(slash + 1)).front());
}

}  // namespace zermelo::stress::proc
