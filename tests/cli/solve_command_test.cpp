// SPDX-License-Identifier: GPL-3.0-or-later
// `zermelo solve` and `stats` as a user runs them: what they print, exit statuses and messages.
#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/rules/hash.hpp"

#include "cli/tables.hpp"
#include "support/table_files.hpp"

namespace zermelo::cli {
namespace {

TEST(SolveCommand, ChessEndingsAsPublished) {
    const Tables tables{"chess --tiers KRvK,KQvK"};
    EXPECT_EQ(tables.names("chess"), (std::vector<std::string>{"KQvK.zt", "KRvK.zt", "KvK.zt"}));
    const ReadJson stats = tables.stats("chess");
    // KvK and its twin are one; the others have two colours.
    EXPECT_EQ(stats.size(), 10U);
    for (const ReadJson& tier : stats) {
        EXPECT_EQ(tier["checksum"].get<std::string>().size(), 16U);
        for (const std::string prefix : {"", "unique_"}) {
            const auto count = [&](const char* name) { return tier[prefix + name].get<std::uint64_t>(); };
            EXPECT_EQ(count("position_count"),
                      count("win_count") + count("loss_count") + count("draw_count"));
            EXPECT_EQ(count("win_count"), sum(tier[prefix + "wins"]));
            EXPECT_EQ(count("loss_count"), sum(tier[prefix + "losses"]));
        }
    }
    struct Published {
        const char* tier;
        std::uint64_t wins, losses, draws;
        unsigned win, loss;
    };
    for (const Published& p : {Published{"KRvK", 175'168, 201'700, 22'244, 31, 32},
                               Published{"KQvK", 144'508, 200'896, 23'048, 19, 20}}) {
        SCOPED_TRACE(p.tier);
        const ReadJson& white = find(stats, p.tier, "white");
        EXPECT_EQ(sum(white["wins"]), p.wins);
        EXPECT_EQ(sum(white["losses"]), 0U);
        EXPECT_EQ(white["draw_count"], 0);
        EXPECT_EQ(white["longest_win"]["plies"], p.win);
        EXPECT_TRUE(white["longest_loss"].is_null());
        const ReadJson& black = find(stats, p.tier, "black");
        EXPECT_EQ(sum(black["wins"]), 0U);
        EXPECT_EQ(sum(black["losses"]), p.losses);
        EXPECT_EQ(black["draw_count"], p.draws);
        EXPECT_TRUE(black["longest_win"].is_null());
        EXPECT_EQ(black["longest_loss"]["plies"], p.loss);
        // The same with the colours swapped.
        const std::string twin = std::string{"Kv"} + std::string{p.tier}.substr(0, 2);
        for (const auto& [entry, to_move] : {std::pair{&white, "black"}, std::pair{&black, "white"}})
            for (const char* key :
                 {"position_count", "unique_position_count", "wins", "losses", "draw_count"})
                EXPECT_EQ(find(stats, twin, to_move)[key], (*entry)[key]) << key;
    }
    // By distance, in order.
    const ReadJson& wins = find(stats, "KRvK", "white")["wins"];
    unsigned last = 0;
    for (const ReadJson& each : wins) {
        EXPECT_GT(each["plies"], last);
        EXPECT_EQ(each["plies"].get<unsigned>() % 2, 1U);
        last = each["plies"].get<unsigned>();
    }
    EXPECT_EQ(last, 31U);
    for (const ReadJson& tier : stats)
        for (const char* key : {"longest_win", "longest_loss"}) {
            if (tier[key].is_null()) continue;
            const std::vector<std::string> line = moves_of(tier[key]["line"]);
            EXPECT_EQ(tier[key]["plies"], line.size());
            EXPECT_EQ(played_out("chess", tier[key]["fen"], line), line.size()) << tier.dump();
            const std::string mover = tier["to_move"] == "white" ? " w " : " b ";
            expect_has(tier[key]["fen"], mover);
        }
}

TEST(SolveCommand, TellsWhatItDoesAndGoesOnWhereItWas) {
    const Tables tables;
    const Ended first = tables.solve("small4x4 --tiers KRvK");
    EXPECT_EQ(first.status, 0);
    expect_has(first.out, "2 tiers, ");
    expect_has(first.out, "of memory (KRvK), about ");
    expect_has(first.out, "\nKvK: ");
    expect_has(first.out, "\nKRvK: ");
    expect_has(first.out, "100.0 % done");
    expect_has(first.out, "solved, verified and written in ");
    const std::string before = contents(tables.path("small4x4/KRvK.zt"));
    const Ended more = tables.solve("small4x4 --tiers KRvK,KQvK");
    EXPECT_EQ(more.status, 0);
    expect_has(more.out, "3 tiers, ");
    expect_has(more.out, "; 1 tier, ");
    EXPECT_EQ(more.out.find("\nKRvK: "), std::string::npos) << more.out;
    expect_has(more.out, "\nKQvK: ");
    EXPECT_EQ(contents(tables.path("small4x4/KRvK.zt")), before);
    const Ended again = tables.solve("small4x4 --tiers KQvK,KRvK");
    EXPECT_EQ(again.status, 0);
    expect_has(again.out, "; 0 tiers, 0 entries to do.\n");
    expect_has(again.out, "All of these tables are there, and whole.\n");
}

TEST(SolveCommand, MakesDamagedTablesAnewAndNamesEach) {
    const Tables tables;
    const std::string solve = "small4x4 --tiers KRvK,KQvK";
    ASSERT_EQ(tables.solve(solve).status, 0);
    const std::string path = tables.path("small4x4/KRvK.zt");
    const std::string good = contents(path);
    const auto write = [](const std::string& to, const std::string& bytes) {
        std::ofstream{to, std::ios::binary | std::ios::trunc} << bytes;
    };
    const auto values = [&] { return zermelo("verify " + path).out; };
    const std::string before = values();
    std::vector<std::string> damaged;
    const auto add = [&](std::size_t at, unsigned bytes) {
        std::string bad = good;
        for (unsigned i = 0; i < bytes; ++i) bad[at + i] = static_cast<char>(bad[at + i] ^ 0x20);
        damaged.push_back(std::move(bad));
    };
    for (const std::size_t at : {0U, 7U, 8U, 12U, 16U, 24U, 45U, 60U, 80U, 112U}) add(at, 1);  // the header
    add(first_block(good), 1);
    add(first_block(good) + 5, 2);
    add(good.size() - 15, 1);  // the index
    add(good.size() - 1, 1);
    for (const std::size_t length :
         {std::size_t{0}, std::size_t{5}, std::size_t{50}, good.size() / 2, good.size() - 1})
        damaged.push_back(good.substr(0, length));
    damaged.push_back(good + "x");
    damaged.emplace_back(good.size(), '\0');
    for (const std::string& bytes : damaged) {
        write(path, bytes);
        const Ended run = tables.solve(solve);
        EXPECT_EQ(run.status, 0) << run.out;
        EXPECT_EQ(run.out.rfind("KRvK: " + path + ": damaged: ", 0), 0U) << run.out;
        expect_has(lines(run.out)[0], ": it is made anew");
        EXPECT_EQ(run.out.find("KQvK: "), std::string::npos) << run.out;
        EXPECT_EQ(values(), before);
        expect_has(tables.solve(solve).out, "All of these tables are there, and whole.\n");
    }
    // Two at once, in order; a plan sees them, too, and mends nothing.
    const std::string other = tables.path("small4x4/KvK.zt");
    write(path, damaged[10]);
    write(other, "");
    for (const std::string option : {" --plan", ""}) {
        const Ended run = tables.solve(solve + option);
        EXPECT_EQ(run.status, 0);
        EXPECT_EQ(lines(run.out)[0], "KvK: " + other + ": damaged: it is empty: it " +
                                         (option.empty() ? "is" : "would be") + " made anew");
        EXPECT_EQ(lines(run.out)[1].rfind("KRvK: " + path + ": damaged: block 0 of ", 0), 0U) << run.out;
        expect_has(lines(run.out)[2], "; 2 tiers, ");
    }
    EXPECT_EQ(values(), before);
}

TEST(SolveCommand, WhoTrustsItsTablesDoesNotLook) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string path = tables.path("small4x4/KvK.zt");
    const std::string good = contents(tables.path("small4x4/KRvK.zt"));
    std::string bad = good;
    bad[first_block(bad)] = static_cast<char>(bad[first_block(bad)] ^ 4);
    std::ofstream{tables.path("small4x4/KRvK.zt"), std::ios::binary | std::ios::trunc} << bad;
    expect_has(tables.solve("small4x4 --tiers KRvK --trust").out,
               "All of these tables are there. Their bytes were not checked.\n");
    // What it then reads stops it, with the command that repairs.
    const Ended stopped = tables.solve("small4x4 --tiers KRRvK --trust");
    EXPECT_EQ(stopped.status, 2);
    expect_has(stopped.out, "block 0 of ");
    expect_has(stopped.out, ": `zermelo solve small4x4 --tiers KRvK --tables " + tables.folder().file("t") +
                                "` makes it anew\n");
    // What cannot be opened is made anew all the same.
    std::ofstream{path, std::ios::binary | std::ios::trunc} << "";
    expect_has(tables.solve("small4x4 --tiers KRvK --trust").out, "damaged: it is empty: it is made anew\n");
}

TEST(SolveCommand, ATierHasOneNameInWhateverOrderItIsWritten) {
    const Tables tables;
    for (const char* name : {"KRvK", "RKvK", "KvKR", "KvRK"}) {
        EXPECT_EQ(tables.solve(std::string{"small4x4 --tiers "} + name).status, 0) << name;
        EXPECT_EQ(tables.names("small4x4"), (std::vector<std::string>{"KRvK.zt", "KvK.zt"})) << name;
    }
    // `stats --tier` takes them too, and names the colours as they were asked for.
    for (const auto& [asked, named] : {std::pair{"RKvK", "KRvK"}, std::pair{"KvRK", "KvKR"}}) {
        const ReadJson stats = tables.stats(std::string{"small4x4 --tier "} + asked);
        ASSERT_EQ(stats.size(), 2U);
        EXPECT_EQ(stats[0]["tier"], named);
        EXPECT_EQ(stats[0]["to_move"], "white");
        EXPECT_EQ(stats[1]["tier"], named);
        EXPECT_EQ(stats[1]["to_move"], "black");
    }
}

TEST(SolveCommand, ThoroughAPlanIsAllThatIsDone) {
    const Tables tables;
    const Ended run = tables.solve("small4x4 --men 4 --plan");
    EXPECT_EQ(run.status, 0);
    expect_has(run.out, " tiers, ");
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1);
    EXPECT_EQ(tables.folder().names(), "");
    expect_has(tables.solve("simplified --plan").out, "171 tiers, ");
    expect_has(tables.solve("small3x3 --men 9 --plan").out, " tiers, ");
}

/// The graph comes with --json, each tier after all that it needs, and `--tier` does one of it.
TEST(SolveCommand, ThePlanIsAGraphAndOneTierIsDoneAlone) {
    const Tables tables;
    const Ended plan = tables.solve("small4x4 --men 4 --plan --json");
    EXPECT_EQ(plan.status, 0);
    const ReadJson objects = objects_of(plan.out);
    EXPECT_EQ(objects[0]["type"], "solve_plan");
    EXPECT_EQ(objects[0]["tier_count"], objects.size() - 1);
    std::set<std::string> met;
    std::uint64_t entries = 0;
    for (std::size_t i = 1; i < objects.size(); ++i) {
        const ReadJson& tier = objects[i];
        EXPECT_EQ(tier["type"], "tier_plan");
        EXPECT_EQ(tier["there"], false);
        for (const ReadJson& need : tier["needs"]) EXPECT_EQ(met.count(need.get<std::string>()), 1U) << tier;
        EXPECT_TRUE(met.insert(tier["tier"].get<std::string>()).second);
        entries += tier["entry_count"].get<std::uint64_t>();
        EXPECT_GT(tier["memory_bytes"], tier["entry_count"]);
        EXPECT_GT(tier["seconds"], 0);
    }
    EXPECT_EQ(entries, objects[0]["entry_count"]);
    // What this machine has no room for is printed, too, and then refused.
    const Ended large =
        shell("$Z solve chess --tiers KQQvKQ --plan --json --memory 1M" + tables.at() + " 2>/dev/null");
    EXPECT_EQ(large.status, 2);
    const ReadJson refused = objects_of(large.out);
    EXPECT_EQ(refused[0]["tier_count"], refused.size() - 2);
    EXPECT_EQ(refused.back()["type"], "error");

    const Ended early = tables.solve("small4x4 --tier RKvK");
    EXPECT_EQ(early.status, 1);
    expect_has(early.out, "KRvK leads to a tier without a table in ");
    expect_has(early.out, ": KvK: `zermelo solve small4x4 --tiers KvK --tables " + tables.folder().file("t") +
                              "` makes it\n");
    EXPECT_EQ(tables.folder().names(), "");
    EXPECT_EQ(tables.solve("small4x4 --tier KvK").status, 0);
    EXPECT_EQ(tables.solve("small4x4 --tier RKvK").status, 0);
    EXPECT_EQ(tables.names("small4x4"), (std::vector<std::string>{"KRvK.zt", "KvK.zt"}));
    expect_has(tables.solve("small4x4 --tier KRvK").out, "All of these tables are there, and whole.\n");
    // Damage below is named, and one's own is made good.
    std::ofstream{tables.path("small4x4/KvK.zt"), std::ios::binary | std::ios::trunc} << "";
    expect_has(tables.solve("small4x4 --tier KQvK").out, "KvK.zt: damaged: it is empty");
    EXPECT_EQ(tables.solve("small4x4 --tier KvK").status, 0);
    EXPECT_EQ(tables.solve("small4x4 --tier KQvK").status, 0);
    expect_says("solve small4x4 --tier KRvK --men 3" + tables.at(), 2, "--men");
    expect_says("solve small4x4 --tier KXvK" + tables.at(), 2, "'X'");
}

/// Who starts it can end it by closing a pipe, which a killed program does, too.
TEST(SolveCommand, StopsWhenItsInputEndsIfAsked) {
    const Tables tables;
    const Ended run = shell("$Z solve small5x5 --men 6 --stop-at-eof" + tables.at() + " 2>&1 < /dev/null");
    EXPECT_EQ(run.status, 3);
    expect_has(run.out, "zermelo: error: interrupted ");  // before or after a tier
    expect_has(run.out, "; the same command ");
    EXPECT_EQ(shell("find '" + tables.folder().file("") + "' -name '*.unfinished'").out, "");
    // What comes there before is not looked at.
    const Ended whole = shell("$Z solve small4x4 --tiers KRvK --stop-at-eof" + tables.at() + " < /dev/zero");
    EXPECT_EQ(whole.status, 0);
}

TEST(SolveCommand, RefusesWhatDoesNotFitBeforeAnythingIsDone) {
    const Tables tables;
    expect_says("solve small8x8 --tiers KRvK --memory 1K" + tables.at(), 2, "the tables of KRvK need ");
    expect_says("solve small8x8 --tiers KRvK --memory 1K" + tables.at(), 2, "(what was asked for)");
    EXPECT_EQ(tables.folder().names(), "");
    // A plan that does not fit says so, too.
    expect_says("solve chess --tiers KQQQvKQQQ --plan --memory 100M" + tables.at(), 2,
                "expected at most 100.0 MiB");
    EXPECT_EQ(tables.folder().names(), "");
    EXPECT_EQ(tables.solve("small4x4 --tiers KRvK --memory 1M").status, 0);
}

/// However many tiers there are, they are counted and not listed.
TEST(SolveCommand, RefusesWhatNobodyCanPlanAtOnceAndSaysHowMuchItIs) {
    const Tables tables;
    for (const char* plan : {"", " --plan"}) {
        const auto refused = [&](const std::string& what, const std::string& message) {
            expect_says("solve " + what + plan + tables.at(), 2, message);
        };
        refused("chess --men 33", "all of at most 33 men in chess: up to ");
        refused("chess --men 33", " tiers with about ");
        refused("chess --men 4000000000", "all of at most 64 men in chess: up to ");
        refused("chess --men 8", "expected fewer men");
        refused("chess", "all that the start of chess leads to: up to ");
        refused("chess", "expected a number of men or named tiers");
        refused("small4x4", "all that the start of small4x4 leads to: up to ");
        refused("small10x10", "all that the start of small10x10 leads to: up to ");
        refused("small4x4 --tiers KPPPPPPvKPPPPPP", "KPPPPPPvKPPPPPP and all that it leads to: up to ");
    }
    EXPECT_EQ(tables.folder().names(), "");
}

// A king in hand at first belongs to the start's men; where the other side has none there, the sides differ.
TEST(SolveCommand, KingsInHandAtFirst) {
    const ScratchFolder folder;
    const std::string game =
        "[own]\nmaxFile = 4\nmaxRank = 2\nking = k\nkniroo = f\npieceDrops = true\n"
        "capturesToHand = true\ncastling = false\nstartFen = ";
    for (const auto& [start, tier] : {std::pair{"3*/KF2[k]", "KFvK"}, {"3k/KF2[FKkk]", "KKFvKKKF"}}) {
        const std::string rules = folder.file("own.ini", game + start + " w - - 0 1\n");
        const std::string tables = folder.file(tier);
        EXPECT_EQ(zermelo("solve " + rules + " --tables " + tables).status, 0);
        const std::string stats = zermelo("stats " + rules + " --tables " + tables).out;
        EXPECT_NE(stats.find(tier), std::string::npos) << stats;
        expect_says("verify " + tables + "/own/" + tier + ".zt --variant-path " + rules, 0,
                    "every one follows from its successors");
    }
}

// A blast that leaves nobody leads to a tier like any other: it is planned, written, counted, verified and
// probed.
TEST(SolveCommand, ATierOfNobody) {
    const Tables tables;
    const std::string rules =
        " --variant-path " + tables.folder().file("bare.ini",
                                                  "[bare]\nmaxFile = 4\nmaxRank = 4\n"
                                                  "queen = q\nstartFen = q3/4/4/3Q w - - 0 1\n"
                                                  "castling = false\nblastOnCapture = true\n"
                                                  "stalemateValue = loss\n");
    ASSERT_EQ(tables.solve("bare --tiers QvQ" + rules).status, 0);
    EXPECT_EQ(tables.names("bare"), (std::vector<std::string>{"QvQ.zt", "v.zt"}));
    const ReadJson stats = tables.stats("bare" + rules);
    EXPECT_EQ(find(stats, "v", "white")["position_count"], 1);
    EXPECT_EQ(find(stats, "v", "white")["loss_count"], 1);
    EXPECT_EQ(find(stats, "v", "white")["longest_loss"]["fen"], "4/4/4/4 w - - 0 1");
    expect_has(zermelo("stats bare --tier v" + tables.at() + rules).out, "4/4/4/4");
    expect_says("verify " + tables.path("bare/v.zt") + rules, 0, "every one follows");
    expect_says("probe bare '4/4/4/4 w'" + tables.at() + rules, 0, "loss in 0 plies");
    expect_says("probe bare 'q3/4/4/3Q w'" + tables.at() + rules, 0, "win in 1 ply");
    expect_says("value bare 'q3/4/4/3Q w'" + tables.at() + rules, 0, "win in 1 ply");
    expect_says("prove bare 'q3/4/4/3Q w'" + tables.at() + rules, 0, "win in 1 ply");
    // By itself, and among all tiers of few men.
    const Tables alone;
    ASSERT_EQ(alone.solve("bare --tier v" + rules).status, 0);
    EXPECT_EQ(alone.names("bare"), (std::vector<std::string>{"v.zt"}));
    ASSERT_EQ(alone.solve("bare --men 1" + rules).status, 0);
    EXPECT_EQ(alone.names("bare"), (std::vector<std::string>{"Qv.zt", "v.zt"}));
    // Where captured men go to the hand somebody is always there.
    expect_says(
        "solve bare --tiers v --variant-path " +
            tables.folder().file("hands.ini",
                                 "[bare]\nmaxFile = 3\nmaxRank = 3\nqueen = q\nstartFen = q2/3/2Q w - - 0 "
                                 "1\ncastling = false\npieceDrops = true\ncapturesToHand = true\n") +
            tables.at(),
        2, "v: the game is over in all its positions");
}

// By lines a tier takes more memory than entry by entry; both give the same table.
TEST(SolveCommand, WithoutRoomForLinesItGoesEntryByEntry) {
    const Tables by_lines;
    const Tables by_entries;
    expect_has(by_lines.solve("small5x5 --tiers KQRvK").out, "at most 211.8 KiB of memory");
    expect_has(by_entries.solve("small5x5 --tiers KQRvK --memory 120K").out, "(KQRvK needs 75.7 KiB)");
    const auto verified = [](const Tables& tables) {
        return zermelo("verify " + tables.path("small5x5/KQRvK.zt")).out;
    };
    expect_has(verified(by_lines), "304,256 positions, every one follows from its successors; checksum ");
    EXPECT_EQ(verified(by_lines), verified(by_entries));
}

TEST(SolveCommand, BadUsage) {
    const Tables tables;
    const std::string at = tables.at();
    expect_says("solve nochess --men 3" + at, 2, "no variant 'nochess'");
    expect_says("solve small4x4 --tiers KXvK" + at, 2, "'X'");
    expect_says("solve small4x4 --tiers KR" + at, 2, "KR");
    expect_says("solve small4x4 --tiers KRvKvK" + at, 2, "tier");
    expect_says("solve small4x4 --tiers RvK" + at, 2, "is no tier of small4x4");
    expect_says("solve small4x4 --tiers KKvK" + at, 2, "is no tier of small4x4");
    expect_says("solve small4x4 --tiers v" + at, 2,
                "'v' is no tier of small4x4: White has 0 royal pieces, expected 1");
    expect_says("solve small3x3 --tiers KPPPPPPPvK" + at, 2, "7 'P' of White on 6 squares");
    expect_says("solve simplified --tiers QRRRvQ" + at, 2, "'QRRRvQ' is no tier of simplified");
    expect_says("solve simplified --tiers QPvQ" + at, 2, "is no tier of simplified");
    expect_says("solve simplified --tiers qvq" + at, 2, "is no tier of simplified");
    expect_says("solve small4x4 --men 1" + at, 2, "expected a greater number");
    expect_says("solve small4x4 --men -1" + at, 2, "'-1', expected a whole number");
    expect_says("solve small4x4 --men 3 --tiers KRvK" + at, 2, "--men");
    expect_says("solve small4x4 --men 3 --threads 0" + at, 2, "--threads");
    expect_says("solve small4x4 --men 3 --memory -1" + at, 2, "'-1', expected a size");
    expect_says("solve small4x4 --men 3 --memory 1KK" + at, 2, "--memory");
    expect_says("solve small4x4 --men 3 --memory 0" + at, 2, "expected at most 0 bytes");
    expect_says("solve small4x4 --men 3", 2, "--tables");
    expect_says("solve small4x4 --men 3 --tables ''", 2, "a folder of tables without a name");
    expect_says("solve" + at, 2, "VARIANT");
    EXPECT_EQ(tables.folder().names(), "");
}

TEST(SolveCommand, AFolderThatCannotBeWritten) {
    const ScratchFolder folder;
    const std::string file = folder.file("file", "x");
    expect_says("solve small4x4 --tiers KRvK --tables " + file, 1, "is a file, expected a folder");
    expect_says("solve small4x4 --tiers KRvK --tables /dev/null/tables", 1, "cannot make the folder");
    EXPECT_EQ(contents(file), "x");
    // Something else stands where a table should.
    std::filesystem::create_directories(folder.file("t/small4x4/KvK.zt"));
    expect_says("solve small4x4 --tiers KRvK --tables " + folder.file("t"), 1, "KvK.zt");
}

TEST(SolveCommand, AClosedOrFullOutputIsSaidAndTheTablesAreWhole) {
    const Tables tables;
    const Ended run = shell("$Z solve small4x4 --tiers KRvK" + tables.at() + " 2>&1 > /dev/full");
    EXPECT_EQ(run.status, 1);
    expect_has(run.out, "standard output");
    EXPECT_EQ(std::count(run.out.begin(), run.out.end(), '\n'), 1) << run.out;
    EXPECT_EQ(zermelo("verify " + tables.path("small4x4/KRvK.zt")).status, 0);
    for (const char* command : {"stats small4x4", "stats small4x4 --json", "probe small4x4 'k3/4/4/3K w'"}) {
        const Ended full = shell(std::string{"$Z "} + command + tables.at() + " 2>&1 > /dev/full");
        EXPECT_EQ(full.status, 1) << command;
        expect_has(full.out, "standard output");
    }
}

/// A variant of the name of a shipped one, and not the same.
std::string changed_rules(const ScratchFolder& folder) {
    std::ifstream shipped{std::string{ZERMELO_SOURCE_DIR} + "/games/small.ini"};
    std::string text;
    for (std::string line; std::getline(shipped, line);) {
        text += line + "\n";
        if (line == "[small4x4:small3x3]") text += "stalemateValue = loss\n";
    }
    return folder.file("changed.ini", text);
}

TEST(SolveCommand, TablesOfOtherRulesOfTheSameName) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string other = " --variant-path " + changed_rules(tables.folder());
    const std::string before = contents(tables.path("small4x4/KRvK.zt"));
    const std::string fen = " '3k/4/R3/K3 w'";
    EXPECT_EQ(zermelo("probe small4x4" + fen + tables.at()).status, 0);
    for (const std::string command : {"solve small4x4 --tiers KRvK", "stats small4x4"})
        expect_says(command + other + tables.at(), 2, "rules");
    expect_says("probe small4x4" + fen + other + tables.at(), 2, "rules");
    const Ended proved = zermelo("prove small4x4" + fen + " --plies 9" + other + tables.at());
    EXPECT_EQ(proved.status, 0);
    expect_has(proved.out, "zermelo: warning: ");
    expect_has(proved.out, "rules");
    expect_says("verify " + tables.path("small4x4/KRvK.zt") + other, 2, "rules");
    EXPECT_EQ(contents(tables.path("small4x4/KRvK.zt")), before);
    EXPECT_EQ(tables.names("small4x4"), (std::vector<std::string>{"KRvK.zt", "KvK.zt"}));
    // In a folder of its own it is solved, and verified under its own rules alone.
    const Tables own;
    EXPECT_EQ(own.solve("small4x4 --tiers KRvK" + other).status, 0);
    EXPECT_EQ(zermelo("verify " + own.path("small4x4/KRvK.zt") + other).status, 0);
    expect_says("verify " + own.path("small4x4/KRvK.zt"), 2, "rules");
}

TEST(SolveCommand, AnotherStartKeepsTheTables) {
    const Tables tables{"small4x4 --tiers KRvK"};
    EXPECT_EQ(tables.solve("simplified --men 3").status, 0);
    const std::string fen = " '3k/4/R3/K3 w'";
    const std::string before = zermelo("probe small4x4" + fen + tables.at()).out;
    const std::string sum = zermelo("verify " + tables.path("small4x4/KRvK.zt")).out;
    const auto with_start = [&](const std::string& variant, const std::string& start) {
        return " --variant-path " + tables.folder().file("start.ini", "[" + variant + ":" + variant +
                                                                          "]\nstartFen = " + start + "\n");
    };
    const std::string moved = with_start("small4x4", "rk2/4/4/2KR b - - 0 1");
    expect("probe small4x4" + fen + moved + tables.at(), 0, before);
    expect_says("solve small4x4 --tiers KRvK" + moved + tables.at(), 0, "All of these tables are there");
    expect("verify " + tables.path("small4x4/KRvK.zt") + moved, 0, sum);
    EXPECT_EQ(zermelo("stats small4x4" + moved + tables.at()).out,
              zermelo("stats small4x4" + tables.at()).out);
    expect_says("prove small4x4" + fen + " --plies 1" + moved + tables.at(), 0, "; the shortest takes ");
    // What one start has made serves the other.
    const Tables other;
    EXPECT_EQ(other.solve("small4x4 --tiers KRvK" + moved).status, 0);
    expect("verify " + other.path("small4x4/KRvK.zt"), 0, sum);
    // The hunt's own kernel serves it wherever it starts: its tables are read as they were written.
    const std::string hunt = with_start("simplified", "q3/4/4/3Q w - - 0 1");
    const std::string position = "probe simplified '2q1/4/1R2/Q3 w'";
    expect(position + hunt + tables.at(), 0, zermelo(position + tables.at()).out);
    // Holes, barred squares and another number of royal men are another game.
    for (const char* start : {"k3/4/4/K2* w - - 0 1", "k3/4/4/K3 w - - 0 1 ~R:d1", "k3/4/4/KK2 w - - 0 1"}) {
        const std::string changed = with_start("small4x4", start);
        expect_says("verify " + tables.path("small4x4/KRvK.zt") + changed, 2, "is a table of other rules");
        expect_says("verify " + tables.path("small4x4/KRvK.zt") + changed, 2,
                    ", expected the rules that it was made for\n");
        for (const std::string command : {"stats small4x4", "solve small4x4 --tiers KRvK"}) {
            if (command.starts_with("solve") && std::string_view{start}.find("KK") != std::string_view::npos)
                continue;  // there is no such tier
            expect_says(command + changed + tables.at(), 2, "is a table of other rules");
            expect_says(command + changed + tables.at(), 2,
                        ": choose another folder, or remove this file and `zermelo solve" + changed +
                            " small4x4 --tiers ");
        }
    }
}

/// A file as earlier programs wrote it: with the hash of the rules and their start.
TEST(SolveCommand, TablesOfAnEarlierProgramServeTheStartThatTheyWereMadeFor) {
    const Tables tables{"small4x4 --tiers KRvK"};
    for (const char* name : {"KRvK.zt", "KvK.zt"}) {
        const std::string path = tables.path("small4x4/" + std::string{name});
        std::string bytes = contents(path);
        const Hash128 with_start = rules::hash(testing::shipped("small4x4"));
        testing::put_number(bytes, 24, with_start.high);
        testing::put_number(bytes, 32, with_start.low);
        testing::reseal(bytes);
        std::ofstream{path, std::ios::binary | std::ios::trunc} << bytes;
    }
    const std::string fen = " '3k/4/R3/K3 w'";
    EXPECT_EQ(zermelo("probe small4x4" + fen + tables.at()).status, 0);
    expect_says("solve small4x4 --tiers KRvK" + tables.at(), 0, "All of these tables are there, and whole.");
    EXPECT_EQ(zermelo("verify " + tables.path("small4x4/KRvK.zt")).status, 0);
    // Tables of both kinds lie side by side.
    EXPECT_EQ(tables.solve("small4x4 --tiers KRRvK").status, 0);
    EXPECT_EQ(zermelo("verify " + tables.path("small4x4/KRRvK.zt")).status, 0);
    const std::string moved =
        " --variant-path " +
        tables.folder().file("start.ini", "[small4x4:small4x4]\nstartFen = rk2/4/4/2KR b - - 0 1\n");
    expect_says("probe small4x4" + fen + moved + tables.at(), 2,
                "in a table of an earlier program, which held to the start position, too)");
}

TEST(SolveCommand, ATierUnderTheNameOfAnother) {
    const Tables tables{"small4x4 --tiers KRvK,KQvK"};
    std::filesystem::copy_file(tables.path("small4x4/KQvK.zt"), tables.path("small4x4/KRvK.zt"),
                               std::filesystem::copy_options::overwrite_existing);
    expect_says("probe small4x4 '3k/4/R3/K3 w'" + tables.at(), 2, "KRvK");
    expect_says("solve small4x4 --tiers KRvK" + tables.at(), 2, "KRvK");
    expect_says("stats small4x4" + tables.at(), 2, "KRvK");
    // What is said to be done helps.
    expect_says(
        "probe small4x4 '3k/4/R3/K3 w'" + tables.at(), 2,
        "of KQvK, expected KRvK: choose another folder, or remove this file and `zermelo solve small4x4 "
        "--tiers KRvK" +
            tables.at() + "` makes the right one");
    std::filesystem::remove(tables.path("small4x4/KRvK.zt"));
    expect_says("probe small4x4 '3k/4/R3/K3 w'" + tables.at(), 1,
                "KRvK.zt: No such file or directory: `zermelo solve small4x4 --tiers KRvK" + tables.at() +
                    "` makes it");
    EXPECT_EQ(tables.solve("small4x4 --tiers KRvK").status, 0);
    EXPECT_EQ(zermelo("probe small4x4 '3k/4/R3/K3 w'" + tables.at()).status, 0);
}

TEST(SolveCommand, WhatKilledRunsLeftBehindIsSwept) {
    const Tables tables{"small4x4 --tiers KvK"};
    tables.folder().file("t/small4x4/KRvK.zt.unfinished", "half");
    tables.folder().file("t/small4x4/KBBvK.zt.unfinished", "half");
    EXPECT_EQ(tables.solve("small4x4 --tiers KRvK").status, 0);
    EXPECT_EQ(tables.names("small4x4"), (std::vector<std::string>{"KRvK.zt", "KvK.zt"}));
}

TEST(StatsCommand, Text) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const Ended all = zermelo("stats small4x4" + tables.at());
    EXPECT_EQ(all.status, 0);
    EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 8) << all.out;
    const Ended one = zermelo("stats small4x4 --tier KRvK" + tables.at());
    EXPECT_EQ(one.status, 0);
    expect_has(one.out, "KRvK, white to move\n");
    expect_has(one.out, "  The longest win: ");
    expect_has(one.out, "  The longest loss: ");
    expect_has(one.out, "  win   in  13 plies ");  // 7 moves: A225552
    // The line in both notations.
    const std::vector<std::string> all_lines = lines(one.out);
    const auto longest = std::find_if(all_lines.begin(), all_lines.end(), [](const std::string& line) {
        return line.starts_with("  The longest win: ");
    });
    ASSERT_LT(longest + 2, all_lines.end());
    EXPECT_EQ(std::count(longest[1].begin(), longest[1].end(), ' '), 4 + 12) << longest[1];
    EXPECT_EQ(std::count(longest[2].begin(), longest[2].end(), ' '), 4 + 12) << longest[2];
    EXPECT_EQ(longest[2].back(), '#') << longest[2];
}

TEST(TablesFolder, EveryCommandRefusesOneThatIsNotThereInTheSameWords) {
    const Tables tables{"small4x4 --tiers KRvK"};
    const std::string game = tables.folder().file("games", "1\n1 1 2\nQ A 1\nQ A 4\n");
    const auto expect_refused = [&](const std::string& command, const std::string& variant) {
        const auto made = [&](const std::string& folder) {
            return ": `zermelo solve " + variant + " --tables " + folder + " …` makes them\n";
        };
        const std::string none = tables.folder().file("none");
        expect(command + " --tables " + none, 1,
               "zermelo: error: " + none + ": no tables of " + variant + " there (there is no such folder)" +
                   made(none));
        const std::string empty = tables.folder().file("empty");
        std::filesystem::create_directories(empty);
        expect(command + " --tables " + empty, 1,
               "zermelo: error: " + empty + ": no tables of " + variant + " there" + made(empty));
        std::filesystem::create_directories(empty + "/" + variant);
        expect(command + " --tables " + empty, 1,
               "zermelo: error: " + empty + ": no tables of " + variant + " there" + made(empty));
        const std::string inner = tables.path("small4x4");
        expect(command + " --tables " + inner, 1,
               "zermelo: error: " + inner + ": no tables of " + variant +
                   " there: this is the folder of one variant, expected the one above it, " +
                   tables.folder().file("t") + "\n");
        expect(command + " --tables " + game, 1,
               "zermelo: error: " + game + " is a file, expected a folder of tables\n");
        expect(command + " --tables ''", 2,
               "zermelo: error: a folder of tables without a name, expected one\n");
    };
    expect_refused("probe chess '8/8/8/8/8/2k5/1R6/K7 w'", "chess");
    expect_refused("prove chess '8/8/8/8/8/2k5/1R6/K7 w' --plies 3", "chess");
    expect_refused("prove chess --plies 3 --certificate " + tables.folder().file("never"), "chess");
    expect_refused("stats chess", "chess");
    expect_refused("stats chess --tier KRvK", "chess");
    expect_refused("judge simplified " + game, "simplified");
    EXPECT_FALSE(std::filesystem::exists(tables.folder().file("never")));
    expect("solve chess --tables " + game, 1,
           "zermelo: error: " + game + " is a file, expected a folder of tables\n");
    // From within the folder of the variant, too.
    EXPECT_EQ(
        shell("cd " + tables.path("small4x4") + " && $Z stats small4x4 --tables . 2>&1").out,
        "zermelo: error: .: no tables of small4x4 there: this is the folder of one variant, expected the "
        "one above it, " +
            tables.folder().file("t") + "\n");
    EXPECT_EQ(zermelo("stats small4x4" + tables.at()).status, 0);
}

TEST(StatsCommand, WhatIsNotThere) {
    const Tables tables{"small4x4 --tiers KRvK"};
    expect_says("stats small4x4 --tier KQvK" + tables.at(), 1, "KQvK.zt");
    expect_says("stats small4x4 --tier KXvK" + tables.at(), 2, "'X'");
    expect_says("stats nochess" + tables.at(), 2, "no variant");
}

}  // namespace
}  // namespace zermelo::cli
