// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo problem` as a user runs it: what it writes for other programs.
#include <string>

#include <gtest/gtest.h>

#include "cli/commands.hpp"

namespace zermelo::cli {
namespace {

const std::string helpmate = "problem chess '8/8/8/3k1K2/8/8/8/B6R b' h#3 --author 'A. <Nonym>' --intended 2";
const std::string cooked = "problem chess '8/8/8/3k1K2/8/8/8/BR6 b' h#3 --intended 2";

TEST(ProblemCommand, DrawsWithoutSolving) {
    const Ended run = shell("$Z " + helpmate + " --source 'Nowhere, 2000' --svg");
    EXPECT_EQ(run.status, 0);
    for (const char* part :
         {"<?xml", "A. &lt;Nonym&gt;", ">h#3</text>", ">(3+1)</text>", ">Nowhere, 2000</text>"})
        expect_has(run.out, part);
    // What takes for ever to solve is drawn at once.
    EXPECT_EQ(shell("$Z problem chess h#9 --svg").status, 0);
    expect_says("problem chess '8/8/8/8/8/8/8/8 w' '#2' --twin 'b: move a1 a2' --svg", 2,
                "twin 1:1:9: error: a1 is empty");
}

TEST(ProblemCommand, ACookIsFoundAndMended) {
    expect_says(cooked, 0, "h#3, Black begins: 3 solutions, cooked\n");
    expect_says(helpmate, 0, "h#3, Black begins: 2 solutions, as intended\n");
}

TEST(ProblemCommand, WritesACollectionThatItReads) {
    const Scratch olv{""};
    EXPECT_EQ(shell("$Z " + helpmate + " --olv > " + olv.path()).status, 0);
    expect_has(contents(olv.path()), "solution: |2\n");
    expect_has(contents(olv.path()), "Rh1-h8 #");
    expect("problem chess --file " + olv.path(), 0,
           "Line 1: A. <Nonym>\nh#3, Black begins: 2 solutions, as intended\n"
           "1.Kc6 Ke6 2.Kc7 Be5+ 3.Kd8 Rh8#\n1.Kd6 Kg6 2.Ke7 Bf6+ 3.Kf8 Rh8#\n");
    expect("problem chess --olv --file " + olv.path(), 0, contents(olv.path()));
    // Without a solution there is none in it, and it says why.
    expect_says("problem chess h#9 --olv --nodes 100", 3,
                "---\n# zermelo: a limit came before all was solved\n");
}

// A solution that keeps to a restriction says to which.
TEST(ProblemCommand, TellsARestrictionInEveryText) {
    const std::string restricted =
        "problem chess '7k/8/5K2/8/8/8/8/6R1 w' '#2' --restrict replies=3,flights=1 ";
    expect_says(restricted, 0, "#2, White begins, flights=1,replies=3: 1 key\n");
    expect_says(restricted + "--olv", 0, "---\n# zermelo: solved with flights=1,replies=3\nalgebraic:");
    expect_says(restricted + "--latex", 0, "  \\remark{flights=1,replies=3}\n");
    expect_says(restricted + "--json", 0, "\"restriction\":\"flights=1,replies=3\"");
}

TEST(ProblemCommand, WritesPopeyesInputThatItReads) {
    const Scratch inp{""};
    EXPECT_EQ(shell("$Z " + helpmate + " --inp > " + inp.path()).status, 0);
    expect_says("problem chess --file " + inp.path(), 0,
                "Line 2: A. <Nonym>\nh#3, Black begins: 2 solutions\n");
    expect_says("problem capablanca '#2' --inp", 2, "expected orthodox chess");
}

TEST(ProblemCommand, OneTextAtATime) {
    for (const char* pair : {"--svg --latex", "--svg --olv", "--inp --popeye", "--inp --json",
                             "--svg --letters de", "--olv --latex"})
        expect_says(helpmate + " " + pair, 2, " excludes ");
    for (const char* unsolved : {"--svg", "--inp"})
        expect_says(
            "problem chess '7k/8/5K2/8/8/8/8/6R1 w' '#2' --restrict flights=1 " + std::string{unsolved}, 2,
            " excludes ");
    for (const char* own : {"--svg", "--inp", "--author x", "--title x"})
        expect_says("problem chess --file examples/problems.inp " + std::string{own}, 2, " excludes ");
}

}  // namespace
}  // namespace zermelo::cli
