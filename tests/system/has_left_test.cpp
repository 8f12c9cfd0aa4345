// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/has_left.hpp"

#include <array>

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace zermelo {
namespace {

TEST(HasLeft, ToldOfWhoClosesAndOfWhoWillNotWrite) {
    for (const bool closes : {false, true}) {
        std::array<int, 2> ends{-1, -1};
        ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
        EXPECT_FALSE(has_left(ends[0]));
        if (closes)
            ::close(ends[1]);
        else
            ::shutdown(ends[1], SHUT_WR);
        EXPECT_TRUE(has_left(ends[0]));
        ::close(ends[0]);
        if (!closes) ::close(ends[1]);
    }
}

}  // namespace
}  // namespace zermelo
