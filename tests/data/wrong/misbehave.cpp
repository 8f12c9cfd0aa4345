// SPDX-License-Identifier: GPL-3.0-or-later
// A program that does what programs must not do: `misbehave HOW [MARKER]`. What it starts carries the marker
// in its arguments, so that a test can look for it.
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iostream>
#include <new>
#include <string>
#include <vector>

#include <fcntl.h>
#include <sys/stat.h>
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
    if (how == "daemon") {  // out of the group, the session and the family
        if (::fork() == 0) {
            ::setsid();
            if (::fork() != 0) ::_exit(0);
            ::setsid();
            for (int stream : {0, 1, 2}) ::close(stream);
            sleep_forever();
        }
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
        for (int i = 0; i < 300; ++i)
            if (::fork() == 0) sleep_forever();
        sleep_forever();
    }
    if (how == "bomb")
        while (true) ::fork();
    return 0;
}
