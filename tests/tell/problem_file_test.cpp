// SPDX-License-Identifier: GPL-3.0-or-later
// The composed problems of a file, each answered in its place.
#include "zermelo/tell/problem_file.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

struct Answered {
    std::string text;
    LineCounts counts;
};

engine::AnyGameAt chess() { return library::position_of(testing::shipped("chess"), std::nullopt).value(); }

Answered answers(const std::string& text, ProblemFileRequest request = {}) {
    Source input = Source::of_text("problems", text);
    StringSink output;
    const auto counts = problem_file(chess(), request, input, output);
    EXPECT_TRUE(counts) << (counts ? "" : counts.error().message);
    return {output.text(), counts.value_or(LineCounts{})};
}

constexpr const char* four_problems =
    "BeginProblem\nAuthor A. Nonym\nOrigin Nowhere, 2000\nPieces White Kf6 Rg1 Black Kh8\nStip #2 Option "
    "Vari\n"
    "NextProblem\nCondition Circe\n"
    "NextProblem\nPieces White Ka1 Black Ka2\nStip #1\n"
    "NextProblem\nPieces White Kb3 Rh2 Black Kb1\nStip h#1 Twin move h2 a2\nEndProblem\n";

TEST(ProblemFile, EachIsAnsweredInItsPlace) {
    const Answered answered = answers(four_problems);
    EXPECT_EQ(
        answered.text,
        "Line 2: A. Nonym, Nowhere, 2000\n#2, White begins: 1 key\n1.Kf7! (2.Rh1#)\n\n"
        "problems:7:11: error: 'Circe', expected no condition but Koeko, Madrasi, AndernachChess or a "
        "Maximummer: no other is known here\n\n"
        "problems:9:1: error: not a position of chess: the royal piece of Black, who is not to move, can "
        "be captured at once\n\n"
        "Line 12\na) h#1, Black begins: 1 solution\n1.Ka1 Rh1#\n"
        "b) move h2 a2, h#1, Black begins: 0 solutions\n");
    EXPECT_EQ(answered.counts.answered, 2U);
    EXPECT_EQ(answered.counts.bad, 2U);
    EXPECT_EQ(exit_status(answered.counts), exit_bad_input);
}

// Each is solved in the variant that its condition means, and says so.
TEST(ProblemFile, ConditionsAreVariants) {
    const std::string diagram = "Pieces White Kc1 Rh1 Black Ka1 Pa2 Stip #1 ";
    ProblemFileRequest request;
    request.format = OutputFormat::json;
    const Answered answered =
        answers("BeginProblem\n" + diagram + "\nNextProblem\n" + diagram +
                    "Condition Madrasi\nNextProblem\n" + diagram + "Cond Koeko\nEndProblem\n",
                request);
    std::istringstream lines{answered.text};
    std::vector<std::string> found;
    for (std::string line; std::getline(lines, line);) {
        const std::size_t end = line.find(",\"complete\"");
        const std::size_t begin = line.find("\"variant\"");
        found.push_back(line.substr(begin, end - begin));
    }
    // The mate is by Kc2, where nobody would stand beside it.
    EXPECT_EQ(found, (std::vector<std::string>{"\"variant\":\"chess\",\"solution_count\":1",
                                               "\"variant\":\"madrasi\",\"solution_count\":1",
                                               "\"variant\":\"koeko\",\"solution_count\":0"}));
}

TEST(ProblemFile, ATwinThatIsIllegalIsNoError) {
    const Answered answered =
        answers("BeginProblem\nPieces White Kf6 Rg1 Black Kh8\nStip #2 Twin move g1 h1\nEndProblem\n");
    EXPECT_EQ(
        answered.text,
        "Line 2\na) #2, White begins: 1 key\n1.Kf7!\n"
        "b) move g1 h1, #2, White begins: illegal: not a position of chess: the royal piece of Black, who "
        "is not to move, can be captured at once\n");
    EXPECT_EQ(exit_status(answered.counts), exit_success);
}

TEST(ProblemFile, AsJsonOneALine) {
    ProblemFileRequest request;
    request.format = OutputFormat::json;
    const std::string text = answers(four_problems, request).text;
    EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 4);
    EXPECT_NE(
        text.find(R"("line":2,"authors":["A. Nonym"],"title":null,"source":"Nowhere, 2000","award":null)"),
        std::string::npos)
        << text;
    EXPECT_NE(text.find(R"("input":"problems","line":7,"column":11})"), std::string::npos) << text;
}

TEST(ProblemFile, TheOrderIsTheFilesWhateverTheThreads) {
    std::string text = "BeginProblem\n";
    for (unsigned i = 0; i < 60; ++i) {
        if (i != 0) text += "NextProblem\n";
        // Long and short ones, side by side.
        text += std::string("Pieces White Kf6 Rg1 Pa2 Black Kh8 Pa7 Stip ") + (i % 3 == 0 ? "#3\n" : "h#1\n");
    }
    text += "EndProblem\n";
    ProblemFileRequest one, four;
    one.threads = 1;
    four.threads = 4;
    EXPECT_EQ(answers(text, one).text, answers(text, four).text);
}

TEST(ProblemFile, LimitsAndOptionsHoldForEachProblem) {
    ProblemFileRequest request;
    request.problem.nodes = 1;
    request.problem.intended = 1;
    const Answered limited = answers(four_problems, request);
    EXPECT_GE(limited.counts.undecided, 1U);
    EXPECT_NE(limited.text.find("not decided"), std::string::npos) << limited.text;

    ProblemFileRequest set_play;
    set_play.problem.options.set_play = true;
    EXPECT_NE(answers(four_problems, set_play).text.find("Set play: 1 line\n1...Rh1#"), std::string::npos);
    // What a problem asks for itself holds for it alone.
    EXPECT_EQ(answers("BeginProblem Pieces White Kb3 Rh2 Black Kb1 Stip h#1 Option Set Duplex MaxSol 1\n"
                      "NextProblem Pieces White Kb3 Rh2 Black Kb1 Stip h#1 EndProblem")
                  .text,
              "Line 1\nh#1, Black begins: 1 solution\nSet play: 1 line\n1...Rh1#\n1.Ka1 Rh1#\n"
              "h#1, White begins, Black is the attacker: 0 solutions\nSet play: 0 lines\n\n"
              "Line 2\nh#1, Black begins: 1 solution\n1.Ka1 Rh1#\n");
}

TEST(ProblemFile, WhatStandsOverADiagramSteersNoTerminal) {
    const std::string text = answers(
                                 "BeginProblem Author a\xE2\x80\xAE"
                                 "b\n Stip #1 Pieces White Ka1 EndProblem")
                                 .text;
    EXPECT_EQ(text.substr(0, text.find('\n')),
              "Line 1: a\\xe2\\x80\\xae"
              "b");
}

constexpr const char* a_collection = R"(---
algebraic: {white: [Kb3, Rh2], black: [Kb1]}
stipulation: h#1
options: [SetPlay]
intended-solutions: 2
keywords: [kept]
---
# zermelo: of an earlier run
algebraic: {white: [Kf6, Rg1], black: [Kh8]}
stipulation: "#2"
twins: {b: Stipulation h#1}
solution: old
---
algebraic: {neutral: [Kf6]}
stipulation: "#2"
solution: old
)";

TEST(ProblemFile, ACollectionIsSolved) {
    EXPECT_EQ(
        answers(a_collection).text,
        "Line 1\nh#1, Black begins: 1 solution, too few solutions\nSet play: 1 line\n1...Rh1#\n1.Ka1 Rh1#\n\n"
        "Line 7\na) #2, White begins: 1 key\n1.Kf7!\nb) stipulation h#1, h#1, Black begins: 0 solutions\n\n"
        "problems:14:13: error: 'neutral': men of such a colour are not known here, expected white or "
        "black\n");
}

TEST(ProblemFile, ACollectionIsWrittenBack) {
    ProblemFileRequest request;
    request.style.text = ProblemStyle::Text::olive;
    const std::string expected = R"(---
algebraic: {white: [Kb3, Rh2], black: [Kb1]}
stipulation: h#1
options: [SetPlay]
intended-solutions: 2
keywords: [kept]
solution: |2

    1...Rh2-h1 #

    1.Kb1-a1 Rh2-h1 #
---
algebraic: {white: [Kf6, Rg1], black: [Kh8]}
stipulation: "#2"
twins: {b: Stipulation h#1}
solution: |2
  a)

     1.Kf6-f7 ! threat:
            2.Rg1-h1 #

  b)

---
# zermelo: 'neutral': men of such a colour are not known here, expected white or black
algebraic: {neutral: [Kf6]}
stipulation: "#2"
solution: old
)";
    const Answered written = answers(a_collection, request);
    EXPECT_EQ(written.text, expected);
    EXPECT_EQ(written.counts.answered, 2U);
    EXPECT_EQ(written.counts.bad, 1U);
    // Once more changes nothing.
    EXPECT_EQ(answers(expected, request).text, expected);
    // What a limit ended keeps its solution.
    request.problem.nodes = 1;
    EXPECT_NE(answers(a_collection, request).text.find("# zermelo: a limit came before all was solved\n"),
              std::string::npos);
    Source popeyes = Source::of_text("problems", four_problems);
    StringSink output;
    EXPECT_FALSE(problem_file(chess(), request, popeyes, output));
}

}  // namespace
}  // namespace zermelo::tell
