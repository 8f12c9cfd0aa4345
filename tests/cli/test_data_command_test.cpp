// SPDX-License-Identifier: GPL-3.0-or-later
#include <csignal>

#include <gtest/gtest.h>

#include "cli/commands.hpp"
#include "support/child.hpp"

/// `generate`, `validate` and `check` as a user runs them.
namespace zermelo::testing {
namespace {

using cli::games;
using cli::published_games;

bool has(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

TEST(Generate, WritesWhatTheJudgeTakes) {
    const Ended run =
        shell("$Z generate simplified --seed 3 --count 4 --family win --plies 3 | $Z judge simplified");
    EXPECT_EQ(run.status, 0);
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 4);
    EXPECT_EQ(shell("$Z generate cheesy --seed 3").out, shell("$Z generate cheesy --seed 3").out);
    EXPECT_NE(shell("$Z generate cheesy --seed 3").out, shell("$Z generate cheesy --seed 4").out);
    EXPECT_EQ(shell("$Z generate cheesy").out, shell("$Z generate cheesy --seed 1 --count 100").out);
}

TEST(Generate, ListsFamilies) {
    const Ended run = shell("$Z generate cstate2 --list");
    EXPECT_EQ(run.status, 0);
    EXPECT_TRUE(has(run.out, "double-check     Two pieces or more threaten one king"));
    EXPECT_TRUE(has(run.out, "\nlargest "));
    EXPECT_FALSE(has(shell("$Z generate cstate1 --families").out, "largest"));
}

TEST(Generate, RefusesBadUsage) {
    for (const auto* bad : {"",
                            "chess",
                            "simplified --family nothing",
                            "simplified --plies 2 --family win",
                            "simplified --seed -1",
                            "simplified --count 0",
                            "simplified --count 18446744073709551615",
                            "cheesy --plies 3",
                            "cstate2 --n 99999999999999999999",
                            "cheesy --set ''",
                            "cheesy --set /dev/null/x --men 3",
                            "cheesy --package /dev/null/x --men 3",
                            "cheesy --package /dev/null/x --set y",
                            "cheesy --format legacy",
                            "cheesy --package x --format new",
                            "cheesy --package /dev/null/Pack-age",
                            "cheesy --family walls --family long",
                            "cheesy --family walls=0",
                            "cheesy --family walls=x",
                            "cheesy --family walls=",
                            "cheesy --family walls --list",
                            "cheesy --list --set /dev/null/x"}) {
        const Ended run = shell(std::string{"$Z generate "} + bad + " 2>&1 >/dev/null");
        EXPECT_EQ(run.status, 2) << bad;
        EXPECT_FALSE(run.out.empty()) << bad;
    }
}

TEST(Generate, FullDisksAndClosedPipes) {
    const Ended full = shell("$Z generate cstate2 --seed 1 2>&1 >/dev/full");
    EXPECT_EQ(full.status, 1);
    EXPECT_TRUE(has(full.out, "zermelo: error: cannot write standard output"));
    EXPECT_EQ(shell("$Z generate cstate2 --family many-small | head -n 1").out, "12000\n");
}

TEST(Generate, BeginsAtOnceAndEndsWithItsReader) {
    // A file of its own: `head` leaves its input before it writes.
    const Scratch err{""};
    const Ended run =
        shell("( $Z generate cheesy --count 100000000; echo $? >&2 ) 2>" + err.path() + " | head -c 10");
    EXPECT_EQ(run.out, "100000000\n");
    EXPECT_EQ(contents(err.path()), "141\n");
}

TEST(Generate, NamesTheBoundsOfNumbers) {
    for (const char* count : {"-1", "0", "100000001", "99999999999999999999", "many"})
        EXPECT_TRUE(
            has(shell(std::string{"$Z generate cheesy --count "} + count + " 2>&1").out,
                std::string{"--count: '"} + count + "', expected a whole number from 1 to 100000000"));
}

TEST(Generate, WritesNothingWhereThereIsNoGame) {
    EXPECT_EQ(shell("$Z generate cstate2 --family double-check --n 9 --pieces 2 2>/dev/null").out, "");
}

TEST(GenerateSet, ThoroughIsWholeAndValid) {
    for (const std::string& game : games()) {
        const ScratchFolder folder;
        const std::string dir = folder.file(game);
        const Ended made = shell("$Z generate " + game + " --seed 5 --set " + dir);
        ASSERT_EQ(made.status, 0) << made.out;
        EXPECT_EQ(folder.names(), game + "\n");
        const Ended checked =
            shell("cd " + dir +
                  "/data && ls -A .. | tr '\\n' ' ' && n=0 && for f in sample/*.in secret/*.in; do"
                  " $Z validate " +
                  game +
                  " $f >/dev/null || echo invalid $f;"
                  " $Z judge " +
                  game +
                  " $f | cmp - ${f%.in}.ans || echo wrong $f;"
                  " $Z check " +
                  game +
                  " $f ${f%.in}.ans ${f%.in}.ans 2>/dev/null || echo unchecked $f;"
                  " test -s ${f%.in}.svg || echo no picture of $f; n=$((n+1)); done;"
                  " test $(ls sample secret | grep -c .) = $((3*n+2)) || echo more files;"
                  " test $n -ge 11 && echo good");
        EXPECT_EQ(checked.out, "data good\n") << game;
        EXPECT_EQ(made.out, shell("$Z generate " + game + " --seed 5 --set " + dir + "-again").out);
        EXPECT_EQ(shell("diff -r " + dir + " " + dir + "-again").status, 0);
        EXPECT_EQ(shell("python3 -c 'import glob,xml.dom.minidom as m,sys\nfor f in glob.glob(\"" + dir +
                        "/data/*/*.svg\"): m.parse(f)'")
                      .status,
                  0);
    }
}

TEST(GenerateSet, NumbersItsCasesAndTakesThePublishedExample) {
    const ScratchFolder folder;
    const Ended made = shell("$Z generate cheesy --set " + folder.file("set"));
    EXPECT_TRUE(has(
        made.out, "sample/01-published: 2 games\nsample/02-small: 5 games\nsecret/01-captured: 100 games\n"))
        << made.out;
    EXPECT_EQ(contents(folder.file("set/data/sample/01-published.in")),
              contents(ZERMELO_SOURCE_DIR "/examples/cheesy.in"));
    EXPECT_EQ(contents(folder.file("set/data/sample/01-published.ans")),
              contents(ZERMELO_SOURCE_DIR "/examples/cheesy.ans"));
}

TEST(GenerateSet, IsNeverMixedWithWhatIsThere) {
    const ScratchFolder folder;
    const std::string dir = folder.file("set");
    ASSERT_EQ(shell("mkdir -p " + dir + "/data && echo mine > " + dir + "/data/mine").status, 0);
    const Ended refused = shell("$Z generate cheesy --set " + dir + " 2>&1");
    EXPECT_EQ(refused.status, 2);
    EXPECT_EQ(refused.out,
              "zermelo: error: " + dir + "/data is there already, expected a folder without a test set\n");
    EXPECT_EQ(shell("ls -A " + dir + " " + dir + "/data | tr '\\n' ' '").out,
              dir + ": data  " + dir + "/data: mine ");
    EXPECT_EQ(shell("rm " + dir + "/data/mine; $Z generate cheesy --set " + dir + " | wc -l | tr -d ' '").out,
              "14\n");
    EXPECT_EQ(shell("touch " + dir + "/file; $Z generate cheesy --set " + dir + "/file 2>/dev/null").status,
              1);
}

TEST(GenerateSet, LeavesNothingWhenItFails) {
    const ScratchFolder folder;
    const std::string dir = folder.file("set");
    // Files may not grow beyond 64 blocks: the large cases do.
    const Ended failed = shell("ulimit -f 64; $Z generate cstate2 --set " + dir + " 2>&1");
    EXPECT_EQ(failed.status, 1);
    EXPECT_TRUE(has(failed.out, "zermelo: error: cannot write ")) << failed.out;
    EXPECT_EQ(shell("ls -A " + dir).out, "");
    EXPECT_EQ(shell("$Z generate cheesy --set /dev/null/nowhere 2>/dev/null").status, 1);
}

/// Whether a folder, which may change meanwhile, has an input somewhere in it.
bool has_input_in(const std::string& folder) {
    std::error_code error;
    for (std::filesystem::recursive_directory_iterator at{folder, error}, end; !error && at != end;
         at.increment(error))
        if (at->path().extension() == ".in") return true;
    return false;
}

TEST(GenerateSet, TakesFamiliesAndCounts) {
    const ScratchFolder folder;
    const std::string dir = folder.file("set");
    const Ended made = shell(
        "$Z generate cheesy --seed 3 --family walls=7 --family long --family mix=2 --family walls "
        "--count 4 --set " +
        dir + " 2>&1");
    EXPECT_EQ(
        made.out,
        "sample/01-published: 2 games\nsample/02-small: 5 games\nsecret/01-walls: 7 games\nsecret/02-long: 4 "
        "games\nsecret/03-mix: 2 games\nsecret/04-walls: 4 games\n");
    EXPECT_NE(contents(dir + "/data/secret/01-walls.in").substr(2, 300),
              contents(dir + "/data/secret/04-walls.in").substr(2, 300));
    EXPECT_EQ(shell("$Z generate cheesy --family walls=7").out,
              shell("$Z generate cheesy --family walls --count 7").out);
    EXPECT_EQ(shell("$Z generate cheesy --family mix=7").out, shell("$Z generate cheesy --count 7").out);
    const Ended many = shell("$Z generate simplified --family win=201 --set " + dir + "2 2>&1");
    EXPECT_EQ(many.status, 2);
    EXPECT_EQ(
        many.out,
        "zermelo: error: 201 games of win, expected at most 200, as the statement of simplified has it\n");
    EXPECT_EQ(shell("$Z generate cheesy --family nothing=3 --set " + dir + "2 2>/dev/null").status, 2);
    EXPECT_EQ(shell("ls -A " + dir + "2").out, "");
}

TEST(GeneratePackage, HasWhatItsFormatAsksFor) {
    const ScratchFolder folder;
    const std::string few = " --family mix=3 --seed 2 --package " + folder.file("");
    for (const std::string& game : games()) {
        SCOPED_TRACE(game);
        const Ended made = shell("$Z generate " + game + few + game + " 2>&1");
        ASSERT_EQ(made.status, 0) << made.out;
        EXPECT_TRUE(has(made.out, "secret/01-mix: 3 games\n")) << made.out;
        const std::string files = shell("cd " + folder.file(game) + " && find . -type f | sort").out;
        for (const char* file : {"./.timelimit\n", "./README.md\n", "./problem.yaml\n",
                                 "./problem_statement/problem.en.tex\n", "./input_validators/validate.cpp\n",
                                 "./output_validators/check.cpp\n", "./data/secret/01-mix.svg\n",
                                 "./submissions/accepted/solution.cpp\n", "./submissions/wrong_answer/"})
            EXPECT_TRUE(has(files, file)) << file << files;
        EXPECT_EQ(shell("cd " + folder.file(game) + " && grep -rl '@[A-Z]*@' .").out, "");
        // Each wrong submission is another program.
        const std::string submissions =
            "cd " + folder.file(game) + "/submissions && md5sum */* | cut -d' ' -f1 | ";
        EXPECT_EQ(shell(submissions + "sort | uniq -d").out, "");
        EXPECT_EQ(shell("$Z generate " + game + few + game + "2 --format 2025-09 2>&1").out, made.out);
        EXPECT_TRUE(has(contents(folder.file(game + "2/problem.yaml")), "problem_format_version: 2025-09\n"));
        EXPECT_EQ(shell("cd " + folder.file(game + "2") +
                        " && ls statement/problem.en.tex output_validator/check.cpp "
                        "data/test_group.yaml && test ! -e .timelimit")
                      .status,
                  0);
    }
    EXPECT_EQ(shell("diff -r " + folder.file("cheesy/data") + " " + folder.file("cheesy2/data")).out,
              "Only in " + folder.file("cheesy2/data") + ": test_group.yaml\n");
}

TEST(GeneratePackage, IsThereAsAWholeOrNotAtAll) {
    const ScratchFolder folder;
    const std::string dir = folder.file("package");
    const Ended failed = shell("ulimit -f 64; $Z generate cstate2 --package " + dir + " 2>&1");
    EXPECT_EQ(failed.status, 1);
    EXPECT_TRUE(has(failed.out, "zermelo: error: cannot write ")) << failed.out;
    EXPECT_EQ(folder.names(), "");
    ASSERT_EQ(shell("mkdir " + dir + " && $Z generate cheesy --family mix=1 --package " + dir + "/").status,
              0);
    const Ended again = shell("$Z generate cheesy --package " + dir + " 2>&1");
    EXPECT_EQ(again.status, 2);
    EXPECT_EQ(again.out,
              "zermelo: error: " + dir + " is there already, expected a new folder for the package\n");
    const Ended named = shell("$Z generate cheesy --package " + folder.file("My-Set") + " 2>&1");
    EXPECT_EQ(named.out,
              "zermelo: error: the package's folder is called 'My-Set', expected a name of a-z and 0-9 "
              "alone, as the "
              "format has it\n");
    EXPECT_EQ(shell("$Z generate cheesy --package /dev/null/package 2>/dev/null").status, 1);
    const ScratchFolder other;
    int status = 0;
    // Where the test waited so long for a processor that all was written: once more.
    for (int i = 0; i < 10 && status == 0; ++i) {
        std::filesystem::remove_all(other.file("killed"));
        Child run{{ZERMELO_PROGRAM, "generate", "cstate3", "--package", other.file("killed")}};
        EXPECT_TRUE(eventually([&] { return has_input_in(other.file("")); }));
        run.signal(SIGKILL);
        status = run.wait();
    }
    EXPECT_EQ(status, 128 + SIGKILL);
    EXPECT_FALSE(std::filesystem::exists(other.file("killed")));
}

TEST(GenerateSet, ThoroughKilledItIsNotTakenForWhole) {
    const ScratchFolder folder;
    const std::string dir = folder.file("set");
    int status = 0;
    // Where the test waited so long for a processor that all was written: once more.
    for (int i = 0; i < 10 && status == 0; ++i) {
        std::filesystem::remove_all(dir);
        Child run{{ZERMELO_PROGRAM, "generate", "cstate3", "--set", dir}};
        EXPECT_TRUE(eventually([&] { return has_input_in(dir); }));
        run.signal(SIGKILL);
        status = run.wait();
    }
    EXPECT_EQ(status, 128 + SIGKILL);
    EXPECT_FALSE(std::filesystem::exists(dir + "/data"));
    const Ended again = shell("$Z generate cheesy --set " + dir);
    EXPECT_TRUE(has(again.out, "sample/01-published: 2 games")) << again.out;
}

constexpr const char* good_boards = "1\\n8 2\\n1 1 k\\n8 8 K\\n\\n";

TEST(Validate, HasTheExitStatusOfEachSystem) {
    for (const auto& [option, good, bad] :
         {std::tuple{"", 0, 2}, {"--testlib", 0, 3}, {"--kattis", 42, 43}}) {
        const std::string call = std::string{" | $Z validate cstate2 "} + option + " 2>&1";
        const Ended valid = shell(std::string{"printf '"} + good_boards + "'" + call);
        EXPECT_EQ(valid.status, good);
        EXPECT_EQ(valid.out, "valid: 1 game\n");
        const Ended invalid = shell("printf '1\\n8 2\\n1 1 k\\n8 08 K\\n\\n'" + call);
        EXPECT_EQ(invalid.status, bad);
        EXPECT_EQ(invalid.out, "<stdin>:4:3: error: a leading zero, expected none\n");
        EXPECT_EQ(shell(std::string{"$Z validate cstate2 nowhere 2>/dev/null "} + option).status, 1);
    }
    EXPECT_EQ(shell("$Z validate cstate2 --kattis --testlib 2>/dev/null </dev/null").status, 2);
    EXPECT_EQ(shell("$Z validate chess 2>/dev/null </dev/null").status, 2);
}

TEST(Validate, EndsWhereTheInputDoesNot) {
    const Ended endless = shell("$Z validate cheesy /dev/zero 2>&1");
    EXPECT_EQ(endless.status, 2);
    EXPECT_EQ(endless.out,
              "zermelo: error: /dev/zero is longer than 268435456 bytes, expected at most that\n");
}

TEST(Validate, TakesThePublishedExamples) {
    for (const std::string& game : published_games())
        EXPECT_EQ(shell("$Z validate " + game + " examples/" + game + ".in").status, 0) << game;
    EXPECT_EQ(shell("$Z validate cstate3 - < examples/cstate2.in").status, 0);
}

struct Checking {
    std::string folder;
    std::string game = "simplified";

    Ended run(const std::string& output, const std::string& answer) const {
        return shell("cd " + folder + "; printf '" + output + "' > out; printf '" + answer +
                     "' > ans; $Z check " + game + " in out ans 2>&1");
    }
    Ended kattis(const std::string& output, const std::string& answer) const {
        return shell("cd " + folder + "; mkdir -p feedback; printf '" + answer + "' > ans; printf '" +
                     output + "' | $Z check --kattis " + game +
                     " in ans feedback 2>/dev/null; s=$?; cat feedback/judgemessage.txt; exit $s");
    }
};

constexpr const char* three_hunts = "3\n1 1 1\nQ A 1\nQ D 4\n1 1 1\nQ A 1\nQ B 3\n1 1 6\nQ A 1\nQ B 3\n";

TEST(Check, TellsEveryOutcome) {
    const ScratchFolder folder;
    folder.file("in", three_hunts);
    const Checking check{folder.file("")};
    const std::string right = shell("$Z judge simplified " + folder.file("in")).out;
    ASSERT_EQ(right.substr(0, 7), "YES\nNO\n");
    struct Row {
        std::string output;
        std::string answer;
        int status;
        int kattis;
        std::string message;
    };
    const std::string third = right.substr(7, right.size() - 8);
    const std::string other = third == "YES" ? "NO" : "YES";
    const std::vector<Row> table{
        {right, right, 0, 42, "ok 3 games\n"},
        {"YES NO\\t" + third + "\\r\\n\\n", right, 0, 42, "ok 3 games\n"},
        {"YES\\nYES\\n" + third + "\\n", right, 1, 43,
         "wrong answer game 2, line 2 of the output: expected 'NO', found 'YES': White cannot force the "
         "capture of the queen within m = 1. There is no forced win however large m is.\n"},
        {"\\n\\nNO NO " + third, right, 1, 43,
         "wrong answer game 1, line 3 of the output: expected 'YES', found 'NO': White takes the queen at "
         "once: 1. Qa1xd4.\n"},
        {"YES\\nno\\n", right, 2, 43,
         "wrong output format game 2, line 2 of the output: 'no' is no verdict, expected YES or NO\n"},
        {"YES\\nNO\\n", right, 2, 43,
         "wrong output format game 3: the output ends after 2 of 3 verdicts, expected '" + third + "'\n"},
        {"", right, 2, 43,
         "wrong output format game 1: the output ends after 0 of 3 verdicts, expected 'YES'\n"},
        {right + "YES\\n", right, 2, 43,
         "wrong output format line 4 of the output: unexpected 'YES' after all 3 verdicts, expected the "
         "end\n"},
        {right, "YES\\nYES\\n" + third + "\\n", 3, 3,
         "FAIL the answer file is wrong: game 2, line 2 of the answer file: expected 'NO', found 'YES': "
         "White "
         "cannot force the capture of the queen within m = 1. There is no forced win however large m is.\n"},
        {right, "", 3, 3,
         "FAIL the answer file is wrong: game 1: the answer file ends after 0 of 3 verdicts, expected "
         "'YES'\n"},
        {right, right + "x", 3, 3,
         "FAIL the answer file is wrong: line 4 of the answer file: unexpected 'x' after all 3 verdicts, "
         "expected "
         "the end\n"},
    };
    for (const Row& row : table) {
        const Ended plain = check.run(row.output, row.answer);
        EXPECT_EQ(plain.status, row.status) << row.message;
        EXPECT_EQ(plain.out, row.message);
        const Ended kattis = check.kattis(row.output, row.answer);
        EXPECT_EQ(kattis.status, row.kattis) << row.message;
        EXPECT_EQ(kattis.out, row.message);
    }
}

TEST(Check, AClosedInputIsNotTheFileThatIsOpenedNext) {
    const ScratchFolder folder;
    const Ended run = shell("$Z check --kattis simplified examples/simplified.in examples/simplified.ans " +
                            folder.file("") + " 2>&1 <&-");
    EXPECT_NE(run.status, 42);
    EXPECT_NE(run.out.find("cannot read <stdin>"), std::string::npos) << run.out;
}

TEST(Check, TellsWhyOfEveryGame) {
    const ScratchFolder folder;
    folder.file("in", contents(ZERMELO_SOURCE_DIR "/examples/cstate2.in"));
    const std::string right = contents(ZERMELO_SOURCE_DIR "/examples/cstate2.ans");
    Checking check{folder.file(""), "cstate2"};
    std::string wrong = right;
    wrong.replace(wrong.find("Black Check - 5"), 15, "Black Check - 6");
    EXPECT_EQ(
        check.run(wrong, right).out,
        "wrong answer game 7, line 7 of the output: expected 'Black Check - 5 Plausible Moves', found 'Black "
        "Check - 6 Plausible Moves': Black's king on (4,5) is threatened by the pawn on (5,4), "
        "diagonally ahead of it: White's pawns go towards greater y. 5 steps of the king save it.\n");
    wrong.replace(wrong.find("Black Check - 6"), 15, "Black Check + 5");
    EXPECT_EQ(check.run(wrong, right).status, 2);
    wrong.replace(wrong.find("Black Check + 5"), 15, "Black Check - " + std::string(9999, '5'));
    EXPECT_EQ(check.run(wrong, right).status, 1);
    EXPECT_LT(check.run(wrong, right).out.size(), 400U);
    folder.file("in", contents(ZERMELO_SOURCE_DIR "/examples/cheesy.in"));
    check.game = "cheesy";
    EXPECT_EQ(
        check.run("Black\\nBlack\\n", "Black\\nWhite\\n").out,
        "wrong answer game 2, line 2 of the output: expected 'White', found 'Black': White wins after 5 "
        "plies: the king captures the pawn.\n");
    folder.file(
        "in",
        std::string{"1\nk.......\n........\n........\n........\n........\n........\n........\n.......K\n\n"});
    check.game = "cstate1";
    EXPECT_EQ(check.run("White Check\\n", "Safe\\n").out,
              "wrong answer game 1, line 1 of the output: expected 'Safe', found 'White Check': No enemy "
              "piece could capture White's king on (1,1) now, nor Black's on (8,8).\n");
}

TEST(Check, NoByteOfAContestantComesRaw) {
    const ScratchFolder folder;
    const std::string in = folder.file("in", "1\n2 2 3\nQ A 1\nR A 2\nQ D 4\nR D 3\n");
    const std::string answer = folder.file("ans", "YES\n");
    const std::string out = folder.file("out", "\xff\x1b[31mX\n");
    const Ended ended = shell("$Z check simplified " + in + " " + out + " " + answer + " " +
                              folder.file("rep") + " -appes 2>&1");
    EXPECT_TRUE(has(ended.out, "'\\xff\\x1b[31mX' is no verdict")) << ended.out;
    EXPECT_TRUE(has(contents(folder.file("rep")), "\\xff\\x1b"));
}

TEST(Check, WritesTheReportAsTestlibsCheckersDo) {
    const ScratchFolder folder;
    folder.file("in", three_hunts);
    const std::string cd = "cd " + folder.file("") + "; $Z judge simplified in > ans; ";
    const auto reported = [&](const std::string& words) {
        return shell(cd + "$Z check simplified in " + words + " 2>/dev/null; echo \" $?\"; cat report").out;
    };
    EXPECT_EQ(reported("ans ans report"), " 0\n3 games");
    EXPECT_EQ(
        reported("ans ans report -appes"),
        " 0\n<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"accepted\">3 games</result>\n");
    folder.file("out", "YES\n<\"&\n");
    EXPECT_EQ(reported("out ans report -APPES"),
              " 2\n<?xml version=\"1.0\" encoding=\"utf-8\"?><result outcome = \"presentation-error\">game "
              "2, line 2 of "
              "the output: '&lt;&quot;&amp;' is no verdict, expected YES or NO</result>\n");
    EXPECT_EQ(reported("--testset tests --group 1 ans ans report"), " 0\n3 games");
    EXPECT_EQ(reported("ans in report").substr(0, 3), " 3\n");
    EXPECT_EQ(shell(cd + "$Z check simplified in ans ans nowhere/report 2>&1").out,
              "FAIL cannot write nowhere/report: No such file or directory\n");
    EXPECT_EQ(shell(cd + "$Z check simplified in ans ans /dev/full 2>/dev/null").status, 3);
}

TEST(Check, TakesTheFlagsOfProblemPackages) {
    const ScratchFolder folder;
    folder.file("in", three_hunts);
    const auto checked = [&](const std::string& flags, const std::string& output) {
        return shell("cd " + folder.file("") + "; $Z judge simplified in > ans; mkdir -p feedback; " +
                     output + " | $Z check --kattis simplified in ans feedback/ " + flags + " 2>&1");
    };
    for (const char* flags :
         {"case_sensitive", "float_tolerance 1e-6 case_sensitive",
          "float_relative_tolerance 1e-4 float_absolute_tolerance 0.5", "space_change_sensitive"})
        EXPECT_EQ(checked(flags, "cat ans").status, 42) << flags;
    EXPECT_EQ(checked("case_sensitive", "tr '\\n' ' ' < ans").status, 42);
    const Ended spaces = checked("space_change_sensitive", "sed '2s/$/ /' ans");
    EXPECT_EQ(spaces.status, 43);
    EXPECT_EQ(
        spaces.out,
        "wrong output format line 2 of the output: other white space, expected that of the answer file\n");
    EXPECT_EQ(checked("space_change_sensitive", "cat ans; echo").status, 43);
    EXPECT_EQ(checked("space_change_sensitive", "head -c -1 ans").status, 43);
    for (const auto& [flags, message] :
         {std::pair{"case_insensitive", "unknown flag 'case_insensitive', expected case_sensitive"},
          {"--strict", "unknown flag '--strict', expected"},
          {"case_sensitive -x", "unknown flag '-x', expected"},
          {"float_tolerance", "'' after the flag float_tolerance, expected a number"},
          {"float_tolerance -1", "'-1' after the flag float_tolerance, expected a number"},
          {"float_tolerance 1e-6x", "'1e-6x' after the flag float_tolerance, expected a number"}}) {
        const Ended run = checked(flags, "cat ans");
        EXPECT_EQ(run.status, 3) << flags;
        EXPECT_TRUE(has(run.out, std::string{"FAIL "} + message)) << run.out;
    }
    EXPECT_TRUE(has(contents(folder.file("feedback/judgemessage.txt")), "FAIL '1e-6x' after the flag"));
}

/// A judge that calls it wrongly must not hold the contestant to be wrong, or right.
TEST(Check, BadUsageIsTheJudgesFailure) {
    for (const char* words :
         {"", "simplified", "simplified a b", "simplified a b c d e", "simplified a b c d -appes e",
          "simplified a b c --strict", "simplified a b c -appes", "--kattis", "--kattis simplified a b",
          "chess a b c", "--kattis chess a b nowhere"}) {
        const Ended run = shell(std::string{"$Z check "} + words + " 2>&1 < /dev/null");
        EXPECT_EQ(run.status, 3) << words;
        EXPECT_FALSE(run.out.empty()) << words;
    }
    EXPECT_EQ(shell("$Z check --help > /dev/null").status, 0);
    EXPECT_EQ(shell("$Z validate 2>/dev/null").status, 2);
}

TEST(Check, FilesThatAreBrokenOrNotThere) {
    const ScratchFolder folder;
    folder.file("in", three_hunts);
    const std::string cd = "cd " + folder.file("") + "; $Z judge simplified in > ans; ";
    EXPECT_EQ(shell(cd + "$Z check simplified in nowhere ans 2>/dev/null").status, 2);
    EXPECT_EQ(shell(cd + "$Z check simplified nowhere ans ans 2>/dev/null").status, 3);
    EXPECT_EQ(shell(cd + "$Z check simplified in ans nowhere 2>/dev/null").status, 3);
    EXPECT_EQ(shell(cd + "$Z check chess in ans ans 2>/dev/null").status, 3);
    EXPECT_EQ(shell(cd + "$Z check --kattis simplified in ans nowhere < ans 2>/dev/null").status, 3);
    const Ended broken = shell(cd + "echo x > in; $Z check simplified in ans ans 2>&1");
    EXPECT_EQ(broken.status, 3);
    EXPECT_TRUE(has(broken.out, "FAIL the input is broken: in:1:1: error: ")) << broken.out;
    folder.file("in", three_hunts);
    const Ended flood = shell(cd + "yes YES | $Z check --kattis simplified in ans . 2>&1");
    EXPECT_EQ(flood.status, 43);
    EXPECT_TRUE(has(flood.out, "is longer than")) << flood.out;
    const Ended garbage = shell(cd + "head -c 5000 /dev/urandom > out; $Z check simplified in out ans 2>&1");
    EXPECT_EQ(garbage.status, 2);
    EXPECT_LT(garbage.out.size(), 300U);
}

}  // namespace
}  // namespace zermelo::testing
