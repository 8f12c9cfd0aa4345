// SPDX-License-Identifier: GPL-3.0-or-later
// A program that does what programs must not do: `misbehave HOW [MARKER]`. What it starts carries the marker
// in its arguments, so that a test can look for it.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iostream>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

namespace {

void sleep_forever() {
    while (true) ::pause();
}

/// Answers YES to every game of `simplified` that asks for a single ply, and to all others.
void answer(const char* word) {
    int games = 0;
    std::cin >> games;
    for (int i = 0; i < games; ++i) std::cout << word << '\n';
    std::cout.flush();
}

void use_memory(std::size_t bytes) {
    constexpr std::size_t block = std::size_t{1} << 20U;
    for (std::size_t used = 0; used < bytes; used += block) std::memset(new char[block], 1, block);
}

std::vector<pid_t> start_children(int count, void (*work)()) {
    std::vector<pid_t> children;
    for (int i = 0; i < count; ++i) {
        children.push_back(::fork());
        if (children.back() != 0) continue;
        work();
        ::_exit(0);
    }
    return children;
}

void run_in_second_thread(void (*work)()) { std::thread{work}.join(); }

void use_a_tenth_of_a_second() {
    timespec used{};
    do ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec == 0 && used.tv_nsec < 100'000'000);
}

/// Leaves the group, the session and the family.
void start_daemon() {
    if (::fork() != 0) return;
    ::setsid();
    if (::fork() != 0) ::_exit(0);
    ::setsid();
    for (int stream : {0, 1, 2}) ::close(stream);
    sleep_forever();
}

/// Writes files of 72 MB in all, none of them large.
void write_files(bool nameless) {
    const std::string text(1 << 16, 'x');
    for (int i = 0; i < (nameless ? 900 : 1100); ++i) {
        const std::string folder = "folder" + std::to_string(i % 10);
        ::mkdir(folder.c_str(), S_IRWXU);
        const std::string name = folder + "/" + std::to_string(i);
        const int file = ::open(name.c_str(), O_CREAT | O_WRONLY, S_IRUSR | S_IWUSR);
        if (::write(file, text.data(), text.size()) < 0) return;
        if (nameless) {
            ::unlink(name.c_str());
        } else {
            ::close(file);
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    const std::string how = argc > 1 ? argv[1] : "";
    if (how == "yes") answer("YES");
    if (how == "hang") sleep_forever();
    if (how == "stop") ::raise(SIGSTOP);
    if (how == "spin")
        for (volatile bool more = true; more;) {
        }
    if (how == "flood")
        while (true) std::cout << "YES\nYES\nYES\nYES\nYES\nYES\n";
    if (how == "flood-errors")
        while (true) std::cerr << "what? ";
    if (how == "fill-disk")
        for (std::ofstream file{"large"};;) file << std::string(1 << 16, 'x');
    if (how == "silent") return 0;
    if (how == "close") {
        for (int stream : {0, 1, 2}) ::close(stream);
        return 0;
    }
    if (how == "close-and-hang") {
        for (int stream : {0, 1, 2}) ::close(stream);
        sleep_forever();
    }
    if (how == "abort") std::abort();
    if (how == "segfault") ::raise(SIGSEGV);
    if (how == "kill") ::raise(SIGKILL);
    if (how == "exit") {
        std::cerr << "first line\nsecond line\n";
        return 3;
    }
    if (how == "memory") use_memory(std::size_t{4} << 30U);
    if (how == "bad-alloc") {
        std::vector<char*> blocks;
        while (true) blocks.push_back(new char[std::size_t{1} << 28U]);
    }
    if (how == "some-memory") {
        use_memory(std::size_t{32} << 20U);
        answer("YES");
    }
    if (how == "recurse") {
        struct Deep {
            static int down(int depth) {
                volatile char frame[256] = {};
                return depth == 0 ? frame[0] : down(depth - 1) + frame[1];
            }
        };
        if (Deep::down(100'000) == 0) answer("YES");
    }
    if (how == "garbage") std::cout << "\x01\x02 \xff\xfe garbage\n";
    if (how == "too-many") {
        answer("YES");
        std::cout << "YES\n";
    }
    if (how == "layout") answer("  YES \t\r\n");
    if (how == "files") {
        for (const char* name : {"a", "b", "c"}) {
            ::mkdir(name, S_IRWXU);
            std::ofstream{std::string{name} + "/file"} << "text";
            ::chmod(name, 0);
        }
        std::ofstream{std::string{std::getenv("TMPDIR")} + "/other"} << "text";
        answer("YES");
    }
    if (how == "fork") {  // the child goes on when the program has ended
        if (::fork() == 0) sleep_forever();
        answer("YES");
    }
    if (how == "daemon") {
        start_daemon();
        answer("YES");
    }
    if (how == "thread-daemon") {
        run_in_second_thread(start_daemon);
        answer("YES");
    }
    if (how == "daemon-and-hang") {
        if (::fork() == 0) {
            ::setsid();
            if (::fork() == 0) sleep_forever();
            ::_exit(0);
        }
        sleep_forever();
    }
    if (how == "brief-child") {  // it has ended before long
        if (::fork() == 0) {
            ::usleep(20'000);
            ::_exit(0);
        }
        answer("YES");
    }
    if (how == "many") {
        start_children(300, sleep_forever);
        sleep_forever();
    }
    if (how == "thread-many")
        run_in_second_thread([] {
            start_children(100, sleep_forever);
            sleep_forever();
        });
    if (how == "threads") {
        pthread_attr_t small{};  // else a limit of memory that is low lets it have two
        ::pthread_attr_init(&small);
        ::pthread_attr_setstacksize(&small, 1U << 16U);
        pthread_t thread{};
        for (int i = 0; i < 100; ++i)
            ::pthread_create(
                &thread, &small,
                [](void*) -> void* {
                    sleep_forever();
                    return nullptr;
                },
                nullptr);
        sleep_forever();
    }
    if (how == "children-memory") {
        start_children(4, [] {
            use_memory(std::size_t{60} << 20U);
            sleep_forever();
        });
        sleep_forever();
    }
    if (how == "shared-memory") {  // what its children do not change is there once
        use_memory(std::size_t{60} << 20U);
        start_children(3, [] { ::usleep(200'000); });
        for (int i = 0; i < 3; ++i) ::wait(nullptr);
        answer("YES");
    }
    if (how == "children-time") {
        siginfo_t info{};  // it sees them end, but does not take their ends, and so not their time
        for (const pid_t child : start_children(4, use_a_tenth_of_a_second))
            ::waitid(P_PID, static_cast<id_t>(child), &info, WEXITED | WNOWAIT);
    }
    if (how == "many-files") {
        write_files(false);
        answer("YES");
    }
    if (how == "many-files-and-hang") {
        write_files(false);
        sleep_forever();
    }
    if (how == "nameless-files") {
        write_files(true);
        sleep_forever();
    }
    if (how == "bomb")
        while (true) ::fork();
    return 0;
}
