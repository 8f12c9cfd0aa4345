// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

/// What the system says of processes, for tests.
namespace zermelo::testing {

/// Tests that cannot do without /proc: those that look for processes, and those that run programs of users.
class WithProc : public ::testing::Test {
  protected:
    void SetUp() override {
        if (!std::filesystem::exists("/proc/self/fd")) GTEST_SKIP() << "there is no /proc here";
    }
};

/// How many processes that run have this word among their arguments.
inline int running_with(const std::string& word) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{"/proc"}) {
        std::ifstream file{entry.path() / "cmdline", std::ios::binary};
        // Formatted, so that a process that ends while it is read is no exception.
        std::ostringstream line;
        line << file.rdbuf();
        if (line.str().find(word) != std::string::npos) ++count;
    }
    return count;
}

}  // namespace zermelo::testing
