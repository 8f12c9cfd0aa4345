// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/stress/process.hpp"

#include "support/proc.hpp"

/// The programs of tests/data/wrong.
namespace zermelo::stress::testing {

/// `hunt --wrong=even`, `cheesy.py --wrong=kept`, `misbehave hang`.
inline Command program(const std::string& name, const std::vector<std::string>& arguments = {}) {
    std::vector<std::string> words;
    if (name.ends_with(".py")) {
        // Without what its installation adds at each of many starts.
        words = {ZERMELO_PYTHON, "-I", "-S", ZERMELO_SOURCE_DIR "/tests/data/wrong/" + name};
    } else {
        words = {ZERMELO_WRONG_PROGRAMS "/wrong_" + name};
    }
    words.insert(words.end(), arguments.begin(), arguments.end());
    const auto command = find_command(words);
    EXPECT_TRUE(command) << command.error().message;
    return command.value_or(Command{words});
}

/// Limits of a run for programs that are not slow: of time there is so much that the busiest machine fails
/// nobody.
inline const ProcessLimits patient{.time = std::chrono::minutes{5}};

}  // namespace zermelo::stress::testing
