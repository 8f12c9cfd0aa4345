// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo explain` as a user runs it.
#include <string>

#include <gtest/gtest.h>

#include "cli/commands.hpp"

namespace zermelo::cli {
namespace {

using testing::Ended;
using testing::Scratch;
using testing::shell;

TEST(ExplainCommand, TellsEveryGameOrOne) {
    for (const std::string& game : published_games()) {
        const std::string file = "examples/" + game + ".in";
        const Ended all = shell("$Z explain " + game + " " + file);
        EXPECT_EQ(all.status, 0);
        EXPECT_TRUE(all.out.starts_with("Game 1\n"));
        EXPECT_EQ(shell("$Z explain " + game + " - < " + file).out, all.out);
        EXPECT_EQ(shell("cat " + file + " | $Z explain " + game + " -").out, all.out);
        EXPECT_EQ(shell("$Z explain " + game + " < " + file).out, all.out);
        const Ended first = shell("$Z explain " + game + " " + file + " 1");
        EXPECT_EQ(first.status, 0);
        EXPECT_EQ(first.out, all.out.substr(0, first.out.size()));
    }
    EXPECT_TRUE(shell("$Z explain cstate2 examples/cstate2.in 7").out.starts_with("Game 7\n"));
}

// One answer to several replies is written as it is after each of them.
TEST(ExplainCommand, AnAnswerThatCapturesIsToldByItself) {
    const Ended told = shell(
        "printf '1\\n3 3 6\\nQ B 1\\nR C 4\\nB D 4\\nQ A 3\\nN C 2\\nN C 3\\n' | $Z explain simplified");
    EXPECT_NE(told.out.find("- Nc3-a4 is met by 2. Rc4xa4"), std::string::npos) << told.out;
}

TEST(ExplainCommand, JsonIsOneObjectAGame) {
    EXPECT_EQ(shell("$Z explain cstate2 examples/cstate2.in --json | wc -l").out, "7\n");
    const std::string hunt = shell("$Z explain simplified examples/simplified.in --json").out;
    EXPECT_TRUE(
        hunt.starts_with("{\"schema\":1,\"type\":\"explanation\",\"puzzle\":\"simplified\",\"game\":1,"
                         "\"verdict\":\"YES\",\"limit\":1,\"plies\":1,"))
        << hunt;
    const std::string board = shell("$Z explain cstate2 examples/cstate2.in 7 --json").out;
    for (const char* field : {"\"checkers\":[{\"piece\":\"p\"", "\"evasion_count\":5", "\"evasions\":[{",
                              "\"unlisted_count\":0", "\"near_misses\":[{", "\"attackers\":[{"})
        EXPECT_NE(board.find(field), std::string::npos) << field << board;
    const std::string pursuit = shell("$Z explain cheesy examples/cheesy.in 2 --json").out;
    EXPECT_NE(pursuit.find("\"reachable\":[[{\"x\":3,\"y\":1}],"), std::string::npos) << pursuit;
}

TEST(ExplainCommand, DrawsOneGame) {
    for (const std::string& game : published_games()) {
        const testing::ScratchFolder folder;
        const std::string svg = folder.file("game.svg");
        const std::string call = "$Z explain " + game + " examples/" + game + ".in";
        const Ended drawn = shell(call + " 1 --svg " + svg);
        EXPECT_EQ(drawn.status, 0);
        EXPECT_EQ(drawn.out, shell(call + " 1").out);
        EXPECT_NE(testing::contents(svg).find("</svg>"), std::string::npos);
    }
    const std::string call = "$Z explain cheesy examples/cheesy.in ";
    EXPECT_EQ(shell(call + "--svg x.svg 2>&1").out,
              "zermelo: error: the input has 2 games, expected the number of the one to draw\n");
    const testing::ScratchFolder folder;
    const std::string svg = folder.file("only.svg");
    EXPECT_EQ(shell("$Z explain simplified --svg " + svg + " < examples/simplified.in").status, 0);
    EXPECT_NE(testing::contents(svg).find("</svg>"), std::string::npos);
    EXPECT_EQ(shell(call + "1 --svg /dev/full >/dev/null 2>&1").status, 1);
    EXPECT_EQ(shell(call + "1 --svg - >/dev/null 2>&1").status, 2);
}

TEST(ExplainCommand, BadInputIsTheJudgesLineAndNothingElse) {
    const Scratch input{"2\n8 2\n1 1 k\n8 8 K\n8 2\n1 1 k\n8 9 K\n"};
    const std::string error =
        ":7:3: error: '9' is out of range, expected the piece's y, a number from 1 to 8\n";
    const Ended file = shell("$Z explain cstate2 " + input.path() + " 1 2>&1");
    EXPECT_EQ(file.out, input.path() + error);
    EXPECT_EQ(file.status, 2);
    EXPECT_EQ(shell("cat " + input.path() + " | $Z explain cstate2 - 2>&1").out, "<stdin>" + error);
    EXPECT_EQ(shell("$Z explain cheesy - < /dev/null 2>/dev/null").status, 2);
    EXPECT_EQ(shell("head -c 100000 /dev/urandom | $Z explain simplified - 2>/dev/null").status, 2);
}

TEST(ExplainCommand, BadUsageHasStatus2) {
    for (const char* arguments :
         {"", "simplifed < examples/simplified.in", "chess examples/cheesy.in", "cheesy examples/cheesy.in 0",
          "cheesy examples/cheesy.in 3", "cheesy examples/cheesy.in x", "cheesy examples/cheesy.in -1",
          "cheesy examples/cheesy.in 1 2", "cheesy ''"}) {
        SCOPED_TRACE(arguments);
        const Ended run = shell("$Z explain " + std::string{arguments} + " 2>&1 >/dev/null");
        EXPECT_EQ(run.status, 2);
        EXPECT_FALSE(run.out.empty());
    }
    EXPECT_EQ(shell("$Z explain cheesy examples/cheesy.in 3 2>&1").out,
              "zermelo: error: there is no game 3, the input has 2\n");
}

TEST(ExplainCommand, TheWorldFailsWithStatus1AndAMessage) {
    const std::string explain = "$Z explain cheesy examples/cheesy.in";
    const Ended full = shell(explain + " 2>&1 >/dev/full");
    EXPECT_EQ(full.status, 1);
    EXPECT_EQ(full.out, "zermelo: error: cannot write standard output: No space left on device\n");
    EXPECT_EQ(shell(explain + " 2>/dev/null >&-").status, 1);
    EXPECT_EQ(shell("$Z explain cheesy /nowhere/games.in 2>&1").out,
              "zermelo: error: cannot read /nowhere/games.in: No such file or directory\n");
}

}  // namespace
}  // namespace zermelo::cli
