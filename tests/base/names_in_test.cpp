// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/names_in.hpp"

#include <set>

#include <gtest/gtest.h>

#include "support/scratch.hpp"

namespace zermelo {
namespace {

TEST(NamesIn, AreAllThatAFolderHas) {
    const testing::ScratchFolder scratch;
    const std::string file = scratch.file("one.zt", "1");
    static_cast<void>(scratch.file(".hidden", "2"));
    const auto names = names_in(scratch.file(""));
    EXPECT_EQ((std::set<std::string>{names.begin(), names.end()}),
              (std::set<std::string>{"one.zt", ".hidden"}));
    EXPECT_EQ(names_in(file), std::vector<std::string>{});
    EXPECT_EQ(names_in("/no/such/folder"), std::vector<std::string>{});
}

}  // namespace
}  // namespace zermelo
