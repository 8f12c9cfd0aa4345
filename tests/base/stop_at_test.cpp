// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/stop_at.hpp"

#include <atomic>
#include <functional>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(StopAt, ComesAtItsMoment) {
    const StopAt stop{StopAt::Clock::now(), {}};
    std::atomic<bool> came = false;
    const std::stop_callback<std::function<void()>> told{stop.token(), [&] {
                                                             came = true;
                                                             came.notify_all();
                                                         }};
    came.wait(false);
    EXPECT_TRUE(stop.stop_requested());
}

TEST(StopAt, ComesWithAnother) {
    std::stop_source other;
    const StopAt without_moment{std::nullopt, other.get_token()};
    const StopAt far_away{StopAt::Clock::time_point::max(), other.get_token()};
    EXPECT_FALSE(without_moment.stop_requested());
    EXPECT_FALSE(far_away.stop_requested());
    other.request_stop();
    EXPECT_TRUE(without_moment.stop_requested());
    EXPECT_TRUE(far_away.stop_requested());
    EXPECT_TRUE(StopAt(std::nullopt, other.get_token()).stop_requested());
}

TEST(StopAt, IsNotAwaitedByWhoNeedsItNoMore) {
    std::stop_token left;
    {
        const StopAt far_away{StopAt::Clock::time_point::max(), {}};
        left = far_away.token();
    }
    EXPECT_FALSE(left.stop_requested());
}

}  // namespace
}  // namespace zermelo
