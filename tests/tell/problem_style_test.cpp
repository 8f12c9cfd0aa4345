// SPDX-License-Identifier: GPL-3.0-or-later
// A solved problem as Popeye writes it, and with other languages' letters.
#include "zermelo/tell/problem_style.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/shipped.hpp"

namespace zermelo::tell {
namespace {

Result<SolvedProblem> solved_in(const std::string& variant, const ProblemRequest& request) {
    const auto at = library::position_of(testing::shipped(variant), std::nullopt).value();
    return composition(at, request).and_then([&](const auto& asked) { return solved(at, asked, request); });
}

SolvedProblem solved_problem(const std::string& fen, const std::string& stipulation,
                             std::vector<std::string> twins = {}, compositions::Options options = {}) {
    ProblemRequest request{fen, stipulation, std::move(twins)};
    request.options = options;
    auto found = solved_in("chess", request);
    EXPECT_TRUE(found) << (found ? "" : found.error().message);
    return found.value_or(SolvedProblem{});
}

std::string as_popeye(const SolvedProblem& problem) {
    return text_of(problem, {ProblemStyle::Text::popeye}).value();
}

std::string in_language(const std::string& language, const SolvedProblem& problem) {
    return text_of(problem, {ProblemStyle::Text::customary, *men_letters(language)}).value();
}

// The expected texts are what Popeye 4.104 says of the same diagrams, but for the order of moves.

TEST(ProblemStyle, PopeyesTree) {
    compositions::Options options;
    options.tree = options.set_play = true;
    options.max_refutations = 1;
    EXPECT_EQ(as_popeye(solved_problem("7k/2P5/5K2/8/2p5/8/8/6R1 w", "#2", {}, options)),
              R"(
   1.Rg1-h1 + !
      1...Kh8-g8
          2.c7-c8=R #
          2.c7-c8=Q #

   1.c7-c8=R + !
      1...Kh8-h7
          2.Rg1-h1 #

   1.c7-c8=Q + !
      1...Kh8-h7
          2.Qc8-h3 #
          2.Rg1-h1 #

   1.Kf6-f7 ! threat:
          2.Rg1-h1 #

   1.Kf6-g6 ! threat:
          2.c7-c8=R #
          2.c7-c8=Q #

   1.Rg1-g7 ! threat:
          2.c7-c8=R #
          2.c7-c8=Q #
)");
}

TEST(ProblemStyle, PostkeyPlayInBothTexts) {
    compositions::Options options;
    options.postkey = true;
    const auto problem = solved_problem("7k/4K3/6p1/8/8/8/8/6R1 b", "#3", {}, options);
    EXPECT_EQ(as_popeye(problem), R"(
 threat:
          2.Ke7-f7 threat:
                  3.Rg1-h1 #
          2.Ke7-f8 threat:
                  3.Rg1-h1 #
      1...Kh8-g7
        refutes.
      1...Kh8-h7
        refutes.
      1...Kh8-g8
        refutes.
      1...g6-g5
          2.Ke7-f7 threat:
                  3.Rg1-h1 #
)");
    EXPECT_EQ(text_of(problem), R"(#3, postkey play, Black begins: the key does not solve
Threat: 2.Kf7, 2.Kf8
2.Kf7 (3.Rh1#)
2.Kf8 (3.Rh1#)
1...g5
  2.Kf7 (3.Rh1#)
but 1...Kg7! 1...Kh7! 1...Kg8!
)");
    EXPECT_EQ(as_popeye(solved_problem("7k/5K2/6p1/8/8/8/8/7R b", "s#1", {}, options)), " +\n");
}

TEST(ProblemStyle, PopeyesTriesSetPlayAndTwins) {
    compositions::Options options;
    options.tree = options.set_play = true;
    options.max_refutations = 1;
    EXPECT_EQ(as_popeye(solved_problem("k7/p7/2K5/1p6/8/8/8/7R w", "#2",
                                       {"remove b5 h1, add R g1", "stipulation #1"}, options)),
              R"(a)

      1...Ka8-b8
          2.Rh1-h8 #
      1...b5-b4
          2.Rh1-h8 #

   1.Rh1-h8 # !

b) -bPb5  -wRh1  wRg1

      1...Ka8-b8
          2.Rg1-g8 #

   1.Rg1-g8 # !

c) #1

   1.Rh1-h8 # !
)");
    options.max_refutations = 0;
    EXPECT_EQ(as_popeye(solved_problem("8/8/8/8/2R5/kp1B4/8/K7 w", "s#1", {}, options)),
              "\n   1.Bd3-b1 !\n      1...b3-b2 #\n");
}

TEST(ProblemStyle, PopeyesLines) {
    compositions::Options options;
    options.set_play = true;
    EXPECT_EQ(as_popeye(solved_problem("8/8/8/8/8/1K6/7R/1k6 b", "h#1",
                                       {"b: move h2 a2", "c: continued, stipulation h#1.5"}, options)),
              R"(a)

  1...Rh2-h1 #

  1.Kb1-a1 Rh2-h1 #

b) wRh2-->a2



+c) h#1.5


  1...Kb3-c3   2.Kb1-c1 Ra2-a1 #
  1...Ra2-c2   2.Kb1-a1 Rc2-c1 #
  1...Ra2-d2   2.Kb1-a1 Rd2-d1 #
  1...Ra2-e2   2.Kb1-a1 Re2-e1 #
  1...Ra2-f2   2.Kb1-a1 Rf2-f1 #
  1...Ra2-g2   2.Kb1-a1 Rg2-g1 #
  1...Ra2-h2   2.Kb1-a1 Rh2-h1 #
)");
    EXPECT_EQ(as_popeye(solved_problem("7k/8/8/3pP3/8/8/8/K7 w - d6", "ser-x1")), "\n  1.e5*d6 ep. x\n");
    EXPECT_EQ(as_popeye(solved_problem("7k/4Q3/8/8/8/8/8/K7 w", "#=1")), "\n   1.Qe7-f7 #= !\n");
    EXPECT_EQ(as_popeye(solved_problem("7k/8/8/8/8/8/8/K7 w", "zb21")), "\n   1.Ka1-b2 z !\n");
    EXPECT_EQ(as_popeye(solved_problem("8/8/8/3k4/8/8/8/R3K3 w Q", "ser-001")), "\n  1.0-0-0 +\n");
    EXPECT_EQ(as_popeye(solved_problem("8/8/8/8/4B3/kp6/8/K1R5 w", "ser-s#1")), "\n");
    EXPECT_EQ(as_popeye(solved_problem("8/8/8/8/2R1B3/kp6/8/K7 w", "ser-s#2")).substr(0, 24),
              "\n  1.Be4-b1 b3-b2 #\n  1.");
    EXPECT_EQ(as_popeye(solved_problem("8/8/8/8/8/1k1n4/8/K7 b", "ser-~1")), "\n  1.Ka1-b1\n");
}

TEST(ProblemStyle, ADiagramIsReached) {
    EXPECT_EQ(as_popeye(solved_problem("rnbqkbnr/pp1ppppp/2p5/8/4P3/8/PPPP1PPP/RNBQKBNR", "dia1.0")),
              "\n  1.e2-e4 c7-c6 dia\n");
    EXPECT_EQ(text_of(solved_problem("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR", "dia0.5")),
              "dia0.5, White begins: 1 solution\n1.e4\n");
}

TEST(ProblemStyle, LettersOfFourLanguages) {
    const SolvedProblem problem =
        solved_problem("7k/2P5/5K2/8/2p5/8/8/6RN w", "ser-#1", {"stipulation ser-~1"});
    const std::string german = in_language("de", problem), french = in_language("fr", problem);
    for (const char* move : {"1.c8=D+", "1.c8=T+", "1.c8=L", "1.c8=S", "1.Tg7", "1.Ke7", "1.Sg3"})
        EXPECT_NE(german.find(move), std::string::npos) << move << " in " << german;
    for (const char* move : {"1.c8=D+", "1.c8=F", "1.c8=C", "1.Tg7", "1.Re7", "1.Cg3"})
        EXPECT_NE(french.find(move), std::string::npos) << move << " in " << french;
    EXPECT_NE(in_language("es", problem).find("1.c8=A\n"), std::string::npos);
    EXPECT_EQ(in_language("en", problem), text_of(problem));
    EXPECT_NE(in_language("de", solved_problem("8/8/8/3k4/8/8/8/R3K3 w Q", "ser-001")).find("1.O-O-O+"),
              std::string::npos);
    EXPECT_FALSE(men_letters("it"));
}

TEST(ProblemStyle, ADiagramOfLatex) {
    SolvedProblem problem =
        solved_problem("7k/5P2/5K2/8/8/8/8/6R1 w", "#1", {"b: remove f7, stipulation h#1"});
    problem.heading = {{"Doe, J.", "A & B", "Anonym"}, "50% {new}", "#1_\\x^~$", "1st Prize"};
    EXPECT_EQ(text_of(problem, {ProblemStyle::Text::latex, *men_letters("de")}).value(), R"(\begin{diagram}
  \author{Doe, J.; B, A \&; Anonym, {}}
  \source{\#1\_\textbackslash{}x\textasciicircum{}\textasciitilde{}\$}
  \award{1st Prize}
  \pieces[3+1]{wTg1, wKf6, wBf7, sKh8}
  \stipulation{\#1}
  \twins{b) remove f7, stipulation h\#1}
  \remark{50\% \{new\}}
  \solution{%
    a) \solpar
    1.Th1\#! \solpar
    b) \solpar
  }
\end{diagram}
)");
    ProblemRequest request{"k9/10/10/10/10/10/10/KC8 w", "#1", {}};
    const auto fairy = solved_in("capablanca", request);
    ASSERT_TRUE(fairy);
    const auto refused = text_of(*fairy, {ProblemStyle::Text::latex});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("the man C"), std::string::npos);
}

}  // namespace
}  // namespace zermelo::tell
