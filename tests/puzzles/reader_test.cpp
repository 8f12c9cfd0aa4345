// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/puzzles/reader.hpp"

#include <gtest/gtest.h>

namespace zermelo::puzzles {
namespace {

TEST(Reader, NumbersAndLines) {
    Reader reader{"\n \t\r\n 12\t007 \r\n18446744073709551615"};
    ASSERT_TRUE(reader.open_line("numbers"));
    EXPECT_EQ(reader.number("a", 0, 99).value(), 12U);
    EXPECT_EQ(reader.number("b", 0, 99).value(), 7U);
    ASSERT_TRUE(reader.close_line());
    ASSERT_TRUE(reader.open_line("a number"));
    EXPECT_EQ(reader.number("c", 0, ~std::uint64_t{0}).value(), ~std::uint64_t{0});
    ASSERT_TRUE(reader.close_line());
    EXPECT_FALSE(reader.skip_blank_lines());
}

void expect_error(const Result<std::uint64_t>& result, Location where, std::string_view words) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().where, where);
    EXPECT_NE(result.error().message.find(words), std::string::npos) << result.error().message;
}

TEST(Reader, RefusesWhatIsNoNumber) {
    for (const char* text : {"x", "-1", "+1", "1.5", "1x", "0x10", "\x01", "1e3",
                             "\xef\xbb\xbf"
                             "1"}) {
        Reader reader{text};
        expect_error(reader.number("the size", 0, 9), {1, 1}, "is not a number, expected the size");
    }
    for (const char* text : {"0", "10", "18446744073709551616", "99999999999999999999999999"}) {
        Reader reader{text};
        expect_error(reader.number("the size", 1, 9), {1, 1},
                     "out of range, expected the size, a number from 1 to 9");
    }
    Reader ends{"5 \n"};
    EXPECT_TRUE(ends.number("a", 1, 9));
    expect_error(ends.number("b", 1, 9), {1, 3}, "the line ends too early, expected b");
    Reader input_ends{"5"};
    EXPECT_TRUE(input_ends.number("a", 1, 9));
    expect_error(input_ends.number("b", 1, 9), {1, 2}, "the input ends too early, expected b");
    Reader carriage{"5\r6"};
    EXPECT_TRUE(carriage.number("a", 1, 9));
    expect_error(carriage.number("b", 1, 9), {1, 2}, "unexpected '\\x0d'");
}

TEST(Reader, LocationsCountFromTheGivenLine) {
    const std::string_view text = "a\n\n  b c";
    Reader reader{text, {41, 1}};
    EXPECT_EQ(reader.location(text.data()), (Location{41, 1}));
    EXPECT_EQ(reader.location(text.data() + 5), (Location{43, 3}));
    EXPECT_EQ(reader.location(text.data() + text.size()), (Location{43, 6}));
}

TEST(Reader, QuotesAnythingPrintably) {
    EXPECT_EQ(puzzles::quoted("ab c"), "'ab c'");
    EXPECT_EQ(puzzles::quoted(std::string_view{"\0\xff", 2}), "'\\x00\\xff'");
    EXPECT_EQ(puzzles::quoted(std::string(50, 'x')), "'" + std::string(24, 'x') + "...'");
}

}  // namespace
}  // namespace zermelo::puzzles
