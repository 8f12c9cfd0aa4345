// SPDX-License-Identifier: GPL-3.0-or-later
// Everything that is wrong with a rules file at once: each mistake, in the order of the places, and nothing
// that only follows from another.
#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "rules/rules_text.hpp"

namespace zermelo::rules {
namespace {

/// "LINE:COLUMN word word …" of each.
std::vector<std::string> texts(const std::vector<Error>& errors) {
    std::vector<std::string> all;
    for (const Error& error : errors) {
        EXPECT_EQ(error.kind, ErrorKind::bad_input);
        const Location where = error.where.value_or(Location{0, 0});
        all.push_back(std::to_string(where.line) + ":" + std::to_string(where.column) + " " + error.message);
    }
    return all;
}

std::vector<std::string> texts(const RulesFile& file) { return texts(all_errors(file)); }

/// The names of the variants that are good.
std::vector<std::string> good(const RulesFile& file) {
    std::vector<std::string> names;
    for (const RulesSection& section : file.sections)
        if (section.rules) names.push_back(section.name);
    EXPECT_EQ(names.size(), file.good_count());
    return names;
}

RulesFile read_file(const std::string& text, Reading reading = Reading::strict) {
    return read_rules_file(text, find_shipped, {}, {}, reading);
}

/// The errors of a text are these, each as the place and how its message begins.
void expect_told(const std::string& text, const std::vector<std::string>& expected,
                 const CheckStart& check_start = {}) {
    SCOPED_TRACE(text);
    const std::vector<std::string> all = texts(read_rules_file(text, find_shipped, check_start));
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
        "twoBoards = true\n"
        "checking =\n"
        "whiteFlag = *8\n"
        "[b/c]\n"
        "[d:chess]\n"
        "checking = 0\n"
        "[d:chess]\n",
        {"1:1 a line before the first section", "4:8 '1'", "5:1 unknown key 'flagPeice'", "6:1 'no line'",
         "7:18 'lost'", "8:13 twoBoards", "9:11 no value", "10:1 whiteFlag is an older name", "11:3 '/'",
         "13:12 '0'", "14:2 the variant 'd' was there before"});
}

TEST(RulesFile, KeepsTheVariantsThatAreGood) {
    const RulesFile file =
        read_file("[a:chess]\n[b:chess]\npass = 1\n[c:a]\nmustCapture = true\n[d\n[e:chess]\n");
    EXPECT_TRUE(file.errors.empty());
    EXPECT_EQ(all_errors(file).size(), 2U);
    EXPECT_EQ(good(file), (std::vector<std::string>{"a", "c", "e"}));
    EXPECT_TRUE(file.find("c")->rules->must_capture);
    ASSERT_EQ(file.sections.size(), 5U);
    EXPECT_EQ(file.sections[3].name, "d");
    EXPECT_EQ(file.sections[4].where, (Location{7, 2}));
}

// Whatever is wrong with one section, the others are what they are without it.
TEST(RulesFile, SectionsDependOnNoneButTheirParents) {
    std::vector<std::string> sections;
    for (const auto& [name, rules] : shipped()) sections.push_back(canonical_text(rules));
    sections.push_back("[child:losalamos]\nmustCapture = true\n");
    // First, last, and before and after the parent and the child of another section.
    std::set<std::size_t> places{0, 1, sections.size() / 2, sections.size() - 1, sections.size()};
    for (std::size_t i = 0; i < sections.size(); ++i)
        if (sections[i].starts_with("[losalamos]")) places.insert({i, i + 1});
    ASSERT_EQ(places.size(), 7U);
    for (const char* wrong :
         {"[wrong:chess]\npass = 1\n", "[wrong:none]\n", "[wrong\nmaxFile = 3\n", "[]\n", "[wrong] x\n",
          "[wrong:chess]\nno line\nflagPeice = k\n", "[wrong:chess]\npass = true\npass = true\n",
          "[wrong:wrong]\n", "[wrong:chess]\nstartFen =\n", "[wrong:chess]\nflagPieceCount = 0\n"})
        for (const std::size_t place : places) {
            std::string text;
            for (std::size_t i = 0; i <= sections.size(); ++i) {
                if (i == place) text += wrong;
                if (i < sections.size()) text += sections[i];
            }
            const RulesFile file = read_file(text);
            ASSERT_EQ(file.sections.size(), sections.size() + 1) << text;
            EXPECT_FALSE(file.sections[place].rules) << text;
            EXPECT_EQ(file.good_count(), sections.size()) << text;
            for (std::size_t i = 0; i + 1 < sections.size(); ++i) {
                const RulesSection& section = file.sections[i + (i >= place ? 1 : 0)];
                ASSERT_TRUE(section.rules) << text;
                EXPECT_EQ(canonical_text(*section.rules), sections[i]);
            }
        }
}

TEST(RulesFile, EachSectionHasItsOwnErrors) {
    std::string text = "before = 1\n";
    for (int i = 0; i < 3; ++i) {
        text += "[v" + std::to_string(i) + ":chess]\n";
        for (int line = 0; line < 150; ++line) text += "no line\n";
    }
    const RulesFile file = read_file(text);
    EXPECT_EQ(texts(file.errors),
              (std::vector<std::string>{"1:1 a line before the first section, expected [variant] first"}));
    ASSERT_EQ(file.sections.size(), 3U);
    for (unsigned i = 0; i < 3; ++i) {
        const std::vector<std::string> all = texts(file.sections[i].rules.error());
        ASSERT_EQ(all.size(), max_errors_told + 1);
        EXPECT_TRUE(all.front().starts_with(std::to_string(3 + 151 * i) + ":1 'no line'")) << all.front();
        EXPECT_EQ(all.back(), std::to_string(103 + 151 * i) +
                                  ":1 there are more errors from here on, of which only 100 are told");
    }
}

// Nobody can say which of two sections of a name is meant, whichever of them is good.
TEST(RulesFile, SectionsOfOneNameAreAllWrong) {
    for (const char* text : {"[a:chess]\n[a:chess]\n", "[a:chess]\n[a\n", "[a\n[a:chess]\n"}) {
        const RulesFile file = read_file(text);
        EXPECT_TRUE(good(file).empty()) << text;
        ASSERT_NE(file.find("a"), nullptr);
        EXPECT_FALSE(file.find("a")->rules) << text;
    }
    EXPECT_EQ(read_file("[a:chess]\n").find("b"), nullptr);
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
    expect_told("[a:chess]\npass = true\n", {"1:2 the parent's start FEN does not fit"}, refuse_every_start);
}

TEST(RulesFile, ChildrenSayThatTheirParentIsWrong) {
    expect_told("[a:chess]\npass = 1\n[b:a]\nmustCapture = true\n[c:b]\nflagPiece = z\n",
                {"2:8 '1'", "3:4 the parent 'a' has errors, the first in line 2",
                 "5:4 the parent 'b' has errors, the first in line 3"});
    expect_told("[a\nmaxFile = 99\n[b:a]\n", {"1:3 the section's name does not end",
                                              "3:4 the parent 'a' has errors, the first in line 1"});
    expect_told("[a] b\n[c:a]\n", {"1:5 text after", "2:4 the parent 'a' has errors, the first in line 1"});
    expect_told("[a:none]\npass = 1\n[b:a]\n",
                {"1:4 no variant 'none'", "3:4 the parent 'a' has errors, the first in line 1"});
    expect_told("[a:chess]\n[a:chess]\n[b:a]\nflagPiece = z\n",
                {"1:2 the variant 'a' is there again, in line 2", "2:2 the variant 'a' was there before",
                 "3:4 the parent 'a' is there twice, in lines 1 and 2, "
                 "expected another name for one of them"});
    expect_told("[a:chess]\n[b:a]\n[c:b]\n[a:chess]\n",
                {"1:2 the variant 'a' is there again, in line 4", "2:4 the parent 'a' has errors",
                 "3:4 the parent 'b' has errors", "4:2 the variant 'a' was there before"});
    expect_told("[a:chess\n[a:chess]\n",
                {"1:9 the section's name does not end", "2:2 the variant 'a' was there before"});
    // Keys that nobody has are wrong whatever the parent is.
    expect_told("[a:none]\nxyzzy = 1\n[b:a]\npas = true\n",
                {"1:4 no variant 'none'", "2:1 unknown key 'xyzzy'", "3:4 the parent 'a' has errors",
                 "4:1 unknown key 'pas'"});
}

TEST(RulesFile, AParentElsewhereMayBeWrong) {
    const FindRules find = [](std::string_view name) -> Result<const Rules*> {
        if (name == "wrong") return failure(ErrorKind::bad_input, "it is", Location{7, 2}, "other.ini");
        return nullptr;
    };
    EXPECT_EQ(texts(read_rules_file("[a:wrong]\n[b:none]\n", find)),
              (std::vector<std::string>{
                  "1:4 the parent 'wrong' has errors, the first in other.ini, line 7",
                  "2:4 no variant 'none' is known, expected one further up in this file or a shipped one"}));
}

TEST(RulesFile, AVariantMayHaveTheNameOfItsParentElsewhere) {
    const RulesFile file = read_file("[chess:chess]\npass = true\n[b:chess]\n");
    ASSERT_EQ(file.good_count(), 2U);
    EXPECT_TRUE(file.sections[1].rules->side(Color::white).pass);
}

TEST(RulesFile, TellsTheFirstHundredErrors) {
    std::string text;
    for (int section = 0; section < 30; ++section) {
        text += "[v" + std::to_string(section) + ":chess]\nno line\npass = 1\n";
        for (int key = 0; key < 4; ++key) text += "xyzzy" + std::to_string(key) + " = 1\n";
    }
    const std::vector<std::string> all = texts(read_rules_file(text, find_shipped));
    ASSERT_EQ(all.size(), max_errors_told + 1);
    // Six a section of seven lines.
    for (std::size_t i = 0; i < max_errors_told; ++i) {
        const std::string line = std::to_string(i / 6 * 7 + i % 6 + 2);
        EXPECT_TRUE(all[i].starts_with(line + (i % 6 == 1 ? ":8 " : ":1 "))) << i << ": " << all[i];
    }
    EXPECT_EQ(all.back(), "118:1 there are more errors from here on, of which only 100 are told");

    std::string one = "[a:chess]\nstartFen = 8/8/8/8/8/8/8/8\n";
    for (int line = 0; line < 5000; ++line) one += "no line\n";
    const std::vector<std::string> lines = texts(read_rules_file(one, find_shipped, refuse_every_start));
    ASSERT_EQ(lines.size(), max_errors_told + 1);
    EXPECT_TRUE(lines.front().starts_with("3:1 'no line'"));
    EXPECT_TRUE(lines.back().starts_with("103:1 there are more"));
}

TEST(RulesFile, BoundsEndTheReading) {
    const auto within = [](const RulesBounds& bounds) {
        return read_rules_file("[a:chess]\n[b:chess]\n[c:chess]\npass = 1\n", find_shipped, {}, bounds);
    };
    EXPECT_EQ(texts(within({})), (std::vector<std::string>{"4:8 '1' is neither true nor false"}));
    const RulesFile two = within({2, 1'000'000});
    EXPECT_EQ(good(two), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(texts(two), (std::vector<std::string>{"3:2 a variant too many, expected at most 2"}));
    const RulesFile few = within({10, 4000});
    EXPECT_EQ(good(few), std::vector<std::string>{"a"});
    ASSERT_EQ(few.errors.size(), 1U);
    EXPECT_EQ(few.errors[0].where, (Location{2, 2}));
    EXPECT_NE(few.errors[0].message.find("expected at most 4000"), std::string::npos);
}

// Whoever asks for the end gets it soon, and never rules that were half read.
TEST(RulesFile, ReadingEndsWhenItIsOver) {
    const std::string text =
        "[a:chess]\nmaxFile = 8\nking = k\npass = true\n# c\n[b:a]\n[c:a]\npass = 1\npass = false\n";
    std::size_t asked = 0, most = 0;
    const auto read = [&](const Over& over) { return read_rules_file(text, find_shipped, {}, {}, {}, over); };
    EXPECT_EQ(texts(read([&] { return ++most > 1'000; })), texts(read({})));
    EXPECT_GT(most, 9U + 3U);  // each line, each section, and within them
    for (std::size_t last = 0; last < most; ++last) {
        asked = 0;
        const RulesFile file = read([&] { return ++asked > last; });
        ASSERT_FALSE(file.errors.empty());
        EXPECT_EQ(file.errors.back().kind, ErrorKind::stopped);
        EXPECT_LE(asked, last + 200);  // it asks no more than once for each key that there is
    }
}

TEST(RulesFile, ALineIsBounded) {
    const auto of = [](std::size_t bytes) {
        const std::string begin = "pass = ";
        return texts(read_rules_file("[a:chess]\n# " + std::string(20'000, 'x') + "\n" + begin +
                                         std::string(bytes - begin.size() - 4, ' ') + "true\n",
                                     find_shipped));
    };
    EXPECT_EQ(of(8192), std::vector<std::string>{});
    EXPECT_EQ(of(8193),
              std::vector<std::string>{"3:8193 a line of more than 8192 bytes, expected at most that many"});
}

// Each message of a section begins with its name.
TEST(RulesFile, ANameIsBounded) {
    const auto of = [](const std::string& header) {
        return texts(read_rules_file(header + "\npass = true\n", find_shipped));
    };
    const std::string name(100, 'a');
    EXPECT_EQ(of("[" + name + ":chess]"), std::vector<std::string>{});
    const std::string message = " a variant's name of more than 100 characters, expected at most that many";
    EXPECT_EQ(of("[" + name + "b:chess]"), std::vector<std::string>{"1:102" + message});
    EXPECT_EQ(of("[a:" + name + "b]"), std::vector<std::string>{"1:104" + message});
    for (const std::string& header : {"[" + std::string(1'000'000, 'b') + "]", std::string(1'000'000, '[')}) {
        const RulesFile file = read_rules_file(header + "\n", find_shipped);
        for (const RulesSection& section : file.sections) EXPECT_LE(section.name.size(), 101U);
        for (const std::string& text : texts(file)) EXPECT_LT(text.size(), 200U);
    }
}

// Sections that are wrong count, too.
TEST(RulesFile, BoundsHoldForWhatIsWrong) {
    EXPECT_EQ(texts(read_rules_file("[a\n[b:none]\n[c:chess]\n[d:chess]\n", find_shipped, {}, {3})),
              (std::vector<std::string>{
                  "1:3 the section's name does not end, expected ']'",
                  "2:4 no variant 'none' is known, expected one further up in this file or a shipped one",
                  "4:2 a variant too many, expected at most 3"}));
}

TEST(RulesFile, MemoryIsBounded) {
    std::string text = "[big]\nmaxFile = 1\nmaxRank = 1\nstartFen = 1 w\n";
    for (int piece = 1; piece <= 20; ++piece) {
        text += "customPiece" + std::to_string(piece) + " = " + static_cast<char>('a' + piece) + ":";
        for (int atom = 0; atom < 20; ++atom) text += "QNK";
        text += '\n';
    }
    for (int child = 0; child < 10; ++child) text += "[v" + std::to_string(child) + ":big]\n";
    EXPECT_EQ(read_rules_file(text, {}).good_count(), 11U);
    RulesBounds bounds;
    bounds.bytes = 40'000;
    const RulesFile file = read_rules_file(text, {}, {}, bounds);
    EXPECT_GT(file.good_count(), 0U);
    EXPECT_LT(file.good_count(), 6U);
    ASSERT_EQ(file.errors.size(), 1U);
    EXPECT_TRUE(file.errors[0].message.starts_with("too large variants up to here"));
}

TEST(RulesFile, ManyErrorsAreNotAllTold) {
    std::string text;
    for (int section = 0; section < 6; ++section) {
        text += "[v" + std::to_string(section) + ":chess]\n";
        for (int line = 0; line < 4; ++line) text += "no line\npromotionRank = 6\n";
    }
    RulesBounds bounds;
    bounds.told = 7;
    const auto counts = [&](Reading reading, auto of) {
        std::vector<std::size_t> counts;
        for (const RulesSection& section : read_rules_file(text, find_shipped, {}, bounds, reading).sections)
            counts.push_back(of(section).size());
        return counts;
    };
    const auto errors = [](const RulesSection& section) { return section.rules.error(); };
    const auto warnings = [](const RulesSection& section) { return section.warnings; };
    // With the one that says that there are more; repetitions and older names are errors, too.
    EXPECT_EQ(counts(Reading::strict, errors), (std::vector<std::size_t>{8, 2, 2, 2, 2, 2}));
    EXPECT_EQ(counts(Reading::lenient, warnings), (std::vector<std::size_t>{4, 2, 2, 2, 2, 2}));
    const RulesFile file = read_rules_file(text, find_shipped, {}, bounds);
    EXPECT_EQ(file.sections[1].rules.error()[1].message,
              "there are more errors from here on, of which only the first is told");
}

/// 100,000 sections, each the parent of the next, every tenth of them with a line of its own.
std::string long_chain() {
    std::string text = "[v0:chess]\npass = true\n";
    for (int section = 1; section < 100'000; ++section)
        text += "[v" + std::to_string(section) + ":v" + std::to_string(section - 1) + "]\n" +
                (section % 10 == 0 ? "pass = false\n" : "");
    return text;
}

TEST(RulesFile, StartsAreLookedAtOnceForEachThatMayDiffer) {
    std::size_t starts = 0;
    const CheckStart check = [&](const Rules&) -> Result<void> {
        ++starts;
        return {};
    };
    const RulesFile file = read_rules_file(long_chain(), find_shipped, check);
    EXPECT_EQ(file.good_count(), 100'000U);
    EXPECT_EQ(starts, 10'000U);
    EXPECT_TRUE(file.sections[9].rules->side(Color::white).pass);
    EXPECT_FALSE(file.sections[99'999].rules->side(Color::white).pass);
    EXPECT_EQ(file.sections[99'999].rules->name, "v99999");
    // This takes minutes where it is not found by its name at once.
    for (const RulesSection& section : file.sections) ASSERT_EQ(file.find(section.name), &section);
    EXPECT_EQ(file.find("v100000"), nullptr);
}

TEST(RulesFile, ManySectionsOfOneNameOrWithABadParentAreAllWrong) {
    std::string twins;
    std::string orphans = "[v0:none]\n";
    for (int section = 1; section <= 100'000; ++section) {
        twins += "[twin:chess]\n";
        orphans += "[v" + std::to_string(section) + ":v" + std::to_string(section - 1) + "]\n";
    }
    for (const std::string& text : {twins, orphans}) {
        const RulesFile file = read_rules_file(text, find_shipped);
        EXPECT_EQ(file.sections.size(), 100'000U);
        EXPECT_EQ(file.good_count(), 0U);
        EXPECT_EQ(all_errors(file).size(), max_errors_told + 1);
    }
    EXPECT_EQ(texts(read_rules_file(orphans, find_shipped).errors),
              std::vector<std::string>{"100001:2 a variant too many, expected at most 100000"});
}

// --- lenient reading

/// A child of chess with these lines, read leniently: its rules and its warnings, each as the place and how
/// its message begins.
void expect_forgiven(const std::string& lines, const std::string& plain,
                     const std::vector<std::string>& expected) {
    SCOPED_TRACE(lines);
    const RulesFile file = read_file("[x:chess]\n" + lines, Reading::lenient);
    ASSERT_EQ(texts(file), std::vector<std::string>{});
    EXPECT_EQ(canonical_text(*file.sections[0].rules), canonical_text(child_of_chess(plain)));
    const std::vector<std::string> warnings = texts(file.sections[0].warnings);
    ASSERT_EQ(warnings.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        EXPECT_TRUE(warnings[i].starts_with(expected[i])) << warnings[i];
    EXPECT_FALSE(read_file("[x:chess]\n" + lines).sections[0].rules);
}

TEST(LenientReading, TheLastValueOfAKeyCounts) {
    expect_forgiven("pass = true\npass = false\n", "",
                    {"3:1 the key 'pass' was there before, in line 2: this value counts, not that one"});
    expect_forgiven("maxRank = 99\ncastling = false\nmaxRank = 8\ncastling = true\ncastling = true\n", "",
                    {"4:1 the key 'maxRank'", "5:1 the key 'castling' was there before, in line 3",
                     "6:1 the key 'castling' was there before, in line 5"});
    // What does not count need not be understood, nor supported.
    expect_forgiven("pieceDrops = true\npieceDrops = false\ncustomPiece1 = x:Q?\ncustomPiece1 = -\n", "",
                    {"3:1 the key 'pieceDrops'", "5:1 the key 'customPiece1'"});
    expect_forgiven("queen = a\nqueen = q\npromotionPieceTypes = q\n", "promotionPieceTypes = q\n",
                    {"3:1 the key 'queen'"});
}

TEST(LenientReading, AKeyWithoutAValueIsNoLine) {
    expect_forgiven("pass =\n", "", {"2:7 no value after 'pass' =: read as if the line were not there"});
    // Each kind of value.
    for (const char* key :
         {"maxFile", "castlingRank", "stalemateValue", "extinctionPieceTypes", "flagPiece", "flagRegion",
          "promotionPieceTypes", "queen", "customPiece3", "startFen", "flagPieceCount",
          "mobilityRegionWhiteKing", "pieceDrops", "dropRegionWhite", "promotedPieceType", "variantTemplate",
          "pieceNames", "pieceToCharTable", "pieceValueMg"})
        expect_forgiven(std::string(key) + " = \t\r\n", "",
                        {"2:" + std::to_string(std::string(key).size() + 3)});
    // An empty line neither takes a value back nor counts as saying the key again.
    expect_forgiven("pass = true\npass =\n", "pass = true\n", {"3:7 no value after 'pass'"});
    expect_forgiven("pass =\npass = true\n", "pass = true\n", {"2:7 no value after 'pass'"});
    const RulesFile file = read_file("[x:chess]\nqueen = q\npromotionPieceTypes =\n", Reading::lenient);
    EXPECT_TRUE(texts(file).at(0).starts_with("2:9 queen is named again")) << texts(file).at(0);
}

TEST(LenientReading, AnOlderKeyDoesWhatItDid) {
    const auto as = [](std::string_view place, std::string_view key, std::string_view now) {
        return std::string(place) + " " + std::string(key) + " is an older name: read as " + std::string(now);
    };
    const std::string promotion = "promotionRegionWhite and promotionRegionBlack";
    const std::string steps = "doubleStepRegionWhite and doubleStepRegionBlack";
    expect_forgiven("promotionRank = 6\n",
                    "promotionRegionWhite = *6 *7 *8\npromotionRegionBlack = *3 *2 *1\n",
                    {as("2:1", "promotionRank", promotion)});
    // Ranks are counted on the board of the section, wherever its size is told.
    expect_forgiven(
        "promotionRank = 9\nmaxRank = 10\ncastling = false\nstartFen = 4k3/8/8/8/8/8/8/8/8/4K3 w\n",
        "promotionRegionWhite = *9 *10\npromotionRegionBlack = *2 *1\nmaxRank = 10\n"
        "castling = false\nstartFen = 4k3/8/8/8/8/8/8/8/8/4K3 w\n",
        {as("2:1", "promotionRank", promotion)});
    expect_forgiven("doubleStepRank = 3\n", "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\n",
                    {as("2:1", "doubleStepRank", steps)});
    expect_forgiven("doubleStepRankMin = 1\n",
                    "doubleStepRegionWhite = *1 *2\ndoubleStepRegionBlack = *8 *7\n",
                    {as("2:1", "doubleStepRankMin", steps)});
    // Beside the other key Fairy-Stockfish does not look at this one.
    expect_forgiven("doubleStepRank = 3\ndoubleStepRankMin = 1\n",
                    "doubleStepRegionWhite = *2 *3\ndoubleStepRegionBlack = *7 *6\n",
                    {as("2:1", "doubleStepRank", steps), as("3:1", "doubleStepRankMin", steps)});
    expect_forgiven("whiteFlag = *8\nblackFlag = a*\nflagPiece = k\n",
                    "flagRegionWhite = *8\nflagRegionBlack = a*\nflagPiece = k\n",
                    {as("2:1", "whiteFlag", "flagRegionWhite"), as("3:1", "blackFlag", "flagRegionBlack")});
    expect_forgiven("castlingRookPiece = rn\n", "castlingRookPieces = rn\n",
                    {as("2:1", "castlingRookPiece", "castlingRookPieces")});
    expect_forgiven(
        "whiteDropRegion = *1 *2\nblackDropRegion = *8\npieceDrops = true\n",
        "dropRegionWhite = *1 *2\ndropRegionBlack = *8\npieceDrops = true\n",
        {as("2:1", "whiteDropRegion", "dropRegionWhite"), as("3:1", "blackDropRegion", "dropRegionBlack")});
    expect_forgiven("dropOnTop = true\npieceDrops = true\n", "enclosingDrop = top\npieceDrops = true\n",
                    {as("2:1", "dropOnTop", "enclosingDrop = top")});
    expect_forgiven("dropOnTop = false\n", "", {as("2:1", "dropOnTop", "enclosingDrop = top")});
    expect_forgiven("blackFlag =\n", "", {"2:12 no value after 'blackFlag'"});
    // A newer key has the last word, wherever it stands.
    expect_forgiven("flagRegionWhite = *7\nwhiteFlag = *8\nflagPiece = k\n",
                    "flagRegionWhite = *7\nflagPiece = k\n", {as("3:1", "whiteFlag", "flagRegionWhite")});
}

/// What an older key cannot take is as wrong as with the newer one.
TEST(LenientReading, AnOlderKeyTakesNoOtherValues) {
    for (const char* line :
         {"promotionRank = 0", "promotionRank = x", "doubleStepRank = 17", "doubleStepRankMin = -",
          "whiteFlag = z9", "castlingRookPiece = x", "blackDropRegion = 8", "dropOnTop = yes"})
        EXPECT_FALSE(read_file("[x:chess]\n" + std::string(line) + "\n", Reading::lenient).sections[0].rules)
            << line;
}

TEST(LenientReading, NoOtherAccidentIsForgiven) {
    const RulesFile file = read_file(
        "before = 1\n[x:chess]\nflagPeice =\nwhiteFlg = a1\npass = 1\npass = 2\nno line\n= 3\nxyzzy = 1\n"
        "xyzzy = 2\n[x:chess]\n[y:x]\n",
        Reading::lenient);
    std::vector<std::string> places;
    for (const std::string& error : texts(file)) places.push_back(error.substr(0, error.find(' ')));
    EXPECT_EQ(places,
              (std::vector<std::string>{"1:1", "3:1", "4:1", "6:8", "7:1", "8:1", "10:1", "11:2", "12:4"}));
    EXPECT_EQ(file.good_count(), 0U);
}

}  // namespace
}  // namespace zermelo::rules
