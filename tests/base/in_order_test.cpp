// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/in_order.hpp"

#include <atomic>
#include <chrono>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/thread_pool.hpp"

namespace zermelo {
namespace {

TEST(InOrder, ItemsAreTakenAsTheyCame) {
    constexpr int count = 2000;
    int given = 0;
    std::vector<int> taken;
    std::atomic<int> worked = 0;
    ThreadPool pool{3};
    pool.execute([&] {
        in_order(
            16, [&] { return given == count ? std::nullopt : std::optional{given++}; },
            [&](int& item) {
                item *= 2;
                ++worked;
            },
            [&](const int& item) { taken.push_back(item); });
    });
    EXPECT_EQ(worked, count);
    ASSERT_EQ(taken.size(), static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) ASSERT_EQ(taken[static_cast<std::size_t>(i)], 2 * i);
}

// One thread is at the first item while the other does the two after it and goes on; when the first is done,
// all three are taken, though both threads are at others by then and no more may be on their way.
TEST(InOrder, ItemsAreTakenWhileAllThreadsWork) {
    int given = 0;
    std::atomic<int> begun = 0;
    std::atomic<int> taken = 0;
    std::atomic<bool> late = false;
    const auto wait_for = [&](const std::atomic<int>& count, int least) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::seconds{30};
        while (count < least && !late) {
            std::this_thread::yield();
            if (std::chrono::steady_clock::now() > end) late = true;
        }
    };
    ThreadPool pool{2};
    pool.execute([&] {
        in_order(
            4, [&] { return given == 5 ? std::nullopt : std::optional{given++}; },
            [&](const int& item) {
                ++begun;
                if (item == 0) wait_for(begun, 4);
                if (item > 2) wait_for(taken, 3);
            },
            [&](const int&) { ++taken; });
    });
    EXPECT_FALSE(late) << taken;
    EXPECT_EQ(taken, 5);
}

TEST(InOrder, WithoutItemsNothingIsDone) {
    in_order(
        4, [] { return std::optional<int>{}; }, [](int&) { ADD_FAILURE(); },
        [](const int&) { ADD_FAILURE(); });
}

}  // namespace
}  // namespace zermelo
