// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/file_lock.hpp"

#include <cerrno>
#include <chrono>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "support/shell.hpp"

namespace zermelo {
namespace {

using namespace std::chrono_literals;

class Opened {
  public:
    explicit Opened(const std::string& path) : descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {}
    Opened(const Opened&) = delete;
    Opened& operator=(const Opened&) = delete;
    ~Opened() { ::close(descriptor_); }
    operator int() const { return descriptor_; }

  private:
    int descriptor_;
};

TEST(FileLock, IsRefusedWhileAnotherOneHasIt) {
    const testing::Scratch file{""};
    const Opened mine{file.path()};
    {
        const Opened theirs{file.path()};
        EXPECT_EQ(lock_file(theirs, 0ms), 0);
        EXPECT_EQ(lock_file(mine, 0ms), EWOULDBLOCK);
        const auto begin = std::chrono::steady_clock::now();
        EXPECT_EQ(lock_file(mine, 50ms), EWOULDBLOCK);
        EXPECT_GE(std::chrono::steady_clock::now() - begin, 50ms);
    }
    EXPECT_EQ(lock_file(mine, 0ms), 0);
    EXPECT_EQ(lock_file(mine, 0ms), 0);  // it is ours already
}

TEST(FileLock, IsWaitedFor) {
    const testing::Scratch file{""};
    const Opened mine{file.path()};
    std::jthread other;
    {
        auto theirs = std::make_unique<Opened>(file.path());
        ASSERT_EQ(lock_file(*theirs, 0ms), 0);
        other = std::jthread{[theirs = std::move(theirs)] { std::this_thread::sleep_for(100ms); }};
    }
    EXPECT_EQ(lock_file(mine, 10min), 0);
}

TEST(FileLock, WhatIsNoFileIsAnErrorAtOnce) { EXPECT_EQ(lock_file(-1, 10min), EBADF); }

}  // namespace
}  // namespace zermelo
