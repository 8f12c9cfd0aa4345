// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/search/budget.hpp"

#include <gtest/gtest.h>

namespace zermelo::search {
namespace {

TEST(Budget, IsOverWhenItIsStoppedWithoutANodeTaken) {
    std::stop_source source;
    Budget asked{{{}, {}, source.get_token()}};
    EXPECT_FALSE(asked.over());
    source.request_stop();
    EXPECT_TRUE(asked.over());
    EXPECT_EQ(asked.stopped(), Stop::request);
    Budget late{{std::chrono::nanoseconds{1}, {}, {}}};
    while (!late.over()) {
    }
    EXPECT_EQ(late.stopped(), Stop::time);
    EXPECT_EQ(late.nodes_used(), 0U);
}

}  // namespace
}  // namespace zermelo::search
