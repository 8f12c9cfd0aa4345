// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/base/quoted.hpp"

#include <gtest/gtest.h>

namespace zermelo {
namespace {

TEST(Quoted, IsPrintableAndShort) {
    const auto hex = [](std::string_view text, std::size_t most) {
        return quoted(text, most, Unprintable::hex);
    };
    EXPECT_EQ(hex("", 3), "''");
    EXPECT_EQ(hex(" a~'", 4), "' a~''");
    EXPECT_EQ(hex("abc", 3), "'abc'");
    EXPECT_EQ(hex("abcd", 3), "'abc...'");
    EXPECT_EQ(hex({"\0\x1f\x7f\xff", 4}, 4), "'\\x00\\x1f\\x7f\\xff'");
    EXPECT_EQ(quoted({"\0\x1f\x7f\xff", 4}, 3, Unprintable::question_mark), "'?\?\?...'");
}

TEST(ShellWord, IsOneWordOfACommand) {
    EXPECT_EQ(shell_word("tables/chess-4.1"), "tables/chess-4.1");
    EXPECT_EQ(shell_word(""), "''");
    EXPECT_EQ(shell_word("my tables"), "'my tables'");
    EXPECT_EQ(shell_word("$(x)"), "'$(x)'");
    EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace zermelo
