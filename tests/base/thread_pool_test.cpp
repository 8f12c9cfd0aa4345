// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/thread_pool.hpp"

#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <mutex>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sched.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <tbb/parallel_for.h>
#include <unistd.h>

#include "support/scale.hpp"

namespace zermelo {
namespace {

/// As many tasks as there are workers, each of which waits for all others, though not for ever.
void meet(
    unsigned workers, const std::function<void()>& there = [] {}) {
    std::atomic<unsigned> arrived = 0;
    std::atomic<bool> all = true;
    const auto patience = std::chrono::steady_clock::now() + std::chrono::seconds{60};
    tbb::parallel_for(
        0U, workers,
        [&](unsigned) {
            ++arrived;
            while (arrived < workers && std::chrono::steady_clock::now() < patience)
                std::this_thread::yield();
            if (arrived < workers) all = false;
            there();
        },
        tbb::simple_partitioner{});
    EXPECT_TRUE(all) << "fewer than " << workers << " threads work";
}

TEST(ThreadPool, AllItsThreadsWorkAtOnce) {
    for (const unsigned threads : {1U, 2U, 3U, 4U, 7U, 8U, 20U}) {
        ThreadPool pool{threads};
        std::mutex mutex;
        std::set<std::thread::id> seen;
        pool.execute([&] {
            meet(threads, [&] {
                const std::lock_guard lock{mutex};
                seen.insert(std::this_thread::get_id());
            });
        });
        EXPECT_EQ(seen.size(), threads);
        EXPECT_TRUE(seen.contains(std::this_thread::get_id()));
    }
}

/// oneTBB gives work only to threads that have the stack it expects, whatever stack others would get.
TEST(ThreadPool, AllItsThreadsWorkWhateverTheStacks) {
    if (!std::filesystem::exists("/proc/self/exe")) GTEST_SKIP() << "there is no /proc here";
    const std::string itself = std::filesystem::read_symlink("/proc/self/exe");
    for (const char* stack : {"1024", "2048", "$(ulimit -Hs)"}) {
        const std::string command = "ulimit -Ss " + std::string{stack} + " && '" + itself +
                                    "' --gtest_filter=ThreadPool.AllItsThreadsWorkAtOnce > /dev/null";
        EXPECT_EQ(std::system(command.c_str()), 0) << command;
    }
}

TEST(ThreadPool, ManyPoolsComeAndGo) {
    const int pools = static_cast<int>(testing::scaled(500));
    std::atomic<int> done = 0;
    for (int i = 0; i < pools; ++i) {
        ThreadPool pool{1 + static_cast<unsigned>(i) % 5};
        if (i % 3 == 0) continue;  // without any work
        pool.execute([&] { tbb::parallel_for(0, 10, [&](int) { ++done; }); });
    }
    EXPECT_EQ(done, (pools - (pools + 2) / 3) * 10);
}

TEST(ThreadPool, WorksAgain) {
    ThreadPool pool{3};
    for (int i = 0; i < 100; ++i) pool.execute([] { meet(3); });
}

TEST(ThreadPool, WhatWorkThrowsIsThrown) {
    ThreadPool pool{3};
    EXPECT_THROW(pool.execute([] { throw std::runtime_error{"here"}; }), std::runtime_error);
    const auto somewhere = [] {
        tbb::parallel_for(0, 1000, [](int i) {
            if (i == 777) throw std::out_of_range{"there"};
        });
    };
    EXPECT_THROW(pool.execute(somewhere), std::out_of_range);
    pool.execute([] { meet(3); });
}

TEST(ThreadPool, ItsThreadsMayRunWhereTheProcessMay) {
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0)
        GTEST_SKIP() << "more processors than a set takes";
    ThreadPool pool{4};
    std::atomic<int> free = 0;
    pool.execute([&] {
        meet(4, [&] {
            cpu_set_t mine;
            if (sched_getaffinity(0, sizeof mine, &mine) == 0 && CPU_EQUAL(&mine, &allowed)) ++free;
        });
    });
    EXPECT_EQ(free, 4);
}

/// The system gives the process no more than a few threads.
TEST(ThreadPoolDeathTest, DoesAllWorkWithFewerThreads) {
    constexpr int not_held = 3;
    const auto give_up = [] {
        std::fputs("not held", stderr);
        std::_Exit(not_held);
    };
    const auto with_few_threads = [&] {
        // Root is not held to the limit.
        if (::geteuid() == 0 && ::setuid(65534) != 0) give_up();
        const rlimit few{3, 3};
        ::setrlimit(RLIMIT_NPROC, &few);
        std::vector<std::jthread> others;
        const auto until_stopped = [](const std::stop_token& stop) {
            while (!stop.stop_requested()) std::this_thread::yield();
        };
        try {
            while (others.size() < 10) others.emplace_back(until_stopped);
            give_up();
        } catch (const std::system_error&) {
            if (!others.empty()) others.pop_back();
        }
        std::atomic<int> done = 0;
        {
            ThreadPool pool{100};
            pool.execute([&] { tbb::parallel_for(0, 1000, [&](int) { ++done; }); });
        }
        std::fprintf(stderr, "%d done", done.load());
        std::_Exit(0);
    };
    bool held = true;
    const auto all_done = [&](int status) {
        held = !WIFEXITED(status) || WEXITSTATUS(status) != not_held;
        return !held || ::testing::ExitedWithCode(0)(status);
    };
    EXPECT_EXIT(with_few_threads(), all_done, "1000 done|not held");
    if (!held) GTEST_SKIP() << "nobody is held to a number of threads here";
}

}  // namespace
}  // namespace zermelo
