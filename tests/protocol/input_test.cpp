// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/protocol/input.hpp"

#include <gtest/gtest.h>

namespace zermelo::protocol {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
    Source source = Source::of_text("input", text);
    Input input{source};
    std::vector<std::string> lines;
    while (auto line = input.line()) lines.push_back(*std::move(line));
    return lines;
}

TEST(Input, GivesLinesWithoutTheirEnds) {
    EXPECT_EQ(lines_of(""), std::vector<std::string>{});
    EXPECT_EQ(lines_of("\n"), std::vector<std::string>{""});
    EXPECT_EQ(lines_of("uci\nquit"), (std::vector<std::string>{"uci", "quit"}));
    EXPECT_EQ(lines_of("uci\n\nquit\n"), (std::vector<std::string>{"uci", "", "quit"}));
}

TEST(Input, CutsOffWhatIsTooLong) {
    const auto lines = lines_of(std::string(Input::longest + 1000, 'x') + "\nquit\n");
    ASSERT_EQ(lines.size(), 2U);
    EXPECT_EQ(lines[0].size(), Input::longest);
    EXPECT_EQ(lines[1], "quit");
}

TEST(Words, AreWhatBlanksPart) {
    Words words{"  position\tfen  8/8 w \r"};
    EXPECT_EQ(words.peek(), "position");
    EXPECT_EQ(words.next(), "position");
    EXPECT_EQ(words.next(), "fen");
    EXPECT_EQ(words.rest(), "8/8 w");
    EXPECT_EQ(words.next(), "8/8");
    EXPECT_EQ(words.next(), "w");
    EXPECT_EQ(words.rest(), "");
    EXPECT_EQ(words.next(), "");
    EXPECT_EQ(words.next(), "");
}

}  // namespace
}  // namespace zermelo::protocol
