// SPDX-License-Identifier: GPL-3.0-or-later
// `solve --outcomes`, and what each command says from tables of outcomes alone: never a number of plies.
#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include "cli/tables.hpp"

namespace zermelo::cli {
namespace {

const std::string won = " small4x4 '4/2k1/3R/K3 w'";

TEST(OutcomeTables, EveryCommandTellsOutcomes) {
    const Tables tables;
    const Ended solved = tables.solve("small4x4 --tiers KRvK --outcomes");
    EXPECT_EQ(solved.status, 0);
    expect_has(solved.out, "KRvK: 496 entries, outcomes alone; solved ");
    EXPECT_EQ(solved.out.find("longest"), std::string::npos);

    const Ended probed = zermelo("probe" + won + tables.at() + " --line");
    EXPECT_EQ(probed.status, 0);
    EXPECT_EQ(probed.out,
              "4/2k1/3R/K3 w - - 0 1: win\n"
              "  d2d1   Rd1     win                keeps the result\n"
              "  d2a2   Ra2     win                keeps the result\n"
              "  d2b2   Rb2     win                keeps the result\n"
              "  a1b1   Kb1     draw\n"
              "  a1a2   Ka2     draw\n"
              "  d2c2   Rc2+    draw\n"
              "  d2d3   Rd3+    draw\n"
              "  d2d4   Rd4     draw\n"
              "Line: not known: a table has outcomes alone, without distances\n");
    EXPECT_EQ(
        shell("printf '4/2k1/3R/K3 w\\n4/2k1/4/K2R b\\nk3/4/4/3K w\\n' | $Z probe small4x4 -" + tables.at())
            .out,
        "win\nloss\ndraw\n");
    const ReadJson position = objects_of(zermelo("probe" + won + tables.at() + " --line --json").out)[0];
    EXPECT_EQ(position["category"], "win");
    EXPECT_EQ(position["source"], "tables");
    for (const char* const member : {"plies", "line", "table_error"})
        EXPECT_TRUE(position[member].is_null()) << member;
    EXPECT_EQ(position["moves"][0]["category"], "win");
    EXPECT_TRUE(position["moves"][0]["plies"].is_null() && position["moves"][0]["optimal"].is_null());
    EXPECT_EQ(position["moves"][0]["keeps_result"], true);
    EXPECT_EQ(position["moves"][7]["optimal"], false);

    EXPECT_EQ(zermelo("prove" + won + tables.at()).out,
              "win\nRd1 (d2d1): wins\nRa2 (d2a2): wins\nRb2 (d2b2): wins\n"
              "a table has outcomes alone: there is no line\n");
    expect_has(zermelo("prove" + won + tables.at() + " --plies 5").out,
               "no win within 5 plies; there is a longer one\n");
    expect_has(zermelo("prove" + won + tables.at() + " --plies 13").out, "win in 13 plies\nline: ");
    expect_has(zermelo("prove small4x4 '4/2k1/4/K2R b'" + tables.at()).out,
               "no win at any length: the other side wins\n");
    const Ended value = zermelo("value" + won + tables.at());
    EXPECT_EQ(value.out.rfind("win\n", 0), 0U) << value.out;
    expect_has(value.out, "Rd1 (d2d1): wins\n");
    expect_has(value.out, "Kb1 (a1b1): draws\n");

    const Ended stats = zermelo("stats small4x4 --tier KRvK" + tables.at());
    expect_has(stats.out,
               "KRvK            black               2,184             276               0           1,572"
               "             612        -        -\n");
    expect_has(stats.out, "  win   any length              1,312\n");
    EXPECT_EQ(stats.out.find("longest:"), std::string::npos);
    const ReadJson tier = tables.stats("small4x4 --tier KRvK");
    EXPECT_EQ(find(tier, "KRvK", "black")["losses"], ReadJson::parse(R"([{"plies": null, "count": 1572}])"));
    EXPECT_TRUE(find(tier, "KRvK", "white")["longest_win"].is_null());

    expect_has(
        zermelo("verify " + tables.path("small4x4/KRvK.zt")).out,
        "KRvK of small4x4: 3,496 positions, each outcome follows from those of its successors, which is no "
        "proof of a win; checksum ");
}

TEST(OutcomeTables, LieBesideDistancesAndGiveWayToThem) {
    const Tables distances{"small4x4 --tiers KRvK"};
    const std::string whole = contents(distances.path("small4x4/KRvK.zt"));
    expect_has(distances.solve("small4x4 --tiers KRvK --outcomes").out,
               "All of these tables are there, and whole.\n");
    EXPECT_EQ(contents(distances.path("small4x4/KRvK.zt")), whole);

    const Tables tables{"small4x4 --tiers KRvK --outcomes"};
    EXPECT_LT(contents(tables.path("small4x4/KRvK.zt")).size(), whole.size());
    expect_says("solve small4x4 --tier KRvK" + tables.at(), 1,
                "small4x4/KvK.zt has outcomes alone): `zermelo solve small4x4 --tiers KvK --tables " +
                    tables.folder().file("t") + "` makes it");
    // One tier alone names the command for the kind that it wants.
    std::filesystem::remove(tables.path("small4x4/KvK.zt"));
    std::filesystem::remove(tables.path("small4x4/KRvK.zt"));
    expect_says("solve small4x4 --tier KRvK --outcomes" + tables.at(), 1,
                "`zermelo solve small4x4 --tiers KvK --tables " + tables.folder().file("t") +
                    " --outcomes` makes it");
    EXPECT_EQ(tables.solve("small4x4 --tiers KRvK --outcomes").status, 0);
    EXPECT_EQ(tables.solve("small4x4 --tiers KRvK").status, 0);
    EXPECT_EQ(contents(tables.path("small4x4/KRvK.zt")), whole);
}

TEST(OutcomeTables, AJudgeWantsDistances) {
    const Tables tables{"simplified --tiers QRvQ --outcomes"};
    const std::string games = tables.folder().file("games", "0\n");
    const Ended refused = zermelo("judge simplified " + games + tables.at());
    EXPECT_EQ(refused.status, 2);
    expect_has(refused.out, " has outcomes alone, expected distances: `zermelo solve simplified --tiers ");
}

TEST(OutcomeTables, AGuiIsToldNoMate) {
    const Tables tables{"small4x4 --tiers KRvK --outcomes"};
    const auto answer = [&](const std::string& fen) {
        const Ended run = shell(
            "printf 'setoption name UCI_Variant value small4x4\\nsetoption name UCI_ShowWDL value true\\n"
            "position fen " +
            fen + "\\ngo depth 3\\n' | $Z uci" + tables.at() + " --threads 1");
        EXPECT_EQ(run.status, 0);
        EXPECT_EQ(run.out.find("mate"), std::string::npos) << run.out;
        return run.out;
    };
    expect_has(answer("4/2k1/3R/K3 w - - 0 1"), " score cp 20000 wdl 1000 0 0 ");
    expect_has(answer("4/2k1/4/K2R b - - 0 1"), " score cp -20000 wdl 0 0 1000 ");
}

}  // namespace
}  // namespace zermelo::cli
