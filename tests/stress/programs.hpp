// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/stress/process.hpp"

/// The programs of tests/data/wrong, and what they leave behind.
namespace zermelo::stress::testing {

/// `hunt --wrong=even`, `cheesy.py --wrong=kept`, `misbehave hang`.
inline Command program(const std::string& name, const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> words;
    if (name.ends_with(".py")) {
        words = {ZERMELO_PYTHON, ZERMELO_SOURCE_DIR "/tests/data/wrong/" + name};
    } else {
        words = {ZERMELO_WRONG_PROGRAMS "/wrong_" + name};
    }
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto command = find_command(words);
    EXPECT_TRUE(command) << command.error().message;
    return command.value_or(Command{words});
}

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

/// Whether a condition comes true within half a minute. It may be false again by then: what runs is counted
/// while it comes and goes.
template <typename Condition>
bool eventually(const Condition& condition) {
    for (int i = 0; i < 600; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds{50});
    }
    return false;
}

}  // namespace zermelo::stress::testing
