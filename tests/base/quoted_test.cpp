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

TEST(InOneLine, IsShownByTerminalsAndNotObeyed) {
    EXPECT_EQ(in_one_line("so, f\xc3\xbcr \xe2\x88\x80 '\xf0\x9f\x99\x82'"),
              "so, f\xc3\xbcr \xe2\x88\x80 '\xf0\x9f\x99\x82'");
    EXPECT_EQ(in_one_line("two\nlines\tand a column"), "two lines and a column");
    EXPECT_EQ(in_one_line({"\x1b[2J\r\a\0\x7f", 8}), "\\x1b[2J\\x0d\\x07\\x00\\x7f");
    EXPECT_EQ(in_one_line("\xc2\x9b"
                          "2J"),
              "\\xc2\\x9b2J");                                    // ISO 6429's CSI as one character
    EXPECT_EQ(in_one_line("\xe2\x80\xae!"), "\\xe2\\x80\\xae!");  // from right to left
    EXPECT_EQ(in_one_line("\xe2\x81\xa6\xd8\x9c"), "\\xe2\\x81\\xa6\\xd8\\x9c");
    EXPECT_EQ(in_one_line("\x9b\xff\xc3"), "\\x9b\\xff\\xc3");
    EXPECT_EQ(in_one_line("\xc2\xa0"), "\xc2\xa0");
    const std::string once = in_one_line("a\x1b\xff");
    EXPECT_EQ(in_one_line(once), once);
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
