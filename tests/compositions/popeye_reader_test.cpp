// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of Popeye's input, and what is refused.
#include "zermelo/compositions/popeye_reader.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "support/shipped.hpp"

namespace zermelo::compositions {
namespace {

std::vector<Result<Composition>> problems_in(const std::string& text, const std::string& variant = "chess") {
    PopeyeReader reader{text, testing::shipped(variant)};
    std::vector<Result<Composition>> problems;
    while (auto problem = reader.next()) problems.push_back(*std::move(problem));
    return problems;
}

/// The one problem with these commands.
Composition problem_of(const std::string& commands) {
    auto problems = problems_in("BeginProblem\n" + commands + "\nEndProblem\n");
    EXPECT_EQ(problems.size(), 1U);
    EXPECT_TRUE(problems[0]) << commands << ": " << (problems[0] ? "" : problems[0].error().message);
    return problems[0].value_or(Composition{});
}

std::string fen_of_diagram(const Diagram& diagram) { return engine::print_fen(diagram.setup); }

/// The FEN of the last diagram.
std::string fen_of_problem(const std::string& commands) {
    const Composition problem = problem_of(commands);
    return problem.diagrams.empty() ? "" : fen_of_diagram(problem.diagrams.back());
}

TEST(PopeyeReader, ThreeLanguagesSayTheSame) {
    const std::string english =
        "beginproblem author A. Nonym\n title Try\n origin 1, Source\n award 1st\n stipulation h#2\n"
        "pieces white Ka1 Qb1 Rc1 Bd1 Se1 Pa2b2 black kh8 sg8\n"
        "option set vari defence 2 dupl maxsol 3 maxtime 4\n twin move a2 a3 twin cont stip h=2 endproblem";
    const std::string german =
        "anfangproblem autor A. Nonym\n titel Try\n quelle 1, Source\n auszeichnung 1st\n forderung h#2\n"
        "steine weiss Ka1 Db1 Tc1 Ld1 Se1 Ba2b2 schwarz kh8 sg8\n"
        "option satz vari widerlegung 2 dupl maxloes 3 maxzeit 4\n zwilling versetze a2 a3 zwilling ferner "
        "ford h=2 endeproblem";
    const std::string french =
        "debutprobleme auteur A. Nonym\n titre Try\n source 1, Source\n prix 1st\n enonce h#2\n"
        "pieces blanc Ra1 Db1 Tc1 Fd1 Ce1 Pa2b2 noir rh8 cg8\n"
        "option apparent vari defense 2 dupl maxsol 3 maxtemps 4\n jumeau depl a2 a3 jumeau enplus enonce "
        "h=2 finprobleme";
    const auto problems = problems_in(english + "\n" + german + "\n" + french);
    ASSERT_EQ(problems.size(), 3U);
    for (const auto& read : problems) {
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->heading.authors, (std::vector<std::string>{"A. Nonym"}));
        EXPECT_EQ(read->heading.title, "Try");
        EXPECT_EQ(read->heading.source, "1, Source");
        EXPECT_EQ(read->heading.award, "1st");
        ASSERT_EQ(read->diagrams.size(), 3U);
        EXPECT_EQ(fen_of_diagram(read->diagrams[0]), "6nk/8/8/8/8/8/PP6/KQRBN3 b - - 0 1");
        EXPECT_EQ(read->diagrams[1].changes, (std::vector<std::string>{"move a2 a3"}));
        EXPECT_EQ(fen_of_diagram(read->diagrams[2]), "6nk/8/8/8/8/P7/1P6/KQRBN3 b - - 0 1");
        EXPECT_EQ(read->diagrams[2].changes, (std::vector<std::string>{"continued", "stipulation h=2"}));
        EXPECT_EQ(read->diagrams[2].stipulation.text(), "h=2");
        EXPECT_TRUE(read->asked.set_play && read->asked.tree && read->asked.duplex);
        EXPECT_FALSE(read->asked.quodlibet);
        EXPECT_EQ(read->asked.max_refutations, 2U);
        EXPECT_EQ(read->asked.max_lines, 3U);
        EXPECT_EQ(read->asked.time, std::chrono::seconds{4});
    }
}

TEST(PopeyeReader, SeveralProblemsEachWithItsLine) {
    const auto problems =
        problems_in("BeginProblem\nStip #1\nNextProblem\n\nStip #2\nPieces white Ka1\nEndProblem\n");
    ASSERT_EQ(problems.size(), 2U);
    EXPECT_EQ(problems[0]->line, 2U);
    EXPECT_EQ(problems[1]->line, 5U);
    EXPECT_EQ(problems[1]->diagrams[0].name, "");
}

TEST(PopeyeReader, ManyWaysToWriteADiagram) {
    const std::string fen = "7k/8/8/8/8/8/P6P/K1Q5 w - - 0 1";
    for (const std::string diagram :
         {"pieces white Ka1 Pa2h2 Qc1 black Kh8", "pieces black kh8 pieces white ka1 qc1 white pa2h2",
          "pieces white Ka1, Pa2H2; Q c1 black Kh8", "forsyth 7k/40/P6P/K1Q5", "forsyth 7k/8/8/8/8/8/P6P/K1Q",
          "forsyth 7k pieces white Ka1 Pa2h2 Qc1"})
        EXPECT_EQ(fen_of_problem("stip #2 " + diagram), fen) << diagram;
    EXPECT_EQ(problem_of("stip ser-s00 9").diagrams[0].stipulation.text(), "ser-s009");
    EXPECT_EQ(problem_of("stip hzg1 4 option vari").diagrams[0].stipulation.text(), "hzg14");
    EXPECT_EQ(fen_of_problem("stip # 2 initialgamearray"),
              "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
}

TEST(PopeyeReader, WhoStandsAtHomeMayCastle) {
    const std::string men = "stip #2 pieces white Ke1 Ra1h1 black Ke8 Ra8 ";
    EXPECT_EQ(fen_of_problem(men), "r3k3/8/8/8/8/8/8/R3K2R w KQq - 0 1");
    EXPECT_EQ(fen_of_problem(men + "option nocastling a1"), "r3k3/8/8/8/8/8/8/R3K2R w Kq - 0 1");
    EXPECT_EQ(fen_of_problem(men + "option nocastling e1a8"), "r3k3/8/8/8/8/8/8/R3K2R w - - 0 1");
    // In a twin, too, whoever stands there in the diagram.
    EXPECT_EQ(fen_of_problem("stip #2 pieces white Kd1 Rh1 black Ke8 twin move d1 e1"),
              "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
}

TEST(PopeyeReader, ConditionsMeanVariants) {
    const auto variant = [](const std::string& commands) { return problem_of(commands).variant; };
    EXPECT_EQ(variant("stip #2"), "");
    EXPECT_EQ(variant("stip #2 condition koeko"), "koeko");
    EXPECT_EQ(variant("cond mad stip #2"), "madrasi");
    EXPECT_EQ(variant("stip ser-h#2 cond AndernachChess pieces white ka1"), "andernach");
    EXPECT_EQ(variant("stip ser-h#2 cond blackmaxi"), "maximummer");
    EXPECT_EQ(variant("stip ser-h#2 cond WhiteMaximummer"), "whitemaximummer");
    // Without a side it restricts the defender.
    EXPECT_EQ(variant("stip h#2 cond maximummer"), "maximummer");
    EXPECT_EQ(variant("stip h#2.5 cond maximummer option halfduplex"), "whitemaximummer");
    const auto problems = problems_in(
        "anfangproblem bed andernachschach ford #2 endeproblem anfangproblem bed schwarzerl ford #2 "
        "endeproblem "
        "debutprobleme condition echecsandernach enonce #2 finprobleme "
        "debutprobleme condition blancmaximum enonce #2 finprobleme");
    ASSERT_EQ(problems.size(), 4U);
    EXPECT_EQ(problems[0].value().variant, "andernach");
    EXPECT_EQ(problems[1].value().variant, "maximummer");
    EXPECT_EQ(problems[2].value().variant, "andernach");
    EXPECT_EQ(problems[3].value().variant, "whitemaximummer");
    // Read in the variant itself, too, and in no other.
    const std::string koeko = "beginproblem cond koeko stip #2 endproblem";
    EXPECT_TRUE(problems_in(koeko, "koeko")[0]);
    EXPECT_FALSE(problems_in(koeko, "madrasi")[0]);
    EXPECT_FALSE(problems_in(koeko, "atomic")[0]);
}

// Which a rook could castle with that turns over beside it.
TEST(PopeyeReader, KingsOfAndernachChessHaveNotMoved) {
    const std::string men = "stip #2 pieces white Ke1 Ra1 black Ke8 ";
    EXPECT_EQ(fen_of_problem(men), "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    EXPECT_EQ(fen_of_problem(men + "condition andernach"), "4k3/8/8/8/8/8/8/R3K3 w Qe - 0 1");
    EXPECT_EQ(fen_of_problem(men + "cond ande option nocastling e8a1"), "4k3/8/8/8/8/8/8/R3K3 w E - 0 1");
}

TEST(PopeyeReader, EveryChangeOfATwin) {
    const std::string men = "stip #2 pieces white Kb1 Pa2 black Kh5 Rh6 twin ";
    for (const auto& [change, fen] : std::vector<std::pair<std::string, std::string>>{
             {"move a2 a3", "8/8/7r/7k/8/P7/8/1K6 w - - 0 1"},
             {"move a2 h6", "8/8/7P/7k/8/8/8/1K6 w - - 0 1"},
             {"exchange b1 h5", "8/8/7r/7K/8/8/P7/1k6 w - - 0 1"},
             {"remove a2h6", "8/8/8/7k/8/8/8/1K6 w - - 0 1"},
             {"add white Sc3 black Pa2", "8/8/7r/7k/8/2N5/p7/1K6 w - - 0 1"},
             {"substitute R Q", "8/8/7q/7k/8/8/P7/1K6 w - - 0 1"},
             {"polishtype", "8/8/7R/7K/8/8/p7/1k6 w - - 0 1"},
             {"shift a1 a2", "8/7r/7k/8/8/P7/1K6/8 w - - 0 1"},
             // As Popeye turns and mirrors the same diagram: its own answers.
             {"rotate 90", "2rk4/8/8/8/8/8/7K/6P1 w - - 0 1"},
             {"rotate 180", "6K1/7P/8/8/k7/r7/8/8 w - - 0 1"},
             {"rotate 270", "1P6/K7/8/8/8/8/8/4kr2 w - - 0 1"},
             {"mirror a1<-->h1", "8/8/r7/k7/8/8/7P/6K1 w - - 0 1"},
             {"mirror a1<-->a8", "1K6/P7/8/8/7k/7r/8/8 w - - 0 1"},
             {"mirror a1<-->h8", "6P1/7K/8/8/8/8/8/2rk4 w - - 0 1"},
             {"mirror a8<-->h1", "4kr2/8/8/8/8/8/K7/1P6 w - - 0 1"},
             {"move a2 a3 twin move h6 h7", "8/7r/8/7k/8/8/P7/1K6 w - - 0 1"},
             {"move a2 a3 twin continued move h6 h7", "8/7r/8/7k/8/P7/8/1K6 w - - 0 1"},
             {"move a2 a3 remark of no matter\n twin remove a2", "8/8/7r/7k/8/8/8/1K6 w - - 0 1"}})
        EXPECT_EQ(fen_of_problem(men + change), fen) << change;
}

TEST(PopeyeReader, AZeropositionIsNotSolved) {
    const Composition problem =
        problem_of("stip h#2 pieces white ka1 black kc1 rb8 zeroposition move b8 b7 twin stip h#1");
    ASSERT_EQ(problem.diagrams.size(), 2U);
    EXPECT_EQ(problem.diagrams[0].name, "a");
    EXPECT_EQ(fen_of_diagram(problem.diagrams[0]), "8/1r6/8/8/8/8/8/K1k5 b - - 0 1");
    EXPECT_EQ(fen_of_diagram(problem.diagrams[1]), "1r6/8/8/8/8/8/8/K1k5 b - - 0 1");
    EXPECT_EQ(problem.diagrams[1].stipulation.text(), "h#1");
}

TEST(PopeyeReader, OptionsOfWhoBegins) {
    const std::string men = " pieces white kc2 rh3 black ka1";
    EXPECT_EQ(problem_of("option whitetoplay stip h#2" + men).diagrams[0].stipulation.text(), "h#1.5");
    EXPECT_EQ(problem_of("option halfduplex stip h#2" + men).asked.attacker, Color::black);
    EXPECT_TRUE(problem_of("option quod stip s#2" + men).asked.quodlibet);
    // There are no tries, and no set play, where the key has been made.
    const Composition postkey = problem_of("option postkey try setplay stip #2" + men);
    EXPECT_TRUE(postkey.asked.postkey && !postkey.asked.set_play && postkey.asked.max_refutations == 0);
    EXPECT_EQ(postkey.diagrams[0].setup.to_move, Color::black);
    EXPECT_EQ(problem_of("option try stip #2" + men).asked.max_refutations, 1U);
    // What only changes how Popeye writes or searches is taken.
    problem_of("option movenumbers noboard nothreat noshort intelligent beep 3 nowk trivial stip #2" + men);
    EXPECT_EQ(fen_of_problem("stip #2 option enpassant e7e6e5 pieces white ka1 pd5 black kh8 pe5"),
              "7k/8/8/3Pp3/8/8/8/K7 w - e6 0 1");
    // There was no such step in this twin.
    EXPECT_EQ(
        fen_of_problem("stip #2 option enpassant e7e6e5 pieces white ka1 pd5 black kh8 pe5 twin move e5 e4"),
        "7k/8/8/3P4/4p3/8/8/K7 w - - 0 1");
}

TEST(PopeyeReader, ADiagramThatPlayComesTo) {
    const std::string men = " pieces white ke1 rh1 black ke8";
    const std::string later = " pieces white kg1 rf1 black ke8";
    EXPECT_EQ(problem_of("stip dia7.0" + men).diagrams[0].stipulation.text(), "dia7");
    EXPECT_EQ(problem_of("stip dia7.5" + men).asked.attacker, Color::white);
    // What stands before a=>b is where play begins; Black does, unless White is to.
    const Composition problem = problem_of(men + " stip a=>b1" + later + " twin move g1 h1");
    ASSERT_EQ(problem.diagrams.size(), 2U);
    ASSERT_TRUE(problem.diagrams[1].start);
    EXPECT_EQ(engine::print_fen(*problem.diagrams[1].start), "4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    EXPECT_EQ(engine::print_fen(problem.diagrams[1].setup), "4k3/8/8/8/8/8/8/5R1K b - - 0 1");
    EXPECT_EQ(problem.asked.attacker, Color::black);
    EXPECT_EQ(problem_of(men + " stip a=>b0.5" + later + " option white").asked.attacker, Color::white);
    EXPECT_EQ(problem_of(men + " stip ser-a=>b1" + later).asked.attacker, Color::white);
    EXPECT_EQ(problem_of(men + " stip ser-ha=>b1" + later).asked.attacker, Color::black);
}

TEST(PopeyeReader, WhatIsNotKnownIsRefusedWhereItStands) {
    for (const auto& [commands, column] : std::vector<std::pair<std::string, std::uint64_t>>{
             {"stip #2 condition circe", 19},
             {"stip #2 condition koeko madrasi", 25},
             {"stip #2 condition koeko condition koeko", 35},
             {"stip #2 condition madrasi rexincl", 27},
             {"stip #2 condition ma", 19},
             {"stip ser-h#2 condition maximummer", 24},
             {"stip #2 option duplex condition maximummer", 33},
             {"stip #2 condition maximummer ultra", 30},
             {"stip #2 condition antikoeko", 19},
             {"stip #2 pieces neutral Ka1", 16},
             {"stip #2 pieces white Ka1 Gb1", 26},
             {"stip #2 pieces white NHb1", 22},
             {"stip #2 pieces white royal Qb1", 22},
             {"stip #2 pieces white Ka1 Qa1", 26},
             {"stip #2 pieces Ka1", 16},
             {"stip #2 pieces white", 22},
             {"stip #2 pieces white Ka9", 22},
             {"stip #2 forsyth 8/8/8/n7", 23},
             {"stip #2 forsyth 64k", 19},
             {"stip #2 forsyth 65", 17},
             {"stip #2 option threat 2", 16},
             {"stip #2 option stop", 16},
             {"stip #2 option intelligent 3", 28},
             {"stip #2 option defence many", 24},
             {"stip #2 option whitetoplay", 16},
             {"stip #2 option no", 16},
             {"stip hdia3", 7},
             {"stip #2 sstip white", 9},
             {"stip #2 fly", 9},
             {"stip #2 \x01", 9},
             {"stip #2 pieces white ka1 twin condition circe", 31},
             {"stip #2 pieces white ka1 twin move b1 b2", 31},
             {"stip #2 pieces white ka1 twin move a1", 39},
             {"stip #2 pieces white ka1 twin rotate 45", 38},
             {"stip #2 pieces white ka1 twin", 31},
             {"stip #2 pieces white ka1 twin shift a1 a2 continued", 43},
             {"stip #2 pieces white ka1 zeroposition", 39},
             {"pieces white ka1", 18}}) {
        const auto problems =
            problems_in("BeginProblem\n" + commands + " EndProblem\nBeginProblem Stip #3 EndProblem");
        ASSERT_EQ(problems.size(), 2U) << commands;
        ASSERT_FALSE(problems[0]) << commands;
        EXPECT_EQ(problems[0].error().kind, ErrorKind::bad_input);
        EXPECT_EQ(problems[0].error().where, (Location{2, column}))
            << commands << ": " << problems[0].error().message << " at column "
            << problems[0].error().where->column;
        EXPECT_TRUE(problems[1]) << commands << ": " << problems[1].error().message;
    }
}

TEST(PopeyeReader, TextsThatAreNoInput) {
    for (const std::string text : {"", " \n", "Stip #2", "BeginProblem", "BeginProblem Stip #2",
                                   "BeginProblem Stip #2 NextProblem", "\xFF\xFE\x00"}) {
        const auto problems = problems_in(text);
        ASSERT_FALSE(problems.empty()) << text;
        EXPECT_FALSE(problems.back()) << text;
    }
    EXPECT_EQ(problems_in("BeginProblem Stip #2 EndProblem and so on").size(), 2U);
    // The mark that some editors begin a file with.
    EXPECT_TRUE(problems_in("\xEF\xBB\xBF"
                            "BeginProblem Stip #2 EndProblem")
                    .at(0));
}

TEST(PopeyeReader, AfterAnErrorTheNextProblemIsRead) {
    const auto problems = problems_in(
        "BeginProblem\nfly\nauthor M. Next Problem\nNextProblem\nStip #2\nNextProblem\nCond Circe\nNext Stip "
        "#3\n"
        "EndProblem");
    ASSERT_EQ(problems.size(), 4U);
    EXPECT_EQ(problems[0].error().where, (Location{2, 1}));
    EXPECT_TRUE(problems[1]);
    EXPECT_EQ(problems[2].error().where, (Location{7, 6}));
    EXPECT_EQ(problems[3]->diagrams[0].stipulation.text(), "#3");
}

TEST(PopeyeReader, OldFilesAreLatin1) {
    EXPECT_EQ(problem_of("author Th\xE9odore\nstip #2").heading.authors[0], "Th\xC3\xA9odore");
    EXPECT_EQ(problem_of("author Th\xC3\xA9odore\nstip #2").heading.authors[0], "Th\xC3\xA9odore");
    EXPECT_EQ(problem_of("author a\x1B"
                         "b\nstip #2")
                  .heading.authors[0],
              "a b");
}

TEST(PopeyeReader, AnyVariantWithItsBoard) {
    const auto problems =
        problems_in("BeginProblem Stip #2 Pieces White Ka1 Pj2 Black Kj8 EndProblem", "capablanca");
    ASSERT_TRUE(problems.at(0)) << problems[0].error().message;
    EXPECT_EQ(fen_of_diagram(problems[0]->diagrams[0]), "9k/10/10/10/10/10/9P/K9 w - - 0 1");
}

}  // namespace
}  // namespace zermelo::compositions
