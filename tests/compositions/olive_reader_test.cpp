// SPDX-License-Identifier: GPL-3.0-or-later
// Collections of problems in YAML: what is read, what is refused, what is written back.
#include "zermelo/compositions/olive_reader.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/compositions/yaml.hpp"

#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

std::vector<CollectionEntry> entries_of(const std::string& text) {
    OliveReader reader{text, testing::shipped("chess")};
    std::vector<CollectionEntry> entries;
    while (auto entry = reader.next()) entries.push_back(*std::move(entry));
    return entries;
}

const std::string whole_entry = R"(---
# a comment
authors:
  - Ugren, Ljubomir
  - "Abdurahmanovi\u0107, Fadil"
source:
  name: feenschach
  issue: 01-02
  problemid: 7100
  date: {year: 1965, month: 2}
award:
  tourney: ditto
  distinction: 1st Prize
algebraic:
  white: [Kf6, Rg1, !!python/unicode 'Pa2b3']
  black:
  - Kh8
stipulation: "h#2"
intended-solutions: 3
options: [SetPlay, Defence 2, "NoCastling a1"]
twins:
  c: Continued Stipulation h=2
  b: |
    Move a2 a3
solution: |
  1.Xx

  2.Yy
keywords: [Rundlauf]  # kept
)";

TEST(OliveReader, AnEntryWithAllThatIsRead) {
    const auto entries = entries_of(whole_entry);
    ASSERT_EQ(entries.size(), 1U);
    ASSERT_TRUE(entries[0].problem) << entries[0].problem.error().message;
    const Composition& problem = *entries[0].problem;
    EXPECT_EQ(problem.heading.authors,
              (std::vector<std::string>{"Ugren, Ljubomir", "Abdurahmanovi\xC4\x87, Fadil"}));
    EXPECT_EQ(problem.heading.source, "feenschach 01-02/7100, 1965-2");
    EXPECT_EQ(problem.heading.award, "1st Prize");
    EXPECT_EQ(problem.line, 1U);
    EXPECT_TRUE(problem.asked.set_play);
    EXPECT_EQ(problem.asked.max_refutations, 2U);
    EXPECT_EQ(problem.asked.intended, 3U);
    ASSERT_EQ(problem.diagrams.size(), 3U);
    EXPECT_EQ(engine::print_fen(problem.diagrams[0].setup), "7k/8/5K2/8/8/1P6/P7/6R1 b - - 0 1");
    EXPECT_EQ(problem.diagrams[1].name, "b");
    EXPECT_EQ(problem.diagrams[1].changes, (std::vector<std::string>{"move a2 a3"}));
    EXPECT_EQ(problem.diagrams[2].name, "c");
    EXPECT_EQ(problem.diagrams[2].stipulation.text(), "h=2");
    EXPECT_EQ(engine::print_fen(problem.diagrams[2].setup), "7k/8/5K2/8/8/PP6/8/6R1 b - - 0 1");
}

TEST(OliveReader, ConditionsStandInAListOrAmongTheOptions) {
    const std::string men = "algebraic: {white: [Ka1], black: [Kc1, Rb8]}\nstipulation: h#2\n";
    for (const char* const condition :
         {"conditions: [Madrasi]\n", "conditions:\n  - Madrasi\n", "options:\n- madr\n- SetPlay\n"}) {
        const auto entries = entries_of(men + condition);
        ASSERT_EQ(entries.size(), 1U);
        ASSERT_TRUE(entries[0].problem) << entries[0].problem.error().message;
        EXPECT_EQ(entries[0].problem->variant, "madrasi");
    }
}

TEST(OliveReader, OlderEntriesAndAZeroposition) {
    const auto entries = entries_of(
        "algebraic: {white: [Ka1], black: [Kc1, Rb8]}\ndate: '1938'\ndistinction: Prize\nsource: Turnier\n"
        "stipulation: h#2\ntwins: {a: Move b8 b7, b: Stipulation h#1}\n");
    ASSERT_EQ(entries.size(), 1U);
    ASSERT_TRUE(entries[0].problem) << entries[0].problem.error().message;
    EXPECT_EQ(entries[0].problem->heading.source, "Turnier, 1938");
    EXPECT_EQ(entries[0].problem->heading.award, "Prize");
    ASSERT_EQ(entries[0].problem->diagrams.size(), 2U);
    EXPECT_EQ(engine::print_fen(entries[0].problem->diagrams[0].setup), "8/1r6/8/8/8/8/8/K1k5 b - - 0 1");
}

TEST(OliveReader, WrittenBackAllElseIsKept) {
    const CollectionEntry entry = entries_of(whole_entry).at(0);
    std::string expected = whole_entry;
    const std::string before = "solution: |\n  1.Xx\n\n  2.Yy\n";
    expected.replace(expected.find(before), before.size(), "solution: |2\n\n     1.Ka1-b1 !\n  a)\n");
    const std::string written = with_solution(entry, "\n   1.Ka1-b1 !\na)\n");
    EXPECT_EQ(written, expected);
    // Once more changes nothing.
    EXPECT_EQ(with_solution(entries_of(written).at(0), "\n   1.Ka1-b1 !\na)\n"), expected);
    const auto read_again = read_yaml(written);
    ASSERT_TRUE(read_again && *read_again);
    EXPECT_EQ((*read_again)->find("solution")->scalar, "\n   1.Ka1-b1 !\na)\n");
}

TEST(OliveReader, ASolutionInEveryStyleIsReplaced) {
    const std::string head = "algebraic: {white: [Ka1]}\nstipulation: h#1\n", tail = "comments: [x]\n";
    for (const std::string solution :
         {"solution: 1.a\n", "solution: '1.a\n\n  2.b'\n", "solution: \"1.a\\\n  b\"\n", "solution:\n",
          "solution: >-\n  1.a\n  2.b\n\n", "solution: |+\n  1.a\n\n\n", "solution: 1.a\n  2.b\n"}) {
        const std::string text = head + solution + tail;
        const auto entries = entries_of(text);
        ASSERT_TRUE(entries.at(0).problem) << text;
        EXPECT_EQ(with_solution(entries[0], "1.Z\n"), head + "solution: |2\n  1.Z\n" + tail) << text;
        // As the last key, with another document after it.
        const std::string last = head + solution + "---\n" + head;
        EXPECT_EQ(with_solution(entries_of(last).at(0), "1.Z\n"), head + "solution: |2\n  1.Z\n") << last;
    }
    EXPECT_EQ(with_solution(entries_of(head + tail).at(0), "1.Z\n"), head + tail + "solution: |2\n  1.Z\n");
    // Blank lines after it would become lines of it.
    for (const std::string& before : {head, head + "solution: 1.a\n"})
        for (const std::string blank : {"\n\n", "      \n", "\r\n \n"}) {
            const std::string once = with_solution(entries_of(before + blank).at(0), "1.Z\n");
            EXPECT_EQ(once, head + "solution: |2\n  1.Z\n") << before << blank;
            EXPECT_EQ(with_solution(entries_of(once).at(0), "1.Z\n"), once);
            // And so would a comment that stands deeper than the keys.
            for (const std::string deeper : {"", "  ", "    "}) {
                const std::string commented =
                    with_solution(entries_of(before + blank + deeper + "# so\n   # is\n").at(0), "1.Z\n");
                EXPECT_EQ(commented, once + "# so\n   # is\n") << before << blank << deeper;
                EXPECT_EQ(with_solution(entries_of(commented).at(0), "1.Z\n"), commented);
            }
        }
    // Keys that do not begin their lines, and a text without a last line end.
    EXPECT_EQ(with_solution(entries_of("  algebraic: {white: [Ka1]}\n  stipulation: h#1").at(0), "1.Z\n"),
              "  algebraic: {white: [Ka1]}\n  stipulation: h#1\n  solution: |2\n    1.Z\n");
    EXPECT_EQ(
        with_solution(entries_of("authors: [\xC5\xA0\xC4\x87]\n" + head + "solution: 1.a\n").at(0), "1.Z\n"),
        "authors: [\xC5\xA0\xC4\x87]\n" + head + "solution: |2\n  1.Z\n");
}

TEST(OliveReader, WhatIsNotKnownIsRefusedWhereItStands) {
    const std::string men = "algebraic: {white: [Ka1]}\n", asked = "stipulation: h#1\n";
    for (const auto& [text, where] : std::vector<std::pair<std::string, Location>>{
             {"algebraic: {neutral: [Ka1]}\n" + asked, {1, 13}},
             {"algebraic: {white: [Ka1, Ga2]}\n" + asked, {1, 26}},
             {"algebraic: {white: [Royal Qa2]}\n" + asked, {1, 21}},
             {"algebraic: {white: [Ka1, \"Ka1\"]}\n" + asked, {1, 27}},
             {"algebraic: {white: [Ka1 Ka2]}\n" + asked, {1, 25}},
             {"algebraic: {white: Ka1}\n" + asked, {1, 20}},
             {"algebraic: [Ka1]\n" + asked, {1, 12}},
             {asked, {1, 1}},
             {men, {1, 1}},
             {men + "stipulation: hdia3\n", {2, 15}},
             {men + "stipulation: 'h#1 endproblem'\n", {2, 19}},
             {men + "stipulation: [h#1]\n", {2, 14}},
             {men + asked + "options: [SetPlay, Circe]\n", {3, 20}},
             {men + asked + "options: [SetPlay Twin]\n", {3, 19}},
             {men + asked + "options: SetPlay\n", {3, 10}},
             {men + asked + "conditions: [Circe]\n", {3, 14}},
             {men + asked + "conditions: Koeko\n", {3, 13}},
             {men + asked + "conditions:\n  - Koeko\n  - Madrasi\n", {5, 5}},
             {men + asked + "conditions: [Madrasi RexIncl]\n", {3, 22}},
             {men + asked + "twins: {b: Move a2 a3}\n", {3, 12}},
             {men + asked + "twins: {b: Condition Circe}\n", {3, 12}},
             {men + asked + "twins: {b: Move a1 a2 Twin Move a1 a3}\n", {3, 23}},
             {men + asked + "twins: {b: [Move]}\n", {3, 12}},
             {men + asked + "authors: [&a x, *a]\n", {3, 17}},
             {men + asked + "stipulation: h#2\n", {3, 1}},
             {men + asked + "? [a]\n: b\n", {3, 3}},
             {men + asked + "b: 'x\n", {4, 1}},
             {men + asked + "b: \xFF\n", {3, 4}},
             {"\r" + men + asked, {1, 1}},
             {men + asked + "b: c\r\nd: e\rf: g\n", {4, 5}},
             {men + asked + "b: 'c\xE2\x80\xA8'\n", {3, 6}},
             {"{stipulation: h#1}\n", {1, 1}},
             {"- a\n", {1, 1}},
             {men + asked + "...\na: b\n", {4, 1}}}) {
        const auto entries = entries_of(text + "---\n" + men + asked);
        ASSERT_EQ(entries.size(), 2U) << text;
        ASSERT_FALSE(entries[0].problem) << text;
        EXPECT_EQ(entries[0].problem.error().kind, ErrorKind::bad_input);
        ASSERT_TRUE(entries[0].problem.error().where);
        EXPECT_EQ(*entries[0].problem.error().where, where)
            << text << entries[0].problem.error().message << " at " << entries[0].problem.error().where->line
            << ":" << entries[0].problem.error().where->column;
        ASSERT_TRUE(entries[1].problem) << text;
    }
}

TEST(OliveReader, HostileTexts) {
    EXPECT_TRUE(entries_of("").empty());
    EXPECT_TRUE(entries_of("---\n---\n# nothing\n").empty());
    // Deep in brackets, in blocks, and wide.
    EXPECT_FALSE(entries_of("a: " + std::string(100'000, '[')).at(0).problem);
    EXPECT_FALSE(entries_of("a: " + std::string(100'000, '{')).at(0).problem);
    std::string blocks;
    for (std::size_t i = 0; i < 2000; ++i) blocks += std::string(i, ' ') + "a:\n";
    EXPECT_FALSE(entries_of(blocks).at(0).problem);
    std::string wide = "comments: [";
    for (unsigned i = 0; i < 100'000; ++i) wide += "x, ";
    EXPECT_TRUE(entries_of(wide + "x]\nalgebraic: {white: [Ka1]}\nstipulation: h#1\n").at(0).problem);
    // Aliases are not followed.
    std::string aliases = "a: &a [x]\n";
    for (char c = 'b'; c < 'z'; ++c)
        aliases += std::string(1, c) + ": &" + c + " [*" + std::string(1, static_cast<char>(c - 1)) + "]\n";
    EXPECT_FALSE(entries_of(aliases).at(0).problem);
}

TEST(OliveReader, HowACollectionBegins) {
    for (const std::string text :
         {"---\n", "# x\n\nauthors: [a]\n", "stipulation:\n", "%YAML 1.1\n---\n", "  algebraic: x"})
        EXPECT_TRUE(is_collection(text)) << text;
    for (const std::string text :
         {"", "BeginProblem\n", "beginproblem author: x\n", "----\n", "Begin:x\n", "# only\n"})
        EXPECT_FALSE(is_collection(text)) << text;
}

}  // namespace
}  // namespace zermelo::compositions
