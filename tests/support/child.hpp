// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cerrno>
#include <chrono>
#include <csignal>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace zermelo::testing {

/// A program that a test starts, stops and waits for itself, with nothing between that could end earlier.
class Child {
  public:
    /// `words`: the program's path and its arguments; `variables`: `NAME=value`, added to the environment.
    /// What it prints goes nowhere.
    explicit Child(std::vector<std::string> words, std::vector<std::string> variables = {}) {
        const auto pointers = [](std::vector<std::string>& texts, char** more) {
            std::vector<char*> result;
            for (std::string& text : texts) result.push_back(text.data());
            for (; more != nullptr && *more != nullptr; ++more) result.push_back(*more);
            result.push_back(nullptr);
            return result;
        };
        // Whoever runs the tests in the background may have signals ignored or blocked.
        sigset_t all;
        sigset_t none;
        ::sigfillset(&all);
        ::sigemptyset(&none);
        posix_spawnattr_t attributes;
        ::posix_spawnattr_init(&attributes);
        ::posix_spawnattr_setsigdefault(&attributes, &all);
        ::posix_spawnattr_setsigmask(&attributes, &none);
        ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
        posix_spawn_file_actions_t files;
        ::posix_spawn_file_actions_init(&files);
        for (const int stream : {STDOUT_FILENO, STDERR_FILENO})
            ::posix_spawn_file_actions_addopen(&files, stream, "/dev/null", O_WRONLY, 0);
        const int error = ::posix_spawn(&process_, words.at(0).c_str(), &files, &attributes,
                                        pointers(words, nullptr).data(), pointers(variables, environ).data());
        if (error != 0) process_ = -1;
        ::posix_spawn_file_actions_destroy(&files);
        ::posix_spawnattr_destroy(&attributes);
    }
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;
    ~Child() {
        signal(SIGKILL);
        wait();
    }

    void signal(int number) const {
        if (process_ > 0) ::kill(process_, number);
    }
    /// Whether its first thread leaves a signal to others.
    bool blocks(int number) const {
        std::ifstream status{"/proc/" + std::to_string(process_) + "/status"};
        for (std::string line; std::getline(status, line);)
            if (line.starts_with("SigBlk:"))
                return (std::stoull(line.substr(7), nullptr, 16) >> (number - 1) & 1U) != 0;
        return false;
    }
    /// Waits until it is gone with all that it held. Returns its exit status, or 128 and its signal, as a
    /// shell does; −1 if it never started or was waited for before.
    int wait() {
        int status = 0;
        if (process_ <= 0) return -1;
        while (::waitpid(process_, &status, 0) < 0 && errno == EINTR) {
        }
        process_ = -1;
        return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }

  private:
    pid_t process_ = -1;
};

/// Whether a condition comes true before a busy machine, too, would have got there.
template <typename Condition>
bool eventually(const Condition& condition) {
    const auto begin = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() - begin < std::chrono::minutes{3}) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds{10});
    }
    return condition();
}

}  // namespace zermelo::testing
