// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/thread.hpp"

#include <cstdlib>
#include <fstream>
#include <new>

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

namespace zermelo {
namespace {

TEST(Thread, DoesItsWork) {
    bool done = false;
    begin_thread([&] { done = true; }).join();
    EXPECT_TRUE(done);
    // Who lets go of it asks it to stop, and waits for that.
    begin_thread([](const std::stop_token& stop) {
        while (!stop.stop_requested()) std::this_thread::yield();
    });
}

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)  // which reserve terabytes

/// Leaves this process no address space for the stack of a thread.
void take_all_space() {
    std::size_t pages = 0;
    std::ifstream{"/proc/self/statm"} >> pages;
    const rlim_t most = pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + (rlim_t{1} << 20U);
    const rlimit limit{most, most};
    ::setrlimit(RLIMIT_AS, &limit);
}

TEST(Thread, WhereThereIsNoneIsALackOfMemory) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");  // begun anew: stacks of threads before it are kept
    const auto begins = [] {
        take_all_space();
        try {
            begin_thread([] {}).join();
        } catch (const std::bad_alloc&) {
            std::_Exit(7);
        }
        std::_Exit(8);
    };
    EXPECT_EXIT(begins(), ::testing::ExitedWithCode(7), "");
    const auto begins_if_possible = [] {
        take_all_space();
        std::_Exit(begin_thread_if_possible([] {}).joinable() ? 8 : 7);
    };
    EXPECT_EXIT(begins_if_possible(), ::testing::ExitedWithCode(7), "");
}

#endif

}  // namespace
}  // namespace zermelo
