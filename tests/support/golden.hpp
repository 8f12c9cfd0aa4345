// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace zermelo::testing {

/// Compares `actual` with tests/data/`name`. With ZERMELO_UPDATE_GOLDEN set the file is written instead: look
/// at what git says has changed before you commit it.
inline void expect_golden(const std::string& name, const std::string& actual) {
    const std::string path = std::string(ZERMELO_SOURCE_DIR "/tests/data/") + name;
    if (std::getenv("ZERMELO_UPDATE_GOLDEN") != nullptr) {
        std::ofstream(path, std::ios::binary) << actual;
        return;
    }
    std::ifstream file(path, std::ios::binary);
    const std::string hint = "; the same test with ZERMELO_UPDATE_GOLDEN=1 writes it anew: look at git diff";
    ASSERT_TRUE(file) << path << " is missing" << hint;
    std::ostringstream expected;
    expected << file.rdbuf();
    EXPECT_EQ(actual, expected.str()) << path << " has other text" << hint;
}

}  // namespace zermelo::testing
