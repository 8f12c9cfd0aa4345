// SPDX-License-Identifier: GPL-3.0-or-later
#include "zermelo/server/arguments.hpp"

#include <gtest/gtest.h>

namespace zermelo::server {
namespace {

Arguments good(std::string_view text) {
    auto arguments = Arguments::of(text);
    EXPECT_TRUE(arguments) << text;
    return *std::move(arguments);
}

TEST(Arguments, ReadsMembersOfEachType) {
    Arguments arguments = good(R"({"fen":"x","plies":7,"seconds":0.5,"line":true,"tries":null})");
    EXPECT_EQ(arguments.text("fen"), "x");
    EXPECT_EQ(arguments.number("plies", 0, 250), 7U);
    EXPECT_EQ(arguments.seconds("seconds"), 0.5);
    EXPECT_TRUE(arguments.flag("line"));
    EXPECT_FALSE(arguments.flag("tries"));
    EXPECT_FALSE(arguments.text("variant"));
    EXPECT_TRUE(arguments.finish());
}

TEST(Arguments, ReadsTexts) {
    Arguments arguments = good(R"({"twins":["a","b"],"none":[],"null":null})");
    EXPECT_EQ(arguments.texts("twins"), (std::vector<std::string>{"a", "b"}));
    for (const char* name : {"none", "null", "absent"})
        EXPECT_EQ(arguments.texts(name), std::vector<std::string>{});
    EXPECT_TRUE(arguments.finish());
    for (const char* value : {"\"a\"", "[1]", "[\"a\",null]", "{}", "[[]]"}) {
        Arguments other = good(std::string(R"({"twins":)") + value + "}");
        EXPECT_EQ(other.texts("twins"), std::vector<std::string>{});
        EXPECT_EQ(other.finish().error().message, "twins: expected an array of strings") << value;
    }
}

TEST(Arguments, SaysWhatIsNoObject) {
    for (const char* text :
         {"", "{", "[]", "1", "null", "{\"a\":1}x", "\xff", "{\"a\":\"\xff\"}", "{\"a\":1e999}"}) {
        const auto arguments = Arguments::of(text);
        ASSERT_FALSE(arguments) << text;
        EXPECT_EQ(arguments.error().kind, ErrorKind::bad_input);
        EXPECT_EQ(arguments.error().input, "body");
        EXPECT_TRUE(arguments.error().where) << text;
    }
}

TEST(Arguments, WhatIsDeepIsRefusedHoweverDeep) {
    EXPECT_TRUE(Arguments::of(R"({"a":["b"]})"));
    EXPECT_FALSE(Arguments::of(R"({"a":[[1]]})"));
    EXPECT_FALSE(Arguments::of(std::string(1 << 20, '[')));
    std::string deep;
    for (int i = 0; i < 100'000; ++i) deep += "{\"a\":";
    EXPECT_FALSE(Arguments::of(deep));
}

TEST(Arguments, WhatIsLargeIsRefusedWhereTheBoundIsPassed) {
    const auto expect_refused = [](const std::string& text, const std::string& message, std::size_t column) {
        const auto arguments = Arguments::of(text, 100);
        ASSERT_FALSE(arguments) << message;
        EXPECT_EQ(arguments.error().message, message);
        EXPECT_EQ(arguments.error().where, (Location{1, column})) << message;
    };
    std::string members = "{";
    for (int i = 10; i < 1'000; ++i) members += "\"" + std::to_string(i) + "\":1,";
    expect_refused(members, "more than 26 members of an object, expected at most that many", 2 + 26 * 7);
    std::string values = "{\"a\":[";
    for (int i = 0; i < 1'000; ++i) values += "1,";
    expect_refused(values, "more than 64 values, expected at most that many", 7 + 2 * 62);
    expect_refused(R"({"a":1,"a":)", "a member that stands twice, expected one of each name", 8);
    expect_refused("{\"" + std::string(1'000, 'a'),
                   "more than 40 bytes in the name of a member, expected at most that many", 2 + 41);
    expect_refused("{\"a\":\"" + std::string(1'000, 'b'),
                   "more than 100 bytes in a string, expected at most that many", 6 + 101);
    expect_refused("{\"a\":" + std::string(1'000, '1'),
                   "more than 40 characters of a number, expected at most that many", 5 + 41);
    expect_refused(R"({"a":[{"b":)", "values more than 3 deep in one another, expected at most that", 12);
}

// What a job that solves a problem may be asked is the most that is read.
TEST(Arguments, TheLargestRequestIsRead) {
    std::string most = "{\"fen\":\"8\"";
    for (int i = 1; i < 26; ++i) most += ",\"" + std::to_string(i) + "\":0.5e-3";
    EXPECT_TRUE(Arguments::of(most + "}"));
    EXPECT_FALSE(Arguments::of(most + ",\"26\":1}"));
}

TEST(Arguments, TheFirstMemberThatIsWrongIsTold) {
    const auto error = [](std::string_view text) {
        Arguments arguments = good(text);
        arguments.text("fen", 3);
        arguments.number("plies", 1, 9);
        arguments.seconds("seconds");
        arguments.flag("line");
        const auto finished = arguments.finish();
        return finished ? std::string{} : finished.error().message;
    };
    EXPECT_EQ(error(R"({"fen":1})"), "fen: expected a string");
    EXPECT_EQ(error(R"({"fen":"abcd"})"), "fen: expected at most 3 bytes");
    for (const char* number : {"0", "10", "-1", "1.5", "\"1\"", "1e3", "99999999999999999999"})
        EXPECT_EQ(error(std::string(R"({"plies":)") + number + "}"),
                  "plies: expected a whole number from 1 to 9");
    for (const char* number : {"0", "-1", "\"1\""})
        EXPECT_EQ(error(std::string(R"({"seconds":)") + number + "}"), "seconds: expected seconds above 0");
    EXPECT_EQ(error(R"({"line":1})"), "line: expected true or false");
    EXPECT_EQ(error(R"({"plies":0,"fen":1})"), "fen: expected a string");
    EXPECT_EQ(error(R"({"fenn":"x"})"), "unknown member 'fenn', expected perhaps fen");
}

TEST(Arguments, AMissingMemberIsToldUnlessAnotherIsWrong) {
    Arguments arguments = good(R"({"plies":-1})");
    EXPECT_EQ(arguments.missing("fen").value().message, "no member fen, expected one");
    arguments.number("plies", 0, 9);
    EXPECT_EQ(arguments.missing("fen").value().message, "plies: expected a whole number from 0 to 9");
}

}  // namespace
}  // namespace zermelo::server
