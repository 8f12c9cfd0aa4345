// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/stop.hpp"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(StopToken, TellsWhetherTheEndIsAskedFor) {
    std::stop_source source;
    const StopToken stop{source.get_token()};
    EXPECT_FALSE(stop.stop_requested());
    EXPECT_FALSE(StopToken{}.stop_requested());
    source.request_stop();
    EXPECT_TRUE(stop.stop_requested());
}

TEST(StopToken, WaitsAtAClosedGate) {
    const auto gate = std::make_shared<Gate>();
    std::atomic<int> calls = 0;
    gate->close();
    std::jthread worker{[&](const std::stop_token& stop) {
        const StopToken token{stop, gate};
        while (!token.stop_requested()) ++calls;
    }};
    EXPECT_EQ(calls, 0);
    gate->open();
    while (calls == 0) std::this_thread::yield();
    gate->close();
    // Who waits there ends all the same when that is asked for.
    worker.request_stop();
    worker.join();
    EXPECT_GT(calls, 0);
}

}  // namespace
}  // namespace zermelo
