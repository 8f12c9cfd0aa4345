// SPDX-License-Identifier: GPL-3.0-or-later
// How stipulations are written, read and refused.
#include "zermelo/compositions/stipulation.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace zermelo::compositions {
namespace {

Stipulation read(const std::string& text, unsigned ranks = 8) {
    const auto stipulation = Stipulation::parse(text, ranks);
    EXPECT_TRUE(stipulation) << text << ": " << (stipulation ? "" : stipulation.error().message);
    return stipulation.value_or(Stipulation{});
}

TEST(Stipulation, EveryKindIsReadAndWrittenAgain) {
    for (const std::string family :
         {"", "s", "r", "semi-r", "h", "hs", "hr", "reci-h", "ser-", "ser-h", "ser-s", "ser-r", "pser-",
          "pser-s", "pser-r", "pser-h", "phser-", "phser-s", "phser-r"})
        for (const std::string goal :
             {"#", "=", "#=", "!=", "==", "+", "x", "zg1", "ep", "00", "win", "~", "ct"}) {
            const std::string text = family + goal + "3";
            EXPECT_EQ(read(text).text(), text);
        }
    for (const std::string family : {"", "h", "reci-h", "ser-", "ser-h", "pser-", "pser-h", "phser-"})
        for (const std::string goal : {"##", "##!"}) {
            const std::string text = family + goal + "3";
            EXPECT_EQ(read(text).text(), text);
        }
    for (const std::string text : {"h#2.5", "hs#3.5", "2->ser-h#4", "exact-ser-#5", "reci-h(=)#3", "h#0.5"})
        EXPECT_EQ(read(text).text(), text);
    for (const std::string text : {"dia4", "dia7.5", "ser-dia9", "exact-dia3", "ser-hdia2", "pser-hdia10",
                                   "phser-dia2", "a=>b3", "a=>b0.5", "ser-a=>b2"})
        EXPECT_EQ(read(text).text(), text);
    EXPECT_EQ(read("dia7.0").text(), "dia7");
    EXPECT_EQ(read("S#2").text(), "s#2");
    EXPECT_EQ(read("reci-h(#)#3").text(), "reci-h#3");
}

TEST(Stipulation, WhoBeginsAndHowLongItIs) {
    struct Case {
        std::string text;
        bool attacker_begins;
        unsigned length;
    };
    for (const Case& c : std::vector<Case>{{"#2", true, 2},
                                           {"s#3", true, 3},
                                           {"h#2", false, 4},
                                           {"h#2.5", true, 5},
                                           {"hs#2", true, 3},
                                           {"hs#2.5", false, 4},
                                           {"reci-h#2", false, 4},
                                           {"ser-#4", true, 4},
                                           {"ser-h#4", false, 4},
                                           {"pser-h#2", false, 2},
                                           {"1->ser-h#4", true, 4},
                                           {"1->h#2", true, 4},
                                           {"dia2", true, 4},
                                           {"dia2.5", true, 5},
                                           {"a=>b2", true, 4},
                                           {"ser-dia2", true, 2},
                                           {"ser-hdia2", true, 2}}) {
        const Stipulation stipulation = read(c.text);
        EXPECT_EQ(stipulation.attacker_begins(), c.attacker_begins) << c.text;
        EXPECT_EQ(stipulation.length(stipulation.moves), c.length) << c.text;
    }
}

TEST(Stipulation, TheRankOfASquareEndsWhereTheBoardDoes) {
    EXPECT_EQ(read("zg12").moves, 2U);
    EXPECT_EQ(read("zg12", 8).goal.square, (engine::Place{6, 0}));
    EXPECT_EQ(read("zg123", 12).goal.square, (engine::Place{6, 11}));
    EXPECT_EQ(read("zg123", 12).moves, 3U);
}

TEST(Stipulation, WhatIsNoneIsRefusedWhereItGoesWrong) {
    for (const auto& [text, column] : std::vector<std::pair<std::string, std::uint64_t>>{
             {"", 1},          {"mate", 1},   {"#", 2},        {"#x", 2},      {"q#2", 1},
             {"#2.5", 5},      {"#2.", 3},    {"#2 ", 3},      {"s#0", 4},     {"h#0", 4},
             {"ser-#2.5", 9},  {"s##2", 5},   {"zk92", 2},     {"z2", 2},      {"za1", 2},
             {"h#100", 3},     {"0->h#2", 2}, {"1->h#1.5", 9}, {"1->#2", 6},   {"exact-#2", 9},
             {"reci-h(#3", 9}, {"hdia2", 2},  {"-1->h#2", 1},  {"sdia2", 2},   {"dia", 4},
             {"dia0", 5},      {"h#2.0", 4},  {"a=>b", 5},     {"1->dia2", 4}, {"dia2.50", 7}}) {
        const auto stipulation = Stipulation::parse(text);
        ASSERT_FALSE(stipulation) << text;
        EXPECT_EQ(stipulation.error().kind, ErrorKind::bad_usage);
        EXPECT_EQ(stipulation.error().input, "STIPULATION");
        ASSERT_TRUE(stipulation.error().where) << text;
        EXPECT_EQ(stipulation.error().where->column, column) << text << ": " << stipulation.error().message;
    }
}

}  // namespace
}  // namespace zermelo::compositions
