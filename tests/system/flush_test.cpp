// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/system/flush.hpp"

#include <cerrno>
#include <cstdio>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(Flush, TakesAnyNumberOfFilesAndTellsWhatGoesWrong) {
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> first{std::tmpfile(), std::fclose};
    const std::unique_ptr<std::FILE, int (*)(std::FILE*)> second{std::tmpfile(), std::fclose};
    ASSERT_TRUE(first && second);
    EXPECT_EQ(flush({}), 0);
    EXPECT_EQ(flush(std::vector{fileno(first.get())}), 0);
    EXPECT_EQ(flush(std::vector{fileno(first.get()), fileno(second.get())}), 0);
    EXPECT_EQ(flush(std::vector{-1}), EBADF);
    EXPECT_EQ(flush(std::vector{-1, -1}), EBADF);
}

}  // namespace
}  // namespace zermelo
