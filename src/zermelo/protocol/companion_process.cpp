// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/companion_process.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

namespace zermelo::protocol {

namespace {

/// In the process that looks after the companion, or in the companion before it begins: nothing here may
/// allocate, for other threads may have held the heap when we were forked.
[[noreturn]] void run_companion(char* const* words, int in, int out) {
    ::setpgid(0, 0);
    ::dup2(in, STDIN_FILENO);
    ::dup2(out, STDOUT_FILENO);
    const int nowhere = ::open("/dev/null", O_WRONLY);
    if (nowhere >= 0) ::dup2(nowhere, STDERR_FILENO);
    for (int fd = STDERR_FILENO + 1; fd < 1024; ++fd) ::close(fd);
    ::execvp(words[0], words);
    ::_exit(127);
}

[[noreturn]] void look_after(char* const* words, int life, int in, int out) {
    ::setpgid(0, 0);  // a signal of the keyboard is for those who talk
    const pid_t companion = ::fork();
    if (companion == 0) run_companion(words, in, out);
    if (companion > 0) ::setpgid(companion, companion);
    for (int fd = 0; fd < 1024; ++fd)
        if (fd != life) ::close(fd);
    char nothing = 0;
    while (::read(life, &nothing, 1) < 0 && errno == EINTR) {
    }
    if (companion > 0) {
        ::kill(-companion, SIGKILL);
        ::waitpid(companion, nullptr, 0);
    }
    ::_exit(0);
}

void close_both(const std::array<int, 2>& ends) {
    for (const int end : ends)
        if (end >= 0) ::close(end);
}

}  // namespace

Result<std::unique_ptr<CompanionProcess>> CompanionProcess::start(const std::vector<std::string>& words) {
    std::vector<std::string> copies = words;
    std::vector<char*> arguments;
    for (std::string& word : copies) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    std::array<int, 2> in{-1, -1}, out{-1, -1}, life{-1, -1};
    const bool made = ::socketpair(AF_UNIX, SOCK_STREAM, 0, in.data()) == 0 && ::pipe(out.data()) == 0 &&
                      ::pipe(life.data()) == 0;
    const pid_t guard = made ? ::fork() : -1;
    if (guard == 0) {
        ::close(in[0]);
        ::close(out[0]);
        ::close(life[1]);
        look_after(arguments.data(), life[0], in[1], out[1]);
    }
    if (guard < 0) {
        for (const auto& ends : {in, out, life}) close_both(ends);
        return failure(ErrorKind::io, "the system has no process for the companion");
    }
    ::close(in[1]);
    ::close(out[1]);
    ::close(life[0]);
    for (const int end : {in[0], out[0], life[1]}) ::fcntl(end, F_SETFD, FD_CLOEXEC);
    return std::unique_ptr<CompanionProcess>{new CompanionProcess{guard, life[1], in[0], out[0]}};
}

CompanionProcess::~CompanionProcess() {
    for (const int end : {life_, in_, out_}) ::close(end);
    ::waitpid(guard_, nullptr, 0);
}

bool CompanionProcess::say(std::string_view line) {
    const std::string text = std::string{line} + "\n";
    return ::send(in_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL) ==
           static_cast<ssize_t>(text.size());
}

auto CompanionProcess::hear(std::string& line, Clock::time_point until) -> Heard {
    for (;;) {
        const std::size_t end = buffer_.find('\n', at_);
        if (end != std::string::npos) {
            line.assign(buffer_, at_, end - at_);
            at_ = end + 1;
            if (!line.empty() && line.back() == '\r') line.pop_back();
            if (!std::exchange(too_long_, false)) return Heard::line;
            if (Clock::now() >= until) return Heard::nothing;
            continue;
        }
        buffer_.erase(0, std::exchange(at_, 0));
        if (buffer_.size() > longest) {
            buffer_.clear();
            too_long_ = true;
        }
        const auto left = std::chrono::ceil<std::chrono::milliseconds>(until - Clock::now()).count();
        pollfd what{out_, POLLIN, 0};
        const int ready = ::poll(&what, 1, static_cast<int>(std::clamp<std::int64_t>(left, 0, 1000)));
        if (ready == 0 || (ready < 0 && errno == EINTR)) {
            if (Clock::now() >= until) return Heard::nothing;
            continue;
        }
        std::array<char, 1 << 14> read{};
        const auto size = ::read(out_, read.data(), read.size());
        if (size <= 0) return Heard::end;
        buffer_.append(read.data(), static_cast<std::size_t>(size));
        if (Clock::now() >= until && buffer_.find('\n') == std::string::npos) return Heard::nothing;
    }
}

}  // namespace zermelo::protocol
