// SPDX-License-Identifier: GPL-3.0-or-later
// A solve that is killed, that meets a full disk, or that another one meets: no half table is ever taken for
// a whole one, and the next run goes on.
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "zermelo/base/random.hpp"

#include "cli/commands.hpp"
#include "support/scale.hpp"

namespace zermelo::cli {
namespace {

/// The tables of a folder, verified one by one: their names and public checksums.
std::map<std::string, std::string> checksums(const std::string& folder) {
    std::map<std::string, std::string> sums;
    for (const auto& entry : std::filesystem::directory_iterator{folder}) {
        if (entry.path().extension() != ".zt") continue;
        const Ended run = zermelo("verify " + entry.path().string());
        EXPECT_EQ(run.status, 0) << run.out;
        sums[entry.path().filename().string()] = run.out;  // with the name of the tier, without its folder
    }
    return sums;
}

std::size_t unfinished(const std::string& folder) {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator{folder})
        count += entry.path().extension() == ".zt" ? 0 : 1;
    return count;
}

TEST(TablesSafety, KilledAtAnyMomentItGoesOn) {
    const ScratchFolder folder;
    const std::string whole = folder.file("whole");
    const std::string killed = folder.file("killed");
    ASSERT_EQ(zermelo("solve simplified --men 5 --tables " + whole).status, 0);
    const auto expected = checksums(whole + "/simplified");
    ASSERT_EQ(expected.size(), 39U);

    Random random{17};
    unsigned kills = 0;
    std::size_t left_behind = 0;
    const auto solve = "solve simplified --men 5 --tables " + killed;
    for (unsigned i = 0; i < testing::scaled(15); ++i) {
        const double seconds = 0.005 + 0.0005 * static_cast<double>(random.below(400));
        const Ended run =
            shell("timeout -s KILL " + std::to_string(seconds) + " $Z " + solve + " > /dev/null");
        if (run.status == 0) break;
        ASSERT_EQ(run.status, 137);
        ++kills;
        if (!std::filesystem::exists(killed + "/simplified")) continue;
        left_behind += unfinished(killed + "/simplified");
        // Whatever has the name of a table is one, and the right one.
        if (i % 3 != 0) continue;
        for (const auto& [name, sum] : checksums(killed + "/simplified"))
            EXPECT_EQ(sum, expected.at(name)) << name;
    }
    EXPECT_GT(kills, 0U);
    const Ended last = zermelo(solve);
    EXPECT_EQ(last.status, 0) << last.out;
    EXPECT_EQ(checksums(killed + "/simplified"), expected);
    EXPECT_EQ(unfinished(killed + "/simplified"), 0U);
    RecordProperty("kills", static_cast<int>(kills));
    RecordProperty("left_behind", static_cast<int>(left_behind));
}

TEST(TablesSafety, AnInterruptIsAKillToo) {
    const ScratchFolder folder;
    const std::string tables = folder.file("t");
    const Ended run =
        shell("timeout -s INT 0.15 $Z solve simplified --men 6 --tables " + tables + " > /dev/null 2>&1");
    EXPECT_NE(run.status, 0);
    EXPECT_EQ(zermelo("solve simplified --men 4 --tables " + tables).status, 0);
    EXPECT_EQ(unfinished(tables + "/simplified"), 0U);
    checksums(tables + "/simplified");
}

TEST(TablesSafety, AFileThatMayNotGrow) {
    const ScratchFolder folder;
    const std::string tables = folder.file("t");
    const std::string solve = "solve simplified --tiers QRvQN --tables " + tables;
    // In blocks of 512 bytes: the small tables fit, the large one does not.
    const Ended run = shell("(ulimit -f 5; $Z " + solve + " 2>&1 > /dev/null)");
    EXPECT_EQ(run.status, 1) << run.out;
    EXPECT_NE(run.out.find("QRvQN.zt"), std::string::npos) << run.out;
    EXPECT_NE(run.out.find("File too large"), std::string::npos) << run.out;
    EXPECT_EQ(unfinished(tables + "/simplified"), 0U);
    EXPECT_FALSE(std::filesystem::exists(tables + "/simplified/QRvQN.zt"));
    EXPECT_TRUE(std::filesystem::exists(tables + "/simplified/QvQ.zt"));
    checksums(tables + "/simplified");
    EXPECT_EQ(zermelo(solve).status, 0);
    EXPECT_TRUE(std::filesystem::exists(tables + "/simplified/QRvQN.zt"));
    checksums(tables + "/simplified");
}

/// A shell command on a small disk of its own, mounted at $D.
Ended on_small_disk(const std::string& size, const std::string& command) {
    return shell("D=$(mktemp -d) && unshare -rm sh -c 'mount -t tmpfs -o size=" + size +
                 " none \"$2\" && D=\"$2\" && Z=\"$1\" && { " + command +
                 "; }' - \"$Z\" \"$D\" 2>&1; S=$?; rmdir $D; exit $S");
}

TEST(TablesSafety, AFullDisk) {
    if (on_small_disk("64k", "true").status != 0) GTEST_SKIP() << "no small disk can be mounted here";
    // Seen before anything is done.
    const Ended refused =
        on_small_disk("64k", "$Z solve simplified --men 6 --tables $D/t; echo status $?; ls $D");
    EXPECT_NE(refused.out.find("expected at most the 64.0 KiB that are free there\nstatus 2\n"),
              std::string::npos)
        << refused.out;
    // Filled up by somebody else while it works: what is there is whole, and the next run goes on.
    const Ended filled =
        on_small_disk("2m",
                      "$Z solve simplified --men 5 --tables $D/t 2>&1 > /dev/null & A=$!;"
                      "while [ ! -d $D/t/simplified ]; do sleep 0.01; done;"  // it has looked at the disk
                      "sleep 0.1;"
                      "dd if=/dev/zero of=$D/ballast bs=1k 2> /dev/null; wait $A; echo status $?;"
                      "ls $D/t/simplified | grep -c unfinished;"
                      "for T in $D/t/simplified/*.zt; do $Z verify $T > /dev/null || echo bad; done;"
                      "rm $D/ballast; $Z solve simplified --men 5 --tables $D/t > /dev/null; echo status $?;"
                      "for T in $D/t/simplified/*.zt; do $Z verify $T > /dev/null || echo bad; done; ls "
                      "$D/t/simplified | grep -c zt");
    const std::string end = "\n0\nstatus 0\n39\n";
    ASSERT_GE(filled.out.size(), end.size()) << filled.out;
    EXPECT_EQ(filled.out.substr(filled.out.size() - end.size()), end) << filled.out;
    if (filled.out.find("status 1\n") != std::string::npos) {
        EXPECT_NE(filled.out.find("No space left on device\nstatus 1\n"), std::string::npos) << filled.out;
    } else {
        EXPECT_EQ(filled.out, "status 0" + end);  // it was done before the disk was full
    }
}

TEST(TablesSafety, TwoAtOnceInOneFolder) {
    const ScratchFolder folder;
    const std::string tables = folder.file("t");
    const std::string solve = "$Z solve simplified --men 5 --tables " + tables;
    const Ended both = shell(solve + " > " + folder.file("a") + " 2>&1 & A=$!; " + solve + " > " +
                             folder.file("b") + " 2>&1 & B=$!; wait $A; echo $?; wait $B; echo $?");
    // One does it; the other says why it does not, or came so late that all was there.
    const std::string a = testing::contents(folder.file("a"));
    const std::string b = testing::contents(folder.file("b"));
    EXPECT_TRUE(both.out == "0\n1\n" || both.out == "1\n0\n" || both.out == "0\n0\n") << both.out << a << b;
    if (both.out != "0\n0\n") {
        EXPECT_NE((both.out == "0\n1\n" ? b : a).find("another run is writing tables there"),
                  std::string::npos);
    }
    EXPECT_EQ(checksums(tables + "/simplified").size(), 39U);
    EXPECT_EQ(unfinished(tables + "/simplified"), 0U);
    EXPECT_EQ(zermelo("solve simplified --men 5 --tables " + tables).status, 0);
}

}  // namespace
}  // namespace zermelo::cli
