// SPDX-License-Identifier: GPL-3.0-or-later
// The program as a user runs it: exit statuses, messages, and what happens when the world fails.
#include <string>

#include <gtest/gtest.h>

#include "cli/commands.hpp"

namespace zermelo::cli {
namespace {

using testing::contents;
using testing::Ended;
using testing::Scratch;
using testing::shell;

std::string repeated(const std::string& game, int count) {
    std::string text = std::to_string(count) + "\n";
    for (int i = 0; i < count; ++i) text += game;
    return text;
}

class Samples : public ::testing::TestWithParam<std::string> {};

TEST_P(Samples, AreJudgedAsPublished) {
    const std::string& name = GetParam();
    const std::string expected = contents(ZERMELO_SOURCE_DIR "/examples/" + name + ".ans");
    ASSERT_FALSE(expected.empty());
    for (const char* options : {"", " --threads 1", " --threads 2", " --portable", " --limits"}) {
        const std::string file = "examples/" + name + ".in";
        EXPECT_EQ(shell("$Z judge " + name + " " + file + options).out, expected);
        EXPECT_EQ(shell("$Z judge " + name + options + " < " + file).out, expected);
        EXPECT_EQ(shell("cat " + file + " | $Z judge " + name + " -" + options).out, expected);
        EXPECT_EQ(shell("$Z judge " + name + " " + file + options).status, 0);
    }
}

INSTANTIATE_TEST_SUITE_P(Published, Samples, ::testing::ValuesIn(published_games()));

TEST(JudgeCommand, BadInputIsOneLineAndStatus2) {
    const Scratch input{"2\n8 2\n1 1 k\n8 8 K\n8 2\n1 1 k\n8 9 K\n"};
    const Ended run = shell("$Z judge cstate2 " + input.path() + " 2>&1");
    EXPECT_EQ(run.out,
              "Safe\n" + input.path() +
                  ":7:3: error: '9' is out of range, expected the piece's y, a number from 1 to 8\n");
    EXPECT_EQ(run.status, 2);
    const Ended piped = shell("$Z judge cstate2 < " + input.path() + " 2>&1 >/dev/null");
    EXPECT_EQ(piped.out,
              "<stdin>:7:3: error: '9' is out of range, expected the piece's y, a number from 1 to 8\n");
}

TEST(JudgeCommand, TheWorldFailsWithStatus1AndAMessage) {
    const std::string judge = "$Z judge cheesy examples/cheesy.in";
    const Ended full = shell(judge + " 2>&1 >/dev/full");
    EXPECT_EQ(full.status, 1);
    EXPECT_EQ(full.out, "zermelo: error: cannot write standard output: No space left on device\n");
    const Ended closed = shell(judge + " 2>&1 >&-");
    EXPECT_EQ(closed.status, 1);
    EXPECT_NE(closed.out.find("cannot write standard output"), std::string::npos);
    const Ended missing = shell("$Z judge cheesy /nowhere/games.in 2>&1");
    EXPECT_EQ(missing.status, 1);
    EXPECT_EQ(missing.out, "zermelo: error: cannot read /nowhere/games.in: No such file or directory\n");
    const Ended folder = shell("$Z judge cheesy / 2>&1");
    EXPECT_EQ(folder.status, 1);
    EXPECT_EQ(folder.out, "zermelo: error: cannot read /: Is a directory\n");
    const Ended no_input = shell("$Z judge cheesy 2>&1 <&-");
    EXPECT_EQ(no_input.status, 1);
    for (const char* command : {"$Z games", "$Z --version", "$Z --help"}) {
        SCOPED_TRACE(command);
        EXPECT_EQ(shell(std::string{command} + " 2>/dev/null >/dev/full").status, 1);
    }
}

TEST(JudgeCommand, AReaderThatLeavesIsNoError) {
    const Scratch input{repeated(
        "k......K\n........\n........\n........\n........\n........\n........\n........\n", 200'000)};
    // A file of its own: `head` leaves its input before it writes.
    const Scratch err{""};
    for (const char* threads : {"1", "2"}) {
        const Ended piped = shell("( $Z judge cstate1 --threads " + std::string{threads} + " " +
                                  input.path() + "; echo $? >&2 ) 2>" + err.path() + " | head -n 1");
        EXPECT_EQ(piped.out, "Safe\n");
        EXPECT_EQ(contents(err.path()), "141\n");
    }
}

TEST(JudgeCommand, BadUsageHasStatus2) {
    for (const char* arguments :
         {"", "judge", "judge chess", "judge cheesy --threads 0", "judge cheesy --threads x",
          "judge cheesy --threads ' 1'", "judge cheesy --threads ''", "judge cheesy --threads -1",
          "judge cheesy --frobnicate", "judge cheesy --draw 0", "judge cheesy --draw x",
          "judge cheesy --draw -1", "judge cheesy --draw 1 --json", "judge cheesy a b", "solve"}) {
        const Ended run = shell("$Z " + std::string{arguments} + " 2>&1 >/dev/null < examples/cheesy.in");
        EXPECT_EQ(run.status, 2) << arguments;
        EXPECT_FALSE(run.out.empty()) << arguments;
    }
    EXPECT_EQ(shell("$Z judge cheesy --draw 3 examples/cheesy.in 2>&1").out,
              "zermelo: error: there is no game 3, the input has 2\n");
}

TEST(JudgeCommand, HelpTeachesByExample) {
    for (const char* command : {"$Z --help", "$Z judge --help"}) {
        const Ended run = shell(command);
        EXPECT_EQ(run.status, 0);
        EXPECT_NE(run.out.find("Examples:"), std::string::npos);
        EXPECT_NE(run.out.find("zermelo judge simplified hunts.in"), std::string::npos);
    }
    EXPECT_EQ(shell("$Z --version").out.substr(0, 8), "zermelo ");
    for (const std::string& game : games())
        EXPECT_NE(("\n" + shell("$Z games").out).find("\n" + game + "   "), std::string::npos) << game;
}

TEST(JudgeCommand, JsonIsOneObjectALine) {
    EXPECT_EQ(shell("$Z judge simplified examples/simplified.in --json").out,
              "{\"schema\":1,\"type\":\"judgement\",\"puzzle\":\"simplified\",\"game\":1,\"verdict\":\"YES\","
              "\"limit\":1,\"plies\":1,\"unit\":\"plies\",\"best_move\":{\"move\":\"b2a4\"}}\n");
}

// A person who types games sees each verdict as soon as the game is complete.
TEST(JudgeCommand, AStreamGetsItsVerdictsAsItComes) {
    const Ended run = shell(
        "d=$(mktemp -d) && mkfifo $d/in && { $Z judge cstate2 < $d/in > $d/out & } && exec 9> $d/in && "
        "printf '2\\n8 2\\n1 1 k\\n8 8 K\\n' >&9 && for i in $(seq 200); do [ -s $d/out ] && break; sleep "
        "0.05; done; "
        "cat $d/out; echo --; printf '8 2\\n1 1 k\\n1 2 K\\n' >&9; exec 9>&-; wait; cat $d/out; rm -r $d");
    EXPECT_EQ(run.out, "Safe\n--\nSafe\nImpossible\n");
}

}  // namespace
}  // namespace zermelo::cli
