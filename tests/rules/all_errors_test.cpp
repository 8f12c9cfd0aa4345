// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is wrong with a rules file at once: each mistake, in the order of the places, and nothing
// that only follows from another.
#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/rules_text.hpp"

namespace zermelo::rules {
namespace {

/// "LINE:COLUMN word word …", as much of the message as `expected` has.
std::vector<std::string> told(const RulesFile& file) {
    std::vector<std::string> all;
    for (const Error& error : file.errors) {
        EXPECT_EQ(error.kind, ErrorKind::bad_input);
        const Location where = error.where.value_or(Location{0, 0});
        all.push_back(std::to_string(where.line) + ":" + std::to_string(where.column) + " " + error.message);
    }
    return all;
}

/// The errors of a text are these, each as the place and how its message begins.
void expect_told(const std::string& text, const std::vector<std::string>& expected,
                 const CheckStart& check_start = {}) {
    SCOPED_TRACE(text);
    const std::vector<std::string> all = told(read_rules_file(text, find_shipped, check_start));
    std::string together;
    for (const std::string& error : all) together += error + "\n";
    ASSERT_EQ(all.size(), expected.size()) << together;
    for (std::size_t i = 0; i < all.size(); ++i) EXPECT_TRUE(all[i].starts_with(expected[i])) << together;
}

Result<void> refuse_every_start(const Rules& /*rules*/) {
    return failure(ErrorKind::bad_input, "not this start", Location{1, 3});
}

TEST(RulesFile, TellsEveryErrorInTheOrderOfTheFile) {
    expect_told(
        "before = 1\n"
        "also = 2\n"
        "[a:chess]\n"
        "pass = 1\n"
        "flagPeice = q\n"
        "no line\n"
        "stalemateValue = lost\n"
        "pieceDrops = true\n"
        "checking =\n"
        "whiteFlag = *8\n"
        "[b/c]\n"
        "[d:chess]\n"
        "checking = 0\n"
        "[d:chess]\n",
        {"1:1 a line before the first section", "4:8 '1'", "5:1 unknown key 'flagPeice'", "6:1 'no line'",
         "7:18 'lost'", "8:14 pieceDrops", "9:11 no value", "10:1 whiteFlag is an older name", "11:3 '/'",
         "13:12 '0'", "14:2 the variant 'd' was there before"});
}

TEST(RulesFile, KeepsTheVariantsThatAreGood) {
    const RulesFile file = read_rules_file(
        "[a:chess]\n[b:chess]\npass = 1\n[c:a]\nmustCapture = true\n[d\n[e:chess]\n", find_shipped);
    EXPECT_EQ(file.errors.size(), 2U);
    ASSERT_EQ(file.variants.size(), 3U);
    EXPECT_EQ(file.variants[0].name, "a");
    EXPECT_EQ(file.variants[1].name, "c");
    EXPECT_TRUE(file.variants[1].must_capture);
    EXPECT_EQ(file.variants[2].name, "e");
}

TEST(RulesFile, ABadSectionStillHasItsOtherKeysLookedAt) {
    expect_told("[a:chess]\nmaxFile = 20\npass = 1\nknight = 5\nbishop = x\nrook = x\nchecking = 2\n",
                {"2:11 '20'", "3:8 '1'", "4:10 '5'", "6:8 the letter 'x' names two pieces", "7:12 '2'"});
}

// Squares of a board, and letters of pieces, that nobody knows.
TEST(RulesFile, WhatIsInDoubtIsNotReadOn) {
    const std::string squares =
        "promotionRegionWhite = *12\ncastlingRank = 12\nmobilityRegionWhiteKing = *12\n";
    expect_told("[a:chess]\nmaxRank = 99\n" + squares, {"2:11 '99'"});
    expect_told("[a:chess]\nmaxRank =\n" + squares, {"2:10 no value"});
    expect_told("[a:chess]\nmaxRnak = 12\n" + squares, {"2:1 unknown key 'maxRnak'"});
    expect_told("[a:chess]\nsomething = 12\n" + squares, {"2:1 unknown key 'something'"});
    expect_told("[a:chess]\nmaxRank 12\n" + squares, {"2:1 'maxRank 12' is no line"});
    expect_told("[a:chess]\nflagPeice = q\npromotionRegionWhite = *12\n",
                {"2:1 unknown key 'flagPeice'", "3:24 '*12' lies outside"});
    const std::string letters =
        "promotionPieceTypes = qx\nextinctionPieceTypes = x\nflagPiece = x\n"
        "promotedPieceType = x:q\nmobilityRegionWhiteWazir = a1\n";
    expect_told("[a:chess]\ncustomPiece1 = x:W?\n" + letters, {"2:19 '?'"});
    expect_told("[a:chess]\nwaizr = x\n" + letters, {"2:1 unknown key 'waizr'"});
    expect_told("[a:chess]\nwazir =\n" + letters, {"2:8 no value"});
    // Other values need neither.
    expect_told("[a:chess]\nmaxRank = 99\nknight = 5\npass = 2\nflagPieceCount = -1\n",
                {"2:11 '99'", "3:10 '5'", "4:8 '2'", "5:18 '-1'"});
}

TEST(RulesFile, ContradictionsAreToldTogether) {
    expect_told(
        "[a:chess]\n"
        "castlingQueensideFile = h\n"
        "extinctionValue = loss\n"
        "flagPieceCount = 0\n"
        "doubleStepRegionWhite = *3\n"
        "doubleStep = false\n",
        {"2:25 castlingQueensideFile lies to the right", "3:19 extinctionValue", "4:18 no piece wins",
         "5:25 doubleStepRegion contradicts"});
    expect_told("[a:chess]\nmaxFile = 2\nmaxRank = 2\ncastlingRank = 2\nstartFen = k1/1K w\n",
                {"2:11 castlingKingsideFile", "2:11 castlingQueensideFile", "2:11 castlingKingFile"});
    expect_told("[a:breakthrough]\nbreakthrough = -\npawn = p\n", {"1:2 the inherited flagPiece"});
}

// Whether rules contradict each other can be told only of rules that are understood.
TEST(RulesFile, NoContradictionsBehindOtherErrors) {
    expect_told("[a:chess]\nextinctionValue = loss\nextinctionPieceType = q\n",
                {"3:1 unknown key 'extinctionPieceType'"});
    expect_told("[a:chess]\nextinctionValue = loss\nextinctionPieceTypes q\n",
                {"3:1 'extinctionPieceTypes q'"});
    expect_told("[a:chess]\nflagPieceCount = 0\nflagPieceCount = 1\n", {"3:1 the key 'flagPieceCount'"});
    expect_told("[a:chess]\nqueen = -\npromotedPieceType = n:r\nextinctionPieceTypes = n\npass = 1\n",
                {"5:8 '1'"});
}

TEST(RulesFile, TheStartIsLookedAtLast) {
    expect_told(
        "[a:chess]\nstartFen = 8/8\n[b:chess]\nflagPieceCount = 0\nstartFen = 8\n[c:chess]\npass = 1\n",
        {"2:14 not this start", "4:18 no piece wins", "7:8 '1'"}, refuse_every_start);
    expect_told("[a:chess]\n", {"1:2 the parent's start FEN does not fit"}, refuse_every_start);
}

TEST(RulesFile, ChildrenOfWhatIsWrongAreNotBlamedForIt) {
    expect_told("[a:chess]\npass = 1\n[b:a]\nmustCapture = true\n[c:b]\nflagPiece = z\n", {"2:8 '1'"});
    expect_told("[a\nmaxFile = 99\n[b:a]\n", {"1:3 the section's name does not end"});
    expect_told("[a] b\n[c:a]\n", {"1:5 text behind"});
    expect_told("[a:none]\npass = 1\n[b:a]\n", {"1:4 no variant 'none'"});
    expect_told("[a:chess]\n[a:chess]\n[b:a]\nflagPiece = z\n", {"2:2 the variant 'a' was there before"});
    // Keys that nobody has are wrong whatever the parent is.
    expect_told("[a:none]\nxyzzy = 1\n[b:a]\npas = true\n",
                {"1:4 no variant 'none'", "2:1 unknown key 'xyzzy'", "4:1 unknown key 'pas'"});
}

TEST(RulesFile, AVariantMayHaveTheNameOfItsParentElsewhere) {
    const RulesFile file = read_rules_file("[chess:chess]\npass = true\n[b:chess]\n", find_shipped);
    ASSERT_EQ(file.variants.size(), 2U);
    EXPECT_TRUE(file.variants[1].side(Color::white).pass);
}

TEST(RulesFile, TellsTheFirstHundredErrors) {
    std::string text;
    for (int section = 0; section < 30; ++section) {
        text += "[v" + std::to_string(section) + ":chess]\nno line\npass = 1\n";
        for (int key = 0; key < 4; ++key) text += "xyzzy" + std::to_string(key) + " = 1\n";
    }
    const std::vector<std::string> all = told(read_rules_file(text, find_shipped));
    ASSERT_EQ(all.size(), most_errors_told + 1);
    // Six a section of seven lines.
    for (std::size_t i = 0; i < most_errors_told; ++i) {
        const std::string line = std::to_string(i / 6 * 7 + i % 6 + 2);
        EXPECT_TRUE(all[i].starts_with(line + (i % 6 == 1 ? ":8 " : ":1 "))) << i << ": " << all[i];
    }
    EXPECT_EQ(all.back(), "118:1 there are more errors from here on, of which only 100 are told");

    std::string one = "[a:chess]\nstartFen = 8/8/8/8/8/8/8/8\n";
    for (int line = 0; line < 5000; ++line) one += "no line\n";
    const std::vector<std::string> lines = told(read_rules_file(one, find_shipped, refuse_every_start));
    ASSERT_EQ(lines.size(), most_errors_told + 1);
    EXPECT_TRUE(lines.front().starts_with("3:1 'no line'"));
    EXPECT_TRUE(lines.back().starts_with("103:1 there are more"));
}

TEST(RulesFile, BoundsEndTheReading) {
    const auto within = [](const RulesBounds& bounds) {
        return read_rules_file("[a:chess]\n[b:chess]\n[c:chess]\npass = 1\n", find_shipped, {}, bounds);
    };
    EXPECT_EQ(told(within({})), (std::vector<std::string>{"4:8 '1' is neither true nor false"}));
    const RulesFile two = within({2, 1'000'000});
    EXPECT_EQ(two.variants.size(), 2U);
    EXPECT_EQ(told(two), (std::vector<std::string>{"3:2 a variant too many, expected at most 2"}));
    const RulesFile few = within({10, 4000});
    EXPECT_EQ(few.variants.size(), 1U);
    ASSERT_EQ(few.errors.size(), 1U);
    EXPECT_EQ(few.errors[0].where, (Location{2, 2}));
    EXPECT_NE(few.errors[0].message.find("expected at most 4000"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::rules
