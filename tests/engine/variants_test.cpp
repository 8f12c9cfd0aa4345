// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/engine/variants.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/shipped.hpp"

namespace zermelo::engine {
namespace {

/// The error of a text whose parents are shipped variants.
Error refusal(const std::string& text) {
    const auto read =
        read_variants(text, [](std::string_view name) { return &testing::shipped(std::string{name}); });
    EXPECT_FALSE(read) << text;
    return read ? Error{} : read.error();
}

// The column is that of the error in the last line.
TEST(ReadVariants, RefusesAStartThatCannotBePlayed) {
    struct Line {
        std::string text;
        std::size_t column;
        std::string word;  ///< something that the message says
    };
    const std::vector<Line> cases{
        {"startFen = 8/8/8/8/8/8/8/7X w", 27, "'X'"},
        {"startFen = 8/8/8/8/8/8/8/9 w", 26, "too long"},
        {"startFen = 8/8/8/8/8/8/8/7 w", 27, "has 7 squares"},
        {"startFen = 8/8/8/8/8/8/8 w", 25, "7 ranks"},
        {"startFen = 8/8/8/8/8/8/8/8/8 w", 27, "more than 8 ranks"},
        {"startFen = 8/8/8/8/8/8/8/0 w", 26, "run of 0"},
        {"startFen = 8/8/8/8/8/8/8/8[] w", 27, "in hand"},
        {"startFen = 8/8/8/8/8/8/8/7+P w", 27, "does not promote"},
        {"startFen = 8/8/8/8/8/8/8/8 x", 28, "side to move"},
        {"startFen = 8/8/8/8/8/8/8/8 w K", 12, "no king on e1 with a rook on h1"},
        {"startFen = kK6/8/8/8/8/8/8/8 w", 12, "captured at once"},
        {"castling = false\nstartFen = 8/8/8/8/8/8/8/8 w K", 12, "no castling"},
    };
    for (const Line& c : cases) {
        const auto lines = static_cast<std::uint64_t>(std::count(c.text.begin(), c.text.end(), '\n'));
        const Error error = refusal("[x:chess]\n" + c.text + "\n");
        EXPECT_EQ(error.kind, ErrorKind::bad_input);
        EXPECT_EQ(error.where, (Location{2 + lines, c.column})) << c.text << error.message;
        EXPECT_NE(error.message.find(c.word), std::string::npos) << c.text << error.message;
    }
}

TEST(ReadVariants, RefusesAStartThatIsLeftToTheParent) {
    const Error none = refusal("[x]\nking = k\n");
    EXPECT_EQ(none.where, (Location{1, 2}));
    EXPECT_EQ(none.message,
              "no startFen, and that of chess does not fit: 'r' is no piece of x, expected one of K");
    const Error inherited = refusal("[x:chess]\nmaxFile = 10\n");
    EXPECT_EQ(inherited.where, (Location{1, 2}));
    EXPECT_EQ(inherited.message,
              "the parent's start FEN does not fit: rank 8 has 8 squares, expected 10; expected startFen");
}

// The library of variants takes the shipped ones without this check.
TEST(ReadVariants, TheStartsOfShippedVariantsCanBePlayed) {
    ASSERT_GT(testing::shipped().all().size(), 20U);
    for (const rules::Rules* rules : testing::shipped().all()) {
        const auto checked = check_start(*rules);
        EXPECT_TRUE(checked) << rules->name << ": " << checked.error().message;
    }
}

TEST(ReadVariants, SaysEverythingThatIsWrongWithAStart) {
    EXPECT_EQ(
        refusal("[x:chess]\nstartFen = P7/8/8/8/8/8/8/8 w K\n").message,
        "'P' of White must have promoted here (a8); castling letter 'K', but White has no king on e1 with a "
        "rook on h1, expected both there or the letter left out");
}

}  // namespace
}  // namespace zermelo::engine
