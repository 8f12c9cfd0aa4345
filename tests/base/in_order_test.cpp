// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/in_order.hpp"

#include <atomic>
#include <optional>
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

TEST(InOrder, WithoutItemsNothingIsDone) {
    in_order(
        4, [] { return std::optional<int>{}; }, [](int&) { ADD_FAILURE(); },
        [](const int&) { ADD_FAILURE(); });
}

}  // namespace
}  // namespace zermelo
