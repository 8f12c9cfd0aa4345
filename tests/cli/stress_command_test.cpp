// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo stress` as a user runs it: what it prints and saves, exit statuses, and what happens when it is
// stopped or the world fails.
#include <csignal>
#include <string>
#include <string_view>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "cli/commands.hpp"
#include "support/child.hpp"
#include "support/json_reader.hpp"
#include "support/proc.hpp"

namespace zermelo::cli {
namespace {

using testing::Child;
using testing::eventually;
using testing::running_with;

class StressCommand : public testing::WithProc {};

/// Without what is told of a run that takes long.
Ended zermelo_told(const std::string& arguments) { return shell("$Z " + arguments + " 2>/dev/null"); }

const std::string hunt = ZERMELO_WRONG_PROGRAMS "/wrong_hunt";
const std::string misbehave = ZERMELO_WRONG_PROGRAMS "/wrong_misbehave";

TEST_F(StressCommand, AFailureIsToldAndSaved) {
    const ScratchFolder folder;
    const std::string prefix = folder.file("case");
    const std::string options = "stress simplified --seconds 600 --time-limit 60 --save " + prefix + " -- ";
    const Ended run = zermelo_told(options + hunt + " --wrong=too-few");
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(
        run.out,
        "Output that is no answer on game 1 (seed 1), made smaller in 2 steps; no smaller game fails in "
        "this way.\n"
        "\n"
        "1\n"
        "1 1 1\n"
        "Q A 1\n"
        "Q B 1\n"
        "\n"
        "expected: YES\n"
        "found:    0 verdicts for 1 game\n"
        "\n"
        "4 . . . .\n"
        "3 . . . .\n"
        "2 . . . .   YES\n"
        "1 Q q . .\n"
        "  a b c d\n"
        "\n"
        "White takes the queen at once: 1. Qa1xb1.\n"
        "\n"
        "Saved: " +
            prefix + ".in, " + prefix + ".ans, " + prefix + ".svg\n");
    EXPECT_EQ(contents(prefix + ".in"), "1\n1 1 1\nQ A 1\nQ B 1\n");
    EXPECT_EQ(contents(prefix + ".ans"), "YES\n");
    EXPECT_NE(contents(prefix + ".svg").find("</svg>"), std::string::npos);
    EXPECT_EQ(shell("$Z judge simplified " + prefix + ".in").out, contents(prefix + ".ans"));
    // Nothing that is there is written over.
    const Ended again = zermelo(options + hunt + " --wrong=even");
    EXPECT_EQ(again.status, 1);
    EXPECT_NE(again.out.find("Saved: " + prefix + "-2.in"), std::string::npos) << again.out;
    EXPECT_EQ(contents(prefix + ".in"), "1\n1 1 1\nQ A 1\nQ B 1\n");
    EXPECT_EQ(shell("$Z judge simplified " + prefix + "-2.in").out, contents(prefix + "-2.ans"));
    EXPECT_EQ(folder.names(), "case-2.ans\ncase-2.in\ncase-2.svg\ncase.ans\ncase.in\ncase.svg\n");
}

TEST_F(StressCommand, WhatSurvivesHasStatus0) {
    const ScratchFolder folder;
    const std::string save = " --save " + folder.file("case") + " -- ";
    const Ended run = zermelo_told("stress simplified --time-limit 60 --games 500 --seed 9" + save + hunt);
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(run.out.substr(0, run.out.find(" in ")), "No failure: 500 games");
    EXPECT_NE(run.out.find(", seed 9, up to men 10 and m 6.\n"), std::string::npos) << run.out;
    const Ended small = zermelo_told("stress cstate2 --time-limit 60 --max-n 9 --max-men 3 --games 200" +
                                     save + ZERMELO_WRONG_PROGRAMS "/wrong_check");
    EXPECT_NE(small.out.find(", seed 1, up to n 9 and men 3.\n"), std::string::npos) << small.out;
    int status = 3;  // the time was over before a game was decided
    for (double seconds = 0.2; status == 3 && seconds < 1000; seconds *= 8)
        status = zermelo("stress simplified --seconds " + std::to_string(seconds) + save + hunt).status;
    EXPECT_EQ(status, 0);
}

TEST_F(StressCommand, AFamilyThatIsNone) {
    const ScratchFolder folder;
    const Ended run =
        zermelo("stress cheesy --family nobody --games 10 --save " + folder.file("case") + " -- true");
    EXPECT_EQ(run.status, 2);
    EXPECT_NE(run.out.find("nobody"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("dangerous-pawn"), std::string::npos) << run.out;
}

TEST_F(StressCommand, TheSameSeedPrintsTheSame) {
    const ScratchFolder folder;
    std::string before;
    for (const char* threads : {"1", "2", "3"}) {
        const Ended run =
            shell("rm -f " + folder.file("*") + "; $Z stress simplified --seconds 600 --threads " + threads +
                  " --seed 5 --save " + folder.file("case") + " -- " + hunt + " --wrong=even 2>/dev/null");
        EXPECT_EQ(run.status, 1);
        if (!before.empty()) {
            EXPECT_EQ(run.out, before);
        }
        before = run.out;
    }
}

TEST_F(StressCommand, ThoroughWhatProgramsDoIsCalledByItsName) {
    const ScratchFolder folder;
    struct Row {
        const char* how;
        const char* headline;
        const char* found;
    };
    for (const Row& row :
         {Row{"hang", "Time-out", "not at its end after 0.4 s"},
          Row{"flood", "Too much output", "more than 16 MiB written"},
          Row{"segfault", "Crash", "ended by signal 11 (Segmentation fault)"},
          Row{"exit", "Crash", "exit status 3\nstandard error:\nfirst line\nsecond line\n"},
          Row{"memory", "Too much memory", "more than the 64 MiB of a run"},
          Row{"garbage", "Output that is no answer", "(no verdict of this game)"},
          Row{"daemon", "Stray processes", "a process left running when the program ended"},
          Row{"thread-many", "Stray processes", "more than 64 processes at once"},
          Row{"children-memory", "Too much memory", "more than the 64 MiB of a run"},
          Row{"many-files", "Too much disk space", "more than 64 MiB in files, or 16 MiB in one of them"}}) {
        SCOPED_TRACE(row.how);
        // Time enough for the first run of the program, and not for long steps of making its game smaller.
        Ended run{3, ""};
        for (int seconds = 2; run.status == 3 && seconds < 1000; seconds *= 8)
            run = zermelo_told(std::string{"stress simplified --time-limit "} +
                               (row.how == std::string_view{"hang"} ? "0.2" : "60") +
                               " --memory-limit 64M --seed 2 --seconds " + std::to_string(seconds) +
                               " --save " + folder.file("case") + " -- " + misbehave + " " + row.how);
        EXPECT_EQ(run.status, 1);
        EXPECT_EQ(run.out.find(std::string{row.headline} + " on game 1 (seed 2)"), 0U) << run.out;
        EXPECT_NE(run.out.find(row.found), std::string::npos) << run.out;
    }
}

TEST_F(StressCommand, ThoroughTheLimitThatWasPassedIsNamedInJson) {
    const ScratchFolder folder;
    for (const auto& [how, fault] :
         {std::pair{"thread-many", "processes"}, std::pair{"children-memory", "memory"},
          std::pair{"many-files", "disk"}, std::pair{"flood", "output"}}) {
        SCOPED_TRACE(how);
        const Ended run = zermelo_told(
            "stress simplified --json --games 1 --time-limit 60 --seconds 60 "
            "--memory-limit 64M --save " +
            folder.file("case") + " -- " + misbehave + " " + how);
        EXPECT_EQ(run.status, 1);
        expect_has(run.out, fmt::format("\"failure\":{{\"fault\":\"{}\"", fault));
    }
}

TEST_F(StressCommand, BadUsageHasStatus2) {
    for (const char* arguments : {"stress",
                                  "stress chess -- true",
                                  "stress cheesy",
                                  "stress cheesy --",
                                  "stress cheesy -- zermelo-none",
                                  "stress cheesy -- ''",
                                  "stress cheesy -- README.md",
                                  "stress cheesy -- ./README.md",
                                  "stress cheesy -- /nowhere/x",
                                  "stress cheesy --games 0 -- true",
                                  "stress cheesy --games x -- true",
                                  "stress cheesy --seconds 0 -- true",
                                  "stress cheesy --seconds -1 -- true",
                                  "stress cheesy --time-limit 0 -- true",
                                  "stress cheesy --time-limit nan -- true",
                                  "stress cheesy --memory-limit much -- true",
                                  "stress cheesy --threads 0 -- true",
                                  "stress cheesy --seed -1 -- true",
                                  "stress cheesy --save '' -- true",
                                  "stress cheesy --save - -- true",
                                  "stress cheesy --max-men 3 -- true",
                                  "stress cstate2 --max-n -1 -- true",
                                  "stress cstate2 --max-n 7 -- true",
                                  "stress cstate2 --max-men 3 --family pin -- true",
                                  "stress cheesy --frobnicate -- true"}) {
        const Ended run = shell("$Z " + std::string{arguments} + " 2>&1 >/dev/null");
        EXPECT_EQ(run.status, 2) << arguments;
        EXPECT_FALSE(run.out.empty()) << arguments;
    }
    EXPECT_EQ(zermelo("stress cheesy -- zermelo-none").out,
              "zermelo: error: no such program on the path: 'zermelo-none'\n");
    EXPECT_EQ(
        zermelo("stress cheesy --max-men 3 -- true").out,
        "zermelo: error: a bound on men with cheesy, whose games have no such size, expected one on marks\n");
    EXPECT_EQ(zermelo("stress simplified --max-n 3 -- true").out,
              "zermelo: error: a bound on n with simplified, whose games have no such size, expected one on "
              "men and "
              "m\n");
    EXPECT_EQ(zermelo("stress cstate2 --max-n 7 -- true").out,
              "zermelo: error: a bound of 7 on n, expected 8 or more\n");
    EXPECT_EQ(zermelo("stress cstate2 --max-men 3 --family pin -- true").out,
              "zermelo: error: a bound on men with a family, expected one of them\n");
    EXPECT_EQ(zermelo("stress chess -- true").out, unknown_game("chess"));
}

/// Every size that a puzzle's games have is an option, and held to its least.
TEST_F(StressCommand, EveryMeasureOfAPuzzleIsAnOption) {
    const std::string help = zermelo("stress --help").out;
    for (const puzzles::Puzzle* puzzle : puzzles::all()) {
        for (const puzzles::Measure& measure : puzzle->measures()) {
            if (measure.name.empty()) continue;
            SCOPED_TRACE(fmt::format("{} {}", puzzle->name(), measure.name));
            expect_has(help, fmt::format("--max-{} N", measure.name));
            if (measure.least == 0) continue;
            expect(
                fmt::format("stress {} --max-{} {} -- true", puzzle->name(), measure.name, measure.least - 1),
                2,
                fmt::format("zermelo: error: a bound of {} on {}, expected {} or more\n", measure.least - 1,
                            measure.name, measure.least));
        }
    }
}

TEST_F(StressCommand, TheWorldFailsWithStatus1AndAMessage) {
    const ScratchFolder folder;
    const std::string stress =
        "$Z stress simplified --seconds 600 --save " + folder.file("case") + " -- " + hunt;
    const Ended full = shell(stress + " --wrong=even 2>&1 >/dev/full");
    EXPECT_EQ(full.status, 1);
    EXPECT_EQ(full.out, "zermelo: error: cannot write standard output: No space left on device\n");
    const Ended nowhere =
        shell("$Z stress simplified --seconds 600 --save /nowhere/case -- " + hunt + " 2>&1");
    EXPECT_EQ(nowhere.status, 1);
    EXPECT_EQ(nowhere.out, "zermelo: error: cannot write /nowhere/case.in: No such file or directory\n");
    // What was found is reported all the same.
    const Ended limited = shell("ulimit -f 0; " + stress + " --wrong=too-few 2>&1");
    EXPECT_EQ(limited.status, 1);
    const Ended closed = shell(stress + " --wrong=too-few <&- 2>&1");
    EXPECT_EQ(closed.status, 1);
    EXPECT_NE(closed.out.find("0 verdicts for 1 game"), std::string::npos) << closed.out;
    const Ended no_temporary = shell("TMPDIR=/nowhere $Z stress simplified --games 5 --save " +
                                     folder.file("case") + " -- " + hunt + " 2>&1");
    EXPECT_EQ(no_temporary.status, 0) << no_temporary.out;  // then /tmp serves
}

// It is no crash of the program, and nothing is saved.
TEST_F(StressCommand, AScriptThatIsNotThereIsNotFound) {
    const ScratchFolder folder;
    const Ended run = shell("$Z stress cheesy --save " + folder.file("case") +
                            " -- '" ZERMELO_PYTHON "' nosuch.py 2>&1 | grep -v ' s: '");
    EXPECT_EQ(run.out, "zermelo: error: no such file: 'nosuch.py'\n");
    EXPECT_EQ(folder.names(), "");
    EXPECT_EQ(
        zermelo("stress cheesy --save " + folder.file("case") + " -- '" ZERMELO_PYTHON "' nosuch.py").status,
        2);
}

// What is not known when the time is over is said, with the whole input, and is a failure.
TEST_F(StressCommand, ThoroughAHangThatIsNotNarrowedIsSavedWhole) {
    const ScratchFolder folder;
    const std::string once = folder.file("been-here");
    const Ended run = zermelo_told("stress simplified --threads 1 --seconds 4 --time-limit 2.5 --save " +
                                   folder.file("case") + " -- sh -c 'if mkdir " + once +
                                   " 2>/dev/null; then exec $0; else while :; do :; done; fi' " + hunt);
    if (run.status == 3) GTEST_SKIP() << "the machine gave it too little processor time";
    EXPECT_EQ(run.status, 1);
    EXPECT_EQ(run.out.substr(0, run.out.find('\n')),
              "Time-out on games 2 to 3 (seed 1), not narrowed to one.");
    EXPECT_NE(run.out.find("\nSaved: " + folder.file("case.in") + ", " + folder.file("case.ans") + "\n"),
              std::string::npos)
        << run.out;
    EXPECT_EQ(contents(folder.file("case.in")).substr(0, 2), "2\n");
    EXPECT_EQ(shell("$Z judge simplified " + folder.file("case.in")).out, contents(folder.file("case.ans")));
}

// Nothing goes on beyond the time that was given.
TEST_F(StressCommand, ThoroughARunThatTheEndOfTheTimeCutsShortIsNotDecided) {
    const ScratchFolder folder;
    const std::string stress =
        "stress cheesy --time-limit 1000 --seconds 0.5 --save " + folder.file("case") + " -- sleep 3000";
    const Ended run = zermelo_told(stress);
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(
        run.out,
        "Not decided: the time was over while the program was at game 1 (seed 1), within its limits; more "
        "--seconds or a lower --time-limit would tell.\n");
    EXPECT_EQ(folder.names(), "");
    const Ended said = zermelo_told("stress cheesy --json --time-limit 1000 --seconds 0.5 -- sleep 3000");
    EXPECT_EQ(said.status, 3);
    expect_has(said.out, "\"undecided\":{\"first_game\":1,\"last_game\":1},\"failure\":null}");
}

TEST_F(StressCommand, WhereAllGamesOfASizeWereTriedItEndsAndSaysSo) {
    const ScratchFolder folder;
    // Without a limit of memory, which a sanitizer's build does not keep.
    const Ended run =
        zermelo_told("stress cstate1 --max-men 2 --seconds 3000 --time-limit 600 --memory-limit 0 --save " +
                     folder.file("case") + " -- $Z judge cstate1");
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(run.out.starts_with("No failure: 4,032 games in ")) << run.out;
    expect_has(run.out, ", seed 1, up to men 2. No other game of these sizes could be drawn.\n");
}

TEST_F(StressCommand, ThoroughWithoutATerminalALineNowAndThenSaysWhatGoesOn) {
    const ScratchFolder folder;
    const Ended run = complaint("stress simplified --games 1 --time-limit 60 --save " + folder.file("case") +
                                " -- sh -c 'sleep 6; exec $0' " + hunt);
    EXPECT_EQ(run.status, 0);
    EXPECT_NE(run.out.find(" s: 0 games right\n"), std::string::npos) << run.out;
}

TEST_F(StressCommand, StoppedItLeavesNothingRunning) {
    for (const int signal : {SIGINT, SIGTERM, SIGKILL}) {
        SCOPED_TRACE(signal);
        const ScratchFolder folder;
        const ScratchFolder cases;
        const std::string marker =
            "zermelo-stopped-" + std::to_string(::getpid()) + "-" + std::to_string(signal);
        Child run{
            {ZERMELO_PROGRAM, "stress", "simplified", "--threads", "1", "--seconds", "3000", "--time-limit",
             "1000", "--save", cases.file("case"), "--", misbehave, "daemon-and-hang", marker},
            {"TMPDIR=" + folder.file("")}};
        // The command, its keeper, the program and what that has started.
        EXPECT_TRUE(eventually([&] { return running_with(marker) >= 4; }));
        EXPECT_NE(folder.names(), "");
        run.signal(signal);
        EXPECT_EQ(run.wait(), signal == SIGKILL ? 128 + signal : 3);
        EXPECT_TRUE(eventually([&] { return running_with(marker) == 0; }));
        EXPECT_TRUE(eventually([&] { return folder.names().empty(); }));
    }
}

TEST_F(StressCommand, HelpTeachesByExample) {
    const Ended run = shell("$Z stress --help");
    EXPECT_EQ(run.status, 0);
    EXPECT_NE(run.out.find("zermelo stress cstate2 -- ./mine"), std::string::npos);
    EXPECT_NE(run.out.find("no sandbox"), std::string::npos);
}

// As where the program that started it is gone.
TEST_F(StressCommand, StopsWhenItsInputEndsIfAsked) {
    const Ended run = shell(
        "$Z stress cheesy --json --stop-at-eof --seconds 3000 --time-limit 1000 -- sleep 3000 < /dev/null");
    EXPECT_EQ(run.status, 3);
    EXPECT_EQ(ReadJson::parse(run.out)["interrupted"], true);
    EXPECT_EQ(ReadJson::parse(run.out)["failure"], nullptr);
}

}  // namespace
}  // namespace zermelo::cli
